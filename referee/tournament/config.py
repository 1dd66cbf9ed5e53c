"""A tournament's TOML as frozen records, with every fault in it told at once (DESIGN section 14).

    toml      the file, and the line of each key
    section   one table, read key by key
    settings  the records
    reading   from tables to records
    entries   the `[[bot]]` tables
    config    the whole

2026: written on `tomllib` and dataclasses. Refused: a validation library, whose messages know neither the line nor
what the host may have meant, and which would be larger than this.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from referee.bots.clock import ClockSettings
from referee.bots.spec import BotSpec
from referee.bots.text import escape_text
from referee.errors import ConfigError
from referee.rules.variant import Variant
from referee.tournament import reading
from referee.tournament.cores import available_cores
from referee.tournament.entries import REMOTE_DEFAULTS, STARTED_DEFAULTS, read_entries
from referee.tournament.section import Fault, Section
from referee.tournament.settings import BotsSettings, FaultSettings, IsolationSettings, TournamentSettings
from referee.tournament.toml import TomlFile, read_toml
from referee.tournament.wording import listed, printable, printable_path, quoted, suggestion

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "tournament": (*(known.name for known in fields(TournamentSettings)), "seed"),
    "rules": tuple(known.name for known in fields(Variant)),
    "clock": tuple(known.name for known in fields(ClockSettings)),
    "faults": tuple(known.name for known in fields(FaultSettings)),
    "bots": tuple(known.name for known in fields(BotsSettings)),
    "isolation": tuple(known.name for known in fields(IsolationSettings)),
}
"""Every key of every section but `[[bot]]`."""

BOT_KEYS: Final = ("name", "command", "address", *STARTED_DEFAULTS, *REMOTE_DEFAULTS)
"""Every key of a `[[bot]]`."""

_HOMES: Final = {
    **dict.fromkeys(BOT_KEYS, "[[bot]]"),
    **{key: f"[{section}]" for section in reversed(SECTIONS) for key in SECTIONS[section]},
}
"""The section each key belongs under; of a key that several have, the first."""

_COMPARABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "tournament": ("format", "mirror", "reveal_opponent"),
    "rules": SECTIONS["rules"],
    "clock": SECTIONS["clock"],
    "faults": ("policy", "strikes"),
    "bots": ("processes", "cpu_affinity"),
    "isolation": ("memory_mb", "pids", "tmp_mb", "open_files", "off_turn"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentConfig:
    """A whole tournament as its TOML describes it.

    Attributes:
        tournament, rules, clock, faults, bots, isolation: the sections.
        entries: the bots in the order of the file, two or more.
        bot_tables: their tables by name as written, with defaults, JSON-ready.
        path: of the TOML, as it was given.
        seed: 32 secret bytes from the TOML; None: to be drawn from the system.
    """

    tournament: TournamentSettings
    rules: Variant
    clock: ClockSettings
    faults: FaultSettings
    bots: BotsSettings
    isolation: IsolationSettings
    entries: tuple[BotSpec, ...]
    bot_tables: Mapping[str, Mapping[str, object]] = field(repr=False)
    path: Path
    seed: bytes | None = field(default=None, repr=False)

    @property
    def worker_count(self) -> int:
        """Series played at once: as set, else one a core, as far as `max_processes` allows two bots for each."""
        if self.tournament.concurrency:
            return self.tournament.concurrency
        cores = available_cores()
        return min(cores, self.bots.max_processes // 2) if self.bots.max_processes else cores

    @property
    def instance_limit(self) -> int:
        """How many instances may be alive at once: as set, else 4 × concurrency; at least two a series."""
        workers = self.worker_count
        return max(2 * workers, self.bots.max_processes or 4 * workers)

    @property
    def worker_instance_limit(self) -> int:
        """The share of one worker in that, at least 2."""
        return self.instance_limit // self.worker_count


def load_config(path: Path) -> TournamentConfig:
    """Read a tournament's TOML.

    Raises:
        ConfigError: with every fault at once, in the order of the lines: file, line, key, expected, got.
    """
    file = read_toml(path)
    faults: list[Fault] = []
    config = _read(file, faults)
    if faults:
        raise ConfigError(*_sentences(file, faults))
    return config


def config_tables(config: TournamentConfig) -> dict[str, Any]:
    """The TOML's tables with defaults, without the seed, JSON-ready; paths as written, None for what is left open."""
    records = {key: _table(getattr(config, key)) for key in SECTIONS}
    return {**records, "bot": [dict(config.bot_tables[entry.name]) for entry in config.entries]}


