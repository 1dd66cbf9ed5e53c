// The faults of a series, each with what proves it.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { node, byId } = replay.nodes;
  const { SEATS, SIDES, sees } = replay.seats;

  let drawn = null;

  // Whether who looks on may see the evidence: only of its own seat, and only of what has happened.
  function isOpen(fault, { match, hands, at }) {
    if (hands === "all") return true;
    return fault.match === match.number && fault.turn <= at.turn && sees(hands, match.seatOf(fault.bot));
  }

  function evidence(fault, series) {
    if (fault.evidence === null) {
      const command = node("code", {}, `referee replay DIR ${series.series} ${fault.match}`);
      return [node("p", { class: "note" }, "Too much to show here: ", command)];
    }
    return fault.evidence.flatMap(([title, body]) => [node("h3", {}, title), node("pre", { tabindex: "0" }, body)]);
  }

  // Who did what kind of thing, where, and what came of it: nothing that only one seat knows.
  function headline(fault, { match, state }) {
    const { series } = match;
    const name = series.bots[fault.bot];
    const seat = series.matches.find((one) => one.match === fault.match).bots.indexOf(name);
    const wanted = { series: series.series, match: fault.match, turn: fault.turn, hands: state.hands };
    const place = `match ${fault.match}, ${fault.turn ? `turn ${fault.turn}` : "before the first turn"}`;
    return node(
      "p",
      {},
      node("span", { class: "tag" }, fault.kind),
      " ",
      node("b", { class: `name is-${SIDES[fault.bot]}` }, name),
      ` (${SEATS[seat]}), `,
      node("a", { href: replay.address.format(wanted) }, place),
      fault.substituted ? ": the referee played that turn." : ": the series is forfeited.",
    );
  }

  function entry(fault, view) {
    if (!isOpen(fault, view)) {
      const why = "What happened is hidden while only one seat’s cards are shown.";
      return node("article", { class: "fault" }, headline(fault, view), node("p", { class: "note" }, why));
    }
    const more = node("details", {}, node("summary", {}, "Evidence"), ...evidence(fault, view.match.series));
    more.open = !fault.substituted;
    const deed = node("p", { class: "deed" }, fault.deed);
    return node("article", { class: "fault" }, headline(fault, view), deed, more);
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
