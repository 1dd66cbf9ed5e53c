"""The sections of a tournament's TOML as records (DESIGN section 14); rules and clock have theirs further down.

2026: a setting that depends on the machine (`concurrency`, `max_processes`) stays None when it is left out and is
resolved when it is used, so that results taken on one machine can be resumed on another.
"""

from dataclasses import dataclass
from typing import Literal

from referee.tournament.schedule import Format

Policy = Literal["forfeit-series", "substitute"]
Processes = Literal["reuse", "fresh"]
CpuAffinity = Literal["auto", "off"]
Level = Literal["auto", "none", "standard", "strict"]
RequiredLevel = Literal["none", "standard", "strict"]
OffTurn = Literal["freeze", "allow"]


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentSettings:
    """Section `[tournament]`, without the seed.

    Attributes:
        name: what the tournament is called, 1..80 characters; default the file's name without `.toml`.
        format: every bot against every other, or the first of the file against each.
        rounds: 1..100000; in each, every pairing meets in one encounter.
        mirror: whether the two legs of an encounter play the same deals.
        concurrency: series played at once, 1..1024; None: as many as the machine has cores.
        public_entropy: text mixed into the seed, at most 1024 characters; "" is none.
        reveal_opponent: whether bots are told whom they meet.
    """

    name: str
    format: Format = "round-robin"
    rounds: int = 1
    mirror: bool = True
    concurrency: int | None = None
    public_entropy: str = ""
    reveal_opponent: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultSettings:
    """Section `[faults]`.

    Attributes:
        policy: a fault forfeits the series, or the referee plays that turn.
        strikes: turns the referee plays for a bot in a series under `substitute`, 0..1000.
        max_faults: series in a row a bot may lose by its own fault before it is withdrawn, 0..100000; 0 is never.
    """

    policy: Policy = "forfeit-series"
    strikes: int = 3
    max_faults: int = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class BotsSettings:
    """Section `[bots]`.

    Attributes:
        processes: whether instances are kept for later series, or started afresh for each.
        max_processes: instances alive at once, 2..4096; None: 4 × concurrency.
        cpu_affinity: pin a series and its two bots to one core where the system can, or never.
        log_kb: kept of what an instance prints, in KiB, 1..1048576.
    """

    processes: Processes = "reuse"
    max_processes: int | None = None
    cpu_affinity: CpuAffinity = "auto"
    log_kb: int = 256


@dataclass(frozen=True, kw_only=True, slots=True)
class IsolationSettings:
    """Section `[isolation]`.

    Attributes:
        level: how bots are boxed; `auto` is the best that works here.
        require: the level below which nothing is played.
        memory_mb: of one instance, in MiB, 16..1048576.
        pids: processes and threads of one instance, 1..32768.
        tmp_mb: of its private `/tmp`, in MiB, 1..1048576.
        open_files: file descriptors of one process, 16..1048576.
        off_turn: whether a bot is frozen while the opponent thinks.
        read_only: absolute paths a bot may read besides its folder and the system's.
        env: variables for every bot, as pairs.
    """

    level: Level = "auto"
    require: RequiredLevel = "none"
    memory_mb: int = 512
    pids: int = 64
    tmp_mb: int = 64
    open_files: int = 256
    off_turn: OffTurn = "freeze"
    read_only: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
