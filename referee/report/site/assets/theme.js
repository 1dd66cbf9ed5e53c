// Light or dark: what the reader chose, else what the system says. Loaded before the page is drawn, so that it never flashes.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.replace("js-off", "js-on"); // what needs scripts may be seen
  const key = "lost-cities-theme";
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  function toggle() {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : systemIsDark.matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try {
      localStorage.setItem(key, root.dataset.theme);
    } catch {
      // it holds for this page
    }
  }

  const choice = stored();
  if (choice === "light" || choice === "dark") root.dataset.theme = choice;

  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme").addEventListener("click", toggle);
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== "range";
    if (event.key === "t" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) toggle();
  });
})();
