"""What is to be seen in an output folder, from before its first file to after its last."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from support.manual_clock import ManualClock
from support.records import encounter, new_store, play_series

from referee.errors import RefusedError
from referee.report.live.situation import COST_SHARE, Observer, State
from referee.results.activity import Activity, RunningSeries
from referee.results.lock import FolderLock
from referee.results.reader import Results
from referee.results.store import Store

RUNNING = RunningSeries(number=4, round=1, leg=2, a="ann", b="cyd")


def save(store: Store, count: int) -> None:
    """Make the next series of the plan final."""
    for row in list(store.pending(1))[:count]:
        store.save(row, play_series(row))


def plan(folder: Path) -> Store:
    """Two encounters."""
    return new_store(folder, [*encounter("ann", "bob"), *encounter("ann", "cyd", pairing=2)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Half of a tournament of four series."""
    with plan(tmp_path / "t.results") as store:
        save(store, 2)
    return tmp_path / "t.results"


def test_nothing_is_there_yet(tmp_path: Path) -> None:
    """Neither the folder, nor a file in it, nor anything in the file."""
    observer = Observer(tmp_path / "t.toml")
    assert observer.folder == tmp_path / "t.results"
    assert observer.look().state is State.WAITING
    observer.folder.mkdir()
    assert observer.look().state is State.WAITING
    (observer.folder / "results.db").touch()
    assert observer.look().state is State.WAITING
    assert observer.look().version is None


def test_a_tournament_that_stands_still(folder: Path) -> None:
    """Nobody has the lock: it is stopped, with what is final; of speed nothing is known."""
    observer = Observer(folder)
    seen = observer.look()
    observer.close()
    assert (seen.state, seen.tournament, seen.final_count, seen.planned_count) == (State.STOPPED, "tiny", 2, 4)
    assert (seen.per_second, seen.left_s, seen.running, seen.trouble) == (None, None, (), "")
    assert [(one.a, one.b) for one in seen.newest] == [("ann", "bob")]


def test_a_tournament_that_is_played(folder: Path) -> None:
    """What runs is told by the run; speed is that of what became final while we looked."""
    clock = ManualClock()
    observer = Observer(folder, clock=clock, meter=clock)
    # Of Store and Activity as a run has them; the store has the lock.
    with Store.open(folder) as store:
        Activity(folder)._write([RUNNING])
        seen = observer.look()
        assert (seen.state, seen.running, seen.per_second) == (State.RUNNING, (RUNNING,), None)
        clock.now_s += 4.0
        save(store, 1)
        seen = observer.look()
        assert (seen.final_count, seen.per_second, seen.left_s) == (3, 0.25, 4.0)
    seen = observer.look()
    assert (seen.state, seen.running, seen.per_second) == (State.STOPPED, (), None)
    observer.close()


def test_half_an_encounter_is_counted_and_not_told(folder: Path) -> None:
    """The list of results waits for the other leg."""
    observer = Observer(folder)
    with Store.open(folder) as store:
        save(store, 1)
    seen = observer.look()
    observer.close()
    assert seen.final_count == 3
    assert [(one.a, one.b) for one in seen.newest] == [("ann", "bob")]


def test_the_end(folder: Path) -> None:
    """All is final: finished, also while the run has not ended yet."""
    observer = Observer(folder)
    with Store.open(folder) as store:
        save(store, 2)
        assert observer.look().state is State.FINISHED
    seen = observer.look()
    observer.close()
    assert (seen.state, seen.left_s, len(seen.newest)) == (State.FINISHED, None, 2)


def test_versions_differ_when_something_has_changed(folder: Path) -> None:
    """And are the same as long as nothing has, however often one looks."""
    observer = Observer(folder)
    first = observer.look().version
    assert observer.look().version == first
    with Store.open(folder) as store:
        save(store, 1)
    second = observer.look().version
    assert second != first
    assert observer.look().version == second
    observer.close()


def test_results_that_are_replaced_or_deleted(folder: Path, tmp_path: Path) -> None:
    """The next look is at the new file; without one it waits."""
    with plan(tmp_path / "other") as store:
        save(store, 4)
    observer = Observer(folder)
    first = observer.look()
    shutil.copy(tmp_path / "other" / "results.db", tmp_path / "results.db")
    (tmp_path / "results.db").replace(folder / "results.db")
    second = observer.look()
    assert (second.state, second.final_count) == (State.FINISHED, 4)
    assert second.version != first.version
    shutil.rmtree(folder)
    assert observer.look().state is State.WAITING
    assert observer.look().version is None
    with plan(folder) as store:
        save(store, 1)
    third = observer.look()
    observer.close()
    assert (third.state, third.final_count) == (State.STOPPED, 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"nothing of ours" * 500, "not a results file"), (b"SQLite format 3\0" + b"\xff" * 5000, "results.db")],
)
def test_what_cannot_be_read_is_told_to_the_host(folder: Path, content: bytes, words: str) -> None:
    """Not raised; and when it can be read again, all is well."""
    observer = Observer(folder)
    good = (folder / "results.db").read_bytes()
    (folder / "results.db").write_bytes(content)
    seen = observer.look()
    assert (seen.state, seen.version) == (State.UNREADABLE, None)
    assert words in seen.trouble
    (folder / "results.db").write_bytes(good)
    assert observer.look().state is State.STOPPED
    observer.close()


def test_a_foreign_file_is_refused_at_the_start(folder: Path, tmp_path: Path) -> None:
    """Whoever names it has made a mistake; no file yet is none."""
    Observer(tmp_path / "nothing").check()
    Observer(folder).check()
    with closing(sqlite3.connect(folder / "results.db")) as connection:
        connection.execute("PRAGMA application_id = 7")
        connection.commit()
    with pytest.raises(RefusedError, match="not a results file"):
        Observer(folder).check()


def test_reading_keeps_to_its_share(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where counting takes a second, it is done once in ten; the state of the run is told all the same."""
    clock = ManualClock()
    observer = Observer(folder, clock=clock, meter=clock)
    counts = Results.counts

    def slow(results: Results) -> object:
        clock.now_s += 1.0
        return counts(results)

    monkeypatch.setattr(Results, "counts", slow)
    observer.look()
    with Store.open(folder) as store:
        save(store, 1)
        clock.now_s += 0.9 / COST_SHARE - 1.0
        seen = observer.look()
        assert (seen.state, seen.final_count) == (State.RUNNING, 2)
        clock.now_s += 0.2 / COST_SHARE
        assert observer.look().final_count == 3
    observer.close()


def test_the_lock_alone_says_that_a_run_is_on(folder: Path) -> None:
    """What a killed run has left behind says nothing."""
    observer = Observer(folder)
    with FolderLock(folder):
        Activity(folder)._write([RUNNING, replace(RUNNING, number=3, leg=1)])
        assert len(observer.look().running) == 2
    seen = observer.look()
    observer.close()
    assert (seen.state, seen.running) == (State.STOPPED, ())
