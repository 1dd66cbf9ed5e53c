// The faults of a series, each with what proves it.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { node, byId } = replay.nodes;
  const { SEATS, sees } = replay.seats;

  let drawn = null;

  // Whether who looks on may see the evidence: only of its own seat, and only of what has happened.
  function isOpen(fault, { match, hands, at }) {
    if (hands === "all") return true;
    return fault.match === match.number && fault.turn <= at.turn && sees(hands, match.seatOf(fault.bot));
  }

  function evidence(fault, series) {
    if (fault.evidence === null) return [node("p", { class: "note" }, "Too much to show here: ", node("code", {}, `referee replay DIR ${series.series} ${fault.match}`))];
    return fault.evidence.flatMap(([title, body]) => [node("h3", {}, title), node("pre", { tabindex: "0" }, body)]);
  }

  function entry(fault, view) {
    const { match, state } = view;
    const { series } = match;
    const seat = series.matches.find((one) => one.match === fault.match).bots.indexOf(series.bots[fault.bot]);
    const place = fault.turn ? `match ${fault.match}, turn ${fault.turn}` : `match ${fault.match}, before the first turn`;
    const href = replay.address.format({ series: series.series, match: fault.match, turn: fault.turn, hands: state.hands });
    const head = [
      node("span", { class: "tag" }, fault.kind),
      " ",
      node("b", { class: `name is-${"ab"[fault.bot]}` }, series.bots[fault.bot]),
      ` (${SEATS[seat]}), `,
      node("a", { href }, place),
      fault.substituted ? ": the referee played that turn." : ": the series is forfeited.",
    ];
    if (!isOpen(fault, view)) {
      return node("article", { class: "fault" }, node("p", {}, ...head), node("p", { class: "note" }, "What happened is hidden while only one seat’s cards are shown."));
    }
    const more = node("details", {}, node("summary", {}, "Evidence"), ...evidence(fault, series));
    more.open = !fault.substituted;
    return node("article", { class: "fault" }, node("p", {}, ...head), node("p", { class: "sentence" }, fault.sentence), more);
  }

  replay.drawFaults = (view) => {
    const { faults, series } = view.match.series;
    const open = faults.map((fault) => isOpen(fault, view));
    const wanted = [series, view.state.hands, ...open].join(" ");
    byId("faults").hidden = faults.length === 0;
    if (wanted === drawn) return;
    drawn = wanted;
    byId("fault-list").replaceChildren(...faults.map((fault) => entry(fault, view)));
  };
})();
