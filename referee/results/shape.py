"""What can stand in the JSON of a results file's header: its hash tells a chance change, but not a forged file.

A key that is absent is none of this: an earlier referee did not know it.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeGuard, get_args

from referee.bots.isolation.protections import LEVELS, Protection, State
from referee.results.database import DAMAGE_ERRORS
from referee.rules.variant import DECK_ONLY_AFTER, BonusCounts, Draw, HandshakesAlone

_BOT_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")

_Kind = range | tuple[object, ...] | Callable[[object], bool]


def is_bot_name(value: object) -> TypeGuard[str]:
    """Whether a bot may be called so (DESIGN section 6)."""
    return isinstance(value, str) and _BOT_NAME.fullmatch(value) is not None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_none(value: object) -> bool:
    return value is None or isinstance(value, str)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _are_texts_or_none(value: object) -> bool:
    return value is None or _are_texts(value)


def _are_variables(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_text, value.values()))


def _is_count_or_none(value: object) -> bool:
    return value is None or _fits(value, _COUNT)


def _are_protections(value: object) -> bool:
    return isinstance(value, dict) and value.keys() <= set(Protection) and set(map(str, value.values())) <= set(State)


_COUNT: Final = range(1 << 31)
"""Milliseconds, mebibytes and numbers: more than any setting may be."""

_FLAG: Final = (False, True)
_CONFIG: Final[Mapping[str, Mapping[str, _Kind]]] = {
    "tournament": {
        "name": _is_text,
        "format": ("round-robin", "gauntlet"),
        "rounds": range(1, 100_001),
        "mirror": _FLAG,
        "concurrency": _is_count_or_none,
        "public_entropy": _is_text,
        "reveal_opponent": _FLAG,
    },
    "rules": {
        "colors": tuple(DECK_ONLY_AFTER),
        "draw": get_args(Draw),
        "bonus_counts": get_args(BonusCounts),
        "handshakes_alone": get_args(HandshakesAlone),
        "deck_only_after": _COUNT,
    },
    "clock": dict.fromkeys(("turn_ms", "bank_ms", "increment_ms", "margin_ms", "startup_ms", "notify_ms"), _COUNT),
    "faults": {"policy": ("forfeit-series", "substitute"), "strikes": _COUNT, "max_faults": _COUNT},
    "bots": {
        "processes": ("reuse", "fresh"),
        "max_processes": _is_count_or_none,
        "cpu_affinity": ("auto", "off"),
        "log_kb": _COUNT,
    },
    "isolation": {
        "level": ("auto", *LEVELS),
        "require": LEVELS,
        **dict.fromkeys(("memory_mb", "pids", "tmp_mb", "open_files"), _COUNT),
        "off_turn": ("freeze", "allow"),
        "read_only": _are_texts,
        "env": _are_variables,
    },
}
_BOT: Final[Mapping[str, _Kind]] = {
    "name": is_bot_name,
    "command": _is_text,
    "address": _is_text,
    "dir": _is_text,
    "files": _are_texts_or_none,
    "transport": ("unix", "tcp"),
    "env": _are_variables,
    "tls": _FLAG,
    "ca": _is_text_or_none,
    "token_file": _is_text_or_none,
}
_ISOLATION: Final[Mapping[str, _Kind]] = {"level": LEVELS, "protections": _are_protections}


def header_faults(config: str, isolation: str) -> Iterator[str]:
    """What no referee ever writes into a header.

    Args:
        config: the column of that name, JSON.
        isolation: the same.
    """
    try:
        yield from _faults(json.loads(config), json.loads(isolation))
    except DAMAGE_ERRORS as error:
        yield f"config or isolation cannot be read: {type(error).__name__}"


def rules_faults(rules: Mapping[str, Any]) -> Iterator[str]:
    """What no referee ever writes into the rules of a config."""
    return _table_faults("config, rules", rules, _CONFIG["rules"])


def _faults(config: Any, isolation: Any) -> Iterator[str]:
    yield from _table_faults("isolation", isolation, _ISOLATION)
    if not isinstance(config, dict):
        yield "config is nothing that a referee writes"
        return
    for section, kinds in _CONFIG.items():
        yield from _table_faults(f"config, {section}", config.get(section, {}), kinds)
    bots = config.get("bot", [])
    if not isinstance(bots, list):
        yield "config, bot is nothing that a referee writes"
        return
    for place, bot in enumerate(bots, 1):
        yield from _table_faults(f"config, bot {place}", bot, _BOT)
        if "name" not in bot:
            yield f"config, bot {place} has no name"


def _table_faults(place: str, table: Any, kinds: Mapping[str, _Kind]) -> Iterator[str]:
    if not isinstance(table, dict):
        yield f"{place} is nothing that a referee writes"
        return
    for key, kind in kinds.items():
        if key in table and not _fits(table[key], kind):
            yield f"{place}, {key} is nothing that a referee writes"


def _fits(value: object, kind: _Kind) -> bool:
    if isinstance(kind, range):
        return type(value) is int and value in kind
    if isinstance(kind, tuple):
        return any(type(value) is type(option) and value == option for option in kind)
    return kind(value)
