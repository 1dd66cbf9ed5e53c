"""Boxes that cannot be built, and bots that end as if theirs could not: who is charged for it."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from support.boxes import BAD_BOT, BOX, boxed, home, intruder, need_boxes, start
from support.processes import MARK

from referee.bots.connection import Method
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import BotSpec
from referee.errors import BotFaultError, CrashedError, NotStartedError, RefereeError, StalledError


@pytest.fixture(autouse=True)
def _boxes() -> None:
    need_boxes()


def test_box_that_is_not_built_is_no_fault_of_the_bot(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """What it was to read is gone: that is told, by bubblewrap's own words, and nobody is charged for it."""
    spec = intruder(mark, home(tmp_path, "bot"), "print('up')")
    with pytest.raises(RefereeError, match=r"^the box of intruder failed: bwrap: .*/gone: No such file") as told:
        Instance.start(spec, boxed(replace(BOX, read_only=(str(tmp_path / "gone"),))), guardian)
    assert not isinstance(told.value, BotFaultError)


@pytest.mark.parametrize("script", ["print('bwrap: no'); raise SystemExit(1)", "import os; os._exit(1)"])
def test_bot_that_ends_like_a_box_that_failed_is_at_fault(
    mark: str, guardian: Guardian, tmp_path: Path, script: str
) -> None:
    """Bubblewrap says of the one that it was run, and of the other that it was not."""
    with pytest.raises(NotStartedError, match="exited with status 1 before it answered Describe"):
        Instance.start(intruder(mark, home(tmp_path, "bot"), script), boxed(), guardian)


def test_box_of_a_folder_that_is_no_utf8(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Any name that the file system takes will do."""
    place = home(tmp_path, os.fsdecode(b"caf\xe9"))
    start(intruder(mark, place, "import time; print('up', flush=True); time.sleep(60)"), guardian).stop()


@pytest.mark.parametrize("victim", ["_keeper", "pid"])
def test_box_that_is_killed_from_outside_is_no_fault_of_the_bot(
    mark: str, guardian: Guardian, tmp_path: Path, victim: str
) -> None:
    """Its keeper or bubblewrap; what it would be is told too, for when it happens again and again."""
    folder = home(tmp_path, "bot", {"bad_bot.py": BAD_BOT.read_text()})
    spec = BotSpec(name="bot", command=("{python}", "bad_bot.py"), dir=folder, env=((MARK, mark),))
    instance = Instance.start(spec, boxed(), guardian)
    assert instance.process is not None
    os.kill(getattr(instance.process, victim), signal.SIGKILL)
    with pytest.raises(StalledError, match="what keeps a bot's box was killed") as told:
        instance.call(Method.TAKE_TURN, b"", limit_ms=1000, margin_ms=20)
    assert isinstance(told.value.fault, CrashedError)
    instance.stop()
