"""An examination as a person and as a program reads it: a numbered step a line, and what proves a failure below it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from referee import __version__
from referee.bots.text import json_text, log_line, status_text
from referee.errors import FaultKind, MalformedReplyError
from referee.play.records import Evidence
from referee.report.prose import wrap_whole
from referee.rules.notation import format_turn
from referee.tournament.compliance.findings import ComplianceReport, Finding, Status, Step, StepReport
from referee.wire.codec import decode_turn
from referee.wire.counterpart import brief_view

MARKS: Final = {Status.PASSED: ("✓", "green"), Status.FAILED: ("✗", "bold red"), Status.SKIPPED: ("–", "yellow")}

LONG_ROW: Final = 6
"""So many skipped steps are one line."""
LOG_LINES: Final = 20
LOG_CHARACTERS: Final = 400
REPLY_BYTES: Final = 64

_TITLE_WIDTH: Final = max(len(step.title) for step in Step)
_LABEL_WIDTH: Final = 11
_INDENT: Final = 7
_BODY_WIDTH: Final = 20
"""Characters a line of a sentence has in the narrowest terminal."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StepLines:
    """One step: its mark, its number, what it says, and the evidence of a failure."""

    report: StepReport

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        step, finding = self.report.step, self.report.finding
        mark, style = MARKS[finding.status]
        is_failed = finding.status is Status.FAILED
        head = Text.assemble((mark, style), f"{step.number:4}  ")
        head.append(step.title.ljust(_TITLE_WIDTH + 2), "bold" if is_failed else "")
        said = f"skipped: {finding.sentence}" if finding.status is Status.SKIPPED else finding.sentence
        yield from _hung(console, options, head, Text(said, "" if is_failed else "dim"))
        if is_failed and finding.evidence is not None:
            for label, text in _labelled(finding, finding.evidence):
                yield from _hung(console, options, _label(label), Text(text))
            yield from _log(console, options, finding.evidence.log_tail)


@dataclass(frozen=True, kw_only=True, slots=True)
class SkippedLine:
    """Steps that follow each other and were skipped for one reason, as one line."""

    reports: Sequence[StepReport]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        mark, style = MARKS[Status.SKIPPED]
        first, last = self.reports[0], self.reports[-1]
        title = f"to {last.step.number}, {len(self.reports)} steps"
        head = Text.assemble((mark, style), f"{first.step.number:4}  ", title.ljust(_TITLE_WIDTH + 2))
        yield from _hung(console, options, head, Text(f"skipped: {first.finding.sentence}", "dim"))


class StepPrinter:
    """Prints steps as they are taken; a long row of steps that are skipped for one reason is one line.

    Args:
        console: where.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._held: list[StepReport] = []

    def show(self, report: StepReport) -> None:
        """Print a step, or hold it back for the row it may begin or go on with."""
        finding = report.finding
        if self._held and self._held[-1].finding != finding:
            self.end()
        if finding.status is Status.SKIPPED:
            self._held.append(report)
        else:
            self._console.print(StepLines(report=report))

    def end(self) -> None:
        """Print what is held back."""
        held, self._held = self._held, []
        if len(held) >= LONG_ROW:
            self._console.print(SkippedLine(reports=held))
            return
        for report in held:
            self._console.print(StepLines(report=report))


def compliance_json(report: ComplianceReport) -> str:
    """One JSON object: what was examined, in no box, whether it is compliant, and every step in its order."""
    document = {
        "format": "lostcities-check/1",
        "referee": __version__,
        "bot": report.bot,
        "started": report.started,
        "boxed": False,
        "compliant": report.is_compliant,
        "steps": [_step(step) for step in report.steps],
    }
    return json_text(document)


def _hung(console: Console, options: ConsoleOptions, head: Text, body: Text) -> Iterator[Text]:
    """The body in as many lines as it needs, beside its head."""
    gap = Text(" " * head.cell_len)
    for line in wrap_whole(console, body, max(_BODY_WIDTH, options.max_width - head.cell_len)):
        shown = Text.assemble(head, line)
        shown.rstrip()
        yield shown
        head = gap


def _labelled(finding: Finding, evidence: Evidence) -> Iterator[tuple[str, str]]:
    if evidence.request:
        yield from brief_view(evidence.request).items()
    if evidence.reply is not None:
        yield "answered", _reply(evidence.reply)
    if finding.kind is FaultKind.ILLEGAL_TURN:
        yield "legal", f"{', '.join(evidence.legal)} ({len(evidence.legal)} turns)"
    if evidence.exit_status is not None:
        yield "process", status_text(evidence.exit_status)


def _label(label: str) -> Text:
    return Text(f"{'':{_INDENT}}{label:{_LABEL_WIDTH}}", "dim")


def _log(console: Console, options: ConsoleOptions, tail: str) -> Iterator[Text]:
    """The last lines, each behind a bar; a long one goes on below its own beginning."""
    label = "its log"
    for line in tail.splitlines()[-LOG_LINES:]:
        shown = log_line(line, LOG_CHARACTERS)
        body = shown.lstrip()
        head = Text.assemble(_label(label), f"| {shown[: len(shown) - len(body)]}")
        yield from _hung(console, options, head, Text(body))
        label = ""


def _reply(reply: bytes) -> str:
    """The turn that a reply says, if it says one, and its first bytes."""
    shown = reply[:REPLY_BYTES].hex(" ")
    more = f" … {len(reply) - REPLY_BYTES} bytes more" if len(reply) > REPLY_BYTES else ""
    turn = _turn(reply)
    return f"{turn}, as " * (turn is not None) + (f"{shown}{more}" or "nothing: no bytes")


def _turn(reply: bytes) -> str | None:
    try:
        return format_turn(decode_turn(reply)[0])
    except MalformedReplyError:
        return None


def _step(report: StepReport) -> dict[str, Any]:
    step, finding = report.step, report.finding
    return {
        "number": step.number,
        "step": step.key,
        "title": step.title,
        "status": finding.status,
        "sentence": finding.sentence,
        "figures": dict(finding.figures),
        "fault": finding.kind,
        "evidence": None if finding.evidence is None else _evidence(finding.evidence),
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    reply = evidence.reply
    return {
        "view": brief_view(evidence.request) if evidence.request else None,
        "legal": list(evidence.legal),
        "turn": None if reply is None else _turn(reply),
        "reply_hex": None if reply is None else reply.hex(),
        "limit_ms": evidence.limit_ms,
        "exit_status": evidence.exit_status,
        "log_tail": evidence.log_tail,
    }
