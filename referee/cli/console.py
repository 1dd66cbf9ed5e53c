"""Where text for people goes."""

import sys
from typing import TextIO

import click


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
        _print_wrapped(text, stream, hang)
    else:
        click.echo(text, file=stream)


def _print_wrapped(text: str, stream: TextIO, hang: int) -> None:
    from rich.text import Text  # noqa: PLC0415 - slow to import, and only terminals need it

    from referee.report.prose import Prose  # noqa: PLC0415 - the same
    from referee.report.terminal import open_console  # noqa: PLC0415 - the same

    open_console(stream).print(Prose(text=Text(text), hang=hang))
