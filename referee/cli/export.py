"""`referee export DIR`: all finished matches, on stdout."""

import sys
from pathlib import Path

import click

from referee.cli.folder_argument import folder_argument
from referee.results.export import FORMATS, Format, export_lines
from referee.results.reader import Results


@click.command("export")
@folder_argument
@click.option("--format", "layout", type=click.Choice(FORMATS), default="jsonl", show_default=True)
def command(folder: Path, layout: Format) -> None:
    """Write all finished matches of DIR to stdout.

    DIR is an output folder, or the TOML it belongs to. An encounter is written when both its legs are final: until
    then its cards are withheld. Also while the tournament runs.
    """
    with Results.open(folder) as results:
        sys.stdout.writelines(export_lines(results, layout))
