// The crosstable: what its cells show, which of them is chosen, and the head to head of that one.
(() => {
  "use strict";
  const table = document.getElementById("square");
  const map = document.getElementById("map");
  const panel = document.getElementById("versus");
  if (!panel) return;

  const NOTES = {
    score: "Points of the row’s bot, in % of what the two took from each other.",
    margin: "Mean margin of the row’s bot in whole encounters, points a series.",
    stronger: "Probability in % that the row’s bot is stronger than the column’s, by Strength.",
  };
  const SVG = "http://www.w3.org/2000/svg";
  const place = { row: 0, column: 0 };
  let kind = "score";
  let pair = []; // the names of the chosen one
  let shown = "";
  let square; // rows, columns, texts and levels of each kind, and where the head to heads are

  function isCell(row, column) {
    return square.rows[row] !== undefined && square.columns[column] !== undefined;
  }

  function cellAt(row, column) {
    return table.tBodies[0].rows[row].cells[column + 1];
  }

  function isSelf(row, column) {
    return square.rows[row] === square.columns[column];
  }

  function describe(row, column) {
    const text = square.texts[kind][row][column];
    const unit = text === null || kind === "margin" ? "" : " %";
    return `${square.rows[row]} against ${square.columns[column]}: ${text ?? "–"}${unit}`;
  }

  // Shows the numbers and colors of the chosen kind.
  function paint() {
    if (map) {
      const image = map.querySelector("svg");
      for (const old of image.querySelectorAll("path")) old.remove();
      for (const [level, runs] of square.levels[kind]) {
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", `v${level}`);
        path.setAttribute("d", runs);
        image.prepend(path);
      }
      return;
    }
    square.rows.forEach((_, row) => {
      square.columns.forEach((_, column) => {
        if (isSelf(row, column)) return;
        const cell = cellAt(row, column);
        const level = square.levels[kind][row][column];
        cell.textContent = square.texts[kind][row][column] ?? "–";
        cell.className = level === null ? "" : `v${level}`;
      });
    });
  }

  // Moves the one place that the keyboard stands at.
  function moveTo(row, column) {
    if (!isCell(row, column)) return;
    if (table) cellAt(place.row, place.column).tabIndex = -1;
    Object.assign(place, { row, column });
    if (table) {
      cellAt(row, column).tabIndex = 0;
      return;
    }
    const cursor = map.querySelector(".cursor");
    cursor.setAttribute("x", column);
    cursor.setAttribute("y", row);
    document.getElementById("map-note").textContent = describe(row, column);
  }

  async function choose(row, column, isAsked = true) {
    if (!isCell(row, column) || isSelf(row, column)) return;
    moveTo(row, column);
    const address = square.versus[row];
    try {
      const parts = await LostCities.load(address, address.replace(/\.js$/, ""));
      if (parts[column] !== shown) panel.innerHTML = parts[column];
      shown = parts[column];
    } catch (error) {
      shown = "";
      panel.textContent = `This head to head is missing: ${error.message}.`;
    }
    pair = [square.rows[row], square.columns[column]];
    table?.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    if (table) cellAt(row, column).ariaSelected = "true";
    if (isAsked) {
      LostCities.choose("versus", pair.map(encodeURIComponent).join(","));
    }
  }

  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " ") choose(place.row, place.column);
    else if (event.key === "Home") moveTo(place.row, 0);
    else if (event.key === "End") moveTo(place.row, square.columns.length - 1);
    else if (step) moveTo(place.row + step[0], place.column + step[1]);
    else return;
    event.preventDefault();
    if (table) cellAt(place.row, place.column).focus();
  }

  function prepareTable() {
    table.setAttribute("role", "grid");
    square.rows.forEach((_, row) => {
      square.columns.forEach((_, column) => {
        const cell = cellAt(row, column);
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = -1;
        cell.addEventListener("click", () => {
          choose(row, column);
          cell.focus();
        });
      });
    });
    table.tBodies[0].addEventListener("keydown", onKey);
    label();
  }

  function label() {
    square.rows.forEach((name, row) => {
      Object.assign(table.tBodies[0].rows[row].cells[0], { textContent: name, title: name });
      square.columns.forEach((_, column) => {
        if (!isSelf(row, column)) cellAt(row, column).title = `${name} against ${square.columns[column]}`;
      });
    });
  }

  function prepareMap() {
    const image = map.querySelector("svg");
    const cursor = document.createElementNS(SVG, "rect");
    cursor.setAttribute("class", "cursor");
    cursor.setAttribute("width", 1);
    cursor.setAttribute("height", 1);
    image.append(cursor);
    const at = (event) => {
      const box = image.getBoundingClientRect();
      const share = [(event.clientY - box.top) / box.height, (event.clientX - box.left) / box.width];
      return [Math.floor(share[0] * square.rows.length), Math.floor(share[1] * square.columns.length)];
    };
    map.tabIndex = 0;
    map.setAttribute("role", "application");
    map.setAttribute("aria-label", "Heat map: arrow keys move, Enter shows the head to head");
    map.addEventListener("keydown", onKey);
    image.addEventListener("click", (event) => choose(...at(event)));
    image.addEventListener("pointermove", (event) => {
      const [row, column] = at(event);
      if (isCell(row, column)) document.getElementById("map-note").textContent = describe(row, column);
    });
  }

  function setKind(chosen) {
    kind = chosen;
    for (const one of document.querySelectorAll("[data-kind]")) one.ariaPressed = String(one.dataset.kind === kind);
    document.getElementById("kind-note").textContent = NOTES[kind];
    paint();
  }

  // The pair that the address names, in view; else the first one.
  function chooseByAddress() {
    try {
      const names = LostCities.chosen("versus").split(",");
      const [row, column] = [square.rows, square.columns].map((bots, index) =>
        bots.indexOf(decodeURIComponent(names[index])),
      );
      if (isCell(row, column) && !isSelf(row, column)) {
        document.getElementById("crosstable").scrollIntoView();
        return choose(row, column, false);
      }
    } catch {
      // no pair, or none that can be read
    }
    const column = square.columns.findIndex((name) => name !== square.rows[0]);
    return choose(0, column, false);
  }

  // A live page has changed: the cells follow, and the chosen pair stays chosen wherever it stands now.
  async function renew() {
    const before = square;
    square = await LostCities.load((table ?? map).dataset.script, "crosstable");
    if (square.rows.length !== before.rows.length || square.columns.length !== before.columns.length) {
      location.reload(); // a bot has come or gone
      return;
    }
    if (table) label();
    paint();
    const stood = { ...place };
    await choose(square.rows.indexOf(pair[0]), square.columns.indexOf(pair[1]), false);
    moveTo(stood.row, stood.column);
  }

  LostCities.load((table ?? map).dataset.script, "crosstable").then((loaded) => {
    square = loaded;
    if (table) prepareTable();
    else prepareMap();
    for (const button of document.querySelectorAll("[data-kind]")) {
      button.addEventListener("click", () => {
        setKind(button.dataset.kind);
        LostCities.choose("kind", kind === "score" ? "" : kind);
      });
    }
    if (Object.hasOwn(NOTES, LostCities.chosen("kind"))) setKind(LostCities.chosen("kind"));
    addEventListener("hashchange", chooseByAddress);
    // What a script has made of a page is its own: a live page leaves it alone, and says when it is old.
    const note = document.getElementById("kind-note");
    for (const own of [table?.tBodies[0], map, panel, note]) if (own) own.dataset.own = "";
    document.addEventListener("renewed", () => renew().catch(() => {})); // the next one comes soon
    chooseByAddress();
  }, () => {}); // without it the page shows what it has
})();
