"""Options of the commands that show matches."""

import math
from collections.abc import Callable
from typing import Any

import click


class Seconds(click.FloatRange):
    """A number in a range; `nan`, which is neither below nor above anything, is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


def screen_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--pause` and `--boards`."""
    pause = click.option(
        "--pause",
        "pause_s",
        type=Seconds(0, 60),
        default=0.3,
        show_default=True,
        help="Seconds that each turn stays on a terminal.",
    )
    boards = click.option("--boards", "every_board", is_flag=True, help="Print the board of every turn.")
    return pause(boards(command))
