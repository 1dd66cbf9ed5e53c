// Both scores by turn, and a slider over them: drag, or the arrow keys.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { node, byId, number } = replay.nodes;
  const { SIDES, mark } = replay.seats;
  const SVG = "http://www.w3.org/2000/svg";
  const WIDTH = 1000; // of the drawing, which is stretched over the graph
  const HEIGHT = 100;
  const MARGIN = 6; // points above and below
  const STEPS = [5, 10, 20, 50, 100, 200, 500];
  const LINE_PX = 17; // a line of the grid and its number need as much

  let scale = null; // of the match drawn: {match, x, y}, both to 0..1

  function limits(match) {
    const values = match.totals.flat();
    if (match.data.luck !== null) values.push(...match.totals.map((_, turn) => match.luckOfA(turn)));
    return [Math.min(0, ...values) - MARGIN, Math.max(20, ...values) + MARGIN];
  }

  function svg(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  // A line of steps through the values of all positions.
  function steps(values, name) {
    const points = values.flatMap((value, turn) => {
      const x = scale.x(turn) * WIDTH;
      const before = turn ? [`${x.toFixed(1)},${(scale.y(values[turn - 1]) * HEIGHT).toFixed(2)}`] : [];
      return [...before, `${x.toFixed(1)},${(scale.y(value) * HEIGHT).toFixed(2)}`];
    });
    return svg("polyline", { class: name, points: points.join(" ") });
  }

  function place(element, x, y) {
    if (x !== null) element.style.left = `${(x * 100).toFixed(3)}%`;
    if (y !== null) element.style.top = `${(y * 100).toFixed(3)}%`;
    return element;
  }

  function gridLines(low, high) {
    const most = Math.max(2, Math.floor(byId("graph").clientHeight / LINE_PX) - 1);
    const step = STEPS.find((one) => (high - low) / one <= most) ?? STEPS.at(-1);
    const values = [];
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(value);
    return values.map((value) => {
      const line = node("div", { class: value ? "grid-line" : "grid-line is-zero" }, node("span", {}, number(value)));
      return place(line, null, scale.y(value));
    });
  }

  function faultMarks(match) {
    const turns = [...match.substituted.keys(), ...match.ended.map((fault) => fault.turn)];
    return turns.map((turn) => place(node("div", { class: "fault-mark" }), scale.x(turn), null));
  }

  // Draw the lines of a match; luck only where all hands are shown, since it tells of hidden cards.
  replay.drawGraph = ({ match, hands }) => {
    const [low, high] = limits(match);
    scale = { match, x: (turn) => turn / Math.max(1, match.last), y: (value) => (high - value) / (high - low) };
    const lines = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    if (hands === "all" && match.data.luck !== null) {
      lines.append(steps(match.totals.map((_, turn) => match.luckOfA(turn)), "line is-luck"));
    }
    for (const bot of [1, 0]) {
      lines.append(steps(match.totals.map((totals) => totals[match.seatOf(bot)]), `line is-${SIDES[bot]}`));
    }
    const cursor = node("div", { class: "cursor", id: "cursor" });
    const dots = [0, 1].map((bot) => node("div", { class: `dot is-${SIDES[bot]}`, id: `dot-${SIDES[bot]}` }));
    const behind = [...gridLines(low, high), ...faultMarks(match)];
    byId("graph").replaceChildren(node("div", { class: "plot", id: "plot" }, ...behind, lines, cursor, ...dots));
    drawLegend(match, hands);
  };

  function drawLegend({ series, data }, hands) {
    const keys = series.bots.map((bot, index) => node("span", { class: "key" }, mark(index), node("b", {}, bot)));
    if (hands === "all" && data.luck !== null) {
      const dashes = node("i", { class: "dashes", "aria-hidden": "true" });
      keys.push(node("span", { class: "key" }, dashes, `luck so far (up helps ${series.bots[0]})`));
    }
    byId("legend").replaceChildren(...keys, node("span", { class: "hint" }, "Drag in the graph to go to a turn"));
  }

  // Move the slider to a position.
  replay.drawCursor = ({ match, at }) => {
    const slider = byId("graph");
    const x = scale.x(at.turn);
    place(byId("cursor"), x, null);
    const told = [0, 1].map((bot) => {
      const total = at.totals[match.seatOf(bot)];
      place(byId(`dot-${SIDES[bot]}`), x, scale.y(total));
      return `${match.series.bots[bot]} ${number(total)}`;
    });
    slider.setAttribute("aria-valuemax", match.last);
    slider.setAttribute("aria-valuenow", at.turn);
    slider.setAttribute("aria-valuetext", `turn ${at.turn} of ${match.last}: ${told.join(", ")}`);
  };

  // Call `go` with the turn wherever the pointer drags in the graph.
  replay.watchGraph = (go) => {
    const graph = byId("graph");
    const scrub = (event) => {
      const box = byId("plot").getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * scale.match.last));
    };
    graph.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      graph.setPointerCapture(event.pointerId);
      scrub(event);
    });
    graph.addEventListener("pointermove", (event) => {
      if (graph.hasPointerCapture(event.pointerId)) scrub(event);
    });
  };
})();
