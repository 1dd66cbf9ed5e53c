"""The whole config: defaults, every fault at once, and what is stored of it."""

import json
import pickle
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.tomls import EVERY_KEY, SEED, TWO_BOTS, every_key, load

from referee.bots.clock import ClockSettings
from referee.bots.spec import BotSpec
from referee.rules.variant import Variant
from referee.tournament import config as config_module
from referee.tournament.config import (
    SECTIONS,
    comparable_settings,
    comparable_tables,
    config_tables,
    load_config,
)
from referee.tournament.settings import BotsSettings, FaultSettings, IsolationSettings, TournamentSettings


def test_defaults(tmp_path: Path) -> None:
    """With nothing but two bots every setting has its documented default."""
    config = load(tmp_path, TWO_BOTS, name="spring cup.toml")

    assert config.tournament == TournamentSettings(
        name="spring cup",
        format="round-robin",
        rounds=1,
        mirror=True,
        concurrency=None,
        public_entropy="",
        reveal_opponent=False,
    )
    assert config.rules == Variant(
        colors=5, draw="own-end", bonus_counts="all", handshakes_alone="scored", deck_only_after=300
    )
    assert config.clock == ClockSettings(
        turn_ms=1000, bank_ms=30_000, increment_ms=0, margin_ms=20, startup_ms=10_000, notify_ms=1000
    )
    assert config.faults == FaultSettings(policy="forfeit-series", strikes=3, max_faults=10)
    assert config.bots == BotsSettings(processes="reuse", max_processes=None, cpu_affinity="auto", log_kb=256)
    assert config.isolation == IsolationSettings(
        level="auto",
        require="none",
        memory_mb=512,
        pids=64,
        tmp_mb=64,
        open_files=256,
        off_turn="freeze",
        read_only=(),
        env=(),
    )
    assert config.entries == tuple(
        BotSpec(name=name, command=(name,), dir=tmp_path.resolve()) for name in ("left", "right")
    )
    assert config.seed is None


def test_every_key_set(tmp_path: Path) -> None:
    """Every key of every section reaches its record, at the end of its range where it has one."""
    config = load_config(every_key(tmp_path))
    tables = config_tables(config)

    assert re.findall(r"^(\w+) = ", EVERY_KEY, re.MULTILINE) == [
        *(key for key in SECTIONS["tournament"][:5]),
        "seed",
        *SECTIONS["tournament"][5:-1],
        *(key for section in tuple(SECTIONS)[1:] for key in SECTIONS[section]),
        *("name", "command", "dir", "files", "transport", "env", "name", "address", "tls", "ca", "token_file"),
    ]
    assert tables == {
        "tournament": {
            "name": "Frühling",
            "format": "gauntlet",
            "rounds": 100_000,
            "mirror": False,
            "concurrency": 3,
            "public_entropy": "drand 4711",
            "reveal_opponent": True,
        },
        "rules": {
            "colors": 6,
            "draw": "shared",
            "bonus_counts": "numbers",
            "handshakes_alone": "free",
            "deck_only_after": 0,
        },
        "clock": {
            "turn_ms": 0,
            "bank_ms": 86_400_000,
            "increment_ms": 60_000,
            "margin_ms": 0,
            "startup_ms": 1,
            "notify_ms": 1,
        },
        "faults": {"policy": "substitute", "strikes": 0, "max_faults": 0},
        "bots": {"processes": "fresh", "max_processes": 6, "cpu_affinity": "off", "log_kb": 1},
        "isolation": {
            "level": "strict",
            "require": "standard",
            "memory_mb": 16,
            "pids": 1,
            "tmp_mb": 1,
            "open_files": 16,
            "off_turn": "allow",
            "read_only": ["/"],
            "env": {"LANG": "C", "EMPTY": ""},
        },
        "bot": [
            {
                "name": "a.b_c-D9",
                "command": "{python} -u 'my bot.py' {address}",
                "dir": "bots",
                "files": ["my bot.py", "lib/**"],
                "transport": "tcp",
                "env": {"DEPTH": "3"},
            },
            {"name": "9", "address": "[::1]:443", "tls": True, "ca": "ca.pem", "token_file": "token"},
        ],
    }
    assert json.loads(json.dumps(tables)) == tables


