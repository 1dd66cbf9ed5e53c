"""The newest complete encounters: what a watcher of a running tournament is told of results."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from support.records import encounter, new_store, play_series, withdrawn
from support.sql import change

from referee.errors import StoreError
from referee.play.records import SeriesEnd
from referee.results import newest as newest_module
from referee.results.annul import annul
from referee.results.newest import FinishedEncounter
from referee.results.reader import Results

PAIRS = [("ann", "bob"), ("ann", "cyd"), ("bob", "cyd")]


def play(folder: Path, ends: dict[int, str], *, lost: tuple[int, ...] = ()) -> None:
    """Three encounters, series 1 to 6; those named are final at that second of a minute, some lost by withdrawal."""
    rows = [row for pairing, (a, b) in enumerate(PAIRS, 1) for row in encounter(a, b, pairing=pairing)]
    with new_store(folder, rows) as store:
        for row in list(store.pending(1)):
            number = row.number or 0
            if number in ends:
                record = withdrawn(row, row.b) if number in lost else play_series(row)
                store.save(row, replace(record, finished_utc=f"2026-11-29T19:45:{ends[number]}Z"))


def newest(folder: Path, count: int = 10) -> list[FinishedEncounter]:
    """What is told."""
    with Results.open(folder) as results:
        return results.newest(count)


def test_encounters_come_by_their_later_leg(tmp_path: Path) -> None:
    """The newest first; whichever leg was the later one, the legs stand in their order."""
    play(tmp_path, {1: "01.000", 2: "30.000", 5: "20.000", 6: "02.000"})
    told = newest(tmp_path)
    assert [(one.a, one.b, one.finished_utc[17:19]) for one in told] == [("ann", "bob", "30"), ("bob", "cyd", "20")]
    assert [[leg.number for leg in one.legs] for one in told] == [[1, 2], [5, 6]]


def test_legs_are_told_as_they_ended(tmp_path: Path) -> None:
    """Points and totals are those of the series."""
    play(tmp_path, {1: "01.000", 2: "02.000"})
    (told,) = newest(tmp_path)
    with Results.open(tmp_path) as results:
        rows = list(results.series_rows())
    assert [(leg.points, leg.totals, leg.end, leg.losers) for leg in told.legs] == [
        (row.points, row.totals, row.end, row.losers) for row in rows
    ]


def test_a_leg_alone_is_not_told(tmp_path: Path) -> None:
    """Neither while its other leg is still to be played, nor as half of anything."""
    play(tmp_path, {1: "01.000", 3: "02.000", 4: "03.000"})
    assert [[leg.number for leg in one.legs] for one in newest(tmp_path)] == [[3, 4]]


def test_both_legs_in_one_millisecond_are_one_encounter(tmp_path: Path) -> None:
    """A withdrawal makes whole encounters final at one time, the last of them the one that was planned last."""
    play(tmp_path, dict.fromkeys(range(1, 7), "01.000"), lost=(1, 2, 3, 4))
    assert [one.legs[1].number for one in newest(tmp_path)] == [6, 4, 2]
    told = newest(tmp_path)[-1]
    assert [(leg.end, leg.losers, leg.points) for leg in told.legs] == [(SeriesEnd.WITHDRAWN, ("bob",), (1.0, 0.0))] * 2


def test_only_so_many_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest ones, however few of the last results are looked through for them."""
    play(tmp_path, {number: f"{number:02}.000" for number in range(1, 7)})
    assert [one.legs[1].number for one in newest(tmp_path, 2)] == [6, 4]
    monkeypatch.setattr(newest_module, "_SINCE", 1)
    assert [one.legs[1].number for one in newest(tmp_path, 1)] == [6]


def test_history_is_not_told(tmp_path: Path) -> None:
    """An annulled encounter is gone."""
    play(tmp_path, {number: f"{number:02}.000" for number in range(1, 7)})
    annul(tmp_path, 6, "the power went")
    assert [one.legs[1].number for one in newest(tmp_path)] == [4, 2]


def test_round_of_a_replay(tmp_path: Path) -> None:
    """As deal ids have it, so that it is the same everywhere."""
    play(tmp_path, {1: "01.000", 2: "02.000", 3: "03.000", 4: "04.000"})
    change(tmp_path, "UPDATE series SET round = 3, replay = 1 WHERE number < 3")
    assert [one.round for one in newest(tmp_path)] == ["1", "3.1"]


def test_nonsense_is_told_as_damage(tmp_path: Path) -> None:
    """A row that no referee wrote."""
    play(tmp_path, {1: "01.000", 2: "02.000"})
    with closing(sqlite3.connect(tmp_path / "results.db")) as connection:
        connection.execute("UPDATE outcomes SET ending = 'eaten' WHERE series = 1")
        connection.commit()
    with pytest.raises(StoreError, match="series 1"):
        newest(tmp_path)


def test_version_tells_of_changes_by_others(tmp_path: Path) -> None:
    """The same number while nothing happens, another one after a series was saved."""
    play(tmp_path, {1: "01.000"})
    with Results.open(tmp_path) as results:
        before = results.version()
        assert results.version() == before
        annul(tmp_path, 1, "the power went")
        assert results.version() != before
