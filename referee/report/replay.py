"""A stored match as moments, one a turn: replayed from its deal by the rules."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

from referee.errors import IllegalTurnError, ReplayError
from referee.play.records import MatchRecord
from referee.report.frame import Frame, Move
from referee.rules.notation import format_turn
from referee.rules.state import deal_match
from referee.rules.turns import apply_turn
from referee.rules.variant import Variant


def replay_frames(match: MatchRecord, variant: Variant) -> Iterator[Frame]:
    """The moments of a match: the deal, then one after each turn. A faulted turn has none: see `match.faults`.

    Raises:
        ReplayError: a turn does not follow from the deal and the rules.
    """
    for frame in replay_in_place(match, variant):
        yield replace(frame, state=deepcopy(frame.state))


def replay_in_place(match: MatchRecord, variant: Variant) -> Iterator[Frame]:
    """The same, ten times as fast: all moments share one state, which is right until the next one is asked for.

    Raises:
        ReplayError: as `replay_frames`.
    """
    state = deal_match(match.deal.cards, variant)
    substituted = {fault.turn for fault in match.substituted}
    yield Frame(match=match.number, bots=match.bots, state=state)
    for number, turn in enumerate(match.turns, 1):
        seat = state.seat
        try:
            drawn = apply_turn(state, turn)
        except IllegalTurnError as error:
            place = f"match {match.number}, turn {number}"
            raise ReplayError(f"{place}: {format_turn(turn)} is recorded, but {error.reason}") from None
        move = Move(
            number=number,
            seat=seat,
            turn=turn,
            drawn=drawn,
            think_ms=match.think_ms[number - 1],
            note=match.notes.get(number, ""),
            is_substituted=number in substituted,
        )
        yield Frame(match=match.number, bots=match.bots, state=state, move=move)
