"""The luck model `luck-1` in plain loops over lists of cards: the oracle for the arrays of `referee.luck`.

Written line by line after the sections in the docstring of `referee.luck`, shares nothing with that package, and is
some forty times slower.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.cards import Card, color_of, is_handshake, rank_of
from referee.rules.state import SEATS, MatchState, Seat, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn
from referee.rules.variant import Variant

Features = tuple[float, float, float, float, float]
"""B_p, E_p, N_p, B_o, N_o of a card, or their means."""

BETA: Features = (0.31, 0.47, 0.73, 0.27, 0.11)


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One seat in the state of section 1: H, its expeditions by color (slot 0 unused), and T."""

    hand: list[Card]
    expeditions: list[list[Card]]
    turns: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PlainTerm:
    """One draw from the deck, with every intermediate value."""

    turn: int
    left: int
    card: Card
    features: Features
    means: Features
    term: float


@dataclass(frozen=True, kw_only=True, slots=True)
class PlainLuck:
    """The luck of one match: h of the opening hands of `first` and `second`, the opening, the terms."""

    h: tuple[float, float]
    opening: float
    terms: list[PlainTerm]

    @property
    def total(self) -> float:
        """Section 5."""
        return self.opening + sum(term.term for term in self.terms)


def plain_luck(deal: Sequence[Card], turns: Sequence[Turn], variant: Variant) -> PlainLuck:
    """Sections 1 to 5, for a whole match or the beginning of one."""
    state = deal_match(deal, variant)
    h_first, h_second = (_opening_hope(state, seat) for seat in SEATS)
    terms = []
    for turn in turns:
        if turn.draw_from == DECK:
            terms.append(_term(state, turn))
        apply_turn(state, turn)
    return PlainLuck(h=(h_first, h_second), opening=0.74 * (h_first - h_second), terms=terms)


def project(side: Side, color: int, deck: Sequence[Card], variant: Variant) -> float:
    """The points that a color promises (section 2)."""
    expedition = side.expeditions[color]
    last = _last_number(expedition)
    wagers = sum(map(is_handshake, expedition))
    total = sum(rank_of(card) for card in expedition if not is_handshake(card))
    mine = sorted((v for v in _numbers(side.hand, color) if v > last), reverse=True)[: side.turns]
    held_wagers = sum(is_handshake(card) for card in side.hand if color_of(card) == color) if last == 0 else 0
    rest = sum(v for v in _numbers(deck, color) if v > last)
    count = len(expedition) + len(mine) + held_wagers
    if variant.bonus_counts == "numbers":
        count = len(expedition) - wagers + len(mine)
    hope = 0.35 * min(1, side.turns / 16) * rest
    return (total + sum(mine) + hope - 20) * (1 + wagers + held_wagers) + (20 if count >= 8 else 0)


def top(side: Side) -> int:
    """The best that the hand can still play in open colors (section 2)."""
    points = []
    for card in side.hand:
        expedition = side.expeditions[color_of(card)]
        if expedition and not is_handshake(card) and _fits(card, expedition):
            points.append(rank_of(card) * (1 + sum(map(is_handshake, expedition))))
    return sum(sorted(points, reverse=True)[: side.turns])


def ramp(turns: int) -> float:
    """How much an expedition that is not begun yet still counts (section 3)."""
    return min(1, max(0, (turns - 4) / 4))


def card_value(side: Side, card: Card, deck: Sequence[Card], variant: Variant) -> tuple[float, float, float]:
    """B, E and N of one card of the deck for one seat (section 3)."""
    color = color_of(card)
    if side.turns == 0 or not _fits(card, side.expeditions[color]):
        return 0, 0, 0
    richer = Side(hand=[*side.hand, card], expeditions=side.expeditions, turns=side.turns)
    poorer = list(deck)
    poorer.remove(card)
    before = project(side, color, deck, variant)
    after = project(richer, color, poorer, variant)
    if side.expeditions[color]:
        return top(richer) - top(side), after - before, 0
    return 0, 0, ramp(side.turns) * (max(0, after) - max(0, before))


def _opening_hope(state: MatchState, seat: Seat) -> float:
    side = Side(hand=state.hands[seat], expeditions=state.expeditions[seat], turns=len(state.deck) // 2)
    colors = range(1, state.variant.colors + 1)
    return sum(max(0, project(side, color, state.deck, state.variant)) for color in colors)


def _term(state: MatchState, turn: Turn) -> PlainTerm:
    """The term of a turn that draws from the deck; `state` is that before the turn and stays as it is."""
    deck = list(state.deck)
    drawn = deck[-1] if state.seat == Seat.SECOND and state.variant.draw == "own-end" else deck[0]
    drawer, other = _sides(state, turn)
    features = {card: _features(drawer, other, card, deck, state.variant) for card in set(deck)}
    columns = zip(*(features[card] for card in deck), strict=True)
    b_p, e_p, n_p, b_o, n_o = (sum(column) / len(deck) for column in columns)
    means = (b_p, e_p, n_p, b_o, n_o)
    surprise = sum(beta * (f - m) for beta, f, m in zip(BETA, features[drawn], means, strict=True))
    return PlainTerm(
        turn=state.turn_number,
        left=len(deck),
        card=drawn,
        features=features[drawn],
        means=means,
        term=surprise if state.seat == Seat.FIRST else -surprise,
    )


def _sides(state: MatchState, turn: Turn) -> tuple[Side, Side]:
    """Drawer and other seat when the card of the turn is placed and nothing is drawn yet (section 1)."""
    hand = list(state.hands[state.seat])
    hand.remove(turn.card)
    expeditions = [list(cards) for cards in state.expeditions[state.seat]]
    if turn.placement == Placement.EXPEDITION:
        expeditions[color_of(turn.card)].append(turn.card)
    left, opponent = len(state.deck), state.seat.other
    drawer = Side(hand=hand, expeditions=expeditions, turns=(left - 1) // 2)
    return drawer, Side(hand=state.hands[opponent], expeditions=state.expeditions[opponent], turns=left // 2)


def _features(drawer: Side, other: Side, card: Card, deck: Sequence[Card], variant: Variant) -> Features:
    b_p, e_p, n_p = card_value(drawer, card, deck, variant)
    b_o, _, n_o = card_value(other, card, deck, variant)
    return b_p, e_p, n_p, b_o, n_o


def _fits(card: Card, expedition: Sequence[Card]) -> bool:
    last = _last_number(expedition)
    return last == 0 if is_handshake(card) else rank_of(card) > last


def _last_number(expedition: Sequence[Card]) -> int:
    return max((rank_of(card) for card in expedition if not is_handshake(card)), default=0)


def _numbers(cards: Sequence[Card], color: int) -> list[int]:
    return [rank_of(card) for card in cards if color_of(card) == color and not is_handshake(card)]
