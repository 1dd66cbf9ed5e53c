"""The order of the steps, and what becomes of those that another one is needed for."""

from collections.abc import Callable

import pytest
from support.candidates import Stable, candidate

from referee.errors import CrashedError, FaultKind, LateError, RefereeError, StalledError, Symptoms
from referee.tournament.compliance import series
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.examination import CHECKS, Check, examine
from referee.tournament.compliance.findings import Finding, Status, Step

Run = Callable[[Candidate], Finding]


def passing(_: Candidate) -> Finding:
    """All is well."""
    return Finding.passed("fine")


def failing(_: Candidate) -> Finding:
    """Nothing is."""
    return Finding.failed("bad")


def raising(*errors: Exception) -> Run:
    """Raises one after the other, then passes."""
    left = list(errors)

    def run(_: Candidate) -> Finding:
        if left:
            raise left.pop(0)
        return Finding.passed("fine at last")

    return run


def told(*checks: Check, address: str | None = None) -> list[tuple[int, str, str]]:
    """Number, status and sentence of every step."""
    with candidate(Stable(), address=address) as one:
        reports = list(examine(one, checks))
    return [(report.step.number, report.finding.status.value, report.finding.sentence) for report in reports]


def test_every_step_is_taken_once_in_order() -> None:
    """And needs only what was taken before."""
    assert [check.step for check in CHECKS] == list(Step)
    for check in CHECKS[1:]:
        assert check.needs is not None
        assert check.needs.number < check.step.number


def test_steps_are_reported_one_by_one() -> None:
    """A person sees each as soon as it is taken."""
    with candidate(Stable()) as one:
        reports = examine(one, [Check(step=Step.STARTS, run=passing), Check(step=Step.PLAYS, run=raising(KeyError()))])
        assert next(reports).finding.status is Status.PASSED
        with pytest.raises(KeyError):
            next(reports)


def test_failed_need_skips_what_needs_it_and_what_needs_that() -> None:
    """With the number of the step that failed, not of one that was skipped; others are taken."""
    assert told(
        Check(step=Step.STARTS, run=passing, needs=None),
        Check(step=Step.PLAYS, run=failing),
        Check(step=Step.MORE_SERIES, run=passing, needs=Step.PLAYS),
        Check(step=Step.ASKED_TWICE, run=passing, needs=Step.MORE_SERIES),
        Check(step=Step.STOPS, run=passing),
    ) == [
        (1, "passed", "fine"),
        (3, "failed", "bad"),
        (4, "skipped", "step 3 failed"),
        (9, "skipped", "step 3 failed"),
        (15, "passed", "fine"),
    ]


def test_skipped_need_skips_nothing() -> None:
    """What need not be done is not missed."""
    skipping = Check(step=Step.PLAYS, run=lambda _: Finding.skipped("no need"))
    assert told(skipping, Check(step=Step.MORE_SERIES, run=passing, needs=Step.PLAYS))[1][1] == "passed"


def test_remote_bot_shows_no_processes() -> None:
    """Steps that look at them are skipped; all others are taken."""
    steps = told(
        Check(step=Step.PLAYS, run=passing), Check(step=Step.STOPS, run=failing, is_local=True), address="far:1"
    )
    assert steps == [
        (3, "passed", "fine"),
        (15, "skipped", "it runs elsewhere, where its processes cannot be seen"),
    ]


def test_fault_that_is_raised_fails_the_step() -> None:
    """With its kind and evidence, and the process is not used again."""
    crash = CrashedError("crashed: exited with status 3", Symptoms(log_tail="bye"))
    stable = Stable()
    with candidate(stable) as one:
        _ = one.specimen
        (report,) = examine(one, [Check(step=Step.PLAYS, run=raising(crash))])
        assert stable.acts == ["stop"]
    assert report.finding.sentence == "greedy crashed: exited with status 3"
    assert report.finding.kind is FaultKind.CRASHED
    assert report.finding.evidence is not None
    assert report.finding.evidence.log_tail == "bye"


def test_step_is_taken_again_after_a_stall_of_this_machine() -> None:
    """Once; then the bot is judged all the same."""
    stall = StalledError("stood still", LateError("did not answer within 1000 ms"))
    assert told(Check(step=Step.PLAYS, run=raising(stall))) == [(3, "passed", "fine at last")]
    assert told(Check(step=Step.PLAYS, run=raising(stall, stall))) == [
        (3, "failed", "greedy did not answer within 1000 ms")
    ]


def test_failure_of_the_referee_is_not_the_bots() -> None:
    """It ends the examination."""
    with pytest.raises(RefereeError, match="disk is full"):
        told(Check(step=Step.PLAYS, run=raising(RefereeError("the disk is full"))))


def test_honest_bot_passes_all_that_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole list of steps, against a fake."""
    monkeypatch.setattr(series, "ENOUGH_S", 0.0)
    with candidate(Stable(), address="far:1") as one:
        reports = list(examine(one))
    assert [report.finding.status for report in reports[:12]] == [Status.PASSED] * 12
    assert [report.finding.status for report in reports[12:]] == [Status.SKIPPED] * 4
