"""The terminal: where text for people goes, with colors where it may have them."""

import os
from typing import Final, TextIO

from rich.console import Console

PIPED_WIDTH: Final = 120
"""Columns of what is no terminal and has no COLUMNS."""


def open_console(stream: TextIO) -> Console:
    """A console on a stream: no color when it is piped, `NO_COLOR` and `COLUMNS` honoured.

    Text is shown as it is: nothing in it is taken for markup, nothing is colored on a guess. When nobody reads it
    any more, stdout ends the program, as is usual in a pipe.
    """
    is_terminal = stream.isatty()
    is_sized = is_terminal or "COLUMNS" in os.environ
    return Console(
        file=stream,
        force_terminal=None if is_terminal else False,  # whatever FORCE_COLOR says: a log is no place for a moving bar
        highlight=False,
        markup=False,
        emoji=False,
        width=None if is_sized else PIPED_WIDTH,
    )


def can_redraw(console: Console) -> bool:
    """Whether what was written can be written over: on a terminal that is not too simple (TERM=dumb)."""
    return console.is_terminal and not console.is_dumb_terminal
