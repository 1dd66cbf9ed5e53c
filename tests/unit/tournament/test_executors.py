"""Which worker gets which task, and when; the workers are played by fakes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import cast

import pytest
from support.manual_clock import ManualClock

from referee.bots.spec import BotSpec, ProcessSettings
from referee.play.records import SeriesRecord
from referee.tournament import executors
from referee.tournament.executors import BRIEF_S, ElsewhereError, LocalExecutor
from referee.tournament.tasks import Played, Rehearsed, Result, Task, WorkerSettings

PLAYED = Played(record=cast("SeriesRecord", None))


@dataclass(frozen=True, kw_only=True)
class Errand:
    """A task for some bots."""

    bots: str
    instances: tuple[tuple[str, int], ...] = ()

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """A letter is a bot."""
        return tuple(BotSpec(name=letter, command=("bot",)) for letter in self.bots)


def errand(bots: str) -> Task:
    """A task for these bots, a letter each."""
    return cast("Task", Errand(bots=bots))


@dataclass(eq=False)
class Office:
    """What the fakes have in common: a clock, and whose results are there."""

    clock: ManualClock = field(default_factory=ManualClock)
    processes: "list[FakeProcess]" = field(default_factory=list)
    ready: "list[FakeProcess]" = field(default_factory=list)

    def wait(self, connections: Sequence["FakeProcess"], _timeout_s: float | None) -> list["FakeProcess"]:
        """Those that a test made ready."""
        ready, self.ready = self.ready, []
        return [connection for connection in connections if connection in ready]

    def end(self, executor: LocalExecutor, number: int, result: Result | None, *, after_s: float = 0) -> list[object]:
        """A worker says a result, or dies with None; what the executor makes of it."""
        self.clock.now_s += after_s
        self.processes[number].result = result
        self.ready = [self.processes[number]]
        return [what for task in executor.wait() for what in task]


class FakeProcess:
    """A worker, and the connection to it."""

    exit_status = -9

    def __init__(self, office: Office) -> None:
        self.connection = self
        self.given: list[Task] = []
        self.result: Result | None = None
        office.processes.append(self)

    def send(self, task: Task) -> None:
        """Note it."""
        self.given.append(task)

    def recv(self) -> Result:
        """What the test says; it is gone if there is nothing."""
        if self.result is None:
            raise EOFError
        return self.result

    def kill(self) -> None:
        """Nothing to end."""

    ask_to_stop = join = kill


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Office:
    """Workers are fakes from now on."""
    made = Office()
    monkeypatch.setattr(executors, "WorkerProcess", lambda *_: FakeProcess(made))
    monkeypatch.setattr(executors, "wait", made.wait)
    monkeypatch.setattr(executors, "time", SimpleNamespace(monotonic=made.clock))
    return made


def hire(count: int) -> LocalExecutor:
    """An executor with so many workers."""
    settings = cast("WorkerSettings", SimpleNamespace(kept_count=10, processes=ProcessSettings()))
    return LocalExecutor(settings, count)


def test_worker_gets_a_brief_task_in_advance(office: Office) -> None:
    """While a brief one runs, and only one; both have an end of their own."""
    executor = hire(1)
    first, second, third = errand("ab"), errand("ab"), errand("ba")
    assert executor.submit([first]) is first
    assert executor.free == 0
    assert office.end(executor, 0, PLAYED, after_s=BRIEF_S / 2) == [first, PLAYED]
    assert executor.submit([second]) is second
    assert executor.free == 1
    assert executor.submit([third]) is third
    assert (executor.free, executor.busy, executor.running) == (0, 2, [second])
    assert office.processes[0].given == [first, second, third]
    assert office.end(executor, 0, PLAYED) == [second, PLAYED]
    assert executor.running == [third]
    assert office.end(executor, 0, PLAYED) == [third, PLAYED]
    assert executor.busy == 0


def test_no_task_waits_behind_a_long_one(office: Office) -> None:
    """Another worker may be idle long before it ends."""
    executor = hire(1)
    executor.submit([errand("ab")])
    office.end(executor, 0, PLAYED, after_s=2 * BRIEF_S)
    executor.submit([errand("ab")])
    assert executor.free == 0


def test_no_long_task_is_given_in_advance(office: Office) -> None:
    """A run that is interrupted would have to wait for it; a bot not seen yet counts as slow, the next task may do."""
    executor = hire(1)
    executor.submit([errand("ab")])
    office.end(executor, 0, PLAYED)
    executor.submit([errand("ab")])
    assert executor.submit([errand("ac")]) is None
    brief = errand("ba")
    assert executor.submit([errand("ac"), brief]) is brief


def test_rehearsal_says_nothing_of_a_series(office: Office) -> None:
    """It is one turn."""
    executor = hire(1)
    executor.submit([errand("a")])
    office.end(executor, 0, Rehearsed(bot="a", fault=None))
    executor.submit([errand("a")])
    assert executor.free == 0


def test_idle_workers_come_first(office: Office) -> None:
    """None waits behind another one while there is a worker that has nothing to do."""
    executor = hire(2)
    executor.submit([errand("ab")])
    office.end(executor, 0, PLAYED)
    tasks = [errand("ab") for _ in range(4)]
    for task in tasks:
        assert executor.free
        executor.submit([task])
    assert executor.running == tasks[:2]
    assert executor.free == 0


def test_task_behind_that_of_a_lost_worker_is_not_suspected(office: Office) -> None:
    """It comes back too, but had not begun."""
    executor = hire(1)
    executor.submit([errand("ab")])
    office.end(executor, 0, PLAYED)
    first, second = errand("ab"), errand("ab")
    executor.submit([first])
    executor.submit([second])
    task, loss, other, excuse = office.end(executor, 0, None)
    assert (task, other) == (first, second)
    assert str(loss) == "killed by SIGKILL"
    assert not isinstance(loss, ElsewhereError)
    assert isinstance(excuse, ElsewhereError)
    assert (executor.busy, executor.free, len(office.processes)) == (0, 1, 2)
