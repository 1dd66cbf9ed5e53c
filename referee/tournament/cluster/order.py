"""What a worker is told when it joins a run, and what it answers: plain values that cross the wire."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.bots.isolation.protections import Level
from referee.bots.spec import BotSpec
from referee.errors import ConfigError
from referee.tournament.fingerprint import fingerprint
from referee.tournament.tasks import Result, WorkerSettings


@dataclass(frozen=True, kw_only=True, slots=True)
class Recruit:
    """A bot that a worker is to know.

    Attributes:
        spec: as the coordinator knows it.
        fingerprint: of its files there.
        ca, token: content of the files of a bot that runs elsewhere; None where it has none.
    """

    spec: BotSpec
    fingerprint: str
    ca: bytes | None = None
    token: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What holds for a run on every worker.

    Attributes:
        run: a random name of the run.
        settings: of the worker processes; box and core are made out there.
        recruits: all bots.
        pins: whether each series is to stay on one core, with its bots.
        level: how bots are kept apart; a worker that cannot do it is refused.
        states: of every protection, by name, as they are for the coordinator; a worker may not be weaker.
        may_think_off_turn: whether bots are not to be frozen.
        patience_s: how long a task may take, in seconds; a worker process that needs longer hangs.
        tries_bots: whether each bot is tried on a worker before it plays there.
    """

    run: str
    settings: WorkerSettings
    recruits: tuple[Recruit, ...]
    pins: bool
    level: Level = "none"
    states: Mapping[str, str] = field(default_factory=dict)
    may_think_off_turn: bool = False
    patience_s: float
    tries_bots: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Enlisted:
    """A worker takes part.

    Attributes:
        host: its machine's name.
        cores: how many it may use.
        machine: the same for all workers of one machine, also in containers.
        missing: folders of bots that are not there, or differ: they are to be sent.
    """

    host: str
    cores: int
    machine: str = ""
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A worker cannot take part; `reason` ends a sentence that begins with its name."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Served:
    """A task was done, or is void by a failure of ours."""

    result: Result


@dataclass(frozen=True, kw_only=True, slots=True)
class Unfit:
    """A task was not begun, since a bot that is fit elsewhere is not so here; `reason` is its fault's."""

    bot: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """A worker process died or hung with the task in hand."""

    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Left:
    """A task was not begun, since the worker knows nothing of the run: it has begun anew since it joined."""


Report = Served | Unfit | Lost | Left


def recruit(spec: BotSpec) -> Recruit:
    """A bot with what a worker needs to know it.

    Raises:
        ConfigError: a file of it cannot be read.
    """
    try:
        ca, token = (None if path is None else path.read_bytes() for path in (spec.ca, spec.token_file))
    except OSError as error:
        raise ConfigError(f"bot {spec.name}: {error.filename} cannot be read: {error.strerror}") from error
    return Recruit(spec=spec, fingerprint=fingerprint(spec), ca=ca, token=token)
