"""Workers on this machine, without processes: the cores they are kept on."""

from collections.abc import Iterator

import pytest
from support.fake_crew import FakeProcess

from referee.bots.clock import ClockSettings
from referee.bots.spec import ProcessSettings
from referee.play.series import PlaySettings
from referee.rules.variant import Variant
from referee.tournament import executors
from referee.tournament.executors import LocalExecutor
from referee.tournament.tasks import WorkerSettings

SETTINGS = WorkerSettings(
    play=PlaySettings(variant=Variant(), clock=ClockSettings()), processes=ProcessSettings(), max_processes=2
)


class Nobody:
    """There never was a process."""

    def close(self) -> None:
        """Nothing is left."""


class Core:
    """A core of a machine on which others have number 3."""

    taken: set[int]

    def __init__(self, number: int) -> None:
        self.number = number
        self.taken.add(number)

    @classmethod
    def claim(cls, numbers: list[int]) -> "Core | None":
        """The first that is free."""
        free = [number for number in numbers if number not in cls.taken]
        return cls(free[0]) if free else None

    def close(self) -> None:
        """It is free again."""
        self.taken.remove(self.number)


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[FakeProcess]]:
    """Those that were made."""
    FakeProcess.made = []
    Core.taken = {3}
    monkeypatch.setattr(executors, "WorkerProcess", FakeProcess)
    monkeypatch.setattr(executors, "Offspring", Nobody)
    monkeypatch.setattr(executors, "Core", Core)
    yield FakeProcess.made
    assert Core.taken == {3}


def test_each_worker_has_a_core_that_no_other_run_has(processes: list[FakeProcess]) -> None:
    """As long as there are any; bots are told of one core where they are kept to one."""
    with LocalExecutor(SETTINGS, 3, cores=[3, 5, 8]):
        assert [process.core for process in processes] == [5, 8, None]
        assert [process.settings.play.cpu_cores for process in processes] == [1, 1, 0]


def test_workers_wander_where_they_are_not_to_be_kept(processes: list[FakeProcess]) -> None:
    """And their bots are told of no core."""
    with LocalExecutor(SETTINGS, 2):
        assert [process.core for process in processes] == [None, None]
        assert [process.settings.play.cpu_cores for process in processes] == [0, 0]
