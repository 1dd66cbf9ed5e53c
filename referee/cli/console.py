"""Where text for people goes."""

import click


def note(text: str) -> None:
    """Tell a person something, on stderr."""
    click.echo(text, err=True)


def warn(text: str) -> None:
    """Tell a person something to think about, on stderr."""
    note(f"warning: {text}")
