"""The first SIGINT or SIGTERM lets running series finish; the second stops at once."""

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final, Self

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
"""The signals that end us; the alarm is our own: one of the others that could not be heeded at once."""

_AGAIN_S: Final = 0.005
_DELICATE: Final = ("<frozen importlib._bootstrap>", "/tempfile.py")


class StopNow(BaseException):
    """The second signal: end everything now; what is finished is saved already.

    Like KeyboardInterrupt it passes every `except Exception`.
    """


class Interrupts:
    """Signals of one run. Use as a context manager in the main thread.

    Args:
        announce: called once, at the first signal.

    Attributes:
        is_draining: whether a signal has come.
        is_stopping: whether a second one has come; further ones do nothing, so that they cannot disturb the end.
    """

    def __init__(self, announce: Callable[[], None]) -> None:
        self.is_draining = False
        self.is_stopping = False
        self._announce = announce
        self._before: dict[signal.Signals, signal._HANDLER] = {}
        self._hook_before = sys.unraisablehook

    def __enter__(self) -> Self:
        for number in ENDINGS:
            self._before[number] = signal.signal(number, self._handle)
        self._hook_before, sys.unraisablehook = sys.unraisablehook, self._heed
        return self

    def __exit__(self, *_: object) -> None:
        sys.unraisablehook = self._hook_before
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _heed(self, unraisable: "sys.UnraisableHookArgs") -> None:
        if isinstance(unraisable.exc_value, StopNow):
            self.is_stopping = False
            signal_again()
        else:
            self._hook_before(unraisable)

    def _handle(self, _number: int, frame: FrameType | None) -> None:
        if self.is_stopping:
            return
        if self.is_draining:
            if is_delicate(frame):
                signal_again()
                return
            self.is_stopping = True
            raise StopNow
        self.is_draining = True
        with suppress(RuntimeError):  # the signal came while something was being printed; printing does not nest
            self._announce()


def is_delicate(frame: FrameType | None) -> bool:
    """Whether an exception that a signal's handler raises there would be lost, or leave something behind.

    Extension modules clear those that come while they are imported, and Python before 3.12 makes a RuntimeError of
    those that come while the members of a new class are told their names. The choice of a folder for temporary files
    tries it out by a file, which would stay.
    """
    while frame is not None:
        if frame.f_code.co_filename.endswith(_DELICATE) or frame.f_code.co_name == "__set_name__":
            return True
        frame = frame.f_back
    return False


def signal_again() -> None:
    """Send ourselves an alarm in a moment, after a signal that came in a delicate one.

    Destructors and callbacks are such moments too: every exception in them is lost.
    """
    signal.setitimer(signal.ITIMER_REAL, _AGAIN_S)
