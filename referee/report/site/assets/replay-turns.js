// The list of turns: each a link, the one shown in view.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { node, icon, byId, chip, count, hidden } = replay.nodes;
  const { seesDrawn, sees, mark } = replay.seats;

  let drawn = null; // what the list was last drawn for

  function row(view, turn, ...cells) {
    const { match, state } = view;
    const href = replay.address.format({ ...state, match: match.number, turn });
    const number = node("span", { class: "number" }, `${turn}`);
    return node("li", {}, node("a", { class: "turn", href, "data-turn": turn, tabindex: "-1" }, number, ...cells));
  }

  function moveRow(view, move) {
    const { match, hands, at } = view;
    const bot = match.botIn(move.seat);
    const who = [mark(bot), hidden(match.series.bots[bot])];
    // Where only one seat's cards are shown, what is still to come would give others away.
    if (hands !== "all" && move.turn > at.turn) {
      return row(view, move.turn, ...who, node("span", { class: "later" }, "to come"));
    }
    const verb = node("span", { class: "verb" }, move.isPlayed ? "plays" : "discards");
    return row(view, move.turn, ...who, verb, chip(move.card), drawCell(view, move));
  }

  // Where the new card came from, and what else there is to the turn.
  function drawCell({ match, hands }, move) {
    const marks = [];
    if (match.substituted.has(move.turn)) {
      marks.push(node("span", { class: "tag", title: "the referee played this turn" }, "ref"));
    }
    if (sees(hands, move.seat) && match.data.notes[move.turn] !== undefined) {
      marks.push(node("span", { class: "noted", title: "with a note" }, icon("note"), hidden("with a note")));
    }
    const faceDown = () => node("span", { class: "chip is-back", title: "face down" }, hidden("face down"));
    const drawn = seesDrawn(hands, move) ? chip(move.drawn) : faceDown();
    return node("span", { class: "draw" }, ...marks, move.source === "deck" ? "deck" : "pile", drawn);
  }

  function faultRow(view, fault) {
    const who = [mark(fault.bot), hidden(view.match.series.bots[fault.bot])];
    const verb = node("span", { class: "verb" }, "forfeits");
    return row(view, view.match.last, ...who, verb, node("span", { class: "tag" }, fault.kind));
  }

  function drawList(view) {
    const { match } = view;
    const isFaultOnly = match.last === 0 && match.ended.length > 0;
    const deal = isFaultOnly ? [] : [row(view, 0, node("span", { class: "later" }, "the deal"))];
    const moves = match.moves.map((move) => moveRow(view, move));
    const faults = match.ended.map((fault) => faultRow(view, fault));
    byId("turns").replaceChildren(...deal, ...moves, ...faults);
    byId("turn-count").textContent = count(match.last, "turn");
  }

  function follow(link) {
    const list = byId("turns");
    list.scrollTop = link.offsetTop - (list.clientHeight - link.offsetHeight) / 2;
  }

  replay.drawTurns = (view) => {
    const { match, hands, at } = view;
    // With all hands shown the list stays as it is while turns pass.
    const hadFocus = byId("turns").contains(document.activeElement);
    const wanted = [match.series.series, match.number, hands, hands === "all" ? "" : at.turn].join(" ");
    if (wanted !== drawn) drawList(view);
    drawn = wanted;
    for (const link of byId("turns").querySelectorAll("[aria-current]")) {
      link.removeAttribute("aria-current");
      link.tabIndex = -1;
    }
    const links = byId("turns").querySelectorAll(`[data-turn="${at.turn}"]`);
    for (const link of links) link.setAttribute("aria-current", "true");
    links[0].tabIndex = 0;
    if (hadFocus) links[0].focus({ preventScroll: true });
    follow(links[0]);
  };
})();
