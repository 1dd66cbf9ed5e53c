"""Tasks go in while there is room for them and their bots, and results come out as they end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from referee.errors import RefereeError
from referee.tournament.dispatch import LOSSES_IN_A_ROW, Dispatcher
from referee.tournament.executors import LostWorkerError
from referee.tournament.tasks import Bench, Rehearsed, Result, Task


@dataclass(frozen=True, kw_only=True)
class Errand:
    """A task that does nothing, for some remote bots."""

    name: str
    remote: tuple[str, ...] = ()
    instances: tuple[tuple[str, int], ...] = ()

    def run(self, bench: Bench) -> Result:
        """Never called: the executor of these tests runs nothing."""
        raise NotImplementedError


class Desk:
    """An executor that ends the task begun first at each wait, and notes how many ran at once."""

    def __init__(self, size: int, *, lost: Sequence[str] = ()) -> None:
        self.running: list[Task] = []
        self.crowds: list[list[str]] = []
        self._size = size
        self._lost = list(lost)

    @property
    def free(self) -> int:
        """Places left."""
        return self._size - len(self.running)

    @property
    def busy(self) -> int:
        """Tasks running."""
        return len(self.running)

    def submit(self, waiting: Sequence[Task]) -> Task:
        """Take the first."""
        self.running.append(waiting[0])
        return waiting[0]

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """End the oldest."""
        self.crowds.append([name(task) for task in self.running])
        task = self.running.pop(0)
        if name(task) in self._lost:
            self._lost.remove(name(task))
            return [(task, LostWorkerError())]
        return [(task, Rehearsed(bot=name(task), fault=None))]

    def close(self) -> None:
        """Nothing to end."""


def name(task: Task) -> str:
    """The name of an errand."""
    assert isinstance(task, Errand)
    return task.name


def errands(*remote: str) -> Iterator[Errand]:
    """Errands a, b, c … each for the remote bot named at its place, or for none."""
    return (Errand(name="abcdefgh"[i], remote=(bot,) if bot else ()) for i, bot in enumerate(remote))


def ended(dispatcher: Dispatcher, tasks: Iterator[Errand]) -> list[str]:
    """The names of the tasks in the order in which they ended."""
    return [name(task) for task, _ in dispatcher.run(tasks)]


def test_remote_bot_plays_one_series_at_a_time() -> None:
    """Unless it says more; tasks behind it that do not need it go first."""
    desk = Desk(3)
    assert ended(Dispatcher(desk, lambda: False), errands("far", "far", "", "")) == ["a", "c", "d", "b"]
    assert desk.crowds[0] == ["a", "c", "d"]
    assert not any({"a", "b"} <= set(crowd) for crowd in desk.crowds)


def test_remote_bot_plays_as_many_series_as_it_says() -> None:
    """Two of three at once."""
    desk = Desk(3)
    dispatcher = Dispatcher(desk, lambda: False)
    dispatcher.room["far"] = 2
    assert ended(dispatcher, errands("far", "far", "far")) == ["a", "b", "c"]
    assert [len(crowd) for crowd in desk.crowds] == [2, 2, 1]


def test_task_of_a_lost_worker_runs_again_and_frees_its_bot() -> None:
    """Its place at the remote bot is not taken twice."""
    desk = Desk(2, lost=["a"])
    assert ended(Dispatcher(desk, lambda: False), errands("far", "far")) == ["a", "b"]


def test_workers_that_die_one_after_the_other_stop_the_run() -> None:
    """A task that kills every worker is not tried for ever."""
    desk = Desk(1, lost=["a"] * LOSSES_IN_A_ROW)
    with pytest.raises(RefereeError, match="worker processes died one after the other"):
        ended(Dispatcher(desk, lambda: False), errands(""))


def test_nothing_begins_while_draining() -> None:
    """What runs ends, the rest is left."""
    desk = Desk(1)
    assert ended(Dispatcher(desk, lambda: bool(desk.crowds)), errands("", "", "")) == ["a"]
