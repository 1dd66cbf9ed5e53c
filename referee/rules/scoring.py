"""Points (DESIGN section 2; the rule book's section on scoring)."""

from collections.abc import Sequence
from typing import Final

from referee.rules.cards import Card, is_handshake, rank_of
from referee.rules.state import Expeditions, MatchState, Seat
from referee.rules.variant import Variant

EXPEDITION_COST: Final = 20
BONUS: Final = 20
BONUS_CARDS: Final = 8


def expedition_score(cards: Sequence[Card], variant: Variant) -> int:
    """Score one expedition, in points.

    An empty expedition scores 0. Otherwise 20 is paid, each handshake adds one to the multiplier, and eight or
    more cards (with `bonus_counts = "numbers"`: numbered cards) earn 20 that are not multiplied. With
    `handshakes_alone = "free"` an expedition of handshakes only scores 0.
    """
    if not cards:
        return 0
    handshakes = sum(map(is_handshake, cards))
    numbers = len(cards) - handshakes
    if variant.handshakes_alone == "free" and not numbers:
        return 0
    total = sum(map(rank_of, cards)) - handshakes
    counted = numbers if variant.bonus_counts == "numbers" else len(cards)
    bonus = BONUS if counted >= BONUS_CARDS else 0
    return (total - EXPEDITION_COST) * (1 + handshakes) + bonus


def seat_score(expeditions: Expeditions, variant: Variant) -> int:
    """Score one seat's expeditions, in points; cards left in hand score nothing."""
    return sum(expedition_score(cards, variant) for cards in expeditions)


def scores(state: MatchState) -> tuple[int, int]:
    """The boards as they stand: points of `first` and of `second`."""
    first, second = state.expeditions[Seat.FIRST], state.expeditions[Seat.SECOND]
    return seat_score(first, state.variant), seat_score(second, state.variant)
