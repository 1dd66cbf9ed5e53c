"""All that a coordinator starts, however indirectly: known to be gone before it says that it has ended."""

import os
import signal
import sys
import time
from contextlib import suppress

from referee.bots.reaper import adopt_orphans, children, descendants, is_adopting

# Longer than a guardian takes to end by itself when its worker is gone, on a busy machine too: it removes folders last.
_FAREWELL_S = 10.0
_KILL_PATIENCE_S = 5.0
_PASS_S = 0.005


class Offspring:
    """The processes below this one that were not there when this was made. One at a time in a process.

    While it is open, orphans come to this process (on Linux): the guardian of a worker that was killed, for one.
    """

    def __init__(self) -> None:
        self._others = frozenset(children(os.getpid()))
        self._was_adopting = is_adopting()
        adopt_orphans()

    def reap(self) -> None:
        """Take leave of those that have ended; asked after every series, and hardly ever is there one."""
        if not _has_ended():
            return
        for pid in self._children():
            with suppress(ChildProcessError):  # somebody else of this process took leave of it
                os.waitpid(pid, os.WNOHANG)

    def close(self) -> None:
        """Wait a while until none is left, then kill them; twice is fine."""
        kill_at_s = time.monotonic() + _FAREWELL_S
        while self._is_left() and (now_s := time.monotonic()) < kill_at_s + _KILL_PATIENCE_S:
            if now_s > kill_at_s:
                _kill(descendants(self._others))
            time.sleep(_PASS_S)
        if not self._was_adopting:
            adopt_orphans(adopts=False)

    def _is_left(self) -> bool:
        self.reap()
        return bool(self._children())

    def _children(self) -> list[int]:
        return [pid for pid in children(os.getpid()) if pid not in self._others]


def _has_ended() -> bool:
    """Whether any child of this process has, and was not taken leave of; where children are not listed none has."""
    if sys.platform != "linux":
        return False
    with suppress(ChildProcessError):
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return False


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
