// Tables that are wider than the screen: they say where they go on, and can be scrolled with the keyboard.
(() => {
  "use strict";

  function mark(box) {
    const rest = box.scrollWidth - box.clientWidth;
    const sides = [];
    if (rest > 1 && box.scrollLeft > 1) sides.push("left");
    if (rest > 1 && box.scrollLeft < rest - 1) sides.push("right");
    box.dataset.more = sides.join(" ");
    if (!sides.length) {
      for (const name of ["role", "tabindex", "aria-label"]) box.removeAttribute(name);
      return;
    }
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `${box.dataset.label}: wider than the screen, scroll sideways`);
  }

  function markAll() {
    document.querySelectorAll(".scroll").forEach(mark);
  }

  const sizes = new ResizeObserver(markAll);
  for (const box of document.querySelectorAll(".scroll")) sizes.observe(box);
  for (const table of document.querySelectorAll(".scroll table")) sizes.observe(table);
  // Scrolling does not bubble, but it is captured on the way.
  document.addEventListener("scroll", (event) => event.target.matches?.(".scroll") && mark(event.target), true);
  document.addEventListener("renewed", markAll);
  markAll();
})();
