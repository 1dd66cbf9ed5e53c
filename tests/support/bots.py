"""Bots for tests with real processes, marked so that none is left unnoticed."""

from pathlib import Path
from typing import Any

from support.processes import MARK

from referee.bots.spec import BotSpec

FOLDER = Path(__file__).parent


def bad_bot(mark: str, mode: str = "", **fields: Any) -> BotSpec:
    """The bot that does what each request tells it to do (bad_bot.py)."""
    return BotSpec(name="bad", command=("{python}", "bad_bot.py", mode), dir=FOLDER, env=((MARK, mark),), **fields)


def script_bot(mark: str, script: str, **fields: Any) -> BotSpec:
    """A bot that is a few lines of Python, started without site-packages: up in a moment, and without gRPC."""
    return BotSpec(name="script", command=("{python}", "-S", "-c", script), env=((MARK, mark),), **fields)
