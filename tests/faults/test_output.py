"""What becomes of a command whose output cannot be written."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from support.example_bots import FOLDER
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


TOML = """
[tournament]
name = "tiny ±é"
rounds = 1
concurrency = 1
[isolation]
level = "none"
[[bot]]
name = "a"
command = "{python} discarder.py"
dir = '%s'
[[bot]]
name = "b"
command = "{python} discarder.py"
dir = '%s'
"""


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament that was played to its end."""
    toml = tmp_path_factory.mktemp("output") / "tiny.toml"
    toml.write_text(TOML % (FOLDER, FOLDER), "utf-8")
    assert shell("run tiny.toml 2>/dev/null >/dev/null", toml.parent).returncode == 0
    return toml


def shell(words: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    """`referee WORDS`, with what a shell makes of the streams."""
    command = f"{shlex.quote(sys.executable)} -m referee {words}"
    env = {**os.environ, **environment}
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", ">&- 2>&-", "<&- 2>&-"])
def test_run_plays_on_when_nobody_can_be_told(league: Path, tmp_path: Path, streams: str) -> None:
    """What is said on stderr never ends a run, and no file is taken for a closed stream."""
    skip_unless(Path("/dev/full").exists(), "this system has no /dev/full")
    ended = shell(f"run {league} --out league {streams}", tmp_path)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert shell("verify league", tmp_path).returncode == 0


@pytest.mark.parametrize(
    "words", ["verify tiny.toml", "standings tiny.toml", "replay tiny.toml 1 1", "export tiny.toml"]
)
def test_closed_stdout_is_no_failure(league: Path, words: str) -> None:
    """The work is done, and nothing is told but what goes to stderr."""
    ended = shell(f"{words} >&-", league.parent)
    assert ended.returncode == 0
    assert b"Traceback" not in ended.stderr


def test_exit_code_is_the_same_when_stderr_is_full(league: Path) -> None:
    """That of success, and that of a wrong argument."""
    skip_unless(Path("/dev/full").exists(), "this system has no /dev/full")
    assert shell("verify tiny.toml 2>/dev/full", league.parent).returncode == 0
    assert shell("standings nothing 2>/dev/full", league.parent).returncode == 2


def test_letters_that_the_encoding_lacks_are_written_plainly(league: Path) -> None:
    """A table is shown all the same, with all its signs; any other letter becomes a question mark."""
    ended = shell("standings tiny.toml", league.parent, PYTHONIOENCODING="ascii")
    assert (ended.returncode, ended.stderr) == (0, b"")
    for words in (b"tiny +-? - 2 of 2 series", b"Strength +-", b">=", b"Points: 1, 1/2, 0 a series"):
        assert words in ended.stdout
    assert ended.stdout.count(b"?") == 1


def test_bytes_of_a_path_leave_as_they_came(tmp_path: Path) -> None:
    """A command with a folder's name in it can be copied also where that is no UTF-8."""
    ended = shell("new-bot python $(printf 'my\\377bot')", tmp_path, PYTHONIOENCODING="utf-8:strict")
    assert ended.returncode == 0
    assert ended.stdout.startswith(b"cd 'my\xffbot'\n")
