"""Cards as ints: 16 x color + rank; rank 1 is the handshake, 2..10 are the numbers.

The three handshakes of a color are three cards of the same value. Source: DESIGN sections 2 and 5.
"""

from enum import IntEnum
from functools import cache
from typing import Final, NewType

Card = NewType("Card", int)

HAND_SIZE: Final = 8
HANDSHAKE: Final = 1
HANDSHAKES_PER_COLOR: Final = 3
RANKS: Final = range(1, 11)


class Color(IntEnum):
    """A color, in the order of the pack; the value is the wire's."""

    YELLOW = 1
    BLUE = 2
    WHITE = 3
    GREEN = 4
    RED = 5
    PURPLE = 6

    @property
    def label(self) -> str:
        """The color's name for a sentence: `yellow`."""
        return self.name.lower()


COLOR_SLOTS: Final = len(Color) + 1
"""Length of a list that is indexed by color; slot 0 stays unused."""


def make_card(color: int, rank: int) -> Card:
    """The card of a color (1..6) with a rank (1..10)."""
    return Card(16 * color + rank)


def color_of(card: int) -> int:
    """The color of a card, 1..6."""
    return card >> 4


def rank_of(card: int) -> int:
    """The rank of a card: 1 for a handshake, else its number 2..10."""
    return card & 15


def is_handshake(card: int) -> bool:
    """Whether the card is one of the three multipliers of its color."""
    return card & 15 == HANDSHAKE


@cache
def pack(colors: int) -> tuple[Card, ...]:
    """The whole pack of 5 or 6 colors: Y B W G R P, and H H H 2 … 10 within a color: 60 or 72 cards."""
    ranks = (HANDSHAKE,) * HANDSHAKES_PER_COLOR + tuple(range(2, 11))
    return tuple(make_card(color, rank) for color in range(1, colors + 1) for rank in ranks)


CARDS: Final = frozenset(pack(len(Color)))
"""Every value that is a card in a pack of any size."""

LETTERS: Final = " YBWGRP"
"""The letter of each color, by its number."""

_TEXTS: Final = {
    make_card(color, rank): LETTERS[color] + ("H" if rank == HANDSHAKE else str(rank))
    for color in Color
    for rank in RANKS
}


def format_card(card: int) -> str:
    """The word of a card: color letter and rank, `RH` or `W10`."""
    return _TEXTS[Card(card)]
