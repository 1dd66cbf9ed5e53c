// The board: hands, expeditions, piles, deck, and in words what was played last. A sits below, B above.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { COLORS, node, icon, byId, card, cardBack, chip, isHandshake, number, signed, count, hidden, milliseconds } =
    replay.nodes;
  const { sorted } = replay.moves;
  const SIDES = ["a", "b"];
  const CROWD = 5; // cards of an expedition; more lie so close that their ranks are set smaller
  const SEATS = ["first", "second"];

  // Whether who looks on ("all", "first", "second") sees the cards of a seat.
  const sees = (hands, seat) => hands === "all" || hands === SEATS[seat];
  const seesDrawn = (hands, move) => move.source !== "deck" || sees(hands, move.seat);

  // How a bot is shown where there is only room for a mark: a disc for A, a square for B.
  const mark = (bot) => node("i", { class: `mark is-${SIDES[bot]}`, "aria-hidden": "true" });

  function drawHand(view, seat) {
    const { at, hands } = view;
    const isSeen = sees(hands, seat);
    const shown = isSeen ? at.hands[seat] : sorted(at.known[seat]);
    const fresh = at.move !== null && at.move.seat === seat && seesDrawn(hands, at.move) ? at.move.drawn : null;
    const index = shown.lastIndexOf(fresh ?? "");
    const cards = shown.map((word, place) => card("li", word, place === index ? "is-new" : ""));
    const backs = at.hands[seat].length - shown.length;
    return node(
      "ol",
      { class: "hand", "aria-label": `Hand of ${view.match.data.bots[seat]}` },
      ...cards,
      ...Array.from({ length: backs }, () => cardBack("li")),
    );
  }

  function drawSeat(view, bot) {
    const { at, match } = view;
    const seat = match.seatOf(bot);
    const isToMove = at.toMove === seat;
    const toMove = isToMove ? node("b", { class: "to-move" }, "to move") : null;
    const side = byId(`seat-${SIDES[bot]}`);
    side.replaceChildren(
      node(
        "div",
        { class: "who" },
        node("h2", { title: match.data.bots[seat] }, mark(bot), match.data.bots[seat]),
        node("span", { class: "score" }, number(at.totals[seat]), hidden(" points")),
        node("span", { class: "chair" }, `${SEATS[seat]} `, toMove),
      ),
      drawHand(view, seat),
    );
  }

  function drawLane(view, seat, letter) {
    const { at, match } = view;
    const cards = at.expeditions[seat][letter];
    const label = `${COLORS[letter]} expedition of ${match.data.bots[seat]}`;
    const isCrowded = cards.length > CROWD;
    const lane = node("div", { class: isCrowded ? "lane is-crowded" : "lane", role: "group", "aria-label": label });
    lane.style.setProperty("--count", cards.length);
    if (cards.length === 0) {
      lane.append(node("div", { class: "slot" }, icon(letter), hidden("empty")));
      return lane;
    }
    const isHot = at.move !== null && at.move.seat === seat && at.move.isPlayed && at.move.card[0] === letter;
    const column = node("ol", { class: "column" });
    cards.forEach((word, place) => {
      const placed = card("li", word, isHot && place === cards.length - 1 ? "is-hot" : "");
      placed.style.setProperty("--place", place);
      column.append(placed);
    });
    lane.append(column, drawPoints(at.points[seat][letter], cards.filter(isHandshake).length));
    return lane;
  }

  function drawPoints(points, handshakes) {
    const why = `${count(handshakes, "handshake")}: this expedition counts ${1 + handshakes} times`;
    return node(
      "p",
      { class: "points" },
      signed(points),
      hidden(points === 1 || points === -1 ? " point" : " points"),
      handshakes ? node("span", { class: "times", title: why }, `×${1 + handshakes}`) : null,
    );
  }

  function drawPile(view, letter) {
    const { at } = view;
    const pile = at.piles[letter];
    const name = `${COLORS[letter]} discard pile${arePilesClosed(view) ? " (closed)" : ""}`;
    if (pile.length === 0) {
      const empty = `${name}, empty`;
      const slot = node("div", { class: "slot is-pile", title: empty }, icon(letter), hidden(empty));
      return node("div", { class: "pile" }, slot);
    }
    const isHot = at.move !== null && !at.move.isPlayed && at.move.card[0] === letter;
    const top = node(
      "button",
      { type: "button", class: "pile-button", title: `${name}: look through it`, "aria-haspopup": "dialog" },
      hidden(`${name}, ${count(pile.length, "card")}, on top `),
      card("span", pile.at(-1), isHot ? "is-hot" : ""),
    );
    top.addEventListener("click", () => openPile(name, pile));
    const amount = pile.length > 1 ? `${pile.length}` : "";
    const beside = node("span", { class: `pile-count ${letter}`, "aria-hidden": "true" }, amount);
    return node("div", { class: "pile" }, top, beside);
  }

  function openPile(name, pile) {
    byId("pile-heading").textContent = `${name}: ${count(pile.length, "card")}, the top one last`;
    byId("pile-cards").replaceChildren(...pile.map((word) => card("li", word)));
    byId("pile").showModal();
  }

  function drawDeck(at) {
    const isDrawn = at.move !== null && at.move.source === "deck";
    return node(
      "div",
      { class: "deck" },
      node(
        "p",
        { class: `card is-back${isDrawn ? " is-drawn" : ""}`, title: `${count(at.deck, "card")} in the deck` },
        node("b", {}, `${at.deck}`),
        hidden(" cards in the "),
        node("small", {}, "deck"),
      ),
    );
  }

  // What was played last, in words and cards.
  function say(view) {
    const { at, match, hands } = view;
    if (at.faults.length > 0) return at.faults.map((fault) => sayFault(fault, view));
    if (at.move === null) return [node("span", {}, "Both bots hold eight cards. ", name(match, 0), " moves first.")];
    return [...sayMove(at.move, match, hands), ...sayEnd(view)];
  }

  function name(match, seat) {
    return node("b", { class: `name is-${SIDES[match.botIn(seat)]}` }, match.data.bots[seat]);
  }

  function sayMove(move, match, hands) {
    const source = move.source === "deck" ? "deck" : `${COLORS[move.source]} pile`;
    const drawn = seesDrawn(hands, move) ? chip(move.drawn) : "a card";
    const isSubstituted = match.substituted.has(move.turn);
    return [
      ...(isSubstituted ? [node("span", { class: "tag" }, "the referee"), " for "] : []),
      name(match, move.seat),
      move.isPlayed ? " plays " : " discards ",
      chip(move.card),
      " and draws ",
      drawn,
      ` from the ${source}. `,
      node("span", { class: "took" }, milliseconds(match.data.ms[move.turn - 1])),
    ];
  }

  // Whether the piles cannot be drawn from any more: so that every match ends.
  const arePilesClosed = ({ at, match }) => at.deck > 0 && at.turn >= match.series.deck_only_after;

  function sayEnd({ at, match }) {
    if (at.deck > 0 && at.turn === match.series.deck_only_after) return [" From now on the piles are closed."];
    if (at.deck > 0) return [];
    const scores = [0, 1].map((bot) => number(match.data.scores[match.seatOf(bot)])).join(" : ");
    return [" ", node("b", {}, `Match over, ${scores}.`)];
  }

  function sayFault(fault, view) {
    const { match, hands } = view;
    const seat = match.seatOf(fault.bot);
    const told = sees(hands, seat) ? `: ${fault.deed}` : "";
    const kind = node("span", { class: "tag" }, fault.kind);
    return node("span", { class: "fault-line" }, kind, " ", name(match, seat), " forfeits the series", told);
  }

  // What the bot wrote beside its turn: its own business, which the opponent never saw.
  function drawRemark(view) {
    const { at, match, hands } = view;
    const remark = byId("remark");
    const text = at.move !== null && sees(hands, at.move.seat) ? match.data.notes[at.move.turn] : undefined;
    remark.replaceChildren(...(text === undefined ? [] : [icon("note"), hidden("note: "), node("q", {}, text)]));
    // Room is kept where any turn has a note, so that the page does not jump.
    remark.hidden = Object.keys(match.data.notes).length === 0;
  }

  // view: {match, at, hands}: a Match, one of its positions, and who looks on.
  replay.drawBoard = (view) => {
    const { at, match } = view;
    byId("board").style.setProperty("--colors", match.letters.length);
    for (const bot of [0, 1]) {
      drawSeat(view, bot);
      const seat = match.seatOf(bot);
      const lanes = byId(`lanes-${SIDES[bot]}`);
      lanes.style.setProperty("--tallest", match.tallest[seat]);
      lanes.replaceChildren(...[...match.letters].map((letter) => drawLane(view, seat, letter)));
    }
    byId("middle").classList.toggle("is-closed", arePilesClosed(view));
    byId("middle").replaceChildren(...[...match.letters].map((letter) => drawPile(view, letter)), drawDeck(at));
    byId("say").replaceChildren(...say(view));
    drawRemark(view);
  };
  replay.seats = { SEATS, SIDES, sees, seesDrawn, mark };
})();
