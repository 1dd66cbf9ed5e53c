"""The steps that judge by all calls that were made."""

import pytest
from support.candidates import Stable, candidate, said
from support.fake_bot import FakeBot, Reply

from referee.bots.clock import ClockSettings
from referee.bots.connection import Method
from referee.errors import BotFaultError, BotStatusError, CrashedError, LateError, Symptoms
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.conduct import keeps_its_time, plays_legal_turns, takes_optional_calls
from referee.tournament.compliance.findings import Status
from referee.tournament.compliance.series import plays_a_series
from referee.tournament.compliance.witness import Call


def call(method: Method, *, elapsed_ms: float = 1.0, lacks: bool = False, fault: BotFaultError | None = None) -> Call:
    """A call that was made, with a limit of 100 ms."""
    return Call(method=method, limit_ms=100, elapsed_ms=elapsed_ms, is_implemented=not lacks, fault=fault)


def with_calls(*calls: Call, turn_ms: int = 100) -> Candidate:
    """A candidate of whom these calls were seen."""
    one = candidate(Stable(), clock=ClockSettings(turn_ms=turn_ms))
    one.seen.calls.extend(calls)
    return one


def turns(*times_ms: float) -> list[Call]:
    """Answered turns that took so long."""
    return [call(Method.TAKE_TURN, elapsed_ms=ms) for ms in times_ms]


def test_optional_calls_that_are_left_out_are_named() -> None:
    """UNIMPLEMENTED is fine; a call that was not made is not spoken of."""
    with with_calls(
        call(Method.DESCRIBE), call(Method.START_SERIES, lacks=True), call(Method.FINISH_MATCH, lacks=True)
    ) as one:
        assert said(takes_optional_calls(one)) == (
            "passed",
            "not implemented, which is fine: StartSeries, FinishMatch",
        )
    with with_calls(call(Method.DESCRIBE), call(Method.START_SERIES)) as one:
        assert said(takes_optional_calls(one)) == ("passed", "all of them are implemented")


def test_failed_notice_fails_the_step() -> None:
    """It costs a tournament's instance, and nothing else tells its author."""
    error = BotStatusError("answered FinishMatch with gRPC status UNKNOWN", Symptoms(log_tail="Traceback"))
    with with_calls(call(Method.TAKE_TURN), call(Method.FINISH_MATCH, fault=error)) as one:
        finding = takes_optional_calls(one)
    assert said(finding) == ("failed", "in FinishMatch: greedy answered FinishMatch with gRPC status UNKNOWN")
    assert finding.evidence is not None
    assert finding.evidence.log_tail == "Traceback"


def test_notice_after_a_crash_is_not_blamed() -> None:
    """A dead bot takes no call: that is one failure, not two."""
    crash = CrashedError("crashed")
    with with_calls(call(Method.TAKE_TURN, fault=crash), call(Method.FINISH_MATCH, fault=crash)) as one:
        assert takes_optional_calls(one).status is Status.PASSED


def test_crash_in_a_turn_is_told_once() -> None:
    """A bot that died before it was told of a match's end has neither taken the calls nor failed to."""
    crash = CrashedError("crashed: exited with status 3")
    failures = {Method.FINISH_MATCH: crash, Method.FINISH_SERIES: crash}
    with candidate(Stable(make=lambda: FakeBot(script={(1, 3): Reply(error=crash)}, failures=failures))) as one:
        assert plays_a_series(one).status is Status.FAILED
        assert said(takes_optional_calls(one)) == ("skipped", "step 3 failed")


def test_crash_that_a_notice_shows_first_is_told_once() -> None:
    """The next match is lost by it, which is the failure; where it was first seen is told all the same."""
    crash = CrashedError("crashed: exited with status 3")
    bot = FakeBot(script={(2, 2): Reply(error=crash)}, failures={Method.FINISH_MATCH: crash})
    with candidate(Stable(make=lambda: bot)) as one:
        assert plays_a_series(one).status is Status.FAILED
        sentence = "step 3 failed; the crash was first seen in FinishMatch"
        assert said(takes_optional_calls(one)) == ("skipped", sentence)


