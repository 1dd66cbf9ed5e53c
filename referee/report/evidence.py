"""What proves a fault: its sentence, the time, the process, the view as sent, the reply, the legal turns, the log.

Whatever a bot wrote is shown escaped; what is long is cut with a mark and its length.
"""

from collections.abc import Iterator
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from referee.bots.diagnosis import NO_PROCESS
from referee.bots.text import escape_text, log_line, status_text
from referee.play.records import Fault
from referee.wire.text import reply_text, request_text

SENTENCE_CHARACTERS: Final = 2000
REPLY_BYTES: Final = 256
REPLY_CHARACTERS: Final = 2000
REPLY_LINES: Final = 20
LOG_LINES: Final = 40
LOG_CHARACTERS: Final = 400
INDENT: Final = 2


class EvidencePage:
    """Everything that is kept of one fault."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield fault_line(self._fault)
        for title, body in evidence_chapters(self._fault):
            yield Text(title, "bold")
            for line in Text(body).wrap(console, options.max_width - INDENT):
                line.rstrip()
                yield Text(" " * INDENT).append_text(line)


def evidence_chapters(fault: Fault) -> Iterator[tuple[str, str]]:
    """What is kept of a fault, as titles and bodies, in order; bodies may have many lines, all of them escaped."""
    evidence = fault.evidence
    if fault.elapsed_ms is not None:
        yield "time", _time(fault)
    yield "process", _process(fault)
    if evidence.request:
        yield "asked", request_text(evidence.request)
    if evidence.reply is not None:
        yield f"answered ({len(evidence.reply)} bytes)", _reply(evidence.reply)
    if evidence.legal:
        turns = [escape_text(turn, LOG_CHARACTERS) for turn in evidence.legal]
        yield f"legal turns ({len(turns)})", ", ".join(turns)
    if evidence.log_tail:
        yield "last lines of its log", _log(evidence.log_tail)


def fault_line(fault: Fault) -> Text:
    """Its kind and its sentence, on one line."""
    return Text.assemble((fault.kind.value, "bold red"), f" · {escape_text(fault.detail, SENTENCE_CHARACTERS)}")


def _process(fault: Fault) -> str:
    if fault.evidence.exit_status is not None:
        return status_text(fault.evidence.exit_status)
    if fault.reason.startswith(NO_PROCESS):
        return "there was none"
    return "still running, or not started by the referee"


def _time(fault: Fault) -> str:
    evidence = fault.evidence
    limit = "" if evidence.limit_ms is None else f" of {evidence.limit_ms:.1f} ms"
    lag = "" if evidence.lag_ms is None else f"; the referee's own delay {evidence.lag_ms:.1f} ms"
    return f"{fault.elapsed_ms:.1f} ms{limit}{lag}"


def _reply(reply: bytes) -> str:
    shown, rest = reply[:REPLY_BYTES].hex(" "), len(reply) - REPLY_BYTES
    mark = f" … {rest} more" if rest > 0 else ""
    words = [escape_text(line, REPLY_CHARACTERS) for line in reply_text(reply).split("\n")[:REPLY_LINES]]
    return "\n".join([f"{shown}{mark}", *words]).strip()


def _log(tail: str) -> str:
    lines = tail.rstrip("\n").split("\n")
    cut = [f"… {len(lines) - LOG_LINES} lines before"] if len(lines) > LOG_LINES else []
    return "\n".join(cut + [log_line(line, LOG_CHARACTERS) for line in lines[-LOG_LINES:]])
