"""The three standard streams, whatever state this process was given them in."""

import codecs
import os
import sys
from contextlib import suppress
from typing import Any, Final, TextIO

_STANDARD = 3
"""Descriptors that are standard streams are below this."""
_CURSOR: Final = "\x1b[?25h"
_SIMPLE: Final = ("dumb", "unknown")
"""Kinds of terminals that know no such signs; nothing is hidden there."""
_PLAIN: Final = {
    "−": "-", "–": "-", "─": "-", "·": "-", "±": "+-", "≥": ">=", "≤": "<=", "½": "1/2", "…": "...",
    "━": "=", "●": "o", "┊": "|",
}  # fmt: skip
"""Signs in tables, and how they are written with letters of any encoding."""


def prepare_streams() -> None:
    """See to it that all three are there, that stdout takes any text, and that stderr never fails.

    A stream that was closed leads nowhere from now on, as `/dev/null` does: else the next file that is opened, the
    results maybe, would be taken for it. What an encoding has no letter for is written plainly, or becomes a
    question mark.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) < _STANDARD:
        pass
    os.close(descriptor)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as the process lives
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as above
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - as above
    codecs.register_error("plain", _plainly)
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            # In UTF-8 only bytes of a path can be without a letter: these leave as they came, so that it is found.
            stream.reconfigure(errors=errors if stream.encoding.lower() == "utf-8" else "plain")
    if not isinstance(sys.stderr, LastingStream):
        sys.stderr = LastingStream(sys.stderr)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What is written in place of characters that an encoding has not, and where it goes on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def silence(stream: TextIO) -> None:
    """Let a stream lead nowhere: what it still holds back would fail again at the end."""
    descriptor = os.open(os.devnull, os.O_WRONLY)
    os.dup2(descriptor, stream.fileno())
    os.close(descriptor)


def show_cursor(*streams: TextIO) -> None:
    """Give terminals their cursor back: a display that a signal ended in its first or last moment has hidden it."""
    for stream in streams:
        if stream.isatty() and os.environ.get("TERM") not in _SIMPLE:
            with suppress(OSError):
                stream.write(_CURSOR)
                stream.flush()


class LastingStream:
    """A text stream that falls silent when it cannot be written any more: what is said there never ends a run.

    Args:
        stream: to which everything is passed on.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text, if it can be written; its length in any case."""
        try:
            self._stream.write(text)
        except OSError:
            self._fall_silent()
        return len(text)

    def flush(self) -> None:
        """Write what is held back, if it can be written."""
        try:
            self._stream.flush()
        except OSError:
            self._fall_silent()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def _fall_silent(self) -> None:
        with suppress(OSError):
            silence(self._stream)
