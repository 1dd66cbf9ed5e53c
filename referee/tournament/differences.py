"""What is different of a bot since its results were played, in words."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from referee.bots.spec import BotSpec
from referee.results.rows import StoredBot
from referee.tournament.fingerprint import covered_files
from referee.tournament.wording import command_text, printable

_NAMED_COUNT: Final = 3
"""So many files are named; the others are counted."""


def describe_difference(spec: BotSpec, stored: StoredBot, last_played_utc: str) -> str:
    """Which files or what else, as far as can be told: the results keep a fingerprint of all files together.

    Args:
        spec: of the bot, as it is now.
        stored: as it was.
        last_played_utc: when its last result became final, ISO 8601.
    """
    now = command_text(spec.command) if spec.command else str(spec.address)
    if stored.command not in (now, shlex.join(spec.command or ())):
        what = "command" if spec.command else "address"
        return f"its {what} was {printable(stored.command)}, is {printable(now)}"
    written = _written_since(spec, last_played_utc)
    if not written:
        return "its files are others than before, and none of them is newer than its last result"
    more = f" and {len(written) - _NAMED_COUNT} more" if len(written) > _NAMED_COUNT else ""
    verb = "was" if len(written) == 1 else "were"
    return f"{', '.join(map(printable, written[:_NAMED_COUNT]))}{more} {verb} written since its last result"


def _written_since(spec: BotSpec, utc: str) -> Sequence[str]:
    """The covered files that are newer, in code-point order; none where their times cannot be told."""
    with suppress(OSError, ValueError):
        since_s = datetime.fromisoformat(utc).timestamp()
        return [name for name in covered_files(spec) if (spec.dir / name).stat().st_mtime > since_s]
    return ()
