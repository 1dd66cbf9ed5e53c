"""Tasks go in while there is room for them and their bots, and results come out as they end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

import pytest

from referee.bots.spec import BotSpec
from referee.errors import RefereeError
from referee.tournament.dispatch import LOSSES_IN_A_ROW, Dispatcher
from referee.tournament.executors import LOOKAHEAD, ElsewhereError, LostWorkerError
from referee.tournament.tasks import Bench, Rehearsed, Result, Task, Void


@dataclass(frozen=True, kw_only=True)
class Errand:
    """A task that does nothing, for some remote bots."""

    name: str
    remote: tuple[str, ...] = ()
    instances: tuple[tuple[str, int], ...] = ()
    specs: tuple[BotSpec, ...] = ()

    def run(self, bench: Bench) -> Result:
        """Never called: the executor of these tests runs nothing."""
        raise NotImplementedError

    def with_specs(self, specs: Mapping[str, BotSpec]) -> Self:
        """It has no bots."""
        return self


class Desk:
    """An executor that ends the task begun first at each wait, and notes how many ran at once."""

    def __init__(self, size: int, *, lost: Sequence[str] = (), unfit: Sequence[str] = (), late_count: int = 0) -> None:
        self.running: list[Task] = []
        self.crowds: list[list[str]] = []
        self._size = size
        self._lost = list(lost)
        self._unfit = list(unfit)
        self._late_count = late_count

    @property
    def free(self) -> int:
        """Places left; none before the first worker is there."""
        return 0 if self._late_count else self._size - len(self.running)

    @property
    def busy(self) -> int:
        """Tasks running."""
        return len(self.running)

    def submit(self, waiting: Sequence[Task]) -> Task:
        """Take the first."""
        self.running.append(waiting[0])
        return waiting[0]

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """A worker comes, or the oldest ends."""
        if self._late_count:
            self._late_count -= 1
            return []
        self.crowds.append([name(task) for task in self.running])
        task = self.running.pop(0)
        if name(task) in self._lost:
            self._lost.remove(name(task))
            return [(task, LostWorkerError("killed by SIGKILL" if name(task) == "a" else "exited with status 3"))]
        if name(task) in self._unfit:
            self._unfit.remove(name(task))
            return [(task, ElsewhereError())]
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
    assert ended(Dispatcher(desk, lambda: False), errands("far", "far")) == ["b", "a"]


def test_task_of_a_lost_worker_runs_last() -> None:
    """It may be what killed the worker: all others are done before it kills the next ones."""
    desk = Desk(2, lost=["a"] * (LOSSES_IN_A_ROW + 1))
    tasks = (Errand(name=f"{number}" if number else "a") for number in range(2 * LOOKAHEAD))
    results = Dispatcher(desk, lambda: False).run(tasks)
    assert [name(task) for task, _ in islice(results, 2 * LOOKAHEAD - 1)] == [
        f"{number}" for number in range(1, 2 * LOOKAHEAD)
    ]
    with pytest.raises(RefereeError):
        next(results)


def test_workers_that_die_one_after_the_other_stop_the_run() -> None:
    """A task that kills every worker is not tried for ever; memory is spoken of where it may be the cause."""
    specs = (BotSpec(name="greedy", command=("x",)), BotSpec(name="random", command=("x",)))
    for task, bots, how in (("a", " (greedy against random)", "killed by SIGKILL"), ("b", "", "exited with status 3")):
        desk = Desk(1, lost=[task] * LOSSES_IN_A_ROW)
        with pytest.raises(RefereeError) as caught:
            ended(Dispatcher(desk, lambda: False), iter([Errand(name=task, specs=specs if bots else specs[:1])]))
        head, *lines, advice = str(caught.value).splitlines()
        assert head == "5 worker processes were lost one after the other, in the middle of"
        assert lines == [f"  {task}{bots}: {how}, 5 times"]
        assert advice.startswith("run the same command again, nothing finished is lost")
        assert ("memory" in advice) == (task == "a")


def test_result_in_between_starts_the_count_of_lost_workers_again() -> None:
    """Now and then one may die in a long run."""
    few = LOSSES_IN_A_ROW - 1
    dispatcher = Dispatcher(Desk(1, lost=["a"] * few + ["b"] * few), lambda: False)
    assert [ended(dispatcher, iter([Errand(name=task)])) for task in "ab"] == [["a"], ["b"]]


class AllAtOnce(Desk):
    """A desk whose tasks end in one moment, those that are void the first time as such."""

    def __init__(self, size: int, *, lost: Sequence[str] = (), void: Sequence[str] = ()) -> None:
        super().__init__(size, lost=lost)
        self._void = list(void)

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """All that run end."""
        ends = [end for _ in range(len(self.running)) for end in super(AllAtOnce, self).wait()]
        return [(task, self._judged(task, result)) for task, result in ends]

    def _judged(self, task: Task, result: Result | LostWorkerError) -> Result | LostWorkerError:
        if name(task) not in self._void:
            return result
        self._void.remove(name(task))
        return Void(reason="")


def test_void_task_is_the_next_to_begin() -> None:
    """Also where another ended in the same moment: the places left are not given away before it is known."""
    desk = AllAtOnce(2, void=["b"])
    dispatcher = Dispatcher(desk, lambda: False)
    for task, result in dispatcher.run(errands("", "", "", "")):
        if isinstance(result, Void):
            dispatcher.again(task)
    assert desk.crowds[2] == ["b", "c"]


def test_result_that_comes_with_the_last_death_is_given_first() -> None:
    """Enough workers die in one moment to stop the run, and another one has finished: its series is kept."""
    desk = AllAtOnce(LOSSES_IN_A_ROW + 1, lost=["a", "b", "c", "d", "e"])
    results = Dispatcher(desk, lambda: False).run(errands(*[""] * (LOSSES_IN_A_ROW + 1)))
    assert name(next(results)[0]) == "f"
    with pytest.raises(RefereeError) as caught:
        next(results)
    _, *lines, advice = str(caught.value).splitlines()
    assert lines == ["  a: killed by SIGKILL", *(f"  {task}: exited with status 3" for task in "bcde")]
    assert "memory" in advice


def test_nothing_begins_while_draining() -> None:
    """What runs ends, the rest is left."""
    desk = Desk(1)
    assert ended(Dispatcher(desk, lambda: bool(desk.crowds)), errands("", "", "")) == ["a"]


def test_workers_that_are_not_fit_are_counted_by_whoever_runs_them() -> None:
    """A task may be sent elsewhere more often than workers of one machine may die."""
    desk = Desk(1, unfit=["a"] * (2 * LOSSES_IN_A_ROW))
    assert ended(Dispatcher(desk, lambda: False), errands("")) == ["a"]


def test_tasks_wait_for_a_worker() -> None:
    """Nothing is running, and nothing is done: that is not the end."""
    assert ended(Dispatcher(Desk(1, late_count=3), lambda: False), errands("", "")) == ["a", "b"]


def test_what_is_running_is_told_before_each_wait() -> None:
    """Whoever watches sees what has begun and not ended; at the end nothing."""
    told: list[list[str]] = []
    dispatcher = Dispatcher(Desk(2), lambda: False)
    for _ in dispatcher.run(errands("", "", ""), lambda running: told.append([name(task) for task in running])):
        pass
    assert told == [["a", "b"], ["b", "c"], ["c"], []]


def test_lost_task_is_running_once() -> None:
    """After its worker died it waits, and runs again."""
    told: list[list[str]] = []
    dispatcher = Dispatcher(Desk(1, lost=["a"]), lambda: False)
    for _ in dispatcher.run(errands(""), lambda running: told.append([name(task) for task in running])):
        pass
    assert told == [["a"], ["a"], []]


def test_workers_go_on_while_results_are_saved() -> None:
    """Who saves a result keeps no worker waiting: its next task has begun."""
    desk = Desk(1)
    for _ in Dispatcher(desk, lambda: False).run(iter([Errand(name="one"), Errand(name="two")])):
        seen = [name(task) for task in desk.running]
        break
    assert seen == ["two"]


class Watcher(Desk):
    """A desk that notes how many tasks had been made whenever one began."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.made = 0
        self.made_at_start: list[int] = []

    def tasks(self, count: int) -> Iterator[Task]:
        """So many, made when they are asked for."""
        for number in range(count):
            self.made += 1
            yield Errand(name=str(number))

    def submit(self, waiting: Sequence[Task]) -> Task:
        """Take the first."""
        self.made_at_start.append(self.made)
        return super().submit(waiting)


def test_next_task_begins_before_a_later_one_is_made() -> None:
    """The making of a task takes as long as a worker needs to notice: nobody waits for it but the list at first."""
    desk = Watcher(1)
    count = 2 * LOOKAHEAD
    assert len(list(Dispatcher(desk, lambda: False).run(desk.tasks(count)))) == count
    # Behind the first task the list is filled up again while that runs; each next one begins with what is there.
    assert desk.made_at_start == [LOOKAHEAD, *range(LOOKAHEAD + 1, count + 1), *[count] * (LOOKAHEAD - 1)]


def test_many_places_have_a_choice_of_tasks() -> None:
    """Where very many workers become free at once the list is filled up before it is nearly empty."""
    desk = Watcher(10 * LOOKAHEAD)
    list(Dispatcher(desk, lambda: False).run(desk.tasks(12 * LOOKAHEAD)))
    started = range(len(desk.made_at_start))
    choices = [made - begun for made, begun in zip(desk.made_at_start, started, strict=True)]
    assert min(choices[: 11 * LOOKAHEAD]) >= LOOKAHEAD // 2
