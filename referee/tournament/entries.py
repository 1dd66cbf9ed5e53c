"""The `[[bot]]` tables of a tournament's TOML (DESIGN section 6)."""

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final, get_args

from referee.bots.credentials import read_ca, read_token
from referee.bots.spec import BotSpec, Transport
from referee.errors import ConfigError
from referee.results.shape import is_bot_name
from referee.tournament.fingerprint import matching_files
from referee.tournament.places import is_file, is_folder
from referee.tournament.section import Fault, Section
from referee.tournament.wording import printable_path, quoted, suggestion

STARTED_DEFAULTS: Final[Mapping[str, object]] = {"dir": ".", "files": None, "transport": "unix", "env": {}}
"""Keys of a bot that the referee starts, as its table is recorded; `files`: None for those named in the command."""

REMOTE_DEFAULTS: Final[Mapping[str, object]] = {"tls": False, "ca": None, "token_file": None}
"""Keys of a bot that already runs somewhere, as its table is recorded."""

ADDRESS: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9][A-Za-z0-9._-]{0,252}):(?P<port>[0-9]{1,5})")
_PLACEHOLDER: Final = re.compile(r"\{(\w+)\}")
_PLACEHOLDERS: Final = ("python", "address")


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One `[[bot]]`: what it means, and its table as written, with the defaults filled in."""

    spec: BotSpec
    table: Mapping[str, object]


def read_entries(value: object, folder: Path, faults: list[Fault], homes: Mapping[str, str]) -> tuple[Entry, ...]:
    """The bots of a tournament in the order of the file; of no use where faults were noted.

    Args:
        value: what stands under `bot` in the file; None for nothing.
        folder: of the TOML; paths are relative to it.
        faults: where faults are noted.
        homes: the sections of keys that stand elsewhere.
    """
    tables = [] if value is None else value
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        got = "[bot] with single brackets" if isinstance(tables, dict) else quoted(tables)
        faults.append(Fault(path=("bot",), sentence=f"[[bot]]: expected one [[bot]] for each bot, got {got}"))
        return ()
    if len(tables) < 2:
        got = "one" if tables else "none"
        faults.append(Fault(path=(), sentence=f"[[bot]]: expected two bots or more, got {got}"))
    sections = [_section(place, table, faults) for place, table in enumerate(tables)]
    entries = tuple(_read_entry(section, folder, homes) for section in sections)
    _check_unique(sections)
    return entries


def _section(place: int, table: Mapping[str, Any], faults: list[Fault]) -> Section:
    """The table of the bot at a place, from 0."""
    name = f" {quoted(table['name'])}" if isinstance(table.get("name"), str) else ""
    return Section(label=f"[[bot]] {place + 1}{name}", path=("bot", place), table=table, faults=faults)


def _read_entry(section: Section, folder: Path, homes: Mapping[str, str]) -> Entry:
    """One bot; every key is read, so that each fault is noted."""
    name, home = _name(section), _dir(section, folder)
    spec = BotSpec(
        name=name or "",
        command=_command(section),
        dir=home or folder,
        files=_files(section, home),
        address=_address(section),
        transport=section.choice("transport", get_args(Transport), default="unix"),
        env=section.variables("env"),
        tls=section.flag("tls", default=False),
        ca=_file(section, "ca", folder, read_ca),
        token_file=_file(section, "token_file", folder, read_token),
    )
    _check_kind(section)
    section.close(homes)
    kind, defaults = ("address", REMOTE_DEFAULTS) if spec.address else ("command", STARTED_DEFAULTS)
    written = {key: section.table.get(key, default) for key, default in defaults.items()}
    return Entry(spec=spec, table={"name": name, kind: section.table.get(kind), **written})


def _name(section: Section) -> str | None:
    """The bot's name; None if it is missing or not allowed."""
    expected = "expected 1 to 40 letters, digits, '.', '_' or '-', the first a letter or digit"
    name = section.value("name")
    if is_bot_name(name):
        return name
    section.fault("name", f"{expected}, got {'none' if name is None else quoted(name)}")
    return None


