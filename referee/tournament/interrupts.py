"""The first SIGINT or SIGTERM lets running series finish; the second stops at once."""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final, Self

_AGAIN_S: Final = 0.001


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
        for number in (signal.SIGINT, signal.SIGTERM):
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

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_stopping:
            return
        if self.is_draining:
            self.is_stopping = True
            raise StopNow
        self.is_draining = True
        with suppress(RuntimeError):  # the signal came while something was being printed; printing does not nest
            self._announce()


def is_of_signal(error: BaseException, kind: type[BaseException]) -> bool:
    """Whether an error is an exception that a signal raised, of that kind, or what Python has made of one.

    Before 3.12 it makes a RuntimeError, with the real one as its cause, of whatever is raised while a class is being
    defined (`__set_name__`), as many are while a command is imported.
    """
    return isinstance(error, kind) or isinstance(error.__cause__, kind)


def signal_again() -> None:
    """Send ourselves SIGINT in a moment, after one whose exception Python would only print.

    That is what becomes of every exception in a destructor or a callback, where a signal may come as anywhere.
    """
    timer = threading.Timer(_AGAIN_S, os.kill, [os.getpid(), signal.SIGINT])
    timer.daemon = True
    timer.start()
