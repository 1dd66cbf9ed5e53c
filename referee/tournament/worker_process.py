"""One worker process, seen by whoever gives it tasks."""

import os
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from referee.tournament.tasks import Result, Task, WorkerSettings

_BOOT: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); import referee; del sys.path[0];"
    " from referee.tournament.worker import main; main()"
)
"""This very referee, and no other one that is installed; and not -m, which looks for every module in the current folder
first, where some may be called as one of Python's.
"""

_ROOT: Final = Path(__file__).parents[2]

_CLOSE_S: Final = 20.0
"""A worker that has nothing to do stops its bots within this time, or is killed."""


class WorkerProcess:
    """A process that runs tasks one at a time; whenever this process ends, it ends too, and all its bots.

    Args:
        settings: what it works with.
        core: the core that it stays on with its bots; None lets it wander.

    Attributes:
        connection: results come out of it; EOFError or OSError say that the process is gone.
    """

    def __init__(self, settings: WorkerSettings, core: int | None) -> None:
        ours, theirs = socket.socketpair()
        self.connection: Connection[object, Result] = Connection(ours.detach())
        with ExitStack() as undo:
            undo.callback(self.connection.close)  # else what interrupts us would hold it, and the process wait for it
            with theirs:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", _BOOT, str(_ROOT), str(theirs.fileno()), _word(core)],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    start_new_session=True,
                    # numpy's helpers would start before the worker stays on its core, and have nothing to do
                    env=os.environ | {"GRPC_ENABLE_FORK_SUPPORT": "0", "OPENBLAS_NUM_THREADS": "1"},
                )
            self._put(settings)
            undo.pop_all()

    @property
    def exit_status(self) -> int | None:
        """That of the process, once its end was waited for, negative for a signal; None before."""
        return self._process.returncode

    def send(self, task: Task) -> None:
        """Give it a task; a process that is dead already is noticed when its result is awaited."""
        self._put(task)

    def ask_to_stop(self) -> None:
        """Have it stop its bots and end, once it has nothing to do."""
        self._put(None)

    def interrupt(self) -> None:
        """End it at once without waiting: whoever awaits a result, in another thread, finds that it is gone."""
        self._process.kill()

    def kill(self) -> None:
        """End it at once."""
        self.interrupt()
        self.join()

    def join(self) -> None:
        """Wait for its end, not for ever. Twice is once."""
        try:
            self._process.wait(_CLOSE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.connection.close()

    def _put(self, message: object) -> None:
        with suppress(OSError):
            self.connection.send(message)


def _word(core: int | None) -> str:
    return "-" if core is None else str(core)
