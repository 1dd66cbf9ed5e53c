"""Bots do nothing between their turns: each is frozen soon after its answer, unless it is asked again at once.

2026-11-29: a bot is stopped 2 to 4 ms after its answer, and not in the same moment. To stop and wake the dozen threads
of an idle gRPC server takes 0.1 ms of the core that it shares with its opponent: measured on whole series of quick
bots, between a fifth (Python, Node) and a half (C++, Java) of a turn, where now it is a tenth at most. A bot that
thinks on its opponent's time gains less than 4 ms a turn by it. Refused: stopping only bots that are seen to compute,
which those would pass that let a child compute; cgroup.freeze, which costs more.
"""

import threading
import time
from typing import Final, Protocol

from referee.errors import RefereeError

PERIOD_S: Final = 0.002
"""A bot is frozen when it has rested for one to two of these, in seconds."""


class Freezable(Protocol):
    """A bot's process, as far as it concerns freezing."""

    def freeze(self) -> None:
        """Let it do nothing until it is thawed; OSError if that is impossible."""

    def thaw(self) -> None:
        """Let it go on."""


class Freezer:
    """Freezes processes that rest. One thread asks for it; another one freezes, and sleeps while there is no need."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._beat = 0
        self._resting: dict[Freezable, int] = {}
        self._failed: dict[Freezable, OSError] = {}
        self._is_needed = threading.Event()
        self._thread: threading.Thread | None = None

    def rest(self, process: Freezable) -> None:
        """Freeze a process soon, unless it is woken before."""
        with self._lock:
            self._resting[process] = self._beat
            self._is_needed.set()
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="freezer", daemon=True)
            thread.start()  # raises where there is no room for one; then the next rest tries again
            self._thread = thread

    def wake(self, process: Freezable) -> None:
        """Let a process go on, if it was frozen; it stays awake until it is to rest again.

        Raises:
            RefereeError: it could not be frozen, and may have thought on its opponent's time: our own failure.
        """
        with self._lock:
            if (error := self._failed.pop(process, None)) is not None:
                raise RefereeError(f"a bot could not be frozen between its turns: {error.strerror}") from error
            if self._resting.pop(process, None) is None:
                process.thaw()

    def forget(self, process: Freezable) -> None:
        """Leave a process as it is for good: others are about to end it."""
        with self._lock:
            self._resting.pop(process, None)
            self._failed.pop(process, None)

    def beat(self) -> None:
        """Freeze what has rested since the last beat but one; what cannot be frozen is told when it is woken."""
        with self._lock:
            self._beat += 1
            for process in [process for process, since in self._resting.items() if since <= self._beat - 2]:
                del self._resting[process]
                try:
                    process.freeze()
                except OSError as error:  # raised here, it would end the thread, and freezing with it
                    self._failed[process] = error
            if not self._resting:
                self._is_needed.clear()

    def _run(self) -> None:
        while self._is_needed.wait():
            time.sleep(PERIOD_S)
            self.beat()


FREEZER: Final = Freezer()
"""The freezer of this process; its thread begins with the first bot that is to be frozen."""
