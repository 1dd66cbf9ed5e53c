"""One table of a TOML file, read key by key, with every fault noted and none raised.

A reader asks for each key with what it accepts; what is wrong is noted and the default returned, so that reading
goes on and one run shows all faults. `close` notes the keys that nobody asked for.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from referee.tournament.wording import listed, printable, quoted, suggestion

KeyPath = tuple[str | int, ...]
"""Where a value stands: keys, and places (from 0) in an array of tables: `("bot", 2, "name")`."""

MAX_CHARACTERS: Final = 4096

_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_RESERVED: Final = "LOST_CITIES_"

_Option = TypeVar("_Option", bound=str | int)
_Number = TypeVar("_Number", int, int | None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """Something wrong in the file: where, and the sentence without file and line."""

    path: KeyPath
    sentence: str


@dataclass(kw_only=True, slots=True)
class Section:
    """A table that is being read.

    Attributes:
        label: what a message calls it: `[clock]`, `[[bot]] 2 "greedy"`.
        path: where it stands in the file.
        table: the keys and values.
        faults: where faults are noted; shared by all sections of a file.
        asked: the keys asked for so far.
    """

    label: str
    path: KeyPath
    table: Mapping[str, Any]
    faults: list[Fault]
    asked: list[str] = field(default_factory=list)

    def fault(self, key: str | None, reason: str) -> None:
        """Note a fault of one key; None: of the table as a whole."""
        if key is None:
            self.faults.append(Fault(path=self.path, sentence=f"{self.label}: {reason}"))
        else:
            self.faults.append(Fault(path=(*self.path, key), sentence=f"{self.label} {printable(key)}: {reason}"))

    def value(self, key: str) -> Any:
        """What stands under a key, of any type; None if it is absent (TOML has no null)."""
        self.asked.append(key)
        return self.table.get(key)

    def number(self, key: str, low: int, high: int, *, default: _Number) -> _Number:
        """An integer from `low` to `high`; true and 1.0 are none."""
        value = self.value(key)
        if value is None:
            return default
        if type(value) is int and low <= value <= high:
            return value
        self.fault(key, f"expected an integer from {low} to {high}, got {quoted(value)}")
        return default

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false; 0, 1 and text are neither."""
        value = self.value(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.fault(key, f"expected true or false, got {quoted(value)}")
        return default

    def choice(self, key: str, options: Sequence[_Option], *, default: _Option) -> _Option:
        """One of some texts or numbers."""
        value = self.value(key)
        if value is None:
            return default
        for option in options:
            if type(value) is type(option) and value == option:
                return option
        close = suggestion(value, options)
        self.fault(key, f"expected {listed(options)}, got {quoted(value)}{close}")
        return default

    def text(self, key: str, *, limit: int = MAX_CHARACTERS, may_be_empty: bool = False) -> str | None:
        """A text without control characters, at most `limit` characters long; None if absent or faulty."""
        value = self.value(key)
        if value is None or (may_be_empty and value == ""):
            return None
        reason = _text_fault(value, limit)
        if reason:
            self.fault(key, reason)
        return None if reason else str(value)

    def texts(self, key: str) -> tuple[str, ...] | None:
        """A list of such texts, without those that are faulty; None if it is absent or no list."""
        value = self.value(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self.fault(key, f"expected a list of texts, got {quoted(value)}")
            return None
        for item in value:
            if reason := _text_fault(item):
                self.fault(key, f"in the list: {reason}")
        return tuple(item for item in value if not _text_fault(item))

    def variables(self, key: str) -> tuple[tuple[str, str], ...]:
        """A table of environment variables as pairs, without those that are faulty; () if absent."""
        value = self.value(key)
        if value is None:
            return ()
        if not isinstance(value, dict):
            self.fault(key, f"expected a table of texts, got {quoted(value)}")
            return ()
        within = Section(label=f"{self.label} {key}", path=(*self.path, key), table=value, faults=self.faults)
        for name, content in value.items():
            if reason := _variable_fault(name, content):
                within.fault(name, reason)
        return tuple((name, content) for name, content in value.items() if not _variable_fault(name, content))

    def close(self, homes: Mapping[str, str]) -> None:
        """Note every key that nobody asked for; `homes` are the sections of keys that stand elsewhere."""
        for key in self.table:
            if key in self.asked:
                continue
            close = suggestion(key, self.asked)
            if not close and key in homes:
                close = f"; it belongs under {homes[key]}"
            self.fault(key, f"unknown key{close or f', expected {listed(sorted(self.asked))}'}")


def _text_fault(value: object, limit: int = MAX_CHARACTERS) -> str | None:
    """What is wrong with a text; None if nothing."""
    if not isinstance(value, str):
        return f"expected a text in quotes, got {quoted(value)}"
    if not value.strip():
        return "expected a text, got an empty one"
    if any(unicodedata.category(character) == "Cc" for character in value):
        return f"expected no control characters, got {quoted(value)}"
    if len(value) > limit:
        return f"expected at most {limit} characters, got {len(value)}"
    return None


def _variable_fault(name: str, content: object) -> str | None:
    """What is wrong with an environment variable; None if nothing."""
    if not _VARIABLE.fullmatch(name):
        return "expected a name of letters, digits and _"
    if name.startswith(_RESERVED):
        return f"names that begin with {_RESERVED} are the referee's own"
    if not isinstance(content, str) or "\0" in content:
        return f"expected a text without NUL, got {quoted(content)}"
    return None
