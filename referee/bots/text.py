"""Bots' texts made harmless: whatever a bot says may be shown on a terminal, in a page and in a log line."""

import json
import signal
from typing import Any


def escape_text(text: str, limit: int) -> str:
    r"""One line of at most `limit` characters in which nothing is left that a terminal would act upon.

    Control characters, line ends, escape sequences, marks that turn the direction of writing, and halves of surrogate
    pairs become `\n`, `\x1b`, `\u202e` and so on. What had to be cut ends in "…". Escaping twice changes nothing more.
    """
    # Escapes are longer than what they stand for: more than `limit` characters are never needed.
    escaped = "".join(map(_escape, text[: limit + 1]))
    return escaped if len(escaped) <= limit else escaped[: limit - 1] + "…"


def json_text(content: Any, indent: int | None = 2) -> str:
    r"""JSON and a line end; whatever in a text a terminal would act upon is written as `\u202e`, which means the same.

    Raises:
        ValueError: a number in it is infinite or none.
    """
    lines = json.dumps(content, indent=indent, ensure_ascii=False, allow_nan=False).split("\n")
    return "".join(f"{line if line.isprintable() else ''.join(map(_json_escape, line))}\n" for line in lines)


def log_line(line: str, limit: int) -> str:
    """A line that a bot wrote, made harmless; tabs, which every trace of a Go program has, become blanks."""
    return escape_text(line.expandtabs(4), limit)


def status_text(exit_status: int, note: str = "") -> str:
    """An exit status in words: `exited with status 1`, or `killed by SIGKILL` for a negative one, and why."""
    if note:
        return f"{status_text(exit_status)}, for {note}"
    if exit_status >= 0:
        return f"exited with status {exit_status}"
    try:
        return f"killed by {signal.Signals(-exit_status).name}"
    except ValueError:
        return f"killed by signal {-exit_status}"


def _json_escape(character: str) -> str:
    if character.isprintable():
        return character
    return json.dumps(character)[1:-1]


def _escape(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
