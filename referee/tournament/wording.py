"""How messages about a TOML file show values and suggest what was meant."""

import re
import shlex
from collections.abc import Iterable
from datetime import date, time
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from referee.bots.text import escape_text

_PLAIN: Final = re.compile(r"(?:[\w@%+=:,./-]|\{\w+\})+", re.ASCII)
_SHOWN_CHARACTERS: Final = 60
_SHOWN_PATH_CHARACTERS: Final = 4096


def quoted(value: object) -> str:
    """A value of a TOML file on one short line, with nothing that cannot be printed."""
    match value:
        case str():
            return f'"{printable(value)}"'
        case int() if abs(value) > 2**63:  # Python refuses to print what has thousands of digits
            return "an integer beyond 64 bits"
        case int() | float():
            return str(value).lower()  # true and false are ints here
        case date() | time():
            return value.isoformat()
        case list():
            return "a list" if value else "an empty list"
        case _:
            return "a table"


def printable(text: str) -> str:
    """A text of the file on one line, cut, with what cannot be printed escaped."""
    return escape_text(text, _SHOWN_CHARACTERS)


def printable_path(path: Path) -> str:
    """A path on one line, with what cannot be printed escaped."""
    return escape_text(str(path), _SHOWN_PATH_CHARACTERS)


def command_text(words: Iterable[str]) -> str:
    """A command as somebody writes it: words quoted as for a shell where they need it, placeholders as they are."""
    return " ".join(word if _PLAIN.fullmatch(word) else shlex.quote(word) for word in words)


def listed(options: Iterable[object]) -> str:
    """`"a"`, `"a" or "b"`, `"a", "b" or "c"`; of one option or more."""
    *first, last = [quoted(option) for option in options]
    return f"{', '.join(first)} or {last}" if first else last


def suggestion(word: object, options: Iterable[object], *, form: str = "{}") -> str:
    """`; did you mean "turn_ms"?` for the text most like the word; "" where none is close.

    `form` is how an option is written, with a `{}` for it.
    """
    texts = [option for option in options if isinstance(option, str)]
    close = get_close_matches(word.casefold(), texts, n=1) if isinstance(word, str) else []
    return f"; did you mean {quoted(form.format(close[0]))}?" if close else ""
