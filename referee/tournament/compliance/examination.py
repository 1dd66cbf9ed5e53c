"""The steps in their order, and which of them another one needs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.errors import BotFaultError, StalledError
from referee.tournament.compliance import conduct, ending, introduction, probes, series, upkeep
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Finding, Status, Step, StepReport

ATTEMPTS: Final = 2
"""How often a step is taken while this machine stands still; then the bot is judged all the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """How a step is taken.

    Attributes:
        step: which.
        run: takes it; what it raises of a bot's fault is a failure too.
        needs: the step that must not have failed before.
        is_local: whether it looks at processes, which a remote bot does not show.
    """

    step: Step
    run: Callable[[Candidate], Finding]
    needs: Step | None = Step.STARTS
    is_local: bool = False


CHECKS: Final = (
    Check(step=Step.STARTS, run=introduction.starts_in_time, needs=None),
    Check(step=Step.DESCRIBES, run=introduction.says_who_it_is),
    Check(step=Step.PLAYS, run=series.plays_a_series),
    Check(step=Step.MORE_SERIES, run=series.plays_more, needs=Step.PLAYS),
    Check(step=Step.OTHER_RULES, run=series.plays_by_other_rules, needs=Step.MORE_SERIES),
    Check(step=Step.OPTIONAL_CALLS, run=conduct.takes_optional_calls),
    Check(step=Step.LEGAL_TURNS, run=conduct.plays_legal_turns),
    Check(step=Step.TIME, run=conduct.keeps_its_time),
    Check(step=Step.ASKED_TWICE, run=probes.answers_a_turn_asked_twice, needs=Step.MORE_SERIES),
    Check(step=Step.UNKNOWN_FIELDS, run=probes.ignores_unknown_fields, needs=Step.MORE_SERIES),
    Check(step=Step.CANCELLED_CALL, run=probes.survives_a_cancelled_call, needs=Step.MORE_SERIES),
    Check(step=Step.SECOND_CLIENT, run=probes.survives_a_second_client, needs=Step.MORE_SERIES),
    Check(step=Step.OUTPUT, run=upkeep.does_not_flood, is_local=True),
    Check(step=Step.MEMORY, run=upkeep.stays_small, is_local=True),
    Check(step=Step.STOPS, run=ending.stops_on_sigterm, is_local=True),
    Check(step=Step.LEAVES_NOTHING, run=ending.leaves_no_process, needs=Step.STOPS, is_local=True),
)
"""In the order of `Step`."""


def examine(candidate: Candidate, checks: Sequence[Check] = CHECKS) -> Iterator[StepReport]:
    """Take the steps one after the other, and report each as soon as it is taken.

    A step whose need failed is skipped, and so are those that need it, with the number of the one that failed.

    Raises:
        RefereeError: the referee itself failed.
    """
    roots: dict[Step, Step] = {}
    for check in checks:
        root = roots.get(check.needs) if check.needs is not None else None
        if root is not None:
            finding = Finding.skipped(f"step {root.number} failed")
            roots[check.step] = root
        elif check.is_local and candidate.spec.is_remote:
            finding = Finding.skipped("it runs elsewhere, where its processes cannot be seen")
        else:
            finding = _take(check, candidate)
            if finding.status is Status.FAILED:
                roots[check.step] = check.step
        yield StepReport(step=check.step, finding=finding)


def _take(check: Check, candidate: Candidate) -> Finding:
    error: BotFaultError | None = None
    for _ in range(ATTEMPTS):
        try:
            return check.run(candidate)
        except StalledError as stall:
            error = stall.fault
            candidate.retire()
        except BotFaultError as fault:
            error = fault
            candidate.retire()
            break
    if error is None:
        raise AssertionError("an attempt ends with a finding or with an error")
    return Finding.of_error(f"{candidate.spec.name} {error.reason}", error)
