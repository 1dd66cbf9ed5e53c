"""From the sections of a TOML to their records: types, ranges, and what does not go together."""

import re
from pathlib import Path
from typing import Final, get_args

from referee.bots.clock import ClockSettings
from referee.deals import SEED_BYTES
from referee.rules.variant import DECK_ONLY_AFTER, BonusCounts, Draw, HandshakesAlone, Variant
from referee.tournament.places import is_there
from referee.tournament.schedule import Format
from referee.tournament.section import Section
from referee.tournament.settings import (
    BotsSettings,
    CpuAffinity,
    FaultSettings,
    IsolationSettings,
    Level,
    OffTurn,
    Policy,
    Processes,
    RequiredLevel,
    TournamentSettings,
)
from referee.tournament.wording import quoted

_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 60 * _MINUTE_MS
_DAY_MS: Final = 24 * _HOUR_MS
_MIB_PER_TIB: Final = 1 << 20

_SEED: Final = re.compile(rf"[0-9A-Fa-f]{{{2 * SEED_BYTES}}}")


def read_tournament(section: Section, default_name: str) -> TournamentSettings:
    """`[tournament]` without its seed."""
    default = TournamentSettings(name=default_name)
    return TournamentSettings(
        name=section.text("name", limit=80) or default.name,
        format=section.choice("format", get_args(Format), default=default.format),
        rounds=section.number("rounds", 1, 100_000, default=default.rounds),
        mirror=section.flag("mirror", default=default.mirror),
        concurrency=section.number("concurrency", 1, 1024, default=default.concurrency),
        public_entropy=section.text("public_entropy", limit=1024, may_be_empty=True) or default.public_entropy,
        reveal_opponent=section.flag("reveal_opponent", default=default.reveal_opponent),
    )


def read_seed(section: Section) -> bytes | None:
    """`seed` of `[tournament]`, 32 bytes; None if absent or faulty. It is secret: no message shows it."""
    value = section.value("seed")
    if value is None:
        return None
    if isinstance(value, str) and _SEED.fullmatch(value):
        return bytes.fromhex(value)
    got = f"other text, {len(value)} characters long" if isinstance(value, str) else "no text"
    section.fault("seed", f"expected {2 * SEED_BYTES} hex digits in quotes, got {got}; leave it out for a fresh seed")
    return None


def read_rules(section: Section) -> Variant:
    """`[rules]`; without `deck_only_after`, its default depends on the colors."""
    default = Variant()
    colors = section.choice("colors", tuple(DECK_ONLY_AFTER), default=default.colors)
    return Variant(
        colors=colors,
        draw=section.choice("draw", get_args(Draw), default=default.draw),
        bonus_counts=section.choice("bonus_counts", get_args(BonusCounts), default=default.bonus_counts),
        handshakes_alone=section.choice(
            "handshakes_alone", get_args(HandshakesAlone), default=default.handshakes_alone
        ),
        deck_only_after=section.number("deck_only_after", 0, 10_000, default=DECK_ONLY_AFTER[colors]),
    )


def read_clock(section: Section) -> ClockSettings:
    """`[clock]`; a turn limit or a bank there must be, or a bot could think for ever."""
    default = ClockSettings()
    clock = ClockSettings(
        turn_ms=section.number("turn_ms", 0, _HOUR_MS, default=default.turn_ms),
        bank_ms=section.number("bank_ms", 0, _DAY_MS, default=default.bank_ms),
        increment_ms=section.number("increment_ms", 0, _MINUTE_MS, default=default.increment_ms),
        margin_ms=section.number("margin_ms", 0, _MINUTE_MS, default=default.margin_ms),
        startup_ms=section.number("startup_ms", 1, _HOUR_MS, default=default.startup_ms),
        notify_ms=section.number("notify_ms", 1, _HOUR_MS, default=default.notify_ms),
    )
    if not clock.turn_ms and not clock.bank_ms:
        section.fault("turn_ms", "expected a limit for a turn or a bank, got 0 for both")
    if clock.increment_ms and not clock.bank_ms:
        section.fault("increment_ms", "expected 0 without a bank (bank_ms = 0 is none)")
    return clock


def read_faults(section: Section) -> FaultSettings:
    """`[faults]`."""
    default = FaultSettings()
    return FaultSettings(
        policy=section.choice("policy", get_args(Policy), default=default.policy),
        strikes=section.number("strikes", 0, 1000, default=default.strikes),
        max_faults=section.number("max_faults", 0, 100_000, default=default.max_faults),
    )


def read_bots(section: Section, concurrency: int | None) -> BotsSettings:
    """`[bots]`; every series that is played at once needs two instances."""
    default = BotsSettings()
    bots = BotsSettings(
        processes=section.choice("processes", get_args(Processes), default=default.processes),
        max_processes=section.number("max_processes", 2, 4096, default=default.max_processes),
        cpu_affinity=section.choice("cpu_affinity", get_args(CpuAffinity), default=default.cpu_affinity),
        log_kb=section.number("log_kb", 1, _MIB_PER_TIB, default=default.log_kb),
    )
    if concurrency and bots.max_processes and bots.max_processes < 2 * concurrency:
        least = f"2 × concurrency = {2 * concurrency}"
        section.fault("max_processes", f"expected at least {least}, got {bots.max_processes}")
    return bots


def read_isolation(section: Section) -> IsolationSettings:
    """`[isolation]`; a level asked for by name must reach what is required."""
    default = IsolationSettings()
    isolation = IsolationSettings(
        level=section.choice("level", get_args(Level), default=default.level),
        require=section.choice("require", get_args(RequiredLevel), default=default.require),
        memory_mb=section.number("memory_mb", 16, _MIB_PER_TIB, default=default.memory_mb),
        pids=section.number("pids", 1, 32_768, default=default.pids),
        tmp_mb=section.number("tmp_mb", 1, _MIB_PER_TIB, default=default.tmp_mb),
        open_files=section.number("open_files", 16, 1 << 20, default=default.open_files),
        off_turn=section.choice("off_turn", get_args(OffTurn), default=default.off_turn),
        read_only=_existing_paths(section, "read_only"),
        env=section.variables("env"),
    )
    levels = get_args(Level)
    if levels.index(isolation.require) > levels.index(isolation.level) > levels.index("auto"):
        section.fault("level", f"expected {quoted(isolation.require)} (require) or more, got {quoted(isolation.level)}")
    return isolation


def _existing_paths(section: Section, key: str) -> tuple[str, ...]:
    """A list of absolute paths at which something stands."""
    paths = section.texts(key) or ()
    for path in paths:
        if not Path(path).is_absolute() or not is_there(Path(path)):
            section.fault(key, f"expected absolute paths that exist, got {quoted(path)}")
    return paths
