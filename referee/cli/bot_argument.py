"""A BOT on the command line: a name in `--config TOML`, else `host:port`, else a command."""

import os
import re
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

import click

from referee.bots.spec import BotSpec, Transport
from referee.cli.folder_argument import PATH
from referee.errors import ConfigError
from referee.results.shape import is_bot_name
from referee.tournament.config import TournamentConfig
from referee.tournament.entries import ADDRESS, address_fault
from referee.tournament.wording import listed, quoted, suggestion

_NAME_LENGTH: Final = 38
"""Of a name that is made up here: two characters less than allowed, for the `.2` of a second one."""


_MADE: Final = frozenset({"bot.py", "pathfinder", "pathfinder.jar", "main.js"})
"""What the programs of all bots of `new-bot` are called: they tell no bot from another."""

_BUILT: Final = frozenset({"bin", "build", "debug", "dist", "release", "target"})
"""Folders of what was built, inside the bot's own."""

_INTERPRETER: Final = re.compile(r"python[0-9.]*|pypy[0-9.]*|node|deno|bun|java|ruby|perl|lua|php|dotnet|sh|bash")


def bot_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say more of the bots of a command: `--config` and `--transport`."""
    config = click.option("--config", "toml", type=PATH, help="TOML with rules, clock and named bots.")
    transport = click.option(
        "--transport",
        type=click.Choice(get_args(Transport)),
        default="unix",
        show_default=True,
        help="Where a bot that is given as a command listens.",
    )
    return config(transport(command))


def resolve_bots(texts: Sequence[str], config: TournamentConfig | None, transport: Transport) -> list[BotSpec]:
    """The bots that arguments name, in their order.

    Two commands of the same name are called like the folders of their programs, if these differ; else, and otherwise,
    the second of the same name is called `A.2`.

    Args:
        texts: one or two arguments.
        config: of `--config`, or None.
        transport: for those that are commands.

    Raises:
        ConfigError: an argument is neither a name, nor an address, nor a command.
    """
    found = [_resolve(text, config, transport) for text in texts]
    apart = [_called_by_folder(spec) for spec in found]
    if len({spec.name for spec in found}) < len({spec.name for spec in apart}):
        found = apart
    specs: list[BotSpec] = []
    for spec in found:
        if any(spec.name == other.name for other in specs):
            specs.append(replace(spec, name=f"{spec.name[:_NAME_LENGTH]}.2"))
        else:
            specs.append(spec)
    return specs


def _called_by_folder(spec: BotSpec) -> BotSpec:
    """The same, if it is a command with a file in it, called like the folder of that."""
    if spec.is_listed or spec.command is None or not (program := _program(spec.command)).is_file():
        return spec
    return replace(spec, name=_folder_name(program))


def _resolve(text: str, config: TournamentConfig | None, transport: Transport) -> BotSpec:
    named = {spec.name: spec for spec in config.entries} if config else {}
    if text in named:
        return named[text]
    if ADDRESS.fullmatch(text):
        if reason := address_fault(text):
            raise ConfigError(f"BOT: {reason}")
        return BotSpec(name=bot_name(text), address=text, is_listed=False)
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ConfigError(f"BOT: expected words as for a shell, got {quoted(text)}: {error}") from None
    if not words:
        raise ConfigError("BOT: expected a name in --config, an address host:port, or a command, got nothing")
    if config and is_bot_name(text) and (close := suggestion(text, tuple(named))):
        raise ConfigError(f"BOT: expected a bot of {config.path}, one of {listed(tuple(named))}, got {text}{close}")
    _check_program(Path(words[0]), text)
    return BotSpec(name=_command_name(words), command=words, dir=Path.cwd(), transport=transport, is_listed=False)


def _check_program(program: Path, text: str) -> None:
    """Answer what a newcomer names in the place of a command: a folder, or a Python file that cannot be executed."""
    if program.name == str(program) and shutil.which(program):
        return
    if program.is_dir():
        script = _script_in(program)
        advice = "name the program in it that is the bot" if script is None else _advice(shlex.quote(str(script)))
        raise ConfigError(f"BOT: expected a command, got the folder {quoted(str(program))}; {advice}")
    if program.suffix == ".py" and program.is_file() and not _is_executable(program):
        raise ConfigError(f"BOT: expected a command, got the Python file {quoted(str(program))}; {_advice(text)}")


def _script_in(folder: Path) -> Path | None:
    """The Python file that is the bot, as `new-bot` names it, or the only one; None where that cannot be told."""
    scripts = sorted(folder.glob("*.py"))
    return next((path for path in scripts if path.name == "bot.py" or len(scripts) == 1), None)


def _is_executable(script: Path) -> bool:
    """Whether the system can execute a script; also where that cannot be told."""
    if not os.access(script, os.R_OK):
        return True
    with script.open("rb") as file:
        return file.read(2) == b"#!" and os.access(script, os.X_OK)


def _advice(text: str) -> str:
    """What to write for a Python file and its arguments: the whole command where that takes one BOT."""
    words = f"{{python}} {text}"
    word = shlex.quote(words) if set(words) & set('"$`\\!') else f'"{words}"'
    context = click.get_current_context(silent=True)
    is_alone = context is not None and context.info_name == "check"
    return f"write {'referee check ' if is_alone else ''}{word}"


def _command_name(words: Sequence[str]) -> str:
    """The stem of the program, as `greedy` of `{python} greedy.py`; of one of `new-bot` the name of its folder."""
    program = _program(words)
    return _folder_name(program) if program.name in _MADE and program.is_file() else bot_name(program.stem)


def _program(words: Sequence[str]) -> Path:
    """The first word that is a file here, else the first word.

    Options, placeholders and interpreters are no programs: `{python} -m greedy` and `venv/bin/python greedy.py` are
    `greedy` too.
    """
    telling = [word for word in words if not word.startswith("-") and "{" not in word] or words
    if len(telling) > 1 and _INTERPRETER.fullmatch(Path(telling[0]).name):
        telling = telling[1:]
    return Path(next((word for word in telling if Path(word).is_file()), telling[0]))


def _folder_name(program: Path) -> str:
    """What the folder of a program is called, and not the one in it where it was built."""
    folders = Path(os.path.abspath(program)).parents  # noqa: PTH100 - `..` is gone, links are kept
    return bot_name(next((folder.name for folder in folders if folder.name not in _BUILT), "") or program.stem)


def bot_name(text: str) -> str:
    """A text as a bot's name, with `-` for what no name may hold."""
    return re.sub(r"^[^A-Za-z0-9]+|[^A-Za-z0-9._-]", "-", text).lstrip("-")[:_NAME_LENGTH] or "bot"
