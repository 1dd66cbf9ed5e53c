// How pathfinder plays. The steps are numbered as in the description of the strategy, example_bots/README.md of the
// referee. Cards are the numbers 16 * color + rank; all divisions round down.

import { DrawFrom, Placement, type Card, type PlayerView, type Turn } from "./gen/lostcities/v1/game.js";

const TO_OPEN = 72; // what an expedition costs, 20 points, in quarters of a point and a little less
const TO_DOUBLE = 8; // outlook, in quarters of a point, that is worth a handshake
const FULL_OUTLOOK = 20; // turns that are left when every missing number counts for a quarter
const EARLY = 8; // turns that are left when something new may be begun
const PATIENCE = 6; // points that may be skipped without need
const SLACK = 3; // turns that it likes to have left over

/** Chooses a turn from a view: THIS IS THE FUNCTION TO WRITE ANEW. */
export function chooseTurn(view: PlayerView): Turn {
  const road = new Road(view);
  const best = road.bestWaiting();
  if (best !== undefined) {
    road.mine(best).add(rankOf(best)); // step 7
    return { card: best, placement: Placement.PLACEMENT_EXPEDITION, drawFrom: road.source() };
  }
  const card = cheapest(view.hand, (card) => road.loss(card)); // step 8
  return { card, placement: Placement.PLACEMENT_DISCARD, drawFrom: road.source(colorOf(card)) };
}

const colorOf = (card: Card): number => Math.floor(card / 16);

const rankOf = (card: Card): number => card % 16;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The card with the smallest cost, of equals the lowest; there must be one. */
function cheapest(cards: readonly Card[], cost: (card: Card) => number): Card {
  return cards.reduce((best, card) => (cost(card) - cost(best) || card - best) < 0 ? card : best);
}

/** One column: its last rank (0 if it is empty), the sum of its numbers, and its handshakes. */
class Expedition {
  last = 0;
  points = 0;
  handshakes = 0;

  add(rank: number): void {
    this.last = rank;
    if (rank === 1) {
      this.handshakes += 1;
    } else {
      this.points += rank;
    }
  }

  /** What a rank adds to the expedition, in points. */
  value(rank: number): number {
    return rank * (1 + this.handshakes);
  }
}

/** Expeditions by color, made when they are asked for. */
class Columns extends Map<number, Expedition> {
  constructor(cards: readonly Card[]) {
    super();
    for (const card of cards) {
      this.of(colorOf(card)).add(rankOf(card));
    }
  }

  of(color: number): Expedition {
    const column = this.get(color) ?? new Expedition();
    this.set(color, column);
    return column;
  }
}

/** What the view means to me. */
class Road {
  private readonly myColumns: Columns;
  private readonly theirColumns: Columns;
  private readonly seen: Set<Card>;
  private readonly turns: number;
  private readonly chosen: Set<number>;
  private readonly waiting: Card[];

  constructor(private readonly view: PlayerView) {
    this.myColumns = new Columns(view.myExpeditions);
    this.theirColumns = new Columns(view.opponentExpeditions);
    this.seen = new Set([
      ...view.hand,
      ...view.myExpeditions,
      ...view.opponentExpeditions,
      ...view.discardPiles,
      ...view.opponentKnownHand,
    ]);
    this.turns = Math.floor((view.deckCount + 1) / 2); // step 1
    this.chosen = new Set([1, 2, 3, 4, 5, 6].filter((color) => this.isChosen(color)));
    this.waiting = this.waitingCards();
  }

  /** My expedition of a card's color. */
  mine(card: Card): Expedition {
    return this.myColumns.of(colorOf(card));
  }

  /** The waiting card to play, if one is to be played now (steps 6 and 7). */
  bestWaiting(): Card | undefined {
    if (this.waiting.length === 0) {
      return undefined;
    }
    const card = cheapest(this.waiting, (card) => this.skipped(card));
    const isBusy = this.waiting.length + SLACK >= this.turns;
    return isBusy || this.skipped(card) <= PATIENCE ? card : undefined;
  }

  /** What is lost, in points, when the card is discarded (step 8). */
  loss(card: Card): number {
    const rank = rankOf(card);
    const theirs = this.theirColumns.of(colorOf(card));
    const isPlayable = this.view.playableCards.includes(card);
    const mine = this.waiting.includes(card) ? this.value(card) : isPlayable ? Math.floor(rank / 2) : 0;
    if (theirs.last === 0) {
      return mine + Math.floor(rank / 4);
    }
    return mine + (rank >= theirs.last ? theirs.value(rank) : 0);
  }

  /** Where to draw from when the card is placed; `closed` is the color discarded to (step 9). */
  source(closed?: number): DrawFrom {
    let best = 0;
    let source = DrawFrom.DRAW_FROM_DECK;
    if (this.waiting.length >= this.turns) {
      return source;
    }
    for (const pile of this.view.drawable) {
      const top = this.view.discardPiles.findLast((card) => colorOf(card) === pile);
      if (top === undefined || pile === closed || !this.chosen.has(pile)) {
        continue; // the deck has no top either
      }
      if (rankOf(top) > Math.max(this.mine(top).last, 1) && this.value(top) > best) {
        best = this.value(top);
        source = pile;
      }
    }
    return source;
  }

  /** Whether the color is open or may be opened (step 3). */
  private isChosen(color: number): boolean {
    return this.myColumns.of(color).last > 0 || (this.turns >= EARLY && this.outlook(color) >= 0);
  }

  /** The cards that wait to be played, the most valuable first (steps 4 and 5). */
  private waitingCards(): Card[] {
    const isWanted = (card: Card): boolean =>
      rankOf(card) > 1 || (this.turns >= EARLY && this.outlook(colorOf(card)) >= TO_DOUBLE);
    return this.view.playableCards
      .filter((card) => this.chosen.has(colorOf(card)) && isWanted(card))
      .sort((a, b) => this.value(b) - this.value(a) || a - b)
      .slice(0, this.turns);
  }

  /** What the color promises, in quarters of a point (step 2). */
  private outlook(color: number): number {
    const numbers = this.view.playableCards.filter((card) => colorOf(card) === color && rankOf(card) > 1);
    const points = this.myColumns.of(color).points + sum(numbers.map(rankOf));
    const hope = Math.floor((this.missing(color, 11) * Math.min(this.turns, FULL_OUTLOOK)) / FULL_OUTLOOK);
    return 4 * points + hope - TO_OPEN;
  }

  /** The sum of the numbers between my last card and `below` that may still come. */
  private missing(color: number, below: number): number {
    let total = 0;
    for (let rank = Math.max(this.myColumns.of(color).last + 1, 2); rank < below; rank++) {
      total += this.seen.has(16 * color + rank) ? 0 : rank;
    }
    return total;
  }

  /** What is given up when the card is played, in points. */
  private skipped(card: Card): number {
    return this.missing(colorOf(card), rankOf(card));
  }

  private value(card: Card): number {
    return this.mine(card).value(rankOf(card));
  }
}
