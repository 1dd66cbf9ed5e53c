"""The machine's own delays in a series: recorded, charged to no bot, and void where they cannot be told apart."""

import pytest
from support.fake_bot import FakeBot, Reply
from support.fake_series import play

from referee.bots.connection import Method
from referee.errors import CrashedError, FaultKind, LateError, StalledError, Symptoms
from referee.play.records import SeriesEnd

LATE = LateError("did not answer within 1000 ms (1021 ms)", Symptoms(elapsed_ms=1021, limit_ms=1000, lag_ms=400))
STALL = StalledError("the machine stood still for 400 of the 1421 ms that a bot was waited for", LATE)


def test_largest_lag_of_a_match_is_recorded() -> None:
    """Of both seats, in milliseconds with two decimals; 0 where there was none."""
    greedy = FakeBot(script={(1, 1): Reply(lag_ms=3.14159), (1, 3): Reply(lag_ms=2)})
    random = FakeBot(script={(2, 1): Reply(lag_ms=0.5)})
    assert [match.lag_ms for match in play(greedy, random).record.matches] == [3.14, 0.5, 0]


@pytest.mark.parametrize(
    "reply",
    [Reply(turn="+P5 deck", lag_ms=7.5), Reply(raw=b"\xff", lag_ms=7.5), Reply(elapsed_ms=1500, lag_ms=7.5)],
    ids=["illegal-turn", "malformed-reply", "timeout"],
)
def test_lag_of_a_fault_is_kept_with_it(reply: Reply) -> None:
    """In its evidence, and as the largest of the match: a host can annul with reason."""
    match = play(FakeBot(script={(1, 1): reply}), FakeBot()).last
    assert match.faults[0].evidence.lag_ms == 7.5
    assert match.lag_ms == 7.5


def test_fault_that_tells_no_times_has_none() -> None:
    """It is charged nothing, and the largest lag of the match stays that of the turns before."""
    script = {(1, 1): Reply(lag_ms=9), (1, 3): Reply(error=CrashedError("crashed: exited with status 1"))}
    match = play(FakeBot(script=script), FakeBot()).last
    assert (match.lag_ms, match.think_ms[-1]) == (9, 0)


@pytest.mark.parametrize("method", [Method.START_SERIES, Method.TAKE_TURN])
def test_stall_makes_the_series_void(method: Method) -> None:
    """It comes out of `play` as it is: our failure, and no fault of a bot."""
    with pytest.raises(StalledError) as caught:
        play(FakeBot(failures={method: STALL}), FakeBot())
    assert caught.value is STALL


def test_stall_that_is_not_forgiven_is_the_fault_it_would_be() -> None:
    """A bot that makes the machine stall again and again loses in the end."""
    played = play(FakeBot(script={(1, 3): Reply(error=STALL)}), FakeBot(), forgives_stalls=False)
    (fault,) = played.last.faults
    assert (fault.kind, fault.turn) == (FaultKind.TIMEOUT, 3)
    assert fault.detail == "match 1, turn 3: greedy (first) did not answer within 1000 ms (1021 ms)"
    assert (fault.elapsed_ms, fault.evidence.lag_ms, played.last.lag_ms) == (1021, 400, 400)


def test_stall_in_a_message_costs_the_instance_and_nothing_else() -> None:
    """The series counts; the bot is told everything else all the same."""
    greedy = FakeBot(failures={Method.FINISH_MATCH: STALL})
    played = play(greedy, FakeBot())
    assert (played.record.end, len(played.record.matches)) == (SeriesEnd.PLAYED, 3)
    assert [player.is_spent for player in played.players] == [True, False]
    assert len(greedy.requests(Method.FINISH_MATCH)) == 3
    assert len(greedy.requests(Method.FINISH_SERIES)) == 1