def test_entries(tmp_path: Path) -> None:
    """A bot's record has its command split and its paths made absolute, from the TOML's folder."""
    folder = tmp_path.resolve()

    assert load_config(every_key(tmp_path)).entries == (
        BotSpec(
            name="a.b_c-D9",
            command=("{python}", "-u", "my bot.py", "{address}"),
            dir=folder / "bots",
            files=("my bot.py", "lib/**"),
            transport="tcp",
            env=(("DEPTH", "3"),),
        ),
        BotSpec(
            name="9",
            address="[::1]:443",
            dir=folder,
            tls=True,
            ca=folder / "ca.pem",
            token_file=folder / "token",
        ),
    )


def test_the_seed_is_kept_apart(tmp_path: Path) -> None:
    """The seed is read, and shown neither by the record nor in what is stored."""
    config = load_config(every_key(tmp_path))

    assert config.seed == bytes.fromhex(SEED)
    assert "seed" not in json.dumps(config_tables(config))
    assert "seed=" not in repr(config)
    assert SEED.lower() not in repr(config).lower()


def test_defaults_are_stored(tmp_path: Path) -> None:
    """What the machine decides is stored as null, and so are files that nobody named."""
    tables = config_tables(load(tmp_path, TWO_BOTS))

    assert tables["tournament"]["concurrency"] is None
    assert tables["bots"]["max_processes"] is None
    assert tables["bot"][0] == {
        "name": "left",
        "command": "left",
        "dir": ".",
        "files": None,
        "transport": "unix",
        "env": {},
    }


def test_a_config_crosses_processes(tmp_path: Path) -> None:
    """A config can be sent to a worker."""
    config = load_config(every_key(tmp_path))

    assert pickle.loads(pickle.dumps(config)) == config  # noqa: S301 - what was pickled in this line


@pytest.mark.parametrize(
    ("concurrency", "max_processes", "workers", "instances"),
    [(None, None, 6, 24), (None, 5, 2, 5), (None, 100, 6, 100), (3, None, 3, 12), (3, 6, 3, 6), (8, 2, 8, 16)],
)
def test_machine_decides(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    concurrency: int | None,
    max_processes: int | None,
    workers: int,
    instances: int,
) -> None:
    """Six cores play six series with 24 instances unless told otherwise, and never with fewer than two a series."""
    monkeypatch.setattr(config_module, "available_cores", lambda: 6)
    plain = load(tmp_path, TWO_BOTS)
    config = replace(
        plain,
        tournament=replace(plain.tournament, concurrency=concurrency),
        bots=replace(plain.bots, max_processes=max_processes),
    )

    assert (config.worker_count, config.instance_limit) == (workers, instances)
    assert config.worker_instance_limit == instances // workers >= 2


def test_comparable_settings(tmp_path: Path) -> None:
    """Rules, clock, policy and what bots may do must stay; names, rounds and machine settings may change."""
    settings = comparable_settings(load(tmp_path, TWO_BOTS))

    assert list(settings) == [
        "tournament.format",
        "tournament.mirror",
        "tournament.reveal_opponent",
        *(f"rules.{key}" for key in SECTIONS["rules"]),
        *(f"clock.{key}" for key in SECTIONS["clock"]),
        "faults.policy",
        "faults.strikes",
        "bots.processes",
        "bots.cpu_affinity",
        "isolation.memory_mb",
        "isolation.pids",
        "isolation.tmp_mb",
        "isolation.open_files",
        "isolation.off_turn",
    ]
    assert settings["clock.turn_ms"] == 1000


def test_comparable_settings_of_a_gauntlet(tmp_path: Path) -> None:
    """The bot that runs a gauntlet must stay the same."""
    config = load_config(every_key(tmp_path))

    assert comparable_settings(config)["first bot of the gauntlet"] == "a.b_c-D9"


def test_comparable_settings_of_stored_tables(tmp_path: Path) -> None:
    """Stored tables give the same settings; a key that an older referee did not store is left out."""
    config = load_config(every_key(tmp_path))
    stored = json.loads(json.dumps(config_tables(config)))
    assert comparable_tables(stored) == comparable_settings(config)

    del stored["clock"]["margin_ms"], stored["isolation"]
    missing = comparable_settings(config).keys() - comparable_tables(stored).keys()
    assert "clock.margin_ms" in missing
    assert all(key.startswith(("clock.margin_ms", "isolation.")) for key in missing)
