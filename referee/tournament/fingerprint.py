"""What identifies a bot's code, so that a changed bot is noticed (DESIGN section 6).

2026: the fingerprint is the SHA-256 of one line of JSON, `{"command": [words], "files": {path: SHA-256}}`, or
`{"address": "host:port"}` of a bot that runs elsewhere, so that anyone can compute it with other tools.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Final

from referee.bots.spec import BotSpec
from referee.errors import ConfigError
from referee.tournament.places import is_file

_BYTECODE: Final = "__pycache__"
"""Written by Python when a bot runs; covered only where a pattern names it."""


def fingerprint(spec: BotSpec) -> str:
    """SHA-256 in hex over a bot's command, and the paths and contents of its covered files; else over its address.

    Raises:
        ConfigError: a covered file cannot be read.
    """
    content: dict[str, object] = {"address": spec.address}
    if spec.command is not None:
        files = {name: _file_digest(spec, name) for name in covered_files(spec)}
        content = {"command": spec.command, "files": files}
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def covered_files(spec: BotSpec) -> tuple[str, ...]:
    """The files a fingerprint covers, as paths below the bot's folder in code-point order; none for a remote bot."""
    if spec.files:
        return tuple(sorted({name for pattern in spec.files for name in matching_files(spec.dir, pattern)}))
    return tuple(sorted({name for word in spec.command or () for name in _named_file(spec.dir, word)}))


def matching_files(folder: Path, pattern: str) -> Iterator[str]:
    """The files below a folder that a pattern names, as paths below it with `/`, in no order.

    `*`, `?` and `[…]` match inside a name, also a hidden one; `**` matches any folders, at the end all files in them.
    Linked folders are not entered.
    """
    parts = PurePosixPath(pattern).parts
    if is_file(folder / pattern):
        yield "/".join(parts)
        return
    fixed = next((place for place, part in enumerate(parts) if any(sign in part for sign in "*?[")), None)
    if fixed is None:
        return
    for root, folders, names in os.walk(folder.joinpath(*parts[:fixed])):
        if _BYTECODE not in parts:
            folders[:] = [name for name in folders if name != _BYTECODE]
        for name in names:
            path = Path(root, name)
            below = path.relative_to(folder)
            if _is_match(below.parts, parts) and is_file(path):
                yield below.as_posix()


def _is_match(names: Sequence[str], patterns: Sequence[str]) -> bool:
    """Whether a path, split into names, matches a pattern split likewise."""
    if not patterns:
        return not names
    if patterns[0] == "**":
        least = int(len(patterns) == 1)
        return any(_is_match(names[skipped:], patterns[1:]) for skipped in range(least, len(names) + 1))
    return bool(names) and fnmatchcase(names[0], patterns[0]) and _is_match(names[1:], patterns[1:])


def _named_file(folder: Path, word: str) -> Iterator[str]:
    """The word of a command as a path below the folder, if a file stands there."""
    path = Path(os.path.normpath(folder / word))
    if path.is_relative_to(folder) and is_file(path):
        yield path.relative_to(folder).as_posix()


def _file_digest(spec: BotSpec, name: str) -> str:
    """SHA-256 of a file's content, in hex."""
    try:
        with (spec.dir / name).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise ConfigError(f"bot {spec.name}: {name} cannot be read for the fingerprint: {reason}") from error
