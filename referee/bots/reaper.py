"""Killing and reaping of descendants: nothing that a process of ours started, however indirectly, outlives it."""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_PR_GET_CHILD_SUBREAPER = 37
# Ignored by Python, which gives them back to the programs that it starts.
_PYTHONS_OWN = {signal.SIGPIPE, signal.SIGXFSZ}
# The signals of a terminal, and the polite one: stopping is asked for through sockets only.
_UNHEEDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD)
_PASS_S = 0.002


class Reaper:
    """What makes the running process the last parent of all that it starts; one a process.

    Orphaned descendants become its children, also those that left their session (on Linux; elsewhere they go to init,
    and only the process group remains to be killed). Needs the main thread of a process without other threads.

    Attributes:
        adopts: whether orphans do come here.
        is_childless: whether there was no child left, running or ended, when `reap` was last called.
    """

    def __init__(self) -> None:
        self.adopts = adopt_orphans()
        self.is_childless = False
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        # Handlers that do nothing, and not SIG_IGN: that would be inherited by the bots, who are to heed SIGTERM.
        for number in _UNHEEDED:
            signal.signal(number, _do_nothing)
        for number in signal.valid_signals() - _PYTHONS_OWN:
            if signal.getsignal(number) is signal.SIG_IGN:  # by nohup, or a shell that runs us in the background
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())

    def fileno(self) -> int:
        """A descriptor that turns readable when a child has ended."""
        return self._woken

    def close(self) -> None:
        """Forget the descriptors, in a fork that makes a reaper of its own."""
        os.close(self._woken)
        os.close(self._waker)

    def reap(self) -> dict[int, int]:
        """Take leave of all children that have ended.

        Returns:
            exit status by process id: the code, or the negative number of the signal that killed it.
        """
        with suppress(BlockingIOError):
            os.read(self._woken, 4096)
        ended: dict[int, int] = {}
        try:
            while (child := os.waitpid(-1, os.WNOHANG))[0]:
                ended[child[0]] = os.waitstatus_to_exitcode(child[1])
        except ChildProcessError:
            self.is_childless = True
        else:
            self.is_childless = False
        return ended

    def kill_all(self, *, spare: Collection[int] = (), patience_s: float) -> dict[int, int]:
        """Kill and reap every descendant, again and again until none is left or `patience_s` seconds are over.

        Only a process of another user, or one stuck in the kernel, can still be there at the end.

        Args:
            spare: children that are left alone, with all that is below them.
            patience_s: how long to go on.

        Returns:
            as `reap`, of all that have ended meanwhile, children in `spare` included.
        """
        deadline_s = time.monotonic() + patience_s
        ended = self.reap()
        signalled: set[int] = set()
        while not self.is_childless and time.monotonic() < deadline_s:
            left = descendants(spare)
            if spare and not left:
                break
            for pid in left:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            # One that forks and exits all the time is caught only by being faster: wait for known ones only.
            if signalled.issuperset(left):
                time.sleep(_PASS_S)
            signalled.update(left)
            ended |= self.reap()
        return ended


def adopt_orphans(*, adopts: bool = True) -> bool:
    """Have orphaned descendants become children of the running process from now on, or of an older one again.

    Returns:
        whether they do come here.
    """
    if sys.platform != "linux":
        return False
    refused: int = ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(adopts), 0, 0, 0)
    return adopts and not refused


def is_adopting() -> bool:
    """Whether orphaned descendants become children of the running process now."""
    answer = ctypes.c_int(0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(answer), 0, 0, 0)
    return bool(answer.value)


def descendants(spare: Collection[int] = ()) -> list[int]:
    """Every process below this one, parents before children, without `spare` and what is below them."""
    found = [pid for pid in children(os.getpid()) if pid not in spare]
    for pid in found:  # grows while it is walked
        found.extend(children(pid))
    return found


def children(pid: int) -> Iterator[int]:
    """The children of all threads of a process; none where the system has no /proc."""
    return _listed_children(pid) if _are_listed() else children_by_parent(pid)


def children_by_parent(pid: int) -> Iterator[int]:
    """As `children`, where the kernel was built without a list of them: by asking every process for its parent."""
    for process in _listing(Path("/proc")):
        if process.name.isdigit():
            with suppress(OSError, IndexError):  # it has ended
                if int((process / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    yield int(process.name)


def _listed_children(pid: int) -> Iterator[int]:
    for task in _listing(Path(f"/proc/{pid}/task")):
        with suppress(OSError):  # the thread has ended
            yield from map(int, (task / "children").read_text().split())


@cache
def _are_listed() -> bool:
    pid = os.getpid()
    return Path(f"/proc/{pid}/task/{pid}/children").exists()


def _do_nothing(_number: int, _frame: object) -> None:
    """Heed no signal: the wake-up descriptor has been written to already."""


def _listing(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:  # the process has ended
        return []
