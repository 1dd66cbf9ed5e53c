"""Bots do nothing between their turns: each is frozen soon after its answer, unless it is asked again at once.

2026-11-30: a bot is stopped 8 ms after its answer, and not in the same moment. To stop and wake the dozen threads of an
idle gRPC server takes 0.1 ms of the core that it shares with its opponent: measured on whole series of the quickest
bots, between a fifth (Python, Node) and a half (C++, Java) of a turn, where now it is 2 to 6 %. Part of that are two
lines of Python a turn, run in cold caches; locks there take 3 % more, and 4 ms instead of 8, with twice as many looks
whether one is due, 1.5 % more. A bot that thinks on its opponent's time gains 8 ms a turn by it. Refused: an alarm of
the kernel that is moved at each turn, so that nobody looks in vain: moving it takes longer than the looks; stopping
only bots that are seen to compute, which those would pass that let a child compute; cgroup.freeze, which costs more.
"""

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from referee.bots.daemon import Daemon
from referee.errors import RefereeError

REST_S: Final = 0.008
"""How long a bot rests before it is frozen, in seconds."""


class Freezable(Protocol):
    """A bot's process, as far as it concerns freezing."""

    def freeze(self) -> None:
        """Let it do nothing until it is thawed; OSError if that is impossible."""

    def thaw(self) -> None:
        """Let it go on."""


class Freezer:
    """Freezes processes that rest. One thread asks for it; another one freezes, and sleeps while there is no need.

    Args:
        now: a clock that never goes back, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        # Who rests, and since when: those who rest longest come first. Who takes one out decides what becomes of it.
        self._resting: dict[Freezable, float] = {}
        self._failed: dict[Freezable, OSError] = {}
        self._freezing = threading.Lock()
        self._is_idle = True
        self._need = threading.Event()
        self._daemon = Daemon("freezer", self._run)

    def rest(self, process: Freezable) -> None:
        """Freeze a process that is awake soon, unless it is woken before."""
        self._resting[process] = self._now()
        if self._is_idle:
            self._begin()

    def wake(self, process: Freezable) -> None:
        """Let a process go on, if it was frozen; it stays awake until it is to rest again.

        Raises:
            RefereeError: it could not be frozen, and may have thought on its opponent's time: our own failure.
        """
        if self._resting.pop(process, None) is None:
            self._thaw(process)

    def forget(self, process: Freezable) -> None:
        """Leave a process as it is for good: others are about to end it."""
        self._resting.pop(process, None)
        with self._freezing:
            self._failed.pop(process, None)

    def freeze_due(self) -> float:
        """Freeze what has rested long enough; what cannot be frozen is told when it is woken.

        Returns:
            seconds until the next may be due; 0 if nobody rests.
        """
        due_s = self._now() - REST_S
        for process, since_s in self._resting.copy().items():
            if since_s > due_s:
                return since_s - due_s
            self._freeze(process)
        return 0

    def _freeze(self, process: Freezable) -> None:
        with self._freezing:
            if self._resting.pop(process, None) is None:
                return  # it was woken just now
            try:
                process.freeze()
            except OSError as error:  # raised here, it would end the thread, and freezing with it
                self._failed[process] = error

    def _thaw(self, process: Freezable) -> None:
        with self._freezing:
            if (error := self._failed.pop(process, None)) is not None:
                raise RefereeError(f"a bot could not be frozen between its turns: {error.strerror}") from error
            process.thaw()

    def _begin(self) -> None:
        self._daemon.begin()
        self._is_idle = False
        self._need.set()

    def _run(self) -> None:
        while self._need.wait():
            time.sleep(self.freeze_due())
            if not self._resting:
                self._need.clear()
                self._is_idle = True
                if self._resting:  # one came to rest before it could see that
                    self._begin()


FREEZER: Final = Freezer()
"""The freezer of this process; its thread begins with the first bot that is to be frozen."""
