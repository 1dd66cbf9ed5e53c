"""An executor without workers: a test says what comes of each task."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from referee.tournament.executors import LostWorkerError
from referee.tournament.tasks import RehearsalTask, Result, SeriesTask, Task

T = TypeVar("T", SeriesTask, RehearsalTask)


class ScriptedExecutor(Generic[T]):
    """Does one task at a time, all of one kind.

    Args:
        kind: of the tasks.
        outcome: what comes of a task that was tried so often before.

    Attributes:
        tasks: those that were run, in order.
    """

    def __init__(self, kind: type[T], outcome: Callable[[T, int], Result | LostWorkerError]) -> None:
        self._kind: type[T] = kind
        self._outcome: Callable[[T, int], Result | LostWorkerError] = outcome
        self._task: T | None = None
        self.tasks: list[T] = []

    @property
    def free(self) -> int:
        """One at a time."""
        return 1 - self.busy

    @property
    def busy(self) -> int:
        """Whether there is one."""
        return int(self._task is not None)

    def submit(self, waiting: Sequence[Task]) -> Task:
        """Take the first."""
        task = waiting[0]
        assert isinstance(task, self._kind)
        self._task = task
        return task

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """Its outcome."""
        task, self._task = self._task, None
        assert task is not None
        before = sum(_subject(other) == _subject(task) for other in self.tasks)
        self.tasks.append(task)
        return [(task, self._outcome(task, before))]

    def close(self) -> None:
        """Nothing to end."""


def _subject(task: SeriesTask | RehearsalTask) -> object:
    """What stays the same when a task is tried again."""
    return task.plan.number if isinstance(task, SeriesTask) else task.spec
