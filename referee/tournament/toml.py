"""A TOML file read whole: its tables, and the line each key stands on.

`tomllib` reads the tables but forgets the lines, and messages need them. 2026: `key_lines` cuts the text into
statements with one pattern and lets `tomllib` read each of them again, so there is no second parser to keep true.
Refused: tomlkit, ten times the code, which keeps comments and blanks for writing but knows no line numbers either.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Any, Final

from referee.errors import ConfigError
from referee.tournament.section import KeyPath
from referee.tournament.wording import printable_path

MAX_BYTES: Final = 1 << 20

_DEPTH: Final = 4
"""How far down lines are kept: `("bot", 2, "env", "PATH")`."""

_MAX_DOTS: Final = 30
"""On a line: tomllib keeps all beginnings of a key, which for one of 100,000 parts takes 40 GB."""

_TOKEN: Final = re.compile(
    r'"""(?:\\.|(?!""").)*+"{3,5}'  # the alternatives hold for a text that tomllib has read without complaint
    r"|'''(?:(?!''').)*+'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|(?P<open>[\[{])"
    r"|(?P<close>[\]}])"
    r"|(?P<end>\n)",
    re.DOTALL,
)

_OUR_WORDS: Final = {
    "Invalid value": "expected a value: text in quotes, a number, true, false, [a list] or {a table}",
    "Invalid statement": "expected a key, a [section] or a comment",
    "Invalid initial character for a key part": "expected a key",
    "Expected '=' after a key": 'expected "=" after the key',
    "Expected ']' at the end of a table": 'expected "]" after the name of the section',
    "Expected ']]' at the end of an array": 'expected "]]" after the name of the section',
    "Expected newline or end of document": "expected the end of the line after a value",
    "Unterminated string": "a text in quotes does not end",
    "Expected \"'": "a text in quotes does not end",
    "Unclosed array": 'a list does not end: expected "," or "]"',
    "Unclosed inline table": 'a table in braces does not end: expected "," or "}"',
    "Unescaped '\\'": "a backslash stands alone: write two, or use single quotes",
    "Invalid hex value": "a \\u escape needs four hex digits, \\U eight",
    "Escaped character is not a Unicode scalar": "a \\u escape names no character",
    "Illegal character": "a control character or line break stands inside a text or key",
    "Found invalid character": "a control character stands in the text",
    "Invalid date or datetime": "not a date of the calendar",
    "Cannot declare": "the section stands twice",
    "Cannot overwrite a value": "the key stands twice",
    "Duplicate inline table key": "the key stands twice",
    "Cannot mutate immutable namespace": "a table or list that is complete in itself cannot be added to",
    "Cannot redefine namespace": "the section is already defined",
    "Exceeds the limit": "a number has too many digits",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class TomlFile:
    """A TOML file that could be read.

    Attributes:
        path: as it was given.
        tables: what tomllib makes of it.
        lines: the line, from 1, on which the statement begins that first names a key or section.
    """

    path: Path
    tables: Mapping[str, Any]
    lines: Mapping[KeyPath, int]

    def line_of(self, path: KeyPath) -> int:
        """The line of a key, else of its nearest table; 0 for neither."""
        return next((self.lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.lines), 0)


def read_toml(path: Path) -> TomlFile:
    """Read a TOML file of at most 1 MiB, with or without a byte order mark.

    Raises:
        ConfigError: it is missing, no file, unreadable, too large, not UTF-8, or not TOML; one fault.
    """
    content = _read_bytes(path)
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        reason = f"expected UTF-8, got the byte 0x{byte:02x}; save the file as UTF-8"
        raise ConfigError(f"{printable_path(path)}, line {line}: {reason}") from error
    _check_keys(path, text)
    try:
        return TomlFile(path=path, tables=tomllib.loads(text), lines=key_lines(text))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{printable_path(path)}{_syntax_fault(error, text)}") from error


def _read_bytes(path: Path) -> bytes:
    """The content of a regular file; nothing else is opened, since a pipe could block for ever."""
    try:
        mode = path.stat().st_mode
        if S_ISDIR(mode):
            raise ConfigError(f"{printable_path(path)}: expected a TOML file, got a folder")
        if not S_ISREG(mode):
            raise ConfigError(f"{printable_path(path)}: expected a TOML file, got a device, pipe or socket")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise ConfigError(f"{printable_path(path)}: no such file{_similar_file(path)}") from error
    except OSError as error:
        raise ConfigError(
            f"{printable_path(path)}: cannot be read: {(error.strerror or 'unknown error').lower()}"
        ) from error
    except ValueError as error:  # a NUL in the name
        raise ConfigError(f"{printable_path(path)}: not the name of a file") from error
    if len(content) > MAX_BYTES:
        raise ConfigError(f"{printable_path(path)}: expected at most {MAX_BYTES} bytes, got more")
    return content


def _check_keys(path: Path, text: str) -> None:
    """Refuse a key of very many parts; in a text that is no TOML, what looks like one."""
    if text.count(".") <= _MAX_DOTS:
        return
    bare = _TOKEN.sub(lambda token: "\n" * token[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), 1):
        if line.count(".") > _MAX_DOTS:
            raise ConfigError(
                f"{printable_path(path)}, line {number}: expected at most {_MAX_DOTS} dots outside of texts, got more"
            )


def _similar_file(path: Path) -> str:
    """A suggestion from the same folder; "" for none. The suffix, which all have, makes no name like another."""
    names = [other.name.removesuffix(".toml") for other in path.parent.glob("*.toml")]
    close = get_close_matches(path.name.removesuffix(".toml"), names, n=1)
    return f"; did you mean {printable_path(path.parent / f'{close[0]}.toml')}?" if close else ""


def _syntax_fault(error: ValueError | RecursionError, text: str) -> str:
    """Where and what, in our words, of what tomllib refused."""
    if isinstance(error, RecursionError):
        return ": lists and tables are nested too deeply"
    message = str(error)
    reason = next((ours for theirs, ours in _OUR_WORDS.items() if message.startswith(theirs)), "not TOML")
    place = re.search(r"\(at line (\d+), column (\d+)\)", message)
    if place:
        return f", line {place[1]}, column {place[2]}: {reason}"
    if "(at end of document)" in message:
        return f", line {text.rstrip().count(chr(10)) + 1}, at the end of the file: {reason}"
    return f": {reason}"


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line of every key, section and `[[table]]` of a correct text, down to a certain depth."""
    lines: dict[KeyPath, int] = {}
    counts: Counter[KeyPath] = Counter()
    section: KeyPath = ()
    for line, statement in _statements(text):
        tree = tomllib.loads(statement)
        paths: Iterable[KeyPath] = _paths(tree)
        if statement.lstrip().startswith("["):
            section = _section_path(tree, counts)
            paths = [()]
        for path in paths:
            whole = (section + path)[:_DEPTH]
            for end in range(len(whole)):
                lines.setdefault(whole[: end + 1], line)
    return lines


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The statements of a correct text, each with the line it begins on; a comment or blank line is one too."""
    start, line, depth = 0, 1, 0
    for token in _TOKEN.finditer(text):
        match token.lastgroup:
            case "open":
                depth += 1
            case "close":
                depth -= 1
            case "end" if not depth:
                yield line, text[start : token.start()]
                line += text.count("\n", start, token.end())
                start = token.end()
            case _:
                pass
    yield line, text[start:]


def _section_path(tree: Mapping[str, Any], counts: Counter[KeyPath]) -> KeyPath:
    """Where a section header leads; `counts` holds how many `[[tables]]` each path has so far."""
    path: KeyPath = ()
    node: Any = tree
    while node and len(path) < _DEPTH:
        ((key, node),) = node.items()
        path += (key,)
        if isinstance(node, list):
            node = node[0]
            counts[path] += 1
        if counts[path]:
            path += (counts[path] - 1,)
    return path


def _paths(node: Mapping[str, Any] | Sequence[Any], depth: int = _DEPTH) -> Iterator[KeyPath]:
    """The path of every value in tables and lists, `depth` levels down."""
    items: Iterable[tuple[str | int, Any]] = node.items() if isinstance(node, Mapping) else enumerate(node)
    for key, value in items:
        yield (key,)
        if depth > 1 and isinstance(value, (dict, list)):
            yield from ((key, *rest) for rest in _paths(value, depth - 1))
