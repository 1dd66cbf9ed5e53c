"""Every bot tried before the first match: our own failure is no fault of a bot, and is tried again."""

from collections.abc import Callable, Sequence

import pytest
from support.tournaments import Audience

from referee.bots.spec import BotSpec
from referee.errors import RefereeError
from referee.tournament.dispatch import Dispatcher
from referee.tournament.executors import LostWorkerError
from referee.tournament.rehearsals import rehearse_all
from referee.tournament.tasks import RehearsalTask, Rehearsed, Result, Task, Void

SPECS = {name: BotSpec(name=name, command=("x",)) for name in ("greedy", "random")}
STALL = Void(reason="Traceback …\nreferee.errors.StalledError: the machine stood still\n")


class OneByOne:
    """Does one task at a time, as a function says that is told how often that bot was tried before."""

    def __init__(self, outcome: Callable[[str, int], Result]) -> None:
        self._outcome = outcome
        self._task: RehearsalTask | None = None
        self.tasks: list[RehearsalTask] = []

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
        assert isinstance(task, RehearsalTask)
        self._task = task
        return task

    def wait(self) -> list[tuple[Task, Result | LostWorkerError]]:
        """Its outcome."""
        task, self._task = self._task, None
        assert task is not None
        before = sum(other.spec == task.spec for other in self.tasks)
        self.tasks.append(task)
        return [(task, self._outcome(task.spec.name, before))]

    def close(self) -> None:
        """Nothing to end."""


def rehearse(outcome: Callable[[str, int], Result]) -> tuple[list[str], list[RehearsalTask]]:
    """The bots that are fit to play, and the tasks that were run, in order."""
    executor = OneByOne(outcome)
    fit = rehearse_all(Dispatcher(executor, lambda: False), SPECS, Audience(), exclude_broken=False)
    return list(fit), executor.tasks


def test_stalled_rehearsal_is_tried_again() -> None:
    """A bot that takes all of the processor cannot stop the run: stalls are forgiven but the last time."""
    fit, tasks = rehearse(
        lambda name, before: STALL if name == "greedy" and before < 2 else Rehearsed(bot=name, fault=None)
    )
    assert fit == ["greedy", "random"]
    assert [(task.spec.name, task.forgives_stalls) for task in tasks] == [
        ("greedy", True),
        ("greedy", True),
        ("greedy", False),
        ("random", True),
    ]


def test_third_failure_of_ours_stops_the_run() -> None:
    """With the bot that was to be tried, and the last traceback."""
    with pytest.raises(RefereeError, match="the referee itself failed to try random 3 times") as caught:
        rehearse(lambda name, _: STALL if name == "random" else Rehearsed(bot=name, fault=None))
    assert str(caught.value).endswith(STALL.reason)
    assert caught.value.exit_code == 1
