"""`referee new-bot LANGUAGE FOLDER`: a bot of one's own to start from, with the protocol in it."""

import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

import referee
from referee.cli.bot_argument import bot_name
from referee.cli.console import note
from referee.cli.folder_argument import PATH
from referee.errors import ConfigError, RefereeError
from referee.results.writing import FULL_ERRORS, not_written

NEXT_STEPS: Final = {
    "python": ((), 'referee check "{python} bot.py"'),
    "go": (("go generate", "go build"), "referee check ./pathfinder"),
    "rust": (("cargo build --release --locked",), "referee check target/release/pathfinder"),
    "java": (
        ("mvn --batch-mode --quiet package",),
        'referee check --transport tcp "java -jar target/pathfinder.jar"',
    ),
    "typescript": (("npm ci", "npm run build"), 'referee check "node dist/main.js"'),
    "cpp": (("cmake -B build", "cmake --build build"), "referee check build/pathfinder"),
}
"""Every language, what builds a bot in it, and what checks the bot; both in the folder of the bot."""

# Where a folder holds more than one bot: what is left out, what is called otherwise, and which words in it.
_LEFT_OUT: Final = {"python": ("README.md", "discarder.py", "pathfinder.py", "planner.py", "random_bot.py")}
_RENAMED: Final = {"python": {"greedy.py": "bot.py", "README.new-bot.md": "README.md"}}
_REWORDED: Final = {"bot.py": {b"Greedy(": b"MyBot("}}

_NAMES: Final = (b'"pathfinder"', b'"greedy"', b'"my-bot"')
"""What examples are called, in the files that say how a bot is called: the new one gets the name of its folder."""
_NAMED: Final = frozenset({"README.md", "bot.py", "main.go", "main.rs", "Main.java", "main.ts", "main.cpp"})

# In an installed referee, and in a checkout.
_PACKAGE: Final = Path(referee.__file__).parent
_PLACES: Final = (
    (_PACKAGE / "_example_bots", _PACKAGE / "_proto"),
    (_PACKAGE.parent / "example_bots", _PACKAGE.parent / "proto"),
)
_PROTO_IN_EXAMPLE: Final = b"../../proto"
_PROTO_IN_PROJECT: Final = b"proto"


@click.command("new-bot")
@click.argument("language", metavar="LANGUAGE", type=click.Choice(list(NEXT_STEPS), case_sensitive=False))
@click.argument("folder", metavar="FOLDER", type=PATH)
def command(language: str, folder: Path) -> None:
    """Make a bot in LANGUAGE: python, go, rust, java, typescript or cpp.

    FOLDER is made, and must be empty if it is there; the bot is called like it. The bot plays as it is, and one
    function of it is yours to write anew. The .proto files lie beside it, so that it can be built anywhere. What it
    needs stands in its README.
    """
    make_project(language, folder)
    builds, check = NEXT_STEPS[language]
    note(f"{folder} holds a bot in {language}; how to go on stands in its README.md, and first:")
    click.echo(" && ".join((f"cd {shlex.quote(str(folder))}", *builds)))
    click.echo(check)


def make_project(language: str, folder: Path) -> None:
    """Write the example bot of a language, named like the folder and without what was built of it, and the protocol.

    Whatever goes wrong, the folder is then as it was; a signal too.

    Raises:
        ConfigError: the folder is not empty, is a file, or cannot be written.
        StoreError: the disk is full.
    """
    bots, proto = next(place for place in _PLACES if place[0].is_dir())
    _check_empty(folder)
    is_new = not folder.exists()
    names = dict.fromkeys(_NAMES, f'"{bot_name(folder.absolute().name)}"'.encode())
    try:
        shutil.copytree(bots / language, folder, ignore=_not_wanted(bots / language), dirs_exist_ok=True)
        for old, new in _RENAMED.get(language, {}).items():
            (folder / old).rename(folder / new)
        for path in folder.rglob("*"):
            if path.is_file():
                words = _REWORDED.get(path.name, {}) | (names if path.name in _NAMED else {})
                _reword(path, {_PROTO_IN_EXAMPLE: _PROTO_IN_PROJECT, **words})
        shutil.copytree(proto / "lostcities", folder / "proto" / "lostcities", dirs_exist_ok=True)
    except BaseException as error:
        _take_back(folder, is_new=is_new)
        if isinstance(error, OSError):
            raise _unwritable(folder, error) from None
        raise


def _take_back(folder: Path, *, is_new: bool) -> None:
    """Remove what was written, so that the same command may be given again."""
    for path in [folder] if is_new else list(folder.iterdir()):
        with suppress(OSError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _unwritable(folder: Path, error: OSError) -> RefereeError:
    """The error of a folder that could not be filled; of files that were copied shutil tells in words only."""
    numbers = re.findall(r"\[Errno (\d+)\]", str(error))
    number = int(numbers[0]) if numbers else 0
    if number in FULL_ERRORS:
        return not_written(folder, OSError(number, ""), "")
    reason = os.strerror(number) if number else error
    return ConfigError(f"{folder}: expected a folder that can be written, got {reason}")


def _check_empty(folder: Path) -> None:
    if folder.is_dir():
        if any(folder.iterdir()):
            raise ConfigError(f"{folder}: expected a new or an empty folder, but it has files in it; name another")
    elif folder.exists():
        raise ConfigError(f"{folder}: expected a new or an empty folder, got a file; name another")


def _not_wanted(root: Path) -> Callable[[str, list[str]], set[str]]:
    """What not to copy of a folder: other bots, what was built (each line of its .gitignore is a path), and caches."""
    ignore_file = root / ".gitignore"
    lines = ignore_file.read_text("utf-8").splitlines() if ignore_file.exists() else []
    unwanted = {root / line.strip("/") for line in (*lines, *_LEFT_OUT.get(root.name, ()))}

    def ignored(folder: str, names: Iterable[str]) -> set[str]:
        return {name for name in names if name == "__pycache__" or Path(folder, name) in unwanted}

    return ignored


def _reword(path: Path, words: Mapping[bytes, bytes]) -> None:
    content = path.read_bytes()
    reworded = content
    for old, new in words.items():
        reworded = reworded.replace(old, new)
    if reworded != content:
        path.write_bytes(reworded)
