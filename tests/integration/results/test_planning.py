"""The plan, and when it is forgotten."""

from dataclasses import replace
from pathlib import Path

from support.records import bots, encounter, finish, new_store, play_series
from support.sql import change

from referee.results.store import Store


def test_plan_is_forgotten_as_long_as_nothing_was_begun(store: Store) -> None:
    """Its bots too, the seed not; a series that came to nothing was begun, and keeps all that is planned."""
    store.forget_plan()
    assert (store.bots(), store.counts(), len(store.stages())) == ([], (0, 0), 1)
    store.put_bots(bots("greedy", "random"))
    store.plan(encounter())
    store.save_void(next(store.pending(1)), 1, "Traceback")
    store.forget_plan()
    assert (len(store.bots()), store.counts()) == (2, (0, 2))


def test_plan_with_a_result_stays(store: Store) -> None:
    """Whatever a later run fails of."""
    finish(store)
    store.forget_plan()
    assert (len(store.bots()), store.counts()) == (2, (2, 2))


def test_what_was_played(store: Store, folder: Path) -> None:
    """Which bots have a final series, when the last was, and whether there is any, in a stage or at all."""
    assert (store.has_result(), store.has_result(1), store.played_bots()) == (False, False, set())
    assert store.last_played_utc(store.bots()[0]) is None
    change(folder, "UPDATE outcomes SET finished_utc = '2027' WHERE series = 6")
    change(folder, "UPDATE outcomes SET finished_utc = '2028' WHERE series = 1")
    change(folder, "UPDATE series SET history = 'annulled' WHERE number < 3")
    with Store.open(folder) as finished:
        assert (finished.has_result(), finished.has_result(1), finished.has_result(2)) == (True, True, False)
        assert finished.played_bots() == {"alpha", "greedy", "random"}
        alpha, greedy, random = finished.bots()
        assert [finished.last_played_utc(bot) for bot in (alpha, random)] == ["2027", "2027"]
        assert finished.last_played_utc(greedy) == "2026-11-29T19:45:53.456Z"
        assert finished.last_played_utc(replace(alpha, generation=2)) is None
    change(folder, "UPDATE series SET history = 'annulled' WHERE number < 5")
    with Store.open(folder) as finished:
        assert finished.played_bots() == {"alpha", "random"}


def test_bots_that_are_only_planned_have_not_played(tmp_path: Path) -> None:
    """A plan alone is no series."""
    with new_store(tmp_path, [*encounter(), *encounter("alpha", "random", pairing=2)]) as store:
        for row in list(store.pending(1))[:2]:
            store.save(row, play_series(row))
        assert store.played_bots() == {"greedy", "random"}


def test_what_is_wanted_no_more(tmp_path: Path) -> None:
    """Series of bots that left, and of the others those of later rounds; a series that is both counts for the bot."""
    rows = [
        row for round_ in (1, 2, 3) for names in (("a", "b"), ("a", "c")) for row in encounter(*names, round=round_)
    ]
    with new_store(tmp_path, rows) as store:
        assert store.unwanted_counts(3) == (0, 0)
        assert store.unwanted_counts(1) == (0, 8)
        a, b, c = store.bots()
        store.put_bots([a, b, replace(c, removed=True)])
        assert store.unwanted_counts(2) == (6, 2)
