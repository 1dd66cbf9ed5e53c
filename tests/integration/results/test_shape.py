"""What a stored header may hold: all that a referee writes, and nothing else."""

import json
from typing import Any, Final

import pytest

from referee.results.shape import header_faults, is_bot_name, rules_faults

COUNTS: Final = ([0, 2**31 - 1], [-1, 2**31, 1.0, "1", None, True])
COUNTS_OR_NONE: Final = ([None, 0, 2**31 - 1], [-1, 2**31, 1.0, "1", True])
TEXTS: Final = (["", "x"], [3, None, ["x"]])
TEXTS_OR_NONE: Final = ([None, "", "x"], [3, ["x"]])
LISTS: Final = ([[], ["x", "y"]], ["x", None, [3], {"x": "y"}])
LISTS_OR_NONE: Final = ([None, [], ["x", "y"]], ["x", [3], {"x": "y"}])
VARIABLES: Final = ([{}, {"A": "b"}], [None, ["A"], {"A": 3}])
FLAGS: Final = ([True, False], [0, 1, None, "true"])
LEVELS: Final = ["none", "standard", "strict"]

CONFIG: Final[dict[str, dict[str, tuple[list[Any], list[Any]]]]] = {
    "tournament": {
        "name": TEXTS,
        "format": (["round-robin", "gauntlet"], ["swiss", "", None]),
        "rounds": ([1, 100_000], [0, 100_001, True, 1.0, None]),
        "mirror": FLAGS,
        "concurrency": COUNTS_OR_NONE,
        "public_entropy": TEXTS,
        "reveal_opponent": FLAGS,
    },
    "rules": {
        "colors": ([5, 6], [4, 7, 5.0, True, None]),
        "draw": (["own-end", "shared"], ["", None, 1]),
        "bonus_counts": (["all", "numbers"], ["", None, 1]),
        "handshakes_alone": (["scored", "free"], ["", None, 1]),
        "deck_only_after": COUNTS,
    },
    "clock": dict.fromkeys(("turn_ms", "bank_ms", "increment_ms", "margin_ms", "startup_ms", "notify_ms"), COUNTS),
    "faults": {
        "policy": (["forfeit-series", "substitute"], ["", None, 1]),
        "strikes": COUNTS,
        "max_faults": COUNTS,
    },
    "bots": {
        "processes": (["reuse", "fresh"], ["", None, 1]),
        "max_processes": COUNTS_OR_NONE,
        "cpu_affinity": (["auto", "off"], ["", None, 1]),
        "log_kb": COUNTS,
    },
    "isolation": {
        "level": (["auto", *LEVELS], ["", None, 1]),
        "require": (LEVELS, ["auto", "", None, 1]),
        "memory_mb": COUNTS,
        "pids": COUNTS,
        "tmp_mb": COUNTS,
        "open_files": COUNTS,
        "off_turn": (["freeze", "allow"], ["", None, 1]),
        "read_only": LISTS,
        "env": VARIABLES,
    },
}
BOT: Final[dict[str, tuple[list[Any], list[Any]]]] = {
    "name": (["a", "A.2", "x" * 40], ["", ".a", "x" * 41, "a b", "ä", 3, None]),
    "command": TEXTS,
    "address": TEXTS,
    "dir": TEXTS,
    "files": LISTS_OR_NONE,
    "transport": (["unix", "tcp"], ["", None, 1]),
    "env": VARIABLES,
    "tls": FLAGS,
    "ca": TEXTS_OR_NONE,
    "token_file": TEXTS_OR_NONE,
}
PLACES: Final = [(section, key) for section, keys in CONFIG.items() for key in keys]


def faults(config: object, isolation: object = None) -> list[str]:
    """What is told of a header."""
    return list(header_faults(json.dumps(config), json.dumps({} if isolation is None else isolation)))


@pytest.mark.parametrize(("section", "key"), PLACES)
def test_settings(section: str, key: str) -> None:
    """Each setting has its values, of their own types."""
    right, wrong = CONFIG[section][key]
    assert [value for value in right if faults({section: {key: value}})] == []
    told = [f"config, {section}, {key} is nothing that a referee writes"]
    assert [value for value in wrong if faults({section: {key: value}}) != told] == []


@pytest.mark.parametrize("key", BOT)
def test_bots(key: str) -> None:
    """The same for what the TOML says of each bot; the second one is told as such."""
    right, wrong = BOT[key]
    first: dict[str, Any] = {"name": "first"}
    assert [value for value in right if faults({"bot": [first, {**first, key: value}]})] == []
    told = [f"config, bot 2, {key} is nothing that a referee writes"]
    assert [value for value in wrong if faults({"bot": [first, {**first, key: value}]}) != told] == []


def test_rules_alone() -> None:
    """They are looked at on their own where only they are wanted."""
    assert list(rules_faults({"colors": 6})) == []
    assert list(rules_faults({"colors": 7})) == ["config, rules, colors is nothing that a referee writes"]


@pytest.mark.parametrize(
    ("config", "isolation", "told"),
    [
        ([], {}, "config is nothing that a referee writes"),
        ({"clock": []}, {}, "config, clock is nothing that a referee writes"),
        ({"bot": {}}, {}, "config, bot is nothing that a referee writes"),
        ({"bot": [3]}, {}, "config, bot 1 is nothing that a referee writes"),
        ({"bot": [{}]}, {}, "config, bot 1 has no name"),
        ({}, [], "isolation is nothing that a referee writes"),
        ({}, {"level": "auto"}, "isolation, level is nothing that a referee writes"),
        ({}, {"protections": []}, "isolation, protections is nothing that a referee writes"),
        ({}, {"protections": {"moat": "on"}}, "isolation, protections is nothing that a referee writes"),
        ({}, {"protections": {"files": "of"}}, "isolation, protections is nothing that a referee writes"),
    ],
)
def test_other_shapes(config: object, isolation: object, told: str) -> None:
    """Tables are tables, a list of bots is a list, and each bot has a name."""
    assert told in faults(config, isolation)


def test_isolation() -> None:
    """A level and the state of each protection."""
    for level in LEVELS:
        for state in ("on", "weak", "off"):
            assert faults({}, {"level": level, "protections": {"files": state, "disk": state}}) == []


def test_no_json() -> None:
    """What cannot be read is told, not raised."""
    assert list(header_faults("{", "{}")) == ["config or isolation cannot be read: JSONDecodeError"]
    assert list(header_faults("{}", "{")) == ["config or isolation cannot be read: JSONDecodeError"]


def test_a_name_is_the_whole_text() -> None:
    """No line after it, nothing before it."""
    assert [is_bot_name(name) for name in ("a", "a\n", "\na", " a", b"a")] == [True, False, False, False, False]
