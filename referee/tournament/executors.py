"""Where tasks run. The coordinator submits, waits, and alone writes results.

2026-11-29: plain worker processes over socket pairs, not a process pool of the standard library: there the death of
one worker breaks all, and here it costs one series, which is played again. One series at a time in each worker, since
a second one would be charged the first one's thinking.
"""

import math
import os
import socket
import subprocess
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Final, Protocol, Self

from referee.bots.offspring import Offspring
from referee.tournament.tasks import Result, Task, WorkerSettings

LOOKAHEAD: Final = 64
"""Waiting tasks among which the best one for a free worker is chosen."""

_CLOSE_S: Final = 20.0
"""A worker that has nothing to do stops its bots within this time, or is killed."""


class LostWorkerError(Exception):
    """A worker died or hung with a task in hand; the task is to be run again. Not a failure of the task."""


class Executor(Protocol):
    """Somewhere tasks run."""

    @property
    def free(self) -> int:
        """How many tasks may be submitted now."""

    @property
    def busy(self) -> int:
        """How many tasks are running."""

    def submit(self, waiting: Sequence[Task]) -> Task:
        """Start one of the first of some tasks, at least one; which one."""

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """Wait until at least one of the running tasks ended; those that did."""

    def close(self) -> None:
        """End all workers and their bots; running tasks are lost."""


class LocalExecutor:
    """Worker processes on this machine. Use as a context manager.

    Args:
        settings: what every worker works with.
        count: how many workers.
        cores: the core of each worker, or none to let them wander.
        patience_s: how long a task may take, in seconds; a worker that needs longer hangs, stopped by whomever.
    """

    def __init__(
        self, settings: WorkerSettings, count: int, *, cores: Sequence[int] = (), patience_s: float = math.inf
    ) -> None:
        self._settings = settings
        self._cores = cores
        self._patience_s = patience_s
        self._offspring = Offspring()
        self._workers: list[_Worker] = []
        try:
            for index in range(count):
                self._workers.append(self._start(index))
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self.kill()

    @property
    def free(self) -> int:
        """Workers without a task."""
        return len(self._workers) - self.busy

    @property
    def busy(self) -> int:
        """Workers with a task."""
        return sum(worker.task is not None for worker in self._workers)

    def submit(self, waiting: Sequence[Task]) -> Task:
        """Join the task and the free worker that fit best, by the bots the worker has warm; the oldest on a tie."""
        free = [worker for worker in self._workers if worker.task is None]
        pairs = ((worker, task) for task in waiting[:LOOKAHEAD] for worker in free)
        worker, best = max(pairs, key=lambda pair: pair[0].warmth(pair[1]))
        worker.begin(best)
        return best

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """Wait for results; a worker that died or hangs is replaced."""
        running = {worker.connection: worker for worker in self._workers if worker.task is not None}
        left_s = min(worker.begun_s for worker in running.values()) + self._patience_s - time.monotonic()
        ready = wait(list(running), None if left_s == math.inf else max(0.0, left_s))
        overdue_s = time.monotonic() - self._patience_s
        ended = [
            (worker.task, self._result(worker, is_ready=connection in ready))
            for connection, worker in running.items()
            if worker.task is not None and (connection in ready or worker.begun_s <= overdue_s)
        ]
        self._offspring.reap()
        return ended

    def _result(self, worker: "_Worker", *, is_ready: bool) -> Result | LostWorkerError:
        """What a worker says, if it does; else it is replaced."""
        if is_ready:
            with suppress(EOFError, OSError):
                return worker.end()
        worker.kill()
        index = self._workers.index(worker)
        self._workers[index] = self._start(index)
        return LostWorkerError()

    def close(self) -> None:
        """Idle workers stop their bots in peace; busy ones are killed, and their guardians kill the bots."""
        try:
            for worker in self._workers:
                worker.close()
            for worker in self._workers:
                worker.join()
        except BaseException:
            self.kill()
            raise
        self._offspring.close()

    def kill(self) -> None:
        """End all workers at once; when this returns their bots are gone too."""
        for worker in self._workers:
            worker.kill()
        self._offspring.close()

    def _start(self, index: int) -> "_Worker":
        core = self._cores[index % len(self._cores)] if self._cores else None
        return _Worker(self._settings, core)


class _Worker:
    """One worker process, seen from the coordinator; `task` is what it works on, or None, since `begun_s`."""

    def __init__(self, settings: WorkerSettings, core: int | None) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "referee.tournament.worker", str(theirs.fileno()), _word(core)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env=os.environ | {"GRPC_ENABLE_FORK_SUPPORT": "0"},
            )
        self.connection: Connection[object, Result] = Connection(ours.detach())
        with suppress(OSError):  # as in `begin`
            self.connection.send(settings)
        self.task: Task | None = None
        self.begun_s = math.inf
        self._warm: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._capacity = settings.max_processes if settings.processes.processes == "reuse" else 0

    def warmth(self, task: Task) -> int:
        """How many of the instances that a task needs are probably here."""
        return sum(instance in self._warm for instance in task.instances)

    def begin(self, task: Task) -> None:
        """Send a task; a worker that is dead already is noticed when its result is awaited."""
        self.task, self.begun_s = task, time.monotonic()
        for instance in task.instances:
            self._warm[instance] = None
            self._warm.move_to_end(instance)
        while len(self._warm) > self._capacity:
            self._warm.popitem(last=False)
        with suppress(OSError):
            self.connection.send(task)

    def end(self) -> Result:
        """Take the result."""
        result = self.connection.recv()
        self.task, self.begun_s = None, math.inf
        return result

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()
        self.join()

    def close(self) -> None:
        """Ask an idle worker to stop; kill a busy one."""
        if self.task is not None:
            self._process.kill()
        with suppress(OSError):
            self.connection.send(None)

    def join(self) -> None:
        """Wait for the end of the process, not for ever."""
        try:
            self._process.wait(_CLOSE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.connection.close()


def _word(core: int | None) -> str:
    return "-" if core is None else str(core)
