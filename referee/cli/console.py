"""Where text for people goes."""

import sys
from typing import TextIO

import click
from rich.text import Text

from referee.report.prose import Prose
from referee.report.terminal import open_console


def note(text: str) -> None:
    """Tell a person something, on stderr."""
    tell(text, sys.stderr)


def warn(text: str) -> None:
    """Tell a person something to think about, on stderr."""
    note(f"warning: {text}")


def tell(text: str, stream: TextIO, *, hang: int = 0) -> None:
    """Print lines; on a terminal they are wrapped between words, and go on `hang` blanks further in.

    A command that is to be copied must not go this way: in it a line end would be one more Enter.
    """
    if stream.isatty():
        open_console(stream).print(Prose(text=Text(text), hang=hang))
    else:
        click.echo(text, file=stream)
