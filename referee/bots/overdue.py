"""Calls that go on long after their deadline: the bot is stopped, which ends them.

Without gRPC's retries a call to a bot that floods its connection and reads nothing has no deadline, and closing the
channel does not end it either; the end of the bot does. With them its deadline holds, but a turn takes 6 % longer.

2026-11-30: what else is lost with them: gRPC sends a call again that met a connection which the bot was just closing,
as servers do that are told of a greatest age. Without, that is a lost connection: of 400 such ends, 5 met a call.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from referee.bots.daemon import Daemon

PATIENCE_S: Final = 1.0
"""So many seconds after its deadline a call may still end by itself: gRPC may be reading a reply that is too large."""
BEAT_S: Final = 0.5
"""Between two looks, in seconds."""


class Stoppable(Protocol):
    """A bot's process, as far as it concerns calls that do not end."""

    def give_up(self) -> None:
        """Stop it without waiting: a call to it does not end."""


class OverdueCalls:
    """Watches the calls of a process. A thread looks at them now and then; others make them.

    Args:
        now: a clock that never goes back, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._due: dict[Stoppable, float] = {}
        self._suspects: set[tuple[Stoppable, float]] = set()
        self._daemon = Daemon("overdue", self._run)

    def start(self) -> None:
        """Begin to look; once is enough."""
        self._daemon.begin()

    def begin(self, process: Stoppable, due_s: float) -> None:
        """A call begins that is to end by then, in seconds of the clock; one at a time to each process."""
        self._due[process] = due_s

    def end(self, process: Stoppable) -> None:
        """The call has ended."""
        del self._due[process]

    def look(self) -> None:
        """Stop the bots of calls that were overdue at the last look too: not because this machine stood still."""
        latest_s = self._now() - PATIENCE_S
        overdue = {call for call in self._due.copy().items() if call[1] < latest_s}
        for process, _ in overdue & self._suspects:
            process.give_up()
        self._suspects = overdue

    def _run(self) -> None:
        while True:
            time.sleep(BEAT_S)
            self.look()


OVERDUE: Final = OverdueCalls()
"""Of this process; looked at once the first bot has been dialled."""
