"""Cards and turns as text, both ways: `RH`, `W10`, `+R7 deck`, `-B2 R` (DESIGN section 2)."""

import re
from typing import Final

from referee.errors import InvalidTurnError
from referee.rules.cards import CARDS, LETTERS, Card, Color, format_card
from referee.rules.turns import DECK, Placement, Turn

_TURN: Final = re.compile(r"([+-])([A-Z][H0-9]+) (deck|[A-Z])")
_CARDS: Final = {format_card(card): card for card in CARDS}
_SOURCES: Final = {LETTERS[color]: int(color) for color in Color} | {"deck": DECK}
_SOURCE_TEXTS: Final = {source: text for text, source in _SOURCES.items()}


def parse_card(text: str) -> Card:
    """The card that a word such as `RH` or `W10` names.

    Raises:
        InvalidTurnError: the text is not exactly one card's word.
    """
    try:
        return _CARDS[text]
    except KeyError:
        raise InvalidTurnError(f"expected a card such as RH or W10, got {text!r}") from None


def format_turn(turn: Turn) -> str:
    """The text of a turn: `+R7 deck` to the expedition, `-B2 R` discarded and drawn from the red pile."""
    sign = "+" if turn.placement == Placement.EXPEDITION else "-"
    return f"{sign}{format_card(turn.card)} {_SOURCE_TEXTS[turn.draw_from]}"


def parse_turn(text: str) -> Turn:
    """The turn that a text such as `+R7 deck` says; whether it is legal is not asked.

    Raises:
        InvalidTurnError: the text is not exactly one turn.
    """
    match = _TURN.fullmatch(text)
    if match is None or match[2] not in _CARDS or match[3] not in _SOURCES:
        raise InvalidTurnError(f"expected a turn such as '+R7 deck' or '-B2 R', got {text!r}")
    placement = Placement.EXPEDITION if match[1] == "+" else Placement.DISCARD
    return Turn(_CARDS[match[2]], placement, _SOURCES[match[3]])