def test_legal_turns_are_counted() -> None:
    """Those that were answered."""
    with with_calls(*turns(1, 2), call(Method.TAKE_TURN, fault=CrashedError("crashed"))) as one:
        assert said(plays_legal_turns(one)) == ("passed", "2 turns, all legal")
    with with_calls() as one:
        assert said(plays_legal_turns(one)) == ("skipped", "it answered no turn")


@pytest.mark.parametrize("reply", [Reply(turn="+P5 deck"), Reply(raw=b"\xff")])
def test_illegal_and_malformed_turns_name_the_step_that_shows_them(reply: Reply) -> None:
    """The evidence is there, and told once."""
    with candidate(Stable(make=lambda: FakeBot(script={(1, 3): reply}))) as one:
        plays_a_series(one)
        finding = plays_legal_turns(one)
    assert said(finding) == ("failed", "a turn was illegal or malformed: see step 3")


def test_times_are_ranks_and_the_longest_match() -> None:
    """p50 and p99 by nearest rank, the longest turn, and how much of the bank the longest match took."""
    script = {(2, number): Reply(elapsed_ms=number) for number in range(1, 400)}
    with candidate(Stable(make=lambda: FakeBot(script=script, elapsed_ms=0.5))) as one:
        plays_a_series(one)
        finding = keeps_its_time(one)
        count = sum(seen.method is Method.TAKE_TURN for seen in one.seen.calls)
        second = one.seen.matches[1][1]
    last = 2 * (len(second.turns) // 2)
    assert finding.status is Status.PASSED
    assert finding.figures["p50_ms"] == 0.5
    assert finding.figures["max_ms"] == last
    assert finding.figures["match_ms"] == sum(range(2, last + 1, 2))
    assert count > 60
    assert finding.sentence.startswith(f"p50 0.5 ms, p99 {last} ms, longest {last} ms of 1 s; at most ")
    assert finding.sentence.endswith(" of 30 s a match")


@pytest.mark.parametrize(
    ("slowest_ms", "end"),
    [
        (80, "a match"),
        (81, "; a busier machine could make it late"),
        (101, "; 1 turn beyond the limit, and only its margin saved the bot"),
    ],
)
def test_tight_times_are_warned_of(slowest_ms: float, end: str) -> None:
    """Near the limit, and in the margin behind it, a bot passes with a warning."""
    with with_calls(*turns(1, slowest_ms)) as one:
        finding = keeps_its_time(one)
    assert finding.status is Status.PASSED
    assert finding.sentence.endswith(end)


def test_late_turn_fails_the_step() -> None:
    """With how many, where to look, and the times all the same."""
    with candidate(Stable(make=lambda: FakeBot(script={(1, 5): Reply(elapsed_ms=1500)}))) as one:
        plays_a_series(one)
        finding = keeps_its_time(one)
    status, sentence = said(finding)
    assert status == "failed"
    assert sentence.startswith("1 turn of 3 late: see step 3; p50 1 ms, p99 1.5 s, longest 1.5 s of 1 s")


def test_no_turn_no_times() -> None:
    """There is nothing to measure."""
    with with_calls(call(Method.START_SERIES)) as one:
        assert said(keeps_its_time(one)) == ("skipped", "it answered no turn")


def test_limits_that_are_not_set_are_not_told() -> None:
    """Without a turn limit there is only the bank."""
    with with_calls(*turns(2), turn_ms=0) as one:
        assert said(keeps_its_time(one))[1] == "p50 2 ms, p99 2 ms, longest 2 ms; at most 0 ms of 30 s a match"


def test_late_error_without_a_match_is_counted() -> None:
    """A late turn outside a whole series has no step to point to."""
    late = LateError("late", Symptoms(elapsed_ms=130))
    with with_calls(call(Method.TAKE_TURN, elapsed_ms=130, fault=late)) as one:
        assert said(keeps_its_time(one))[1].startswith("1 turn of 1 late; p50 130 ms")
