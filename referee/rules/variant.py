"""Which of the variants of the rules is played (DESIGN section 2)."""

from dataclasses import dataclass
from typing import Final, Literal

Draw = Literal["own-end", "shared"]
BonusCounts = Literal["all", "numbers"]
HandshakesAlone = Literal["scored", "free"]

MATCHES_PER_SERIES: Final = 3
DECK_ONLY_AFTER: Final = {5: 300, 6: 400}
"""Default last turn on which discard piles are open, by number of colors."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Variant:
    """The rules of one tournament.

    Attributes:
        colors: 5 or 6 (with purple).
        draw: `own-end`: first draws from the front of the deck, second from its back; `shared`: both from the front.
        bonus_counts: which cards count towards the eight of the bonus: `all`, or `numbers` without handshakes.
        handshakes_alone: an expedition of handshakes only is `scored` −20 × (1 + handshakes), or `free`: 0.
        deck_only_after: last turn (of both seats, from 1) on which a discard pile may be drawn from; at least 0.
    """

    colors: int = 5
    draw: Draw = "own-end"
    bonus_counts: BonusCounts = "all"
    handshakes_alone: HandshakesAlone = "scored"
    deck_only_after: int = DECK_ONLY_AFTER[5]
