"""From an error to a fault: the one place where what a bot did becomes a sentence.

match 2, turn 17: greedy (second) played +Y5 deck: the yellow expedition is already at 7
"""

from dataclasses import dataclass

from referee.errors import BotFaultError, FaultKind, IllegalTurnError, Symptoms
from referee.play.records import Evidence, Fault
from referee.rules.notation import format_turn
from referee.rules.state import Seat
from referee.rules.turns import Turn


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where a fault happened: match 1..3, turn from 1 (0: before the first), whose, and in which seat."""

    match: int
    turn: int
    bot: str
    seat: Seat

    def __str__(self) -> str:
        turn = f"turn {self.turn}" if self.turn else "before the first turn"
        return f"match {self.match}, {turn}: {self.bot} ({self.seat.label})"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What the bot was asked when it failed: the bytes sent, and every legal turn as text."""

    request: bytes = b""
    legal: tuple[str, ...] = ()


class PlayedIllegallyError(BotFaultError):
    """An answer in time that the rules forbid: the turn, the rule's reason, and how the bot came to it."""

    kind = FaultKind.ILLEGAL_TURN

    def __init__(self, turn: Turn, error: IllegalTurnError, symptoms: Symptoms) -> None:
        super().__init__(f"played {format_turn(turn)}: {error.reason}", symptoms)
        self.rule = error.rule


def describe_fault(place: Place, error: BotFaultError, question: Question) -> Fault:
    """The fault that an error is, with its sentence and all its evidence."""
    symptoms = error.symptoms
    return Fault(
        bot=place.bot,
        seat=place.seat,
        kind=error.kind,
        match=place.match,
        turn=place.turn,
        detail=f"{place} {error.reason}",
        elapsed_ms=symptoms.elapsed_ms if place.turn else None,
        evidence=Evidence(
            request=question.request,
            reply=symptoms.reply,
            legal=question.legal,
            limit_ms=symptoms.limit_ms,
            exit_status=symptoms.exit_status,
            log_tail=symptoms.log_tail,
            lag_ms=symptoms.lag_ms,
        ),
    )
