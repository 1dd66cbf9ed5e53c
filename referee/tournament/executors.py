"""Where tasks run. The coordinator submits, waits, and alone writes results.

2026-11-29: plain worker processes over socket pairs, not a process pool of the standard library: there the death of
one worker breaks all, and here it costs one series, which is played again. One series at a time in each worker, since
a second one would be charged the first one's thinking.

2026-11-30: a worker gets its next task in advance if both are brief. Else it waits for it, 1.3 ms on average and more
while a result is written to a slow disk, where a series of the quickest bots takes 35 ms.
"""

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Final, Protocol, Self

from referee.bots.offspring import Offspring
from referee.bots.text import status_text
from referee.tournament.tasks import Played, Result, Task, WorkerSettings
from referee.tournament.warmth import Warmth
from referee.tournament.worker_process import WorkerProcess

LOOKAHEAD: Final = 64
"""Waiting tasks among which the best one for a free worker is chosen."""

BRIEF_S: Final = 0.5
"""A task that takes less is brief. So much longer may a run last that is interrupted, or a round at its end."""


class LostWorkerError(Exception):
    """A worker died or hung with a task in hand; the task is to be run again. Its text says which, in a few words."""


class ElsewhereError(LostWorkerError):
    """The same, or a worker is not fit for the task, and there are others: who runs them has an eye on how often."""


Ended = tuple[Task, Result | LostWorkerError]
"""A task, and what became of it."""


class Executor(Protocol):
    """Somewhere tasks run."""

    @property
    def free(self) -> int:
        """How many tasks may be submitted now."""

    @property
    def busy(self) -> int:
        """How many tasks were submitted and have not ended."""

    @property
    def running(self) -> Sequence[Task]:
        """Those of them that have begun, as far as is known."""

    def submit(self, waiting: Sequence[Task]) -> Task | None:
        """Take one of the first of some tasks, at least one; which one, or None if no free worker is fit for any."""

    def wait(self) -> list[Ended]:
        """Wait for something to happen: those of the submitted tasks that ended, or none if it was something else."""

    def close(self) -> None:
        """End all workers and their bots; tasks that have not ended are lost."""


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
        self._durations = _Durations()
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
        """Workers that have nothing to do, and those whose task is brief and that have no other one."""
        return sum(self._has_place(worker) for worker in self._workers)

    @property
    def busy(self) -> int:
        """Tasks that workers have."""
        return sum(len(worker.tasks) for worker in self._workers)

    @property
    def running(self) -> list[Task]:
        """The first task of each worker."""
        return [task for worker in self._workers for task in worker.tasks[:1]]

    def submit(self, waiting: Sequence[Task]) -> Task | None:
        """Join the task and the free worker that fit best, by the bots the worker has warm; the oldest on a tie.

        None if all workers are busy, and no task is brief.
        """
        idle = [worker for worker in self._workers if not worker.tasks]
        free = idle or list(filter(self._has_place, self._workers))
        tasks = (task for task in waiting[:LOOKAHEAD] if idle or self._durations.is_brief(task))
        pairs = ((worker, task) for task in tasks for worker in free)
        found = max(pairs, key=lambda pair: pair[0].warmth.of(pair[1].instances), default=None)
        if found is None:
            return None
        worker, best = found
        worker.give(best)
        return best

    def wait(self) -> list[Ended]:
        """Wait for results; a worker that died or hangs is replaced."""
        busy = {worker.process.connection: worker for worker in self._workers if worker.tasks}
        left_s = min(worker.begun_s for worker in busy.values()) + self._patience_s - time.monotonic()
        ready = wait(list(busy), None if left_s == math.inf else max(0.0, left_s))
        overdue_s = time.monotonic() - self._patience_s
        ended: list[Ended] = []
        for connection, worker in busy.items():
            if connection in ready or worker.begun_s <= overdue_s:
                ended += self._results(worker, is_ready=connection in ready)
        self._offspring.reap()
        return ended

    def _has_place(self, worker: "_Worker") -> bool:
        return not worker.tasks or (len(worker.tasks) == 1 and self._durations.is_brief(worker.tasks[0]))

    def _results(self, worker: "_Worker", *, is_ready: bool) -> list[Ended]:
        """What a worker says, if it does; else it is replaced, and all its tasks come back."""
        if is_ready:
            with suppress(EOFError, OSError):
                begun_s = worker.begun_s
                task, result = worker.end()
                if isinstance(result, Played):
                    self._durations.note(task, time.monotonic() - begun_s)
                return [(task, result)]
        worker.process.kill()
        index = self._workers.index(worker)
        self._workers[index] = self._start(index)
        # 0: somebody else took leave of it and its status.
        end = status_text(worker.process.exit_status) if worker.process.exit_status else "ended"
        lost, *others = worker.tasks
        loss = LostWorkerError(end if is_ready else f"silent for {self._patience_s:.0f} s")
        return [(lost, loss), *((task, ElsewhereError()) for task in others)]

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
        self._offspring.close()

    def kill(self) -> None:
        """End all workers at once; when this returns their bots are gone too."""
        for worker in self._workers:
            worker.process.kill()
        self._offspring.close()

    def _start(self, index: int) -> "_Worker":
        core = self._cores[index % len(self._cores)] if self._cores else None
        return _Worker(self._settings, core)


class _Worker:
    """One worker and its tasks: the first one runs since `begun_s`, another one begins when it has ended."""

    def __init__(self, settings: WorkerSettings, core: int | None) -> None:
        self.process = WorkerProcess(settings, core)
        self.warmth = Warmth(settings.kept_count)
        self.tasks: list[Task] = []
        self.begun_s = math.inf

    def give(self, task: Task) -> None:
        """Give it a task."""
        if not self.tasks:
            self.begun_s = time.monotonic()
        self.tasks.append(task)
        self.warmth.note(task.instances)
        self.process.send(task)

    def end(self) -> tuple[Task, Result]:
        """Take the result of the task that runs."""
        result = self.process.connection.recv()
        self.begun_s = time.monotonic() if len(self.tasks) > 1 else math.inf
        return self.tasks.pop(0), result

    def close(self) -> None:
        """Ask an idle worker to stop; kill a busy one."""
        if self.tasks:
            self.process.kill()
        else:
            self.process.ask_to_stop()


class _Durations:
    """How long the last series of each bot took, its start included."""

    def __init__(self) -> None:
        self._last_s: dict[str, float] = {}

    def note(self, task: Task, duration_s: float) -> None:
        """Remember it."""
        self._last_s.update(dict.fromkeys((spec.name for spec in task.specs), duration_s))

    def is_brief(self, task: Task) -> bool:
        """Whether a task will probably be over soon; that of a bot not seen yet will not."""
        return all(self._last_s.get(spec.name, math.inf) < BRIEF_S for spec in task.specs)
