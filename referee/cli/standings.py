"""`referee standings DIR`: the table of a tournament."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from referee.cli.folder_argument import folder_argument
from referee.ratings.standings import Standings, build_standings
from referee.report.formats import standings_csv, standings_json, standings_markdown
from referee.report.standings import StandingsPage
from referee.report.terminal import open_console
from referee.results.reader import Results

Writer = Callable[[Standings], str]


@click.command("standings")
@folder_argument
@click.option("--json", "write", flag_value=standings_json, type=click.UNPROCESSED, help="As JSON.")
@click.option("--csv", "write", flag_value=standings_csv, type=click.UNPROCESSED, help="As CSV.")
@click.option("--markdown", "write", flag_value=standings_markdown, type=click.UNPROCESSED, help="As Markdown.")
def command(folder: Path, write: Writer | None) -> None:
    """Print the table of DIR, an output folder or the TOML it belongs to; also while the tournament runs."""
    with Results.open(folder) as results:
        standings = build_standings(results)
    if write is None:
        open_console(sys.stdout).print(StandingsPage(standings=standings))
    else:
        sys.stdout.write(write(standings))
