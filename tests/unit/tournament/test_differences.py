"""What is told of a bot that changed."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots.spec import BotSpec
from referee.results.rows import StoredBot
from referee.tournament.differences import describe_difference

PLAYED_UTC = "2026-11-29T19:45:00.000Z"


@pytest.fixture
def spec(tmp_path: Path) -> BotSpec:
    """A bot with five files, all of them older than its results."""
    for number in range(5):
        (tmp_path / f"{number}.py").touch()
        os.utime(tmp_path / f"{number}.py", (0, 0))
    return BotSpec(name="mine", command=("{python}", "0.py"), dir=tmp_path, files=("*.py",))


def told(spec: BotSpec, command: str = "{python} 0.py", played_utc: str = PLAYED_UTC) -> str:
    """What is told of it."""
    stored = StoredBot(name="mine", fingerprint="00", command=command, position=0)
    return describe_difference(spec, stored, played_utc)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, "its files are others than before, and none of them is newer than its last result"),
        (1, "0.py was written since its last result"),
        (3, "0.py, 1.py, 2.py were written since its last result"),
        (5, "0.py, 1.py, 2.py and 2 more were written since its last result"),
    ],
)
def test_newer_files_are_named(spec: BotSpec, count: int, expected: str) -> None:
    """The first ones; the others are counted."""
    for number in range(count):
        os.utime(spec.dir / f"{number}.py", (4e9, 4e9))
    assert told(spec) == expected


def test_another_command_is_shown(spec: BotSpec) -> None:
    """Both, harmless on a terminal; one that was only quoted otherwise is the same."""
    assert told(spec, "./\x1b[31m") == r"its command was ./\x1b[31m, is {python} 0.py"
    assert told(replace(spec, command=("./\x1b[31m",)), "x") == r"its command was x, is './\x1b[31m'"
    assert "command was" not in told(spec, "'{python}' 0.py")


def test_another_address_is_shown() -> None:
    """Of a bot that runs elsewhere there is nothing else to tell."""
    remote = BotSpec(name="mine", address="new.example:1")
    assert told(remote, "old.example:1") == "its address was old.example:1, is new.example:1"


def test_time_that_is_none_tells_nothing(spec: BotSpec) -> None:
    """A results file may be damaged."""
    assert "its files are others" in told(spec, played_utc="yesterday")
