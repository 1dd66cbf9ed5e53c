"""Where text for people goes."""

from contextlib import suppress

import click


def note(text: str) -> None:
    """Tell a person something, on stderr; where nobody reads it any more, that is no reason to stop."""
    with suppress(BrokenPipeError):
        click.echo(text, err=True)


def warn(text: str) -> None:
    """Tell a person something to think about, on stderr."""
    note(f"warning: {text}")
