"""What is being played now, in a file on which nothing depends."""

import json
from pathlib import Path

import pytest
from support.processes import eventually
from support.records import header

from referee.results.activity import ACTIVITY_FILE, Activity, RunningSeries, read_activity
from referee.results.lock import FolderLock
from referee.results.store import Store

FIRST = RunningSeries(number=7, round=2, leg=1, a="greedy", b="random")
SECOND = RunningSeries(number=8, round=2, leg=2, a="greedy", b="random")


def test_what_is_shown_is_read(tmp_path: Path) -> None:
    """In its order, while the process that tells it has the lock."""
    with FolderLock(tmp_path):
        Activity(tmp_path)._write([FIRST, SECOND])
        assert read_activity(tmp_path) == (FIRST, SECOND)


def test_shown_from_then_on(tmp_path: Path) -> None:
    """What is being played is told until something else is; the end waits for nothing but the last writing."""
    with FolderLock(tmp_path), Activity(tmp_path) as activity:
        activity.show([FIRST, SECOND])
        assert eventually(lambda: read_activity(tmp_path) == (FIRST, SECOND))
        activity.show([SECOND])
        assert eventually(lambda: read_activity(tmp_path) == (SECOND,))
    assert not activity._thread.is_alive()


def test_a_run_without_the_lock_has_left_it_behind(tmp_path: Path) -> None:
    """After kill -9 nothing is being played, whatever the file says."""
    with FolderLock(tmp_path):
        Activity(tmp_path)._write([FIRST])
    assert read_activity(tmp_path) == ()


def test_what_another_run_left_behind_is_not_ours(tmp_path: Path) -> None:
    """A run that was killed, and a new one that has not begun a series."""
    (tmp_path / ACTIVITY_FILE).write_text(json.dumps({"process": 1, "series": []}))
    with FolderLock(tmp_path):
        assert read_activity(tmp_path) == ()


def test_what_a_run_of_the_same_number_left_behind_is_gone(tmp_path: Path) -> None:
    """In a container every run has the same process number."""
    Activity(tmp_path)._write([FIRST])
    (tmp_path / f"{ACTIVITY_FILE}.new").touch()
    with Store.open(tmp_path, header()):
        assert read_activity(tmp_path) == ()
        assert not list(tmp_path.glob(f"{ACTIVITY_FILE}*"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '{"process": 1}',
        '{"process": PID, "series": [{"a": 1}]}',
        '{"process": PID}',
        "\xff",
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_nonsense_is_nothing(tmp_path: Path, text: str) -> None:
    """A file that is cut off or was written by something else; nothing is raised."""
    with FolderLock(tmp_path):
        pid = (tmp_path / "lock").read_text().strip()
        (tmp_path / ACTIVITY_FILE).write_bytes(text.replace("PID", pid).encode("latin-1"))
        assert read_activity(tmp_path) == ()


def test_nothing_is_left_after_a_run(tmp_path: Path) -> None:
    """Neither the file nor its new version; what was left by a killed run goes too."""
    (tmp_path / f"{ACTIVITY_FILE}.new").write_text("half")
    with Activity(tmp_path) as activity:
        activity.show([FIRST])
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    """Here it does not even exist; the run goes on, and nothing is shown."""
    folder = tmp_path / "gone"
    with Activity(folder) as activity:
        activity.show([FIRST])
        activity.show([])
    assert read_activity(folder) == ()
