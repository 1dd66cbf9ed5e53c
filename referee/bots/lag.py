"""The referee's own delay: how long this machine kept us from running, so that no bot is charged for it.

A thread sleeps in short beats and adds up by how much it overslept: a stall of the machine, a swapped-out process, a
core taken by others. Short oversleeping is the scheduler's ordinary business, as a bot on the same core thinks, and is
not counted.

2026-11-29: refused: the run-queue statistics of the kernel, which do not see a virtual machine that stands still, and
the time since a reply reached the socket, which Python does not learn.
"""

import time
from typing import Final

from referee.bots.daemon import Daemon

BEAT_MS: Final = 10.0
STALL_MS: Final = 10.0
"""Oversleeping of a beat that counts as a stall."""


class LagMeter:
    """Adds up the stalls of this process; one for all its calls.

    Attributes:
        total_ms: all stalls so far, in milliseconds; only ever grows.
    """

    def __init__(self) -> None:
        self.total_ms = 0.0
        self._daemon = Daemon("lag", self._beat)

    def start(self) -> None:
        """Begin to measure; once is enough."""
        self._daemon.begin()

    def since(self, total_ms: float, *, settle: bool) -> float:
        """Stalls since `total_ms` was read, in milliseconds.

        Args:
            total_ms: of an earlier moment.
            settle: whether to wait until a stall that has just ended is surely counted: two beats.
        """
        if settle and self._daemon.is_begun:
            time.sleep(2 * BEAT_MS / 1000)
        return self.total_ms - total_ms

    def _beat(self) -> None:
        while True:
            before_s = time.monotonic()
            time.sleep(BEAT_MS / 1000)
            overslept_ms = (time.monotonic() - before_s) * 1000 - BEAT_MS
            if overslept_ms >= STALL_MS:
                self.total_ms += overslept_ms


METER: Final = LagMeter()
"""This process's meter; it measures once it is started, by the first connection to a bot."""
