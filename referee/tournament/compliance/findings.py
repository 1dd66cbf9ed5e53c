"""What is found in each step of an examination; frozen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final, Self

from referee.errors import BotFaultError, FaultKind
from referee.play.records import Evidence, Fault

Figures = Mapping[str, float | str | None]

NO_FIGURES: Final[Figures] = MappingProxyType({})


class Status(StrEnum):
    """How a step went."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Step(Enum):
    """The steps, in their order: the name a program knows each by, and what it says of a bot that passes."""

    STARTS = ("starts", "starts in time")
    DESCRIBES = ("describes", "says who it is")
    PLAYS = ("plays", "plays a series")
    MORE_SERIES = ("more-series", "plays on, same process")
    OTHER_RULES = ("other-rules", "plays by other rules")
    OPTIONAL_CALLS = ("optional-calls", "takes the optional calls")
    LEGAL_TURNS = ("legal-turns", "plays legal turns")
    TIME = ("time", "keeps the time limit")
    ASKED_TWICE = ("asked-twice", "answers a turn asked twice")
    UNKNOWN_FIELDS = ("unknown-fields", "ignores unknown fields")
    CANCELLED_CALL = ("cancelled-call", "survives a cancelled call")
    SECOND_CLIENT = ("second-client", "survives a second client")
    OUTPUT = ("output", "does not flood its log")
    MEMORY = ("memory", "stays small")
    STOPS = ("stops", "stops on SIGTERM")
    LEAVES_NOTHING = ("leaves-nothing", "leaves no process")

    def __init__(self, key: str, title: str) -> None:
        self.key = key
        self.title = title

    @property
    def number(self) -> int:
        """Its place, from 1."""
        return list(Step).index(self) + 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What was found in a step.

    Attributes:
        status: how it went.
        sentence: why, or what was measured; lower case, no full stop, escaped.
        figures: what was measured, for programs.
        kind: the fault that it would be in a tournament; None if it would be none.
        evidence: what proves a failure; None if there is nothing beyond the sentence.
    """

    status: Status
    sentence: str
    figures: Figures = field(default_factory=dict)
    kind: FaultKind | None = None
    evidence: Evidence | None = None

    @classmethod
    def passed(cls, sentence: str, figures: Figures = NO_FIGURES) -> Self:
        """All is well."""
        return cls(status=Status.PASSED, sentence=sentence, figures=figures)

    @classmethod
    def failed(cls, sentence: str, figures: Figures = NO_FIGURES, *, log_tail: str = "") -> Self:
        """Something is wrong that no fault of a series stands for."""
        evidence = Evidence(log_tail=log_tail) if log_tail else None
        return cls(status=Status.FAILED, sentence=sentence, figures=figures, evidence=evidence)

    @classmethod
    def skipped(cls, reason: str) -> Self:
        """The step cannot be taken, or need not be."""
        return cls(status=Status.SKIPPED, sentence=reason)

    @classmethod
    def of_fault(cls, fault: Fault) -> Self:
        """A failure that a fault in a match stands for, with all its evidence."""
        return cls(status=Status.FAILED, sentence=fault.detail, kind=fault.kind, evidence=fault.evidence)

    @classmethod
    def of_error(cls, sentence: str, error: BotFaultError) -> Self:
        """A failure outside a match."""
        seen = error.symptoms
        evidence = Evidence(
            reply=seen.reply, limit_ms=seen.limit_ms, exit_status=seen.exit_status, log_tail=seen.log_tail
        )
        return cls(status=Status.FAILED, sentence=sentence, kind=error.kind, evidence=evidence)


@dataclass(frozen=True, kw_only=True, slots=True)
class StepReport:
    """A step and what was found in it."""

    step: Step
    finding: Finding


@dataclass(frozen=True, kw_only=True, slots=True)
class ComplianceReport:
    """A whole examination.

    Attributes:
        bot: its name.
        started: how: its command and folder, or its address.
        steps: in their order.
    """

    bot: str
    started: str
    steps: Sequence[StepReport]

    @property
    def failed(self) -> list[StepReport]:
        """The steps that failed, in their order."""
        return [report for report in self.steps if report.finding.status is Status.FAILED]

    @property
    def is_compliant(self) -> bool:
        """Whether none failed."""
        return not self.failed

    @property
    def verdict(self) -> str:
        """One sentence: `greedy is compliant: 16 steps passed`."""
        counts = {status: sum(report.finding.status is status for report in self.steps) for status in Status}
        told = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
        return f"{self.bot} is {'' if self.is_compliant else 'not '}compliant: {told}"
