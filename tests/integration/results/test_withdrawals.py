"""What a round's beginning is decided by, and how far a plan has come."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.records import encounter, finish, new_store, play_series, withdrawn

from referee.play.records import SeriesEnd
from referee.results.store import Store
from referee.results.withdrawals import Ending


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Three rounds of greedy against random."""
    rows = [replace(row, round=number) for number in (1, 2, 3) for row in encounter()]
    with new_store(tmp_path, rows) as store:
        yield store


def test_endings_come_newest_first(store: Store) -> None:
    """Those of earlier rounds, in the order of the schedule, whenever they were saved."""
    rows = [*store.pending(1), *store.pending(2)]
    for row in (rows[3], rows[0], rows[2]):
        store.save(row, withdrawn(row, "random"))
    store.save(rows[1], play_series(rows[1]))
    bots = ("greedy", "random")
    lost = {"bots": bots, "end": SeriesEnd.WITHDRAWN, "losers": ("random",)}
    played = Ending(round=1, bots=bots, end=SeriesEnd.PLAYED, losers=())
    assert list(store.endings_before(2)) == [played, Ending(round=1, **lost)]  # type: ignore[arg-type]  # a table
    assert [ending.round for ending in store.endings_before(4)] == [2, 2, 1, 1]
    assert list(store.endings_before(1)) == []


def test_endings_of_a_round_come_by_its_schedule(tmp_path: Path) -> None:
    """By day, pairing and replay, whatever was planned first."""
    places = [("c", 2, 2, 0), ("d", 2, 1, 0), ("b", 1, 3, 0), ("d", 2, 1, 1)]
    rows = [
        row for b, day, pairing, replay in places for row in encounter("a", b, day=day, pairing=pairing, replay=replay)
    ]
    with new_store(tmp_path, rows) as store:
        for row in list(store.pending(1)):
            store.save(row, withdrawn(row, "a" if row.replay else row.b))
        endings = list(store.endings_before(2))[::2]
    assert [(ending.bots[1], ending.losers) for ending in endings] == [
        ("c", ("c",)),
        ("d", ("a",)),
        ("d", ("d",)),
        ("b", ("b",)),
    ]


def test_the_present_generation_is_withdrawn(store: Store) -> None:
    """What the bot was before stays as it was."""
    greedy, random = store.bots()
    store.put_bots([greedy, random, replace(greedy, generation=2)])
    store.withdraw(["greedy"], [])
    assert [(bot.generation, bot.withdrawn) for bot in store.bots() if bot.name == "greedy"] == [(1, False), (2, True)]


def test_round_has_begun_with_its_first_result(store: Store) -> None:
    """The latest one counts."""
    assert store.last_begun_round() == 0
    row = next(store.pending(2))
    store.save(row, play_series(row))
    assert store.last_begun_round() == 2
    assert [store.has_begun(number) for number in (1, 2, 3)] == [False, True, False]


def test_withdrawal_is_whole_or_not_at_all(store: Store) -> None:
    """If one of its series cannot be saved, the bot is not withdrawn."""
    row = next(store.pending(1))
    record = withdrawn(row, "random")
    store.save(row, record)
    with pytest.raises(Exception, match="UNIQUE"):
        store.withdraw(["random"], [(row, record)])
    assert [bot.withdrawn for bot in store.bots()] == [False, False]


def test_pending_series_by_round(store: Store) -> None:
    """Rounds that are complete are left out."""
    assert store.pending_counts() == [2, 2, 2]
    row = next(store.pending(2))
    store.save(row, play_series(row))
    assert store.pending_counts() == [2, 1, 2]
    bots = store.bots()
    store.withdraw(["random"], [])
    assert store.pending_counts() == [], "they are lost unasked"
    store.put_bots(bots)
    finish(store)
    assert store.pending_counts() == []


def test_mean_time_of_a_series(store: Store) -> None:
    """Over those that were played out; none before the first."""
    assert store.mean_series_s() is None
    for row, second in zip(store.pending(1), (4, 6), strict=True):
        record = replace(
            play_series(row), started_utc="2026-11-29T19:45:00.000Z", finished_utc=f"2026-11-29T19:45:0{second}.500Z"
        )
        store.save(row, record)
    row = next(store.pending(2))
    store.save(row, withdrawn(row, "random"))
    assert store.mean_series_s() == pytest.approx(5.5, abs=0.001)


def test_trial_leaves_nothing(store: Store) -> None:
    """What is written in it is seen in it, and gone afterwards."""
    with store.trial():
        store.withdraw(["random"], [])
        assert [bot.withdrawn for bot in store.bots()] == [False, True]
    assert [bot.withdrawn for bot in store.bots()] == [False, False]
