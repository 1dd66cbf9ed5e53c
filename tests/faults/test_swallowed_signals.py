"""Signals that come where no exception can leave as it is, or leaves something behind, are heeded a moment later."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.languages import ROOT

QUICKSTART = str(ROOT / "tournaments" / "quickstart.toml")
DRAINING = "stopping when the running series are finished"
CAUGHT = """
import os, signal, sys, tempfile, time

class Late:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)

class Named:
    def __set_name__(self, owner, name):
        signal.raise_signal(signal.SIGTERM)

def in_a_destructor():
    Late()

def in_a_class():
    class Defined:
        late = Named()

def in_an_import():
    import clearing

def in_the_choice_of_a_temporary_folder():
    real = os.open
    def open(*arguments):
        file = real(*arguments)
        signal.raise_signal(signal.SIGTERM)
        return file
    os.open, tempfile.tempdir = open, None
    tempfile.gettempdir()
    os.open = real
"""
CLEARING = """
import signal
try:
    signal.raise_signal(signal.SIGTERM)
except BaseException:
    pass
"""
"""What extension modules do when they begin."""

COMMAND = """
import click
from referee import cli
from referee.cli import doctor

@click.command()
def command():
    {place}()
    time.sleep(5)
    print("went on")

doctor.command = command
sys.argv = ["referee", "doctor"]
cli.main()
"""
RUN = """
from referee import cli
from referee.cli import run

def open(*arguments):
    signal.raise_signal(signal.SIGTERM)
    try:
        {place}()
        time.sleep(5)
        print("went on")
    finally:
        in_a_destructor()

run.Tournament.open = open
sys.argv = ["referee", "run", *sys.argv[1:]]
cli.main()
"""

LATE = """
from referee import cli
from referee.cli import run
from referee.errors import RefereeError

put_back = signal.signal

def late(*arguments):
    signal.signal = put_back
    signal.raise_signal(signal.SIGTERM)

def open(*arguments):
    signal.raise_signal(signal.SIGTERM)
    signal.signal = late
    raise RefereeError("the end")

run.Tournament.open = open
sys.argv = ["referee", "run", *sys.argv[1:]]
cli.main()
"""
"""The second signal comes when a run is over, while the handlers are put back."""

HIDING = """
import click
from rich.live import Live
from referee import cli
from referee.cli import doctor
from referee.report.terminal import open_console

@click.command()
def command():
    live = Live(console=open_console(sys.stderr))
    live.console.push_render_hook = lambda _: signal.raise_signal(signal.SIGTERM)
    live.start()

doctor.command = command
sys.argv = ["referee", "doctor"]
cli.main()
"""


@pytest.mark.parametrize(
    "place", ["in_a_destructor", "in_a_class", "in_an_import", "in_the_choice_of_a_temporary_folder"]
)
@pytest.mark.parametrize(("program", "said"), [(COMMAND, []), (RUN, [DRAINING, "stopped at once", "stopped"])])
def test_signal_ends_the_program(program: str, said: list[str], place: str, tmp_path: Path) -> None:
    """Without a word of Python's; in a run the second one does, and further ones do nothing."""
    (tmp_path / "clearing.py").write_text(CLEARING)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    assert told(CAUGHT + program.format(place=place), tmp_path, TMPDIR=str(temporary)) == said
    assert not list(temporary.iterdir())


def test_signal_at_the_very_end_of_a_run_stops_it(tmp_path: Path) -> None:
    """As a second one does at any other time."""
    assert told(CAUGHT + LATE, tmp_path) == [DRAINING, "stopped at once", "stopped"]


def test_terminal_has_its_cursor_after_any_signal(tmp_path: Path) -> None:
    """Also after one in the first moment of a display, which has hidden it by then."""
    ours, theirs = pty.openpty()
    words = [sys.executable, "-c", CAUGHT + HIDING]
    ended = subprocess.run(
        words, cwd=tmp_path, env=os.environ | {"TERM": "xterm"}, stderr=theirs, timeout=60, check=False
    )
    os.close(theirs)
    shown = os.read(ours, 4096)
    os.close(ours)
    assert ended.returncode == 130
    assert 0 <= shown.find(b"\x1b[?25l") < shown.find(b"\x1b[?25h")


def told(code: str, folder: Path, **variables: str) -> list[str]:
    """What a program that a signal ends says of that."""
    words = [sys.executable, "-c", code, QUICKSTART, "--out", "results", "--isolation", "none"]
    env = os.environ | variables
    ended = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (130, ""), ended.stderr
    assert "Traceback" not in ended.stderr
    return re.findall(r"^stop[^:;]*", ended.stderr, re.MULTILINE)
