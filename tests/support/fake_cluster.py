"""A cluster in memory: workers that answer as a test says, and jobs that end when it says so."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.fake_series import plan

from referee import __version__
from referee.bots.clock import ClockSettings
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError, RefereeError
from referee.play.faults import Place, Question, describe_fault
from referee.play.series import PlaySettings
from referee.rules.state import Seat
from referee.rules.variant import Variant
from referee.tournament.cluster import service
from referee.tournament.cluster.executor import ClusterExecutor
from referee.tournament.cluster.link import ASK_S
from referee.tournament.cluster.order import Enlisted, Order, Recruit, Report, Served
from referee.tournament.tasks import RehearsalTask, Rehearsed, SeriesTask, Task, WorkerSettings

SETTINGS = WorkerSettings(
    play=PlaySettings(variant=Variant(), clock=ClockSettings()), processes=ProcessSettings(), max_processes=4
)


def order(*recruits: Recruit, **keys: Any) -> Order:
    """An order for a run called `run`."""
    standard: dict[str, Any] = {"run": "run", "settings": SETTINGS, "pins": False, "patience_s": 60.0}
    return Order(recruits=recruits, **(standard | keys))


class FakeLink:
    """See `cluster.link.Link`.

    Args:
        threads: the workers that are there, by address; a test may change them.

    Attributes:
        asked: what was asked of workers: the function's name, address, arguments.
        patience_s: how long was waited for a function, by its name, in seconds.
        untried: the bots that the last job is not to try.
        running: the jobs that run: place and task by ticket; a test ends them.
        answers: of a worker to a function's name, instead of the usual ones.
        crowds: how many jobs ran at each wait; None: the test ends them.
        is_gone: whether the scheduler is.
        is_closed: whether it was let go.
    """

    name = "tcp://fake:8786"

    def __init__(self, **threads: int) -> None:
        self.threads: dict[str, int] = dict(threads)
        self.asked: list[tuple[str, str, tuple[object, ...]]] = []
        self.patience_s: dict[str, float] = {}
        self.untried: object = None
        self.running: dict[int, tuple[str, Task]] = {}
        self.answers: dict[tuple[str, str], object] = {}
        self.crowds: list[int] | None = None
        self.is_gone = False
        self.is_closed = False
        self._ended: list[tuple[int, Report | Exception]] = []

    def workers(self) -> Mapping[str, int]:
        """Those that are there."""
        if self.is_gone:
            raise RefereeError("the scheduler does not answer any more")
        return dict(self.threads)

    def ask(
        self, workers: Sequence[str], function: Callable[..., Any], *args: object, patience_s: float = ASK_S
    ) -> dict[str, Any]:
        """What the test says, else what a worker in good health says."""
        name = function.__name__
        self.asked += [(name, worker, args) for worker in workers]
        self.patience_s[name] = patience_s
        usual = {"resolve_name": __version__, "enlist": Enlisted(host="host", cores=8)}
        return {worker: self.answers.get((worker, name), usual.get(name)) for worker in workers}

    def hold(self, worker: str, make: Callable[..., object], *args: object) -> None:
        """Nothing is made."""
        assert make is service.Lease

    def begin(self, ticket: int, worker: str, function: Callable[..., Report], args: tuple[object, ...]) -> None:
        """It runs until the test ends it."""
        assert function is service.serve
        _, _, task, self.untried = args
        self.running[ticket] = (worker, task)  # type: ignore[assignment] # the third argument is one

    def forget(self, ticket: int) -> None:
        """It runs no more."""
        del self.running[ticket]

    def ended(self, timeout_s: float) -> list[tuple[int, Report | Exception]]:
        """What the test has ended; all, if it wants to see how many there were."""
        if self.crowds is not None:
            self.crowds.append(len(self.running))
            self._ended = [(ticket, fit()) for ticket in self.running]
            self.running.clear()
        ended, self._ended = self._ended, []
        return ended

    def close(self) -> None:
        """Let go."""
        self.is_closed = True

    def end(self, worker: str, report: Report | Exception) -> Task:
        """The oldest job of a worker ends so; its task."""
        ticket = next(ticket for ticket, (its, _) in self.running.items() if its == worker)
        self._ended.append((ticket, report))
        return self.running.pop(ticket)[1]


def executor(link: FakeLink, told: list[str], *recruits: Recruit, limit: int | None = None) -> ClusterExecutor:
    """An executor on a cluster, at whose workers it has looked once."""
    made = ClusterExecutor(link, order(*recruits), limit=limit, results=Path("/nowhere"), tell=told.append)
    made.wait()
    return made


def look(made: ClusterExecutor) -> list[Any]:
    """Wait, and look at who is there whatever the time is."""
    made._looked_s = 0.0
    return [*made.wait()]


def series(number: int = 7, leg: int = 1) -> SeriesTask:
    """A series between greedy and random."""
    a, b = (BotSpec(name=name, command=(name,)) for name in ("greedy", "random"))
    return SeriesTask(plan=replace(plan(leg=leg), number=number), specs=(a, b))


def rehearsal(bot: str = "greedy") -> RehearsalTask:
    """A task without a leg."""
    return RehearsalTask(spec=BotSpec(name=bot, command=(bot,)))


def fit(bot: str = "greedy") -> Served:
    """It was found fit."""
    return Served(result=Rehearsed(bot=bot, fault=None))


def unfit(bot: str = "greedy") -> Served:
    """It was not."""
    place = Place(match=1, turn=0, bot=bot, seat=Seat.FIRST)
    fault = describe_fault(place, NotStartedError("did not start"), Question())
    return Served(result=Rehearsed(bot=bot, fault=fault))
