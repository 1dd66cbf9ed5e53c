"""From an error to a fault: the sentence, and all evidence."""

import pytest

from referee.errors import CrashedError, FaultKind, IllegalTurnError, LateError, NotStartedError, Rule, Symptoms
from referee.play.faults import Place, PlayedIllegallyError, Question, describe_fault
from referee.play.records import Evidence, Fault
from referee.rules.notation import parse_turn
from referee.rules.state import Seat

PLACE = Place(match=2, turn=17, bot="greedy", seat=Seat.SECOND)
SYMPTOMS = Symptoms(elapsed_ms=3.5, limit_ms=1000, reply=b"reply", exit_status=-9, log_tail="last words", lag_ms=0.25)


def test_sentence_of_the_design() -> None:
    """Where, who, in which seat, what it played, and why that is illegal."""
    reason = "the yellow expedition is already at 7"
    error = PlayedIllegallyError(parse_turn("+Y5 deck"), IllegalTurnError(Rule.ASCENDING, reason), SYMPTOMS)
    fault = describe_fault(PLACE, error, Question())
    assert fault.detail == ("match 2, turn 17: greedy (second) played +Y5 deck: the yellow expedition is already at 7")
    assert fault.reason == f"played +Y5 deck: {reason}"
    assert error.rule is Rule.ASCENDING


def test_fault_keeps_everything_that_was_seen() -> None:
    """Bot, seat, kind, place, time and evidence come from the place, the error and the question."""
    question = Question(request=b"request", legal=("+Y5 deck",))
    assert describe_fault(PLACE, CrashedError("crashed: killed by SIGKILL", SYMPTOMS), question) == Fault(
        bot="greedy",
        seat=Seat.SECOND,
        kind=FaultKind.CRASHED,
        match=2,
        turn=17,
        detail="match 2, turn 17: greedy (second) crashed: killed by SIGKILL",
        elapsed_ms=3.5,
        evidence=Evidence(
            request=b"request",
            reply=b"reply",
            legal=("+Y5 deck",),
            limit_ms=1000,
            exit_status=-9,
            log_tail="last words",
            lag_ms=0.25,
        ),
    )


def test_fault_before_the_first_turn_has_no_time() -> None:
    """Turn 0 is said in words, elapsed time belongs to turns only, and nothing was asked."""
    place = Place(match=1, turn=0, bot="random", seat=Seat.FIRST)
    fault = describe_fault(place, NotStartedError("refused the series: why", SYMPTOMS), Question())
    assert fault.detail == "match 1, before the first turn: random (first) refused the series: why"
    assert fault.elapsed_ms is None
    assert (fault.evidence.request, fault.evidence.legal) == (b"", ())


@pytest.mark.parametrize("elapsed_ms", [None, 0.0, 1021.5])
def test_time_of_a_turn_is_as_it_was_seen(elapsed_ms: float | None) -> None:
    """Also none at all, where there was no call."""
    error = LateError("did not answer", Symptoms(elapsed_ms=elapsed_ms))
    assert describe_fault(PLACE, error, Question()).elapsed_ms == elapsed_ms
