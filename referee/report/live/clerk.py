"""A thread that does calls one after the other: a connection to the results belongs to the thread that opened it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Final, TypeVar

T = TypeVar("T")

_JOIN_S: Final = 0.5


class Clerk:
    """A thread of its own. It ends with the program, whatever it is doing: nothing it does has to be finished.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def call(self, function: Callable[[], T]) -> Future[T]:
        """Have something done after all that was asked before; what it returns or raises is the future's."""
        future: Future[T] = Future()
        self._calls.put((future, function))
        return future

    def close(self) -> None:
        """End when all that was asked is done."""
        self._calls.put(None)

    def join(self) -> None:
        """Wait for the end, for a moment."""
        self._thread.join(_JOIN_S)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            future, function = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(function())
            except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
                future.set_exception(error)
            # Else the last call, and all it holds, would live on while this waits for the next one.
            del call, future, function
