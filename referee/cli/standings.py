"""`referee standings DIR`: the table of a tournament, or every bot against every other."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from referee.cli.folder_argument import folder_argument
from referee.errors import ConfigError
from referee.ratings.crosstable import Kind, build_crosstable
from referee.ratings.field import Sort, TableOptions
from referee.ratings.standings import build_standings
from referee.report.crosstable import CrosstablePage, crosstable_csv, crosstable_json, crosstable_markdown
from referee.report.formats import standings_csv, standings_json, standings_markdown
from referee.report.standings import StandingsPage
from referee.report.terminal import open_console
from referee.results.reader import Results

STANDINGS: Final = {"json": standings_json, "csv": standings_csv, "markdown": standings_markdown}
CROSSTABLES: Final = {"json": crosstable_json, "csv": crosstable_csv, "markdown": crosstable_markdown}


@click.command("standings")
@folder_argument
@click.option("--json", "json", is_flag=True, help="As JSON.")
@click.option("--csv", "csv", is_flag=True, help="As CSV.")
@click.option("--markdown", "markdown", is_flag=True, help="As Markdown.")
@click.option(
    "--sort", type=click.Choice(["points", "strength"]), default="points", show_default=True, help="The order of rows."
)
@click.option("--no-luck", is_flag=True, help="Leave luck in the margins.")
@click.option(
    "--crosstable",
    "kind",
    type=click.Choice(["score", "margin", "stronger"]),
    help="In place of the table every bot against every other: points, mean margins, or who is likely the stronger.",
)
def command(folder: Path, sort: Sort, no_luck: bool, kind: Kind | None, **formats: bool) -> None:
    """Print the table of DIR, an output folder or the TOML it belongs to; also while the tournament runs."""
    form = _form([name for name, is_chosen in formats.items() if is_chosen])
    options = TableOptions(sort=sort, takes_luck_out=not no_luck)
    # All of it inside: where a damaged value breaks a table only when it is printed, the file is to blame.
    with Results.open(folder) as results:
        if kind is not None:
            crosstable = build_crosstable(results, kind, options)
        else:
            standings = build_standings(results, options)
        if form is not None:
            sys.stdout.write(STANDINGS[form](standings) if kind is None else CROSSTABLES[form](crosstable))
        else:
            shown = shlex.quote(str(folder))
            page = StandingsPage(standings=standings, folder=shown) if kind is None else CrosstablePage(crosstable)
            open_console(sys.stdout).print(page)


def _form(chosen: Sequence[str]) -> str | None:
    """The form of the output; None for a person."""
    if len(chosen) > 1:
        options = [f"--{name}" for name in STANDINGS if name in chosen]
        raise ConfigError(f"{' and '.join(options)}: expected one of them, got {len(options)}")
    return next(iter(chosen), None)
