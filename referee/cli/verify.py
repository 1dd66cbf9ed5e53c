"""`referee verify DIR`: check every stored result against the rules and the seed."""

from pathlib import Path

import click

from referee.cli.folder_argument import folder_argument
from referee.errors import AnswerIsNoError
from referee.results.verify import verify


@click.command("verify")
@folder_argument
def command(folder: Path) -> None:
    """Check every stored result of DIR, and change nothing.

    Every deal is derived from the seed again, every turn played through the rules, every sum, hash and commitment
    checked. Differences go to stdout, at most a hundred, each with its place; the exit code is then 3, as it is where
    deals cannot be checked because their seed is not here.
    """
    verification = verify(folder)
    for difference in verification.differences:
        click.echo(difference)
    checked = f"{verification.series_count} series with {verification.match_count} matches"
    if verification.history_count:
        checked += f", {verification.history_count} of the series history (annulled, replaced or removed)"
    if verification.differences:
        count, more = len(verification.differences), " or more" if verification.is_cut else ""
        unproven = f"; besides, {verification.unproven}" if verification.unproven else ""
        raise AnswerIsNoError(f"{count}{more} difference{'' if count == 1 else 's'} in {checked}{unproven}")
    if verification.unproven:
        raise AnswerIsNoError(f"{checked}: nothing differs, but {verification.unproven}")
    click.echo(f"{checked}: every deal, turn, score and hash is right", err=True)
