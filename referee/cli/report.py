"""`referee report DIR`: the tournament as pages, in a folder that a browser opens."""

from contextlib import closing
from pathlib import Path
from typing import Final

import click

from referee.cli.console import note
from referee.cli.folder_argument import PATH, folder_argument
from referee.report.site.paths import FRONT
from referee.report.site.writing import write_site
from referee.results.reader import Results

TOLD_EVERY: Final = 5000
"""Files from one line of progress to the next."""


@click.command("report")
@folder_argument
@click.option("--out", metavar="SITE", type=PATH, help="The folder of the pages.  [default: DIR/site]")
def command(folder: Path, out: Path | None) -> None:
    """Write pages of DIR: standings, every bot, every series to replay.

    DIR is an output folder, or the TOML it belongs to. The pages need no network and no server: open index.html. An
    earlier site in SITE is replaced as a whole; a folder that holds something else is left alone. Also while the
    tournament runs; an encounter is shown when both its legs are final.
    """
    with Results.open(folder) as results:
        site = results.folder / "site" if out is None else out
        with closing(write_site(results, site)) as counts:
            for count in counts:
                if count % TOLD_EVERY == 0:
                    note(f"{count:,} files written")
    note(f"the pages are in {site / FRONT}")
