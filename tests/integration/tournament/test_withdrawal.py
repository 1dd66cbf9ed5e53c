"""Who is withdrawn when a round begins: decided by the order of the schedule alone."""

from dataclasses import replace

import pytest
from support.records import encounter

from referee.play.records import SeriesEnd
from referee.results.withdrawals import Ending
from referee.tournament.withdrawal import lost_series, withdrawn_bots

PLAYED, FORFEIT, WITHDRAWN = SeriesEnd.PLAYED, SeriesEnd.FORFEIT, SeriesEnd.WITHDRAWN


def series(a: str, b: str, *losers: str, end: SeriesEnd | None = None, number: int = 1) -> Ending:
    """A series of A against B, of that round, played out unless somebody lost it."""
    return Ending(round=number, bots=(a, b), end=end or (FORFEIT if losers else PLAYED), losers=losers)


def withdrawn(*oldest_first: Ending, max_faults: int = 3, **counted_from: int) -> list[str]:
    """Who is withdrawn after these series; bots are asked about from round 0 on unless told otherwise."""
    names = {bot for ending in oldest_first for bot in ending.bots}
    return withdrawn_bots(reversed(oldest_first), {**dict.fromkeys(names, 0), **counted_from}, max_faults)


def test_last_series_decide() -> None:
    """As many faults as allowed, with none missing between them, and the last of them last."""
    bad, good = series("a", "b", "a"), series("a", "b")
    assert withdrawn(bad, bad, bad) == ["a"]
    assert withdrawn(good, bad, bad, bad) == ["a"]
    assert withdrawn(bad, bad) == []
    assert withdrawn(bad, good, bad, bad) == []
    assert withdrawn(bad, bad, bad, bad, good) == []


def test_only_own_faults_count() -> None:
    """A series that the opponent forfeited was not lost by this bot's fault."""
    assert withdrawn(series("a", "b", "a"), series("a", "c", "c"), series("a", "d", "a"), series("a", "b", "a")) == []


def test_double_losses_count_for_both() -> None:
    """Both at fault is an own fault of each; both may be withdrawn at once, in code-point order."""
    assert withdrawn(*[series("b", "a", "b", "a")] * 3) == ["a", "b"]


def test_bots_are_judged_each_by_its_own_series() -> None:
    """Series of others between two of its own do not matter."""
    endings = [series("a", "b", "a"), series("b", "c"), series("a", "c", "a"), series("b", "c", "c")] * 2
    assert withdrawn(*endings) == ["a"]


def test_zero_is_never() -> None:
    """With max_faults = 0 nobody is withdrawn, and nothing is read."""
    assert withdrawn_bots(iter([series("a", "b", "a")] * 100), {"a": 0, "b": 0}, 0) == []


def test_one_is_at_once() -> None:
    """With max_faults = 1 the last series alone decides."""
    assert withdrawn(series("a", "b"), series("a", "b", "a"), max_faults=1) == ["a"]
    assert withdrawn(series("a", "b", "a"), series("a", "b"), max_faults=1) == []


def test_bot_without_series_stays() -> None:
    """A bot that joined just now has no faults."""
    assert withdrawn(*[series("a", "b", "a")] * 3, new=0) == ["a"]


@pytest.mark.parametrize("losers", [("a",), ("b",), ("a", "b")])
def test_series_that_nobody_was_asked_in_are_no_faults(losers: tuple[str, ...]) -> None:
    """Neither one's own withdrawal, nor a win from a withdrawn bot: they end a row of faults."""
    bad = series("a", "c", "a")
    assert withdrawn(bad, bad, series("a", "b", *losers, end=WITHDRAWN), bad) == []


def test_faults_before_a_reinstatement_are_forgiven() -> None:
    """Only rounds from the next one on count, and then they do."""
    old = [series("a", "b", "a", number=number) for number in (1, 2, 3)]
    new = [series("a", "b", "a", number=number) for number in (4, 5, 6)]
    assert withdrawn(*old, a=4) == []
    assert withdrawn(*old, *new[:2], a=4) == []
    assert withdrawn(*old, *new, a=4) == ["a"]


def test_no_more_is_read_than_needed() -> None:
    """A long tournament costs no more than a short one."""
    endings = iter([series("a", "b"), *[series("a", "b", "a")] * 10])
    assert withdrawn_bots(endings, {"a": 0, "b": 0}, 3) == []
    assert len(list(endings)) == 10


@pytest.mark.parametrize(
    ("bots", "losers", "points"),
    [
        ({"greedy"}, ("greedy",), (0, 1)),
        ({"random"}, ("random",), (1, 0)),
        ({"greedy", "random"}, ("greedy", "random"), (0, 0)),
    ],
)
def test_lost_series_give_points_and_no_match(
    bots: set[str], losers: tuple[str, ...], points: tuple[float, float]
) -> None:
    """The opponent has the point; two withdrawn bots both lose."""
    record = lost_series(replace(encounter()[0], number=7), bots, "2026-11-29T19:45:52.123Z")
    assert (record.end, record.losers, record.points, record.matches) == (WITHDRAWN, losers, points, ())
    assert record.number == 7
