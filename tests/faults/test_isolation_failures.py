"""Boxes that cannot be built, and bots that end as if theirs could not: who is charged for it."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from support.boxes import BOX, boxed, home, intruder, need_boxes, start

from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.errors import BotFaultError, NotStartedError, RefereeError


@pytest.fixture(autouse=True)
def _boxes() -> None:
    need_boxes()


def test_box_that_is_not_built_is_no_fault_of_the_bot(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """What it was to read is gone: that is told, by bubblewrap's own words, and nobody is charged for it."""
    spec = intruder(mark, home(tmp_path, "bot"), "print('up')")
    with pytest.raises(
        RefereeError, match=r"^no box could be built for intruder: bwrap: .*/gone: No such file"
    ) as told:
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
