"""`referee replay DIR SERIES [MATCH]`: a stored series, turn by turn."""

import sys
from pathlib import Path

import click

from referee.bots.text import escape_text
from referee.cli.console import note
from referee.cli.folder_argument import SERIES_NUMBER, folder_argument
from referee.cli.screen_options import screen_options
from referee.errors import ConfigError
from referee.report.screen import Screen
from referee.report.series import show_series
from referee.report.terminal import open_console
from referee.results.annul import REASON_LENGTH
from referee.results.reader import Results


@click.command("replay")
@folder_argument
@click.argument("series", type=SERIES_NUMBER)
@click.argument("match", type=click.IntRange(1, 3), required=False)
@screen_options
def command(folder: Path, series: int, match: int | None, pause_s: float, every_board: bool) -> None:
    """Show a stored series of DIR turn by turn, with the evidence of every fault.

    SERIES is its number, as in exports and tables; MATCH is 1, 2 or 3, all of them if left out. Withheld until both
    legs of the encounter are final.
    """
    with Results.open(folder) as results:
        record, history = results.record(series), results.history(series)
        if history is not None:
            kind, reason = history
            why = f": {reason}" if reason else ""
            note(f"series {series} is {escape_text(f'{kind}, and in no table{why}', 2 * REASON_LENGTH)}")
        numbers = [played.number for played in record.matches]
        if match is not None and match not in numbers:
            expected = f"match {' or '.join(map(str, numbers))}" if numbers else "no match, since none was played"
            raise ConfigError(f"series {series}: expected {expected}, got {match}")
        # Shown inside, as standings are printed inside.
        with Screen(open_console(sys.stdout), pause_s=pause_s, every_board=every_board) as screen:
            show_series(screen, results, record, match=match)
