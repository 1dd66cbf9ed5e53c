"""A crew without processes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.fake_cluster import order
from support.fake_series import plan

from referee.bots.spec import BotSpec
from referee.tournament.cluster.crew import Crew
from referee.tournament.cluster.order import recruit
from referee.tournament.tasks import Result, SeriesTask, Task, WorkerSettings


class FakeProcess:
    """A worker process that answers as a test says; it is its own connection."""

    answer: Callable[[Task], Result | type[BaseException] | None]
    made: list["FakeProcess"]

    def __init__(self, settings: WorkerSettings, core: int | None) -> None:
        self.settings = settings
        self.core = core
        self.tasks: list[Task] = []
        self.ends: list[str] = []
        self.connection = self
        type(self).made.append(self)

    def send(self, task: Task) -> None:
        """A task."""
        self.tasks.append(task)

    def poll(self, _timeout_s: float | None) -> bool:
        """Whether it answers."""
        return type(self).answer(self.tasks[-1]) is not None

    def recv(self) -> Any:
        """Its answer."""
        answer = type(self).answer(self.tasks[-1])
        if isinstance(answer, type):
            raise answer
        return answer

    def interrupt(self) -> None:
        """Killed."""
        self.ends.append("interrupt")

    def kill(self) -> None:
        """Killed, and waited for."""
        self.ends.append("kill")

    def ask_to_stop(self) -> None:
        """Asked."""
        self.ends.append("ask")

    def join(self) -> None:
        """Waited for."""
        self.ends.append("join")


def crew_of(bots: dict[str, BotSpec], scratch: Path, **keys: Any) -> Crew:
    """A crew that knows them."""
    return Crew(order(*(recruit(spec) for spec in bots.values()), **keys), scratch)


def series(bots: dict[str, BotSpec]) -> SeriesTask:
    """One series."""
    return SeriesTask(plan=plan(), specs=(bots["greedy"], bots["random"]))
