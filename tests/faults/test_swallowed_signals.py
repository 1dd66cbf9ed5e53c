"""Signals that come where no exception can leave, in a destructor, are heeded all the same."""

import subprocess
import sys

import pytest

SIGNALLED = """
import signal, sys, time
class Late:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
"""
COMMAND = f"""{SIGNALLED}
import click
from referee import cli
from referee.cli import doctor

@click.command()
def command():
    Late()
    time.sleep(5)
    print("went on")

doctor.command = command
sys.argv = ["referee", "doctor"]
cli.main()
"""
RUN = f"""{SIGNALLED}
from referee.tournament.interrupts import Interrupts, StopNow

with Interrupts(lambda: print("draining")) as interrupts:
    signal.raise_signal(signal.SIGTERM)
    Late()
    try:
        time.sleep(5)
        print("went on")
    except StopNow:
        print("stopped", interrupts.is_stopping)
    Late()
print("ended")
"""


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [(COMMAND, 130, ""), (RUN, 0, "draining\nstopped True\nended\n")],
    ids=["command", "run"],
)
def test_signal_in_a_destructor_ends_the_program(program: str, code: int, said: str) -> None:
    """A moment later, without a word of Python's; in a run the second one does, and further ones do nothing."""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (code, said)
    assert not ended.stderr.strip()