def comparable_settings(config: TournamentConfig) -> dict[str, object]:
    """The settings that must not change while results are collected, by key: `clock.turn_ms`."""
    return comparable_tables(config_tables(config))


def comparable_tables(tables: Mapping[str, Any]) -> dict[str, object]:
    """The same of stored tables; a key that is not stored is left out."""
    settings: dict[str, object] = {
        f"{section}.{key}": tables[section][key]
        for section, keys in _COMPARABLE.items()
        for key in keys
        if key in tables.get(section, {})
    }
    if settings.get("tournament.format") == "gauntlet" and tables.get("bot"):
        settings["first bot of the gauntlet"] = tables["bot"][0]["name"]
    return settings


def _table(record: Any) -> dict[str, object]:
    """A section's record as JSON has it: lists for tuples, a table for pairs."""
    table = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(record).items()}
    return {**table, "env": dict(record.env)} if "env" in table else table


def _read(file: TomlFile, faults: list[Fault]) -> TournamentConfig:
    """The whole file; where faults are noted, what is returned is of no use."""
    _check_sections(file.tables, faults)
    sections = {key: _section(file.tables, key, faults) for key in SECTIONS}
    tournament = reading.read_tournament(sections["tournament"], escape_text(file.path.stem, 80))
    entries = read_entries(file.tables.get("bot"), file.path.parent, faults, _HOMES)
    config = TournamentConfig(
        tournament=tournament,
        rules=reading.read_rules(sections["rules"]),
        clock=reading.read_clock(sections["clock"]),
        faults=reading.read_faults(sections["faults"]),
        bots=reading.read_bots(sections["bots"], tournament.concurrency),
        isolation=reading.read_isolation(sections["isolation"]),
        entries=tuple(entry.spec for entry in entries),
        bot_tables={entry.spec.name: entry.table for entry in entries},
        path=file.path,
        seed=reading.read_seed(sections["tournament"]),
    )
    for section in sections.values():
        section.close(_HOMES)
    return config


def _section(tables: Mapping[str, Any], key: str, faults: list[Fault]) -> Section:
    """A section of the file; empty if it is absent or no table."""
    table = tables.get(key, {})
    if not isinstance(table, dict):
        hint = "; did you mean [[bot]]?" if key == "bots" and isinstance(table, list) else ""
        got = "[[double brackets]]" if isinstance(table, list) else quoted(table)
        faults.append(Fault(path=(key,), sentence=f"[{key}]: expected one section, got {got}{hint}"))
        table = {}
    return Section(label=f"[{key}]", path=(key,), table=table, faults=faults)


def _check_sections(tables: Mapping[str, Any], faults: list[Fault]) -> None:
    """Note what stands at the top of the file and is no section."""
    known = (*SECTIONS, "bot")
    for key, value in tables.items():
        if key in known:
            continue
        if isinstance(value, (dict, list)):
            expected = suggestion(key, known) or f", expected {listed(known)}"
            faults.append(Fault(path=(key,), sentence=f"[{printable(key)}]: unknown section{expected}"))
        else:
            home = f"; it belongs under {_HOMES[key]}" if key in _HOMES else ""
            faults.append(Fault(path=(key,), sentence=f"{printable(key)}: expected a [section] above it{home}"))


def _sentences(file: TomlFile, faults: list[Fault]) -> list[str]:
    """The faults as whole sentences, in the order of their lines."""
    placed = [(file.line_of(fault.path), fault) for fault in faults]
    path = printable_path(file.path)
    return [
        f"{path}, line {line}: {fault.sentence}" if line else f"{path}: {fault.sentence}"
        for line, fault in sorted(placed, key=lambda pair: pair[0])
    ]
