"""Where tasks run. The coordinator submits, waits, and alone writes results.

2026-11-29: plain worker processes over socket pairs, not a process pool of the standard library: there the death of
one worker breaks all, and here it costs one series, which is played again. One series at a time in each worker, since
a second one would be charged the first one's thinking.

2026-11-30: refused: a worker's next task in advance, which makes runs of the quickest bots 2 % faster, and makes it
longer to interrupt them.
"""

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Final, Protocol, Self

from referee.bots.offspring import Offspring
from referee.bots.text import status_text
from referee.errors import RefereeError
from referee.tournament.cores import Core
from referee.tournament.tasks import Result, Task, WorkerSettings
from referee.tournament.warmth import Warmth
from referee.tournament.worker_process import WorkerProcess

LOOKAHEAD: Final = 64
"""Waiting tasks among which the best one for a free worker is chosen."""


class LostWorkerError(Exception):
    """A worker died or hung with a task in hand; the task is to be run again. Its text says which, in a few words."""


class ElsewhereError(LostWorkerError):
    """The same, or a worker is not fit for the task, and there are others: who runs them has an eye on how often."""


class Executor(Protocol):
    """Somewhere tasks run."""

    @property
    def free(self) -> int:
        """How many tasks may be submitted now."""

    @property
    def busy(self) -> int:
        """How many tasks are running."""

    def submit(self, waiting: Sequence[Task]) -> Task | None:
        """Start one of the first of some tasks, at least one; which one, or None if no free worker is fit for any."""

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """Wait for something to happen: those of the running tasks that ended, or none if it was something else."""

    def close(self) -> None:
        """End all workers and their bots; running tasks are lost."""


class LocalExecutor:
    """Worker processes on this machine. Use as a context manager.

    Args:
        settings: what every worker works with.
        count: how many workers.
        cores: those on which workers may be kept, each on one that no other run has; a worker for which none is left
            wanders, and its bots are told so.
        patience_s: how long a task may take, in seconds; a worker that needs longer hangs, stopped by whomever.

    Raises:
        RefereeError: a process could not be started, then or in place of one that was lost.
    """

    def __init__(
        self, settings: WorkerSettings, count: int, *, cores: Sequence[int] = (), patience_s: float = math.inf
    ) -> None:
        self._settings = settings
        self._numbers = cores
        self._cores: dict[int, Core] = {}
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
        worker, best = max(pairs, key=lambda pair: pair[0].warmth.of(pair[1].instances))
        worker.begin(best)
        return best

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """Wait for results; a worker that died or hangs is replaced."""
        running = {worker.process.connection: worker for worker in self._workers if worker.task is not None}
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
        worker.process.kill()
        index = self._workers.index(worker)
        self._workers[index] = self._start(index)
        # 0: somebody else took leave of it and its status.
        end = status_text(worker.process.exit_status) if worker.process.exit_status else "ended"
        return LostWorkerError(end if is_ready else f"silent for {self._patience_s:.0f} s")

    def close(self) -> None:
        """Idle workers stop their bots in peace; busy ones are killed, and their guardians kill the bots."""
        try:
            for worker in self._workers:
                worker.close()
            for worker in self._workers:
                worker.process.join()
        except BaseException:
            self.kill()
            raise
        self._end()

    def kill(self) -> None:
        """End all workers at once; when this returns their bots are gone too."""
        for worker in self._workers:
            worker.process.kill()
        self._end()

    def _end(self) -> None:
        self._offspring.close()
        for core in self._cores.values():
            core.close()

    def _start(self, index: int) -> "_Worker":
        try:
            core = self._core(index)
            play = replace(self._settings.play, cpu_cores=int(core is not None))
            return _Worker(replace(self._settings, play=play), core)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise RefereeError(
                f"no worker process can be started: {reason}; nothing finished is lost: make room (`ulimit -a`), lower"
                " --concurrency, and run the same command again"
            ) from error

    def _core(self, index: int) -> int | None:
        if index not in self._cores and (core := Core.claim(self._numbers)) is not None:
            self._cores[index] = core
        return self._cores[index].number if index in self._cores else None


class _Worker:
    """One worker and the task that it works on, or None, since `begun_s`."""

    def __init__(self, settings: WorkerSettings, core: int | None) -> None:
        self.process = WorkerProcess(settings, core)
        self.warmth = Warmth(settings.kept_count)
        self.task: Task | None = None
        self.begun_s = math.inf

    def begin(self, task: Task) -> None:
        """Give it a task."""
        self.task, self.begun_s = task, time.monotonic()
        self.warmth.note(task.instances)
        self.process.send(task)

    def end(self) -> Result:
        """Take the result."""
        result = self.process.connection.recv()
        self.task, self.begun_s = None, math.inf
        return result

    def close(self) -> None:
        """Ask an idle worker to stop; kill a busy one."""
        if self.task is None:
            self.process.ask_to_stop()
        else:
            self.process.kill()
