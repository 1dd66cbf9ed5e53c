"""What becomes of a command whose output cannot be written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.requires import skip_unless

HELP = [sys.executable, "-m", "referee", "--help"]


def test_full_disk_is_told_in_one_line() -> None:
    """Exit 1 and no traceback."""
    skip_unless(Path("/dev/full").exists(), "this system has no /dev/full")
    with Path("/dev/full").open("w") as full:
        finished = subprocess.run(HELP, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
    assert finished.returncode == 1
    assert finished.stderr == ("referee: the disk that the output goes to is full; make room, or write it elsewhere\n")


@pytest.mark.parametrize("words", [[], ["run"]])
def test_reader_that_has_seen_enough_is_no_failure(words: list[str]) -> None:
    """As `referee … | head -n 1`: exit 0, and nothing on stderr."""
    read, write = os.pipe()
    os.close(read)
    try:
        finished = subprocess.run(
            [*HELP[:-1], *words, "--help"], stdout=write, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    finally:
        os.close(write)
    assert (finished.returncode, finished.stderr) == (0, "")
