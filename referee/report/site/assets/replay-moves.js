// A match from its data: where all cards lie after each turn. Moves cards only; scores and luck come with the data.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const LETTERS = "YBWGRP";
  const RANKS = ["H", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
  const place = (card) => LETTERS.indexOf(card[0]) * RANKS.length + RANKS.indexOf(card.slice(1));

  const sorted = (cards) => [...cards].sort((one, other) => place(one) - place(other));

  function without(cards, card) {
    const index = cards.indexOf(card);
    return index < 0 ? cards : cards.toSpliced(index, 1);
  }

  // "+R7 deck W4" as a move; turns alternate, and `first` has the odd ones.
  function readMove(text, index) {
    const [placed, source, drawn] = text.split(" ");
    return { turn: index + 1, seat: index % 2, card: placed.slice(1), isPlayed: placed[0] === "+", source, drawn };
  }

  function byColor(letters, value) {
    return Object.fromEntries([...letters].map((letter) => [letter, value()]));
  }

  class Match {
    // series: the data of a series; data: that of one of its matches.
    constructor(series, data) {
      this.series = series;
      this.number = data.match;
      this.data = data;
      this.letters = LETTERS.slice(0, series.colors);
      this.moves = data.turns.map(readMove);
      const faults = series.faults.filter((fault) => fault.match === data.match);
      // What ended it: none, one fault, or one of each bot. And the turns that the referee played.
      this.ended = faults.filter((fault) => !fault.substituted);
      this.substituted = new Set(faults.filter((fault) => fault.substituted).map((fault) => fault.turn));
      // A faulted turn has a position too: the one it was asked at.
      this.last = Math.max(this.moves.length, ...this.ended.map((fault) => fault.turn));
      this.totals = this.#runningTotals();
      this.tallest = [0, 1].map((seat) => this.#tallest(seat));
    }

    // The length of a seat's longest expedition at the end.
    #tallest(seat) {
      const counts = byColor(this.letters, () => 0);
      for (const move of this.moves) {
        if (move.seat === seat && move.isPlayed) counts[move.card[0]] += 1;
      }
      return Math.max(1, ...Object.values(counts));
    }

    // The bot in a seat, and the seat of a bot: 0 is A, and 0 is `first`.
    botIn(seat) {
      return this.series.bots.indexOf(this.data.bots[seat]);
    }

    seatOf(bot) {
      return this.data.bots.indexOf(this.series.bots[bot]);
    }

    // By position, the scores of both seats.
    #runningTotals() {
      const now = [byColor(this.letters, () => 0), byColor(this.letters, () => 0)];
      const totals = [[0, 0]];
      for (const move of this.moves) {
        if (move.isPlayed) now[move.seat][move.card[0]] = this.data.points[move.turn - 1];
        totals.push(now.map((columns) => Object.values(columns).reduce((sum, points) => sum + points, 0)));
      }
      while (totals.length <= this.last) totals.push(totals.at(-1));
      return totals;
    }

    // The luck of A so far, in points; null where it is unknown.
    luckOfA(turn) {
      if (this.data.luck === null) return null;
      const luck = this.data.luck[Math.min(turn, this.moves.length)];
      return this.botIn(0) === 0 ? luck : -luck;
    }

    // Where all cards lie after a turn.
    position(turn) {
      const at = {
        turn,
        hands: this.data.hands.map((hand) => hand.split(" ")),
        known: [[], []],
        expeditions: [byColor(this.letters, () => []), byColor(this.letters, () => [])],
        points: [byColor(this.letters, () => null), byColor(this.letters, () => null)],
        piles: byColor(this.letters, () => []),
        deck: this.series.deck,
        totals: this.totals[turn],
        move: this.moves[turn - 1] ?? null,
        faults: turn === this.last ? this.ended : [],
      };
      for (const move of this.moves.slice(0, turn)) this.#apply(at, move);
      at.hands = at.hands.map(sorted);
      at.toMove = this.#toMove(at);
      return at;
    }

    // Whose turn it is: the seat at fault where the match ended by a fault; null after the end, and if both were.
    #toMove(at) {
      if (at.faults.length > 0) return at.faults.length > 1 ? null : this.seatOf(at.faults[0].bot);
      return at.deck === 0 ? null : at.turn % 2;
    }

    #apply(at, move) {
      const { seat, card } = move;
      at.hands[seat] = without(at.hands[seat], card);
      at.known[seat] = without(at.known[seat], card);
      if (move.isPlayed) {
        at.expeditions[seat][card[0]].push(card);
        at.points[seat][card[0]] = this.data.points[move.turn - 1];
      } else {
        at.piles[card[0]].push(card);
      }
      if (move.source === "deck") {
        at.deck -= 1;
      } else {
        at.piles[move.source].pop();
        at.known[seat].push(move.drawn);
      }
      at.hands[seat].push(move.drawn);
    }
  }

  replay.moves = { Match, sorted };
})();
