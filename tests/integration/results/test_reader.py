"""Everybody but the writer, and what nobody may see yet."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from support.records import bots, encounter, eventful_records, finish, header, new_store, play_series, withdrawn
from support.sql import change

from referee.errors import ConfigError, FaultKind, RefusedError, StoreError
from referee.play.records import SeriesEnd
from referee.results.export import FORMATS, export_lines
from referee.results.reader import _BETWEEN, Results
from referee.results.rows import FaultSummary
from referee.results.store import Store
from referee.rules.variant import Variant


@pytest.fixture
def half(folder: Path) -> Path:
    """The folder as it was before leg 2 of alpha against greedy, series 4, was played; leg 1 ended by a forfeit."""
    for table in ("faults", "matches", "outcomes"):
        change(folder, f"DELETE FROM {table} WHERE series = 4")  # noqa: S608 - names of ours
    return folder


def test_the_head_is_that_of_the_tournament(folder: Path) -> None:
    """Header, rules, bots and stages."""
    with Results.open(folder) as results:
        assert results.header == header()
        assert results.variant == Variant()
        assert results.bots() == bots("alpha", "greedy", "random")
        assert [(stage.number, stage.seed) for stage in results.stages()] == [(1, None)]
        assert results.counts() == (6, 6)


def test_results_are_found_by_their_toml(folder: Path) -> None:
    """`tiny.toml` has its results in `tiny.results`, whether it is still there or not."""
    with Results.open(folder.with_name("tiny.toml")) as results:
        assert results.folder == folder


def test_missing_results_are_told_with_the_next_step(tmp_path: Path) -> None:
    """Exit 2: a folder was named that holds none."""
    with pytest.raises(ConfigError) as caught:
        Results.open(tmp_path / "league.toml")
    assert str(caught.value) == (
        f"{tmp_path}/league.results: no results here, expected results.db in it; `referee run` makes it"
    )


def test_bots_are_told_in_their_present_generation(folder: Path) -> None:
    """In the order of the TOML, which may have changed."""
    alpha, greedy, random = bots("alpha", "greedy", "random")
    newer = replace(greedy, generation=2, position=0)
    with Store.open(folder) as store:
        store.put_bots([newer, replace(alpha, position=1)])
    with Results.open(folder) as results:
        assert results.bots() == [newer, replace(alpha, position=1), random]


def test_light_results_say_what_tables_need(folder: Path) -> None:
    """In the order of the schedule, with the sums of the whole records."""
    with Results.open(folder) as results:
        rows = list(results.series_rows())
        for row in rows:
            record = results.record(row.number)
            assert (row.a, row.b, row.leg, row.end, row.losers) == (*record.bots, record.leg, record.end, record.losers)
            assert (row.points, row.totals, row.match_count) == (record.points, record.totals, len(record.matches))
            assert row.is_complete
    assert [(row.number, row.round, row.replay, row.stage) for row in rows] == [(n, 1, 0, 1) for n in range(1, 7)]
    assert [row.end for row in rows[2:]] == [
        SeriesEnd.FORFEIT,
        SeriesEnd.FORFEIT,
        SeriesEnd.PLAYED,
        SeriesEnd.WITHDRAWN,
    ]
    first = rows[0]
    assert sum(first.turn_counts) == sum(len(match.turns) for match in eventful_records()[1].matches)
    assert first.think_max_ms == (2.35, 1.0)
    assert first.think_sum_ms[1] == first.turn_counts[1]
    assert first.luck == pytest.approx(-(rows[1].luck or 0))


def test_the_order_is_that_of_the_schedule(tmp_path: Path) -> None:
    """Round, day, pairing, leg: neither that of planning nor that of playing."""
    rows = [*encounter(round=2), *encounter(day=2), *encounter("alpha", "greedy", day=1, pairing=2)]
    rows += encounter("alpha", "random", day=1, pairing=1)
    with new_store(tmp_path, rows) as store:
        for round_number in (2, 1):
            for row in reversed(list(store.pending(round_number))):
                store.save(row, withdrawn(row, row.a))
        with Results.open(tmp_path) as results:
            order = [row.number for row in results.series_rows()]
    assert order == [7, 8, 5, 6, 3, 4, 1, 2]


def test_series_between_two_bots(tmp_path: Path) -> None:
    """Those of both names, whichever is asked for first, of all their generations, in the order of the schedule."""
    rows = [*encounter(round=2), *encounter("alpha", "greedy"), *encounter("alpha", "random"), *encounter(pairing=3)]
    with new_store(tmp_path, rows) as store:
        store.put_bots([replace(bots("random")[0], generation=2)])
        for round_number in (1, 2):
            for row in store.pending(round_number):
                store.save(row, withdrawn(row, row.a))
    with Results.open(tmp_path) as results:
        everything = list(results.series_rows())
        for two in (("greedy", "random"), ("random", "greedy"), ("alpha", "greedy"), ("alpha", "nobody")):
            assert list(results.series_rows(two)) == [row for row in everything if {row.a, row.b} == {*two}]
        assert [row.round for row in results.series_rows(("random", "greedy"))] == [1, 1, 2, 2]


def test_series_between_two_bots_are_found_by_the_index(folder: Path) -> None:
    """Of a million series only theirs are read."""
    with Results.open(folder) as results:
        steps = [
            row["detail"] for row in results._database.rows(f"EXPLAIN QUERY PLAN {_BETWEEN}", ("greedy", "random"))
        ]
    assert "SEARCH series USING INDEX sqlite_autoindex_series_1 (round=? AND a=? AND b=?)" in steps


def test_a_leg_alone_is_not_complete(half: Path) -> None:
    """It has points all the same."""
    with Results.open(half) as results:
        complete = {row.number: row.is_complete for row in results.series_rows()}
        points = next(row.points for row in results.series_rows() if row.number == 3)
    assert complete == {1: True, 2: True, 3: False, 5: True, 6: True}
    assert points == eventful_records()[3].points


def test_a_whole_record_is_withheld_until_both_legs_are_final(half: Path) -> None:
    """The other leg has the same cards."""
    with Results.open(half) as results:
        with pytest.raises(RefusedError) as caught:
            results.record(3)
        assert str(caught.value) == (
            "series 3 (alpha against greedy): withheld until the other leg of its encounter is played too, since that"
            " has the same cards; look again then"
        )
        with pytest.raises(RefusedError, match=r"^series 4 \(alpha against greedy\): not played yet$"):
            results.record(4)
        assert results.record(5) == eventful_records()[5]
        with Store.open(half) as store:
            finish(store, eventful_records())
        assert results.record(3) == eventful_records()[3]


def test_a_series_that_is_not_there_is_named(folder: Path) -> None:
    """With the numbers that are."""
    with Results.open(folder) as results:
        for ask in (results.record, results.row):
            with pytest.raises(RefusedError, match=r"^series 7: there is none, expected 1 to 6$"):
                ask(7)
        assert results.row(4).leg == 2


def test_faults_are_told_whole_when_the_encounter_is(folder: Path) -> None:
    """In the order of the schedule; those of turns that the referee played, too."""
    with Results.open(folder) as results:
        faults = list(results.faults())
    third = eventful_records()[3].matches[1]
    assert [(fault.series, fault.bot, fault.kind, fault.substituted) for fault in faults] == [
        (3, "greedy", FaultKind.ILLEGAL_TURN, True),
        (3, "greedy", FaultKind.ILLEGAL_TURN, False),
        (4, "alpha", FaultKind.NOT_STARTED, False),
        (4, "greedy", FaultKind.NOT_STARTED, False),
        (5, "alpha", FaultKind.TIMEOUT, True),
    ]
    assert faults[1] == FaultSummary(
        series=3,
        bot="greedy",
        kind=FaultKind.ILLEGAL_TURN,
        substituted=False,
        match=2,
        turn=5,
        detail=third.faults[0].detail,
    )


def test_until_then_a_fault_shows_bot_and_kind_only(half: Path) -> None:
    """Place and sentence would tell of the cards."""
    with Results.open(half) as results:
        faults = [fault for fault in results.faults() if fault.series == 3]
    withheld = {"match": None, "turn": None, "detail": None}
    assert [(fault.bot, fault.kind) for fault in faults] == [("greedy", FaultKind.ILLEGAL_TURN)] * 2
    assert all({name: getattr(fault, name) for name in withheld} == withheld for fault in faults)


@pytest.mark.parametrize("layout", FORMATS)
def test_nothing_of_half_an_encounter_leaves(half: Path, layout: str) -> None:
    """No export has a word of series 3: neither its deals nor that it was played."""
    with Results.open(half) as results:
        lines = "".join(export_lines(results, layout))  # type: ignore[arg-type] # one of FORMATS
    assert "1/alpha~1|greedy~1/1/1" not in lines
    assert "greedy" in lines
    assert "series 3" not in lines.lower()
    assert '"series": 3,' not in lines
    assert "\n3," not in lines


def test_series_that_left_the_plan_unplayed_is_not_awaited(half: Path) -> None:
    """As one of a bot that was taken out of the TOML."""
    change(half, "UPDATE series SET history = 'removed' WHERE number = 4")
    with (
        Results.open(half) as results,
        pytest.raises(RefusedError, match=r"^series 4 \(.*\): out of the plan, and was never played$"),
    ):
        results.record(4)


def test_history_is_in_no_table_and_can_still_be_looked_at(folder: Path) -> None:
    """An annulled encounter leaves tables, faults and exports; its record stays."""
    change(folder, "UPDATE series SET history = 'annulled' WHERE number IN (3, 4)")
    with Results.open(folder) as results:
        assert [row.number for row in results.series_rows()] == [1, 2, 5, 6]
        assert {fault.series for fault in results.faults()} == {5}
        assert list(results.disclosed()) == [1, 2, 5, 6]
        assert list(results.past()) == [3, 4]
        assert results.counts() == (4, 4)
        assert results.record(3) == eventful_records()[3]


def test_reading_goes_on_while_series_are_saved(tmp_path: Path) -> None:
    """A reader in the middle of its rows does not hold up the writer, and sees one moment."""
    with new_store(tmp_path, [*encounter(), *encounter(round=2)]) as store:
        first, second = store.pending(1)
        store.save(first, play_series(first))
        with Results.open(tmp_path) as results, results.snapshot():
            rows = results.series_rows()
            assert next(rows).number == 1
            store.save(second, play_series(second))
            assert list(rows) == []
            assert results.counts() == (1, 4)
        with Results.open(tmp_path) as results:
            assert [row.number for row in results.series_rows()] == [1, 2]


def test_a_copy_without_its_seed_can_be_read(folder: Path, tmp_path: Path) -> None:
    """Deals are stored with the matches: a lost seed costs the proof and not the results."""
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(folder / "results.db", copy)
    with Results.open(copy) as results:
        assert results.record(1) == eventful_records()[1]


@pytest.mark.parametrize(
    ("sql", "reading"),
    [
        ("UPDATE outcomes SET ending = 'lost' WHERE series = 2", "series_rows"),
        ("UPDATE outcomes SET losers = 'C' WHERE series = 2", "series_rows"),
        ("UPDATE faults SET kind = 'bad luck'", "faults"),
        ("UPDATE tournament SET config = '{'", "header"),
        ("UPDATE tournament SET config = '[]'", "header"),
        ("UPDATE tournament SET isolation = 'x'", "header"),
        ("UPDATE tournament SET config = '{}'", "variant"),
        ("""UPDATE tournament SET config = '{"rules": {"colours": 5}}'""", "variant"),
        ("UPDATE stages SET seed = 'xyz'", "stages"),
    ],
)
def test_rows_without_sense_are_our_errors(folder: Path, sql: str, reading: str) -> None:
    """Whoever reads is told, and never sees a traceback."""
    assert change(folder, sql)
    with pytest.raises(StoreError, match=r"makes no sense|the file is damaged"), Results.open(folder) as results:
        read(results, reading)


def read(results: Results, name: str) -> object:
    """A property, or all of an iterator."""
    value = getattr(results, name)
    return list(value()) if callable(value) else value


def test_neighbours_are_the_nearest_that_are_disclosed(half: Path) -> None:
    """Below and above; an encounter of which one leg is to be played is passed over, and so is history."""
    with Results.open(half) as results:
        assert [results.neighbours(number) for number in (1, 2, 3, 5, 6)] == [
            (None, 2),
            (1, 5),
            (2, 5),
            (2, 6),
            (5, None),
        ]
    change(half, "UPDATE series SET history = 'annulled' WHERE number = 2")
    with Results.open(half) as results:
        assert results.neighbours(1) == (None, 5)


def test_legs_of_an_encounter(folder: Path) -> None:
    """Both, from either; a number that was never planned is refused with the highest there is."""
    with Results.open(folder) as results:
        assert [leg.number for leg in results.legs(3)] == [leg.number for leg in results.legs(4)] == [3, 4]
        assert results.last_number() == 6
        with pytest.raises(RefusedError, match="there is none, expected 1 to 6"):
            results.legs(7)
