"""Where color may be."""

import io

import pytest

from referee.report.terminal import PIPED_WIDTH, can_redraw, open_console


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "COLUMNS", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def written(stream: io.StringIO) -> str:
    """What a red line becomes on a stream."""
    open_console(stream).print("[b]forfeit[/b] :smile: 12", style="red")
    return stream.getvalue()


def test_terminal_has_color() -> None:
    """On a terminal there is color, and text is neither markup nor emoji."""
    assert written(Terminal()) == "\x1b[31m[b]forfeit[/b] :smile: 12\x1b[0m\n"


def test_pipe_has_none() -> None:
    """Piped text has no escape sequences."""
    assert written(io.StringIO()) == "[b]forfeit[/b] :smile: 12\n"


@pytest.mark.parametrize("variable", ["FORCE_COLOR", "TTY_COMPATIBLE", "CLICOLOR_FORCE"])
def test_pipe_has_none_whatever_the_environment_says(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Services that build and test set these, and keep what is piped as a log."""
    monkeypatch.setenv(variable, "1")
    assert written(io.StringIO()) == "[b]forfeit[/b] :smile: 12\n"
    assert not can_redraw(open_console(io.StringIO()))


@pytest.mark.parametrize(("term", "expected"), [("xterm", True), ("dumb", False), ("unknown", False)])
def test_what_can_be_redrawn(term: str, monkeypatch: pytest.MonkeyPatch, *, expected: bool) -> None:
    """The simplest terminals only print."""
    monkeypatch.setenv("TERM", term)
    assert can_redraw(open_console(Terminal())) is expected


def test_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """`NO_COLOR` takes the color away from a terminal too."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert "31m" not in written(Terminal())


def test_widths(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe has 120 columns, unless `COLUMNS` says otherwise."""
    assert open_console(io.StringIO()).width == PIPED_WIDTH
    monkeypatch.setenv("COLUMNS", "77")
    assert open_console(io.StringIO()).width == 77
