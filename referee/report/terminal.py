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
    is_sized = stream.isatty() or "COLUMNS" in os.environ
    return Console(file=stream, highlight=False, markup=False, emoji=False, width=None if is_sized else PIPED_WIDTH)
