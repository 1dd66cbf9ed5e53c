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
from referee.report.prose import HANG, Prose
from referee.wire.text import reply_text, request_text

SENTENCE_CHARACTERS: Final = 2000
REPLY_BYTES: Final = 256
REPLY_CHARACTERS: Final = 2000
REPLY_LINES: Final = 20
LOG_LINES: Final = 40
LOG_CHARACTERS: Final = 400
PROCESS: Final = {
    True: "not started by the referee: the bot runs elsewhere",
    False: "still running",
    None: "still running, or not started by the referee",
}
"""What is known of a process without an exit status, by whether its bot is remote."""


class EvidencePage:
    """Everything that is kept of one fault.

    Args:
        fault: of a bot.
        is_remote: whether that bot runs elsewhere; None where nobody can tell any more.
    """

    def __init__(self, fault: Fault, *, is_remote: bool | None = None) -> None:
        self._fault = fault
        self._is_remote = is_remote

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Prose(text=fault_line(self._fault), hang=HANG)
        for title, body in evidence_chapters(self._fault, is_remote=self._is_remote):
            yield Text(title, "bold")
            yield Prose(text=Text(body), indent=HANG, hang=HANG)


def evidence_chapters(fault: Fault, *, is_remote: bool | None = None) -> Iterator[tuple[str, str]]:
    """What is kept of a fault, as titles and bodies, in order; bodies may have many lines, all of them escaped.

    `is_remote` is as in `EvidencePage`.
    """
    evidence = fault.evidence
    if fault.elapsed_ms is not None:
        yield "time", _time(fault)
    yield "process", _process(fault, is_remote=is_remote)
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


def _process(fault: Fault, *, is_remote: bool | None) -> str:
    if fault.evidence.exit_status is not None:
        return status_text(fault.evidence.exit_status)
    if fault.reason.startswith(NO_PROCESS):
        return "there was none"
    return PROCESS[is_remote]


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
