"""Which folders beside its own a bot's command needs: interpreters, virtual environments, runtimes.

What lies in the system's folders is in every box anyway. Elsewhere the folder that a runtime was installed to is
bound whole (`/opt/node` for `/opt/node/bin/node`), but never one that holds a home or what the referee keeps.
"""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives")
_MAX_HOPS: Final = 16
_MARKS: Final = ("lib", "lib64", "pyvenv.cfg", "release")
"""One of them stands in the folder that a runtime was installed to."""
_SHEBANG_BYTES: Final = 256
_GO_MARK: Final = b"\xff Go buildinf:"
_GO_CHUNK_BYTES: Final = 1 << 20
_GO_CHUNK_COUNT: Final = 64


@dataclass(frozen=True, kw_only=True, slots=True)
class Runtime:
    """What a command needs.

    Attributes:
        paths: absolute folders and files outside the system's and the bot's own, in the order found.
        variables: how much memory the runtime may think it has.
    """

    paths: tuple[str, ...] = ()
    variables: Mapping[str, str]


def find_runtime(argv: Sequence[str], folder: Path, search_path: str, *, memory_mb: int) -> Runtime:
    """What an absolute command of a bot needs.

    Args:
        argv: of the bot; the first word is an absolute path. A later one is needed too if it is our interpreter, which
            scripts are given by `{python}`; of other words nobody knows what they mean.
        folder: the bot's own.
        search_path: its PATH.
        memory_mb: what it may have, in MiB.
    """
    programs = list(_programs(Path(argv[0]), search_path))
    named = [Path(word) for word in argv[1:] if word == sys.executable]
    found: dict[str, None] = {}
    for program in (*programs, *named):
        with suppress(OSError):  # what we may not look at cannot be shown to a bot either
            found |= {str(path): None for path in _needed_outside(program, folder)}
    # A folder inside another one that is bound is there already.
    paths = tuple(path for path in found if not _is_inside(Path(path), [other for other in found if other != path]))
    return Runtime(paths=paths, variables=_memory_variables(programs, memory_mb))


def _needed_outside(program: Path, folder: Path) -> Iterator[Path]:
    """What a program needs of what is there, neither the system's nor the bot's own."""
    for hop in _hops(program):
        yield from (path for path in _needed_by(hop) if path.exists() and not _is_inside(path, (*_SYSTEM, str(folder))))


def _programs(program: Path, search_path: str) -> Iterator[Path]:
    """A program, and those that its #! line names."""
    yield program
    try:
        with program.open("rb") as file:
            first = file.readline(_SHEBANG_BYTES)
    except OSError:
        return
    if not first.startswith(b"#!"):
        return
    words = first[2:].decode(errors="replace").split()
    if not words:
        return
    yield Path(words[0])
    if Path(words[0]).name == "env":
        named = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
        if named and (found := shutil.which(named[0], path=search_path)):
            yield Path(found)


def _hops(program: Path) -> Iterator[Path]:
    """A path, and what its links lead to, step by step; a venv's python is a link to the interpreter it was made of."""
    path = program.absolute()
    for _ in range(_MAX_HOPS):
        yield path
        if not path.is_symlink():
            break
        # The folder is resolved, the last step is not: that is the next hop.
        path = Path(os.path.normpath(path.parent.resolve() / path.readlink()))
    yield _resolved(program)


def _needed_by(program: Path) -> Iterator[Path]:
    """The installation that a program belongs to, or else the program alone."""
    prefix = program.parent.parent
    if program.parent.name == "shims" and _may_be_bound(prefix):  # pyenv, rbenv: a script that calls the rest of it
        yield prefix
    elif program.parent.name in {"bin", "sbin"} and _is_installation(prefix):
        yield prefix
        yield from _home_of_venv(prefix)
    else:
        yield program


def _is_installation(prefix: Path) -> bool:
    return _may_be_bound(prefix) and any((prefix / mark).exists() for mark in _MARKS)


def _may_be_bound(prefix: Path) -> bool:
    """Whether a folder is narrow enough: not the root, a home, or a folder that holds homes or ours."""
    return len(prefix.parts) > 2 and not any(_is_inside(path, [str(prefix)]) for path in _kept())


def _kept() -> Iterator[Path]:
    """A home, and where we are, as far as there is such a place."""
    with suppress(RuntimeError):  # neither HOME nor an entry of the user, as in some containers
        yield from (Path.home(), Path.home() / ".local")
    with suppress(FileNotFoundError):  # removed while we are in it
        yield Path.cwd()


def _home_of_venv(prefix: Path) -> Iterator[Path]:
    """The installation that a virtual environment was made of."""
    try:
        lines = (prefix / "pyvenv.cfg").read_text().splitlines()
    except (OSError, UnicodeDecodeError):
        return
    for line in lines:
        key, _, value = line.partition("=")
        base = Path(value.strip()).parent
        if key.strip() == "home" and _is_installation(base):
            yield base
            yield base.resolve()


def _is_inside(path: Path, folders: Sequence[str]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _memory_variables(programs: Sequence[Path], memory_mb: int) -> dict[str, str]:
    """Runtimes size their heaps by the whole machine unless they are told."""
    names = {path.name for program in programs for path in (program, _resolved(program))}
    if "java" in names:
        return {"JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={memory_mb}m"}
    if names & {"node", "nodejs"}:
        return {"NODE_OPTIONS": f"--max-old-space-size={memory_mb * 3 // 4}"}
    if _is_built_by_go(programs[0]):
        return {"GOMEMLIMIT": f"{memory_mb * 9 // 10}MiB"}
    return {}


def _resolved(program: Path) -> Path:
    """Where its links lead; of a circle of links, some place in it."""
    return Path(os.path.realpath(program))


def _is_built_by_go(program: Path) -> bool:
    """Whether a program carries the mark of Go's linker, in its first 64 MiB."""
    kept = b""
    try:
        with program.open("rb") as file:
            if file.read(4) != b"\x7fELF":
                return False
            for _ in range(_GO_CHUNK_COUNT):
                chunk = file.read(_GO_CHUNK_BYTES)
                if _GO_MARK in kept + chunk:
                    return True
                if not chunk:
                    return False
                kept = chunk[-len(_GO_MARK) :]
    except OSError:
        return False
    return False
