"""A match in progress: where every card lies, and whose turn it is."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from referee.rules.cards import COLOR_SLOTS, HAND_SIZE, Card
from referee.rules.variant import Variant

if TYPE_CHECKING:
    from referee.rules.turns import Turn


class Seat(IntEnum):
    """A seat in one match; `FIRST` moves first."""

    FIRST = 0
    SECOND = 1

    @property
    def label(self) -> str:
        """`first` or `second`, as in records and sentences."""
        return self.name.lower()

    @property
    def other(self) -> "Seat":
        """The seat opposite."""
        return SEATS[1 - self]


SEATS: Final = (Seat.FIRST, Seat.SECOND)

Expeditions = list[list[Card]]
"""One seat's columns, indexed by color; cards in the order played."""


@dataclass(kw_only=True, slots=True)
class MatchState:
    """Where every card lies. Changed in place by `apply_turn` and by nothing else.

    Attributes:
        variant: the rules that hold.
        deck: the cards left; `own-end` takes first's from the left and second's from the right.
        hands: by seat, each sorted by value, with multiplicity.
        expeditions: by seat, then by color (slot 0 unused); cards in the order played.
        piles: discard piles by color (slot 0 unused); the last card is the top.
        known: by seat, cards that everybody knows to be in its hand, in the order taken.
        last_turns: by seat, the turn it played last; None before its first.
        turn_number: number of the turn to be played, from 1, both seats counted.
        seat: whose turn it is.
    """

    variant: Variant
    deck: deque[Card]
    hands: tuple[list[Card], list[Card]]
    expeditions: tuple[Expeditions, Expeditions]
    piles: list[list[Card]]
    known: tuple[list[Card], list[Card]]
    last_turns: "list[Turn | None]" = field(default_factory=lambda: [None, None])
    turn_number: int = 1
    seat: Seat = Seat.FIRST

    @property
    def is_over(self) -> bool:
        """Whether the last card of the deck has been drawn."""
        return not self.deck

    @property
    def is_deck_only(self) -> bool:
        """Whether the discard piles are closed for the turn to be played."""
        return self.turn_number > self.variant.deck_only_after


def deal_match(deal: Sequence[Card], variant: Variant) -> MatchState:
    """The state before the first turn: `first` holds cards 0–7 of the deal, `second` 8–15 (DESIGN section 3)."""
    return MatchState(
        variant=variant,
        deck=deque(deal[2 * HAND_SIZE :]),
        hands=(sorted(deal[:HAND_SIZE]), sorted(deal[HAND_SIZE : 2 * HAND_SIZE])),
        expeditions=(_empty_columns(), _empty_columns()),
        piles=_empty_columns(),
        known=([], []),
    )


def _empty_columns() -> list[list[Card]]:
    return [[] for _ in range(COLOR_SLOTS)]
