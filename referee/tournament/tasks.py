"""What a worker is given, and what comes of it. The same tasks run in local processes and on a cluster.

A bot's fault is part of a series' record. Whatever else goes wrong is our own failure: the task is void, and its
traceback comes back instead of a record.
"""

import traceback
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol, Self

from referee.bots.pool import Pool
from referee.bots.spec import BotSpec, ProcessSettings
from referee.play.match import MatchInPlay
from referee.play.records import Fault, SeriesRecord
from referee.play.rehearsal import rehearse
from referee.play.series import PlaySettings, SeriesInPlay, SeriesPlan
from referee.tournament.chair import Chair


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkerSettings:
    """What holds for every task of a worker.

    Attributes:
        play: rules, clock and policy.
        processes: how bots are started.
        max_processes: bot processes that the worker may have at once, at least 2.
    """

    play: PlaySettings
    processes: ProcessSettings
    max_processes: int

    @property
    def kept_count(self) -> int:
        """How many instances a worker keeps for later series."""
        return self.max_processes if self.processes.processes == "reuse" else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """A series that was played to its end."""

    record: SeriesRecord


@dataclass(frozen=True, kw_only=True, slots=True)
class Rehearsed:
    """A bot that was tried before the first match.

    Attributes:
        bot: its name.
        fault: None if it is fit to play.
        room: series it says it can play at once; only of a remote bot is more than one asked.
    """

    bot: str
    fault: Fault | None
    room: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Void:
    """A task that came to nothing by our own failure; `reason` is the traceback."""

    reason: str


Result = Played | Rehearsed | Void


class Task(Protocol):
    """Something a worker does."""

    @property
    def name(self) -> str:
        """What it is called in messages; the same whenever it is tried again."""

    @property
    def specs(self) -> tuple[BotSpec, ...]:
        """The bots it needs."""

    @property
    def instances(self) -> tuple[tuple[str, int], ...]:
        """The instances it needs, as (bot, leg): a worker that has them warm is the best one."""

    @property
    def remote(self) -> tuple[str, ...]:
        """The names of its bots that run elsewhere: they take only so many series at once."""

    def run(self, bench: "Bench") -> Result:
        """Do it; whatever is raised is our own failure."""

    def with_specs(self, specs: Mapping[str, BotSpec]) -> "Task":
        """The same with its bots as they are to be found where it runs, by name."""


class Bench:
    """What a worker works with: its bots and its settings. Use as a context manager: it stops the bots.

    Args:
        settings: what holds for every task.
        watch: called with a match after its deal and after each turn.
    """

    def __init__(self, settings: WorkerSettings, watch: Callable[[MatchInPlay], None] | None = None) -> None:
        self.settings = settings
        self.watch = watch
        self.pool = Pool(settings.processes, settings.max_processes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()

    def attempt(self, task: Task) -> Result:
        """Do a task; a failure of our own becomes a `Void`."""
        try:
            return task.run(self)
        except Exception:  # noqa: BLE001 - whatever it is, the series is void and the traceback is kept
            return Void(reason=traceback.format_exc())


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesTask:
    """Play one series between A and B."""

    plan: SeriesPlan
    specs: tuple[BotSpec, BotSpec]

    @property
    def name(self) -> str:
        """`series 7`."""
        return f"series {self.plan.number}"

    @property
    def instances(self) -> tuple[tuple[str, int], ...]:
        """A and B, each in this leg: an instance never serves both."""
        return tuple((spec.name, self.plan.leg) for spec in self.specs)

    @property
    def remote(self) -> tuple[str, ...]:
        """Those of A and B that have an address."""
        return tuple(spec.name for spec in self.specs if spec.is_remote)

    def run(self, bench: Bench) -> Played:
        """Play it; instances that committed a fault, or were used by a failure of ours, are not used again."""
        with ExitStack() as seats:
            a, b = (seats.enter_context(Chair(bench.pool, spec, self.plan.leg)) for spec in self.specs)
            series = SeriesInPlay(self.plan, (a, b), bench.settings.play, watch=bench.watch)
            record = series.play()
            for chair, player in zip((a, b), series.players, strict=True):
                chair.discard = player.is_spent
        return Played(record=record)

    def with_specs(self, specs: Mapping[str, BotSpec]) -> Self:
        """With A and B as they are found somewhere."""
        a, b = self.specs
        return replace(self, specs=(specs[a.name], specs[b.name]))


@dataclass(frozen=True, kw_only=True, slots=True)
class RehearsalTask:
    """Try one bot before the first match: start it, announce a series, ask for one turn.

    Attributes:
        spec: the bot.
        forgives_stalls: whether a stall of this machine makes it void; else the bot is charged for it.
    """

    spec: BotSpec
    forgives_stalls: bool = True

    @property
    def name(self) -> str:
        """`rehearsal of greedy`."""
        return f"rehearsal of {self.spec.name}"

    @property
    def specs(self) -> tuple[BotSpec]:
        """The bot."""
        return (self.spec,)

    @property
    def instances(self) -> tuple[tuple[str, int], ...]:
        """None: it always starts a fresh one."""
        return ()

    @property
    def remote(self) -> tuple[str, ...]:
        """The bot, if it has an address."""
        return (self.spec.name,) if self.spec.is_remote else ()

    def run(self, bench: Bench) -> Rehearsed:
        """Try it, and stop it again."""
        with Chair(bench.pool, self.spec, 1) as chair:
            fault = rehearse(self.spec.name, chair, bench.settings.play, forgives_stalls=self.forgives_stalls)
            room = chair.describe().max_concurrent_series
        return Rehearsed(bot=self.spec.name, fault=fault, room=room)

    def with_specs(self, specs: Mapping[str, BotSpec]) -> Self:
        """With the bot as it is found somewhere."""
        return replace(self, spec=specs[self.spec.name])
