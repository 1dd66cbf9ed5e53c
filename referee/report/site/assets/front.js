// The standings: their order, the search for a bot, and the lines that the page itself has no room for.
(() => {
  "use strict";
  const table = document.querySelector("table.standings");
  const find = document.getElementById("find");
  const found = document.querySelector(".found");
  const all = document.getElementById("all-lines");
  const pages = table.dataset.pages.trim().split(/\s+/).filter(Boolean);
  let complete = pages.length ? null : Promise.resolve();

  // Loads the further lines, once; the table is then whole.
  function loadAll() {
    complete ??= Promise.all(pages.map((page, index) => LostCities.load(page, `standings/${index + 1}`))).then(
      (parts) => {
        parts.flat().forEach(put);
        table.tBodies[0].dataset.whole = "";
        all.closest(".more").hidden = true;
        order();
      },
      () => {
        complete = null;
        found.textContent = "The further lines cannot be loaded.";
      },
    );
    return complete;
  }

  // A further line, in the place of an older one of that bot.
  function put(line) {
    const body = document.createElement("tbody");
    body.innerHTML = line;
    const row = body.rows[0];
    const older = [...table.tBodies[0].rows].find((one) => one.dataset.name === row.dataset.name);
    if (older) older.replaceWith(row);
    else table.tBodies[0].append(row);
  }

  // Sorts by what is chosen, and hides what does not match the search.
  function order() {
    const key = document.querySelector("[data-sort][aria-pressed=true]").dataset.sort;
    const rows = [...table.tBodies[0].rows];
    rows.sort((one, other) => one.dataset[key] - other.dataset[key]);
    table.tBodies[0].append(...rows);
    const wanted = find.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.dataset.name.toLowerCase().includes(wanted);
    const count = rows.filter((row) => !row.hidden).length;
    found.textContent = wanted ? `${count} of ${rows.length} bots match “${find.value.trim()}”.` : "";
  }

  function press(key) {
    for (const one of document.querySelectorAll("[data-sort]")) one.ariaPressed = String(one.dataset.sort === key);
    for (const one of document.querySelectorAll("[data-order]")) one.hidden = one.dataset.order !== key;
  }

  for (const button of document.querySelectorAll("[data-sort]")) {
    button.addEventListener("click", async () => {
      press(button.dataset.sort);
      LostCities.choose("sort", button.dataset.sort === "points" ? "" : button.dataset.sort);
      await loadAll();
      order();
    });
  }

  find.addEventListener("input", async () => {
    LostCities.choose("find", find.value.trim());
    await loadAll();
    order();
  });

  // What the address says was chosen.
  find.value = LostCities.chosen("find") ?? find.value;
  if (LostCities.chosen("sort") === "strength") press("strength");
  if (find.value || LostCities.chosen("sort")) loadAll().then(order);

  all?.addEventListener("click", loadAll);

  // A live page has changed; what was loaded is older than that.
  document.addEventListener("renewed", async () => {
    if (pages.length && complete) {
      complete = null;
      await loadAll();
    }
    order();
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && event.target !== find) {
      event.preventDefault();
      find.focus();
      find.select();
    } else if (event.key === "Escape" && event.target === find) {
      find.value = "";
      LostCities.choose("find", "");
      order();
      find.blur();
    }
  });
})();
