"""One moment of a match as it is shown: where all cards lie, and the turn that led there."""

from dataclasses import dataclass

from referee.rules.cards import Card
from referee.rules.state import MatchState, Seat
from referee.rules.turns import Turn


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """A turn as it was played.

    Attributes:
        number: of the turn, from 1, both seats counted.
        seat: whose it was.
        turn: what was played.
        drawn: the card it brought.
        think_ms: what it took, in milliseconds.
        note: what the bot wrote beside it, not escaped; "" for nothing.
        is_substituted: whether the referee played it for the bot.
    """

    number: int
    seat: Seat
    turn: Turn
    drawn: Card
    think_ms: float
    note: str = ""
    is_substituted: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """One moment of a match.

    Attributes:
        match: its number in the series, 1..3.
        bots: names of `first` and `second`.
        state: where all cards lie; nobody else's to change.
        move: the turn that led there; None before the first.
    """

    match: int
    bots: tuple[str, str]
    state: MatchState
    move: Move | None = None
