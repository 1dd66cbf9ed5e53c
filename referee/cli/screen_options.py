"""Options of the commands that show matches."""

from collections.abc import Callable
from typing import Any

import click


def screen_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--pause` and `--boards`."""
    pause = click.option(
        "--pause",
        "pause_s",
        type=click.FloatRange(0, 60),
        default=0.3,
        show_default=True,
        help="Seconds that each turn stays on a terminal.",
    )
    boards = click.option("--boards", "every_board", is_flag=True, help="Print the board of every turn.")
    return pause(boards(command))
