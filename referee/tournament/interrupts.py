"""The first SIGINT or SIGTERM lets running series finish; the second stops at once."""

import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Self


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

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.is_stopping:
            return
        if self.is_draining:
            self.is_stopping = True
            raise StopNow
        self.is_draining = True
        with suppress(RuntimeError):  # the signal came while something was being printed; printing does not nest
            self._announce()
