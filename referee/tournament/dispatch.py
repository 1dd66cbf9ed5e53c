"""Tasks into an executor and results out of it, in whatever order they end."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from referee.errors import RefereeError
from referee.tournament.executors import LOOKAHEAD, ElsewhereError, Executor, LostWorkerError
from referee.tournament.tasks import Result, Task, Void

LOSSES_IN_A_ROW: Final = 5
"""Workers that may die one after the other before the run stops; a result in between starts the count again."""


class Dispatcher:
    """Keeps an executor busy.

    Args:
        executor: where the tasks run.
        is_draining: whether no further task is to be started; asked before each.

    Attributes:
        is_draining: the same.
        room: how many tasks a remote bot may have at once, by its name; 1 where nothing is said.
    """

    def __init__(self, executor: Executor, is_draining: Callable[[], bool]) -> None:
        self._executor = executor
        self.is_draining = is_draining
        self.room: dict[str, int] = {}
        self._waiting: list[Task] = []
        self._running: list[Task] = []
        self._playing: Counter[str] = Counter()
        self._suspects: list[Task] = []
        self._losses: list[str] = []

    def again(self, task: Task) -> None:
        """Run a task once more, next."""
        self._waiting.insert(0, task)

    def run(
        self, tasks: Iterator[Task], watch: Callable[[Sequence[Task]], None] = lambda _: None
    ) -> Iterator[tuple[Task, Result]]:
        """Results as they come, until all tasks ended or, when draining, the running ones did.

        Args:
            tasks: in the order in which they are to be begun, as far as there is a choice.
            watch: is told what is running, before each wait.

        Raises:
            RefereeError: workers die one after the other.
        """
        while True:
            self._feed(tasks)
            self._look_ahead(tasks)
            watch(self._running)
            if not self._executor.busy and (self.is_draining() or not self._waiting):
                return
            yield from self._gather(tasks)

    def _gather(self, tasks: Iterator[Task]) -> Iterator[tuple[Task, Result]]:
        """Wait for results; workers have their next tasks before these are saved, but for those that may come again."""
        results: list[tuple[Task, Result]] = []
        losses: list[tuple[Task, LostWorkerError]] = []
        for task, result in self._executor.wait():
            self._playing.subtract(task.remote)
            self._running.remove(task)
            if isinstance(result, ElsewhereError):
                self.again(task)
            elif isinstance(result, LostWorkerError):
                losses.append((task, result))
                self._suspects.append(task)
            else:
                self._losses.clear()
                results.append((task, result))
        if not any(isinstance(result, Void) for _, result in results):
            self._feed(tasks)
        yield from results
        for task, loss in losses:  # last, since it may end the run: what came in the same moment is given first
            self._count_loss(task, loss)

    def _feed(self, tasks: Iterator[Task]) -> None:
        """Start what can be started; a worker does not wait for the making of later tasks once the list is filled."""
        while self._executor.free:
            if len(self._waiting) < LOOKAHEAD // 2:
                self._look_ahead(tasks)
            if not self._start_one() and not self._look_ahead(tasks):
                return

    def _start_one(self) -> bool:
        """Start one of the waiting tasks, if there is one that can be; whether there was."""
        ready = [] if self.is_draining() else [task for task in self._waiting if self._has_room(task)]
        started = self._executor.submit(ready) if ready else None
        if started is None:
            return False
        self._waiting.remove(started)
        self._running.append(started)
        self._playing.update(started.remote)
        return True

    def _look_ahead(self, tasks: Iterator[Task]) -> bool:
        """Fill up the list of waiting tasks, a short one: a round may have a million. Whether any were added.

        Tasks that a worker was lost with come last: they may have been what killed it.
        """
        missing = 0 if self.is_draining() else LOOKAHEAD - len(self._waiting)
        added = list(islice(tasks, max(0, missing)))
        if not added and not self._waiting:
            added, self._suspects = self._suspects, []
        self._waiting += added
        return bool(added)

    def _has_room(self, task: Task) -> bool:
        return all(self._playing[bot] < self.room.get(bot, 1) for bot in task.remote)

    def _count_loss(self, task: Task, loss: LostWorkerError) -> None:
        bots = f" ({' against '.join(spec.name for spec in task.specs)})" if len(task.specs) > 1 else ""
        self._losses.append(f"{task.name}{bots}: {loss}")
        if len(self._losses) == LOSSES_IN_A_ROW:
            counted = Counter(self._losses).items()
            lines = [f"  {line}, {count} times" if count > 1 else f"  {line}" for line, count in counted]
            was_killed = any("SIGKILL" in line for line in lines)
            memory = "; if memory ran out, as SIGKILL may mean, lower --concurrency" if was_killed else ""
            raise RefereeError(
                f"{LOSSES_IN_A_ROW} worker processes were lost one after the other, in the middle of\n"
                + "\n".join(lines)
                + f"\nrun the same command again, nothing finished is lost{memory}"
            )
