"""What is executed for a bot: its clean environment, and its argv made whole."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from referee.bots.diagnosis import command_not_found, remedies
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError

ADDRESS_VARIABLE = "LOST_CITIES_BOT_ADDRESS"


def environment_of(spec: BotSpec, settings: ProcessSettings, *, home: str, told: str) -> dict[str, str]:
    """All the variables a bot gets: where it lives and listens, PATH, and what the host gives to all and to it.

    Args:
        spec: the bot.
        settings: how all bots are run.
        home: its folder for temporary files.
        told: the address where it is to listen.
    """
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": home,
        "TMPDIR": home,
        **dict(settings.env),
        **dict(spec.env),
        ADDRESS_VARIABLE: told,
    }


def argv_of(spec: BotSpec, environment: Mapping[str, str]) -> list[str]:
    """What to execute in that environment; nothing for a remote bot.

    A first word with a slash is relative to the bot's folder; one without is looked up on PATH.

    Raises:
        NotStartedError: PATH has no such command.
    """
    meanings = {"{python}": sys.executable, "{address}": environment[ADDRESS_VARIABLE]}
    argv = [_filled_in(token, meanings) for token in spec.command or ()]
    if not argv:
        return []
    program = _located(argv[0], spec.dir, environment["PATH"])
    if program is None:
        raise NotStartedError(command_not_found(argv[0], remedies(is_listed=spec.is_listed)))
    return [program, *argv[1:]]


def _filled_in(token: str, meanings: Mapping[str, str]) -> str:
    for placeholder, meaning in meanings.items():
        token = token.replace(placeholder, meaning)
    return token


def _located(program: str, folder: Path, path: str) -> str | None:
    """Where a program is; None if PATH has no such command."""
    if os.sep in program:
        return str(folder.absolute() / program)
    found = shutil.which(program, path=path)
    return None if found is None else str(Path(found).absolute())
