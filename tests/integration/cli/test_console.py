"""Text for people keeps its words whole on a terminal, and its lines where it is piped."""

import io
import sys

import pytest

from referee.cli.console import note, tell, warn
from referee.report.progress import Progress
from referee.report.terminal import open_console

WORDS = "stopped at once: the series that were being played will be played again"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def test_words_stay_whole_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line ends between two words, a warning as well."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "stderr", screen := Terminal())
    note(WORDS)
    warn(WORDS)
    lines = screen.getvalue().splitlines()
    assert len(lines) == 4
    assert lines[0].endswith(" will be")
    assert " ".join(lines) == f"{WORDS} warning: {WORDS}"


def test_what_goes_on_stands_below_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reason in a list, say."""
    monkeypatch.setenv("COLUMNS", "40")
    tell(f"memory   off   {WORDS}", screen := Terminal(), hang=15)
    first, *others = screen.getvalue().splitlines()
    assert first.startswith("memory   off   stopped")
    assert all(line.startswith(" " * 15) and line[15] != " " for line in others)


def test_piped_text_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a log; whoever reads it wraps it."""
    monkeypatch.setenv("COLUMNS", "40")
    tell(WORDS, stream := io.StringIO())
    assert stream.getvalue() == f"{WORDS}\n"


def test_message_during_a_run_keeps_amounts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """As every other sentence does."""
    monkeypatch.setenv("COLUMNS", "20")
    Progress(2, 0, [], open_console(screen := Terminal())).message("the delay grew to 35 % of it")
    assert screen.getvalue().splitlines() == ["the delay grew to", "35 % of it"]
