"""A signal that Python swallowed is heeded all the same."""

import signal
from contextlib import suppress

import click
import pytest

from referee import cli


@pytest.fixture
def interruption(monkeypatch: pytest.MonkeyPatch) -> cli.Interruption:
    """That of a fresh process."""
    fresh = cli.Interruption()
    monkeypatch.setattr(cli, "INTERRUPTION", fresh)
    return fresh


def test_signal_ends_the_program(interruption: cli.Interruption) -> None:
    """At once, as Ctrl-C does."""
    with pytest.raises(KeyboardInterrupt):
        interruption(signal.SIGTERM, None)


def test_swallowed_signal_is_raised_again(interruption: cli.Interruption) -> None:
    """When the command has been imported: the import system has callbacks that no exception leaves."""
    with suppress(cli.InterruptedCommand):  # as an ignored exception
        interruption(signal.SIGINT, None)
    with pytest.raises(cli.InterruptedCommand):
        cli.cli.get_command(click.Context(cli.cli), "doctor")


def test_without_a_signal_nothing_happens(interruption: cli.Interruption) -> None:
    """The command is there."""
    interruption.check()
    assert cli.cli.get_command(click.Context(cli.cli), "doctor") is not None
