"""What is found, and the verdict over all of it."""

import re

from referee.errors import CrashedError, FaultKind, Symptoms
from referee.tournament.compliance.findings import ComplianceReport, Finding, Status, Step, StepReport


def report(*findings: Finding) -> ComplianceReport:
    """A report of that many first steps."""
    steps = [StepReport(step=step, finding=finding) for step, finding in zip(Step, findings, strict=False)]
    return ComplianceReport(bot="greedy", started="greedy", steps=steps)


def test_steps_are_numbered_in_their_order() -> None:
    """From 1, without a gap; each has a key for programs and a title that is no sentence."""
    assert [step.number for step in Step] == list(range(1, 17))
    assert len({step.key for step in Step}) == len(Step)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", step.key) for step in Step)


def test_verdict_counts_what_there_is() -> None:
    """Skipped steps do not make a bot bad, one that failed does."""
    good = report(Finding.passed("a"), Finding.skipped("b"))
    assert (good.is_compliant, good.verdict) == (True, "greedy is compliant: 1 passed, 1 skipped")
    bad = report(Finding.passed("a"), Finding.failed("b"), Finding.skipped("c"))
    assert (bad.is_compliant, bad.verdict) == (False, "greedy is not compliant: 1 passed, 1 failed, 1 skipped")
    assert [one.step for one in bad.failed] == [Step.DESCRIBES]


def test_failure_without_a_match_keeps_what_was_seen() -> None:
    """Reply, limit, exit status and log of an error become evidence."""
    symptoms = Symptoms(limit_ms=5, reply=b"r", exit_status=3, log_tail="last words")
    finding = Finding.of_error("it crashed", CrashedError("crashed", symptoms))
    assert (finding.status, finding.kind) == (Status.FAILED, FaultKind.CRASHED)
    assert finding.evidence is not None
    assert (finding.evidence.reply, finding.evidence.limit_ms) == (b"r", 5)
    assert (finding.evidence.exit_status, finding.evidence.log_tail) == (3, "last words")


def test_failure_with_nothing_to_show_has_no_evidence() -> None:
    """The sentence is enough, unless the bot wrote something."""
    assert Finding.failed("too much").evidence is None
    evidence = Finding.failed("too much", log_tail="la la").evidence
    assert evidence is not None
    assert evidence.log_tail == "la la"
