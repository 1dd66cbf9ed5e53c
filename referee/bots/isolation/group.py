"""Signals to everything in a box at one instant.

The box's first process leads a process group that nothing inside can leave (`seccomp`). It is held by a pidfd, so that
a number that was given to another process meanwhile is never signalled.
"""

import os
import select
import signal
from contextlib import suppress
from typing import Final

_TO_GROUP: Final = 4
"""PIDFD_SIGNAL_PROCESS_GROUP, from Linux 6.9 on."""


class BoxGroup:
    """All processes of one box. Every method does nothing once the box is gone.

    Args:
        pid: of the box's first process, as its pid namespace's parent sees it.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._fd = -1
        with suppress(ProcessLookupError):
            self._fd = os.pidfd_open(pid)
        self._knows_groups = True

    def freeze(self) -> None:
        """Stop all of it, as a terminal does; nothing in it can prevent that, or wake it."""
        self.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self.send(signal.SIGCONT)

    def send(self, number: signal.Signals) -> None:
        """Signal the whole group; of the first process only SIGSTOP, SIGCONT and SIGKILL are heeded."""
        if self._fd < 0:
            return
        try:
            if self._knows_groups:
                signal.pidfd_send_signal(self._fd, number, None, _TO_GROUP)
            elif not self.is_gone:
                os.killpg(self.pid, number)
        except ProcessLookupError:
            return
        except OSError:
            if not self._knows_groups:
                raise
            self._knows_groups = False
            self.send(number)

    def kill(self) -> None:
        """Kill the first process, and so, by the kernel, all others."""
        if self._fd >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._fd, signal.SIGKILL)

    @property
    def fd(self) -> int:
        """The pidfd of the first process; -1 if it was gone at once."""
        return self._fd

    @property
    def is_gone(self) -> bool:
        """Whether the first process has ended, and with it all others."""
        if self._fd < 0:
            return True
        poll = select.poll()
        poll.register(self._fd, select.POLLIN)
        return bool(poll.poll(0))

    def close(self) -> None:
        """Let go of the box, without ending it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