def _command(section: Section) -> tuple[str, ...] | None:
    """The command, split as a shell does; None if it is absent or faulty."""
    text = section.text("command")
    if text is None:
        return None
    for word in _PLACEHOLDER.findall(text):
        if word not in _PLACEHOLDERS and (close := suggestion(word, _PLACEHOLDERS, form="{{{}}}")):
            section.fault("command", f'expected the placeholders {{python}} or {{address}}, got "{{{word}}}"{close}')
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        reason = "a quotation does not end" if "quotation" in str(error) else "nothing follows the last backslash"
        section.fault("command", f"expected words as for a shell, got {quoted(text)}: {reason}")
        return None
    if words and words[0]:
        return words
    section.fault("command", f"expected a program first, got {quoted(text)}")
    return None


def address_fault(text: str) -> str | None:
    """What is wrong with the address of a bot that runs elsewhere; None if nothing."""
    match = ADDRESS.fullmatch(text)
    if match and 1 <= int(match["port"]) <= 65535:
        return None
    return f"expected host:port with a port from 1 to 65535, got {quoted(text)}"


def _address(section: Section) -> str | None:
    """Where the bot runs; None if it is absent or faulty."""
    text = section.text("address")
    if text is None:
        return None
    reason = address_fault(text)
    if reason:
        section.fault("address", reason)
    return None if reason else text


def _dir(section: Section, folder: Path) -> Path | None:
    """The folder the bot runs in, absolute; None if there is no such folder."""
    home = folder / (section.text("dir") or ".")
    if is_folder(home):
        return home.resolve()
    section.fault("dir", f"expected a folder, found none at {printable_path(home)}")
    return None


def _files(section: Section, home: Path | None) -> tuple[str, ...]:
    """The patterns of the files a fingerprint covers; () for those named in the command."""
    patterns = section.texts("files")
    if section.table.get("files") == []:
        section.fault("files", "expected a pattern or more, got an empty list; leave the key out for the default")
    for pattern in patterns or ():
        if PurePosixPath(pattern).is_absolute() or ".." in PurePosixPath(pattern).parts:
            section.fault("files", f"expected a path below dir, got {quoted(pattern)}")
        elif home and next(matching_files(home, pattern), None) is None:
            whole = f"; did you mean {quoted(f'{pattern}/**')}?" if is_folder(home / pattern) else ""
            section.fault("files", f"{quoted(pattern)} matches no file in {printable_path(home)}{whole}")
    return patterns or ()


def _file(section: Section, key: str, folder: Path, read: Callable[[Path], object]) -> Path | None:
    """A file that must be there and be of use, absolute; None if it is absent or missing."""
    text = section.text(key)
    if text is None:
        return None
    path = folder / text
    if is_file(path):
        try:
            if _has_meaning(section, key):
                read(path)
        except ConfigError as error:
            section.fault(key, str(error))
        return path.resolve()
    section.fault(key, f"expected a file, found none at {printable_path(path)}")
    return None


def _has_meaning(section: Section, key: str) -> bool:
    """Whether a file is of use to a bot of this kind; where it is not, that is fault enough."""
    return "address" in section.table and (key != "ca" or section.table.get("tls") is True)


def _check_kind(section: Section) -> None:
    """Note what does not go together: a bot is either started or runs already."""
    started, remote = "command" in section.table, "address" in section.table
    if started and remote:
        section.fault("address", "expected either command or address, got both")
    elif not started and not remote:
        section.fault(None, "expected command or address, got neither")
    elif remote and "ca" in section.table and section.table.get("tls") is not True:
        section.fault("ca", "expected tls = true beside it")
    if started != remote:
        kind, strangers = ("command", REMOTE_DEFAULTS) if started else ("address", STARTED_DEFAULTS)
        for key in sorted(section.table.keys() & strangers.keys()):
            section.fault(key, f"has no meaning for a bot with {kind}")


def _check_unique(sections: list[Section]) -> None:
    """Note every name that a bot further up has already, ignoring case."""
    places: dict[str, int] = {}
    for place, section in enumerate(sections, 1):
        name = section.table.get("name")
        first = places.setdefault(name.casefold(), place) if isinstance(name, str) else place
        if first != place:
            section.fault("name", f"expected a name of its own (case is ignored), got that of [[bot]] {first}")
