"""`referee annul DIR SERIES --reason TEXT`: take an encounter out of the tables, and have it played again."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from referee.cli.console import note
from referee.cli.folder_argument import SERIES_NUMBER, folder_argument
from referee.results.annul import annul


@click.command("annul")
@folder_argument
@click.argument("series", type=SERIES_NUMBER)
@click.option("--reason", metavar="TEXT", required=True, help="Why; kept with the series.")
def command(folder: Path, series: int, reason: str) -> None:
    """Take the encounter of a series of DIR out of the tables.

    SERIES is the number of either leg; both are annulled. They are kept as history, with the reason, and planned
    again with fresh deals: `referee run` plays them. A withdrawn bot loses them again unless it is reinstated. Refused
    while a referee works in DIR.
    """
    annulment = annul(folder, series, reason)
    first, second = annulment.legs
    place = f"{first.a} against {first.b}, round {first.round_text}"
    note(f"series {first.number} and {second.number} ({place}) are annulled: {reason.strip()}")
    if annulment.opened is not None:
        note(f"stage {annulment.opened.number} is open: commitment {annulment.opened.commitment}")
    if annulment.again is None:
        note("one of the bots is gone: they are played again when it is back")
    else:
        planned = f"planned again as round {annulment.again.round_text}, with fresh deals"
        click.echo(f"{planned}: {_how_to_play(folder, annulment.withdrawn)}", err=True)  # the command may be copied


def _how_to_play(folder: Path, withdrawn: Sequence[str]) -> str:
    """What plays the encounter; a withdrawn bot would lose it without being asked."""
    if not withdrawn:
        return "`referee run` plays it"
    toml = shlex.quote(str(folder)) if folder.suffix == ".toml" else "TOML"
    options = " ".join(f"--reinstate {name}" for name in withdrawn)
    lost = f"{' and '.join(withdrawn)} {'is' if len(withdrawn) == 1 else 'are'} withdrawn, and would lose it unasked"
    return f"{lost}; to have it played: referee run {toml} {options}"
