"""The order of the league and its ties."""

from collections.abc import Sequence

import pytest
from support.league import series, tally

from referee.ratings.league import LeagueRow, is_provisional, rank
from referee.results.rows import SeriesResult

CIRCLE = [
    series("a", "b", (1, 0)),
    series("a", "b", (1, 0), leg=2),
    series("b", "c", (1, 0)),
    series("b", "c", (1, 0), leg=2),
    series("a", "c", (0, 1)),
    series("a", "c", (0, 1), leg=2),
]
"""Each has beaten the next: two points each, in all and in the mini-table."""


def places(results: Sequence[SeriesResult], names: str) -> list[tuple[int | None, str]]:
    """Place and name of each row."""
    return [(row.place, row.name) for row in rank(tally(results), list(names))]


def test_by_points() -> None:
    """More points, better place; the order of the names says nothing."""
    results = [series("a", "b", (1, 2)), series("a", "c", (1, 2)), series("b", "c", (1, 2))]
    assert places(results, "abc") == [(1, "c"), (2, "b"), (3, "a")]


def test_shared_place() -> None:
    """Bots that nothing separates share the better place, in code-point order, and the next place stays empty."""
    results = [*CIRCLE, *(series(name, "d", (2, 1), leg=leg) for name in "abc" for leg in (1, 2))]
    assert places(results, "dcba") == [(1, "a"), (1, "b"), (1, "c"), (4, "d")]
    assert places(CIRCLE, "abc") == [(1, "a"), (1, "b"), (1, "c")]


def test_mini_table() -> None:
    """Equal points are decided by the series among the tied, margins notwithstanding."""
    results = [
        series("a", "b", (2, 1)),
        series("a", "c", (0, 90)),
        series("b", "c", (90, 0)),
    ]
    results += [series("a", "d", (1, 0)), series("b", "d", (1, 0)), series("c", "d", (0, 1))]
    # a and b have two points; a has beaten b, whose margins are far better
    assert places(results, "abcd")[:2] == [(1, "a"), (2, "b")]


def test_fewer_own_faults() -> None:
    """Then the bot that lost fewer series by its own fault is better."""
    results = [series("a", "b", (1, 2), losers=("a",)), series("a", "b", (0, 2), leg=2)]
    results += [series("a", "b", (2, 1), round_=2), series("a", "b", (2, 1), leg=2, round_=2)]
    assert places(results, "ab") == [(1, "b"), (2, "a")]


def test_margin_of_series_played_out() -> None:
    """Then the mean margin of series played out; a forfeited encounter has no part in it."""
    results = [series("a", "b", (50, 0)), series("a", "b", (0, 51), leg=2)]
    assert places(results, "ab") == [(1, "b"), (2, "a")]


def test_forfeit_margins_do_not_count() -> None:
    """What the boards of a forfeited encounter said is not a margin."""
    results = [
        series("a", "b", (90, 0), losers=("a",)),
        series("a", "b", (90, 0), leg=2, losers=("b",)),
        series("a", "b", (0, 5), round_=2),
        series("a", "b", (1, 0), round_=2, leg=2),
    ]
    assert places(results, "ab") == [(1, "b"), (2, "a")]


def test_provisional_by_share() -> None:
    """With unequal numbers of series the order is by %, and provisional."""
    results = [series("a", "b", (2, 1)), series("a", "c", (2, 1)), series("a", "c", (0, 1), leg=2)]
    results += [series("b", "d", (2, 1))]
    assert is_provisional(tally(results), list("abcd"))
    assert places(results, "abcd") == [(1, "a"), (2, "c"), (3, "b"), (4, "d")]  # b has no whole encounter, no margin


def test_equal_shares_in_fractions() -> None:
    """A third is a third: 1 of 3 and 2 of 6 are equal, not almost equal."""
    results = [series("a", "x", (2, 1), round_=1), *(series("a", "x", (1, 2), round_=n) for n in (2, 3))]
    results += [series("b", "x", (2, 1), round_=n) for n in (1, 2)]
    results += [series("b", "x", (1, 2), round_=n) for n in (3, 4, 5, 6)]
    assert [row.share for row in rank(tally(results), ["a", "b", "x"])] == pytest.approx([2 / 3, 1 / 3, 1 / 3])
    assert [row.place for row in rank(tally(results), ["a", "b", "x"])] == [1, 2, 2]


def test_without_series() -> None:
    """A bot without a series stands last and has no place, no share, no average, no time."""
    row = rank(tally([series("a", "b", (1, 0))]), ["idle", "a", "b"])[-1]
    assert (row.place, row.name) == (None, "idle")
    assert (row.share, row.average_score, row.think_mean_ms, row.think_max_ms) == (None, None, None, None)


def test_nobody_played() -> None:
    """Before the first series nobody has a place, and nothing is provisional."""
    sums = tally([])
    assert [row.place for row in rank(sums, ["a", "b"])] == [None, None]
    assert not is_provisional(sums, ["a", "b"])


def test_averages() -> None:
    """Points a match and milliseconds a turn."""
    row = _row([series("a", "b", (60, 0)), series("a", "b", (30, 0), leg=2)], "a")
    assert (row.average_score, row.think_mean_ms, row.think_max_ms) == (15, 2, 9.5)


@pytest.mark.parametrize(("faults", "average"), [(1, 10), (2, None)])
def test_average_of_a_faulty_bot(faults: int, average: float | None) -> None:
    """A bot whose own faults left out more than 5 % of its encounters has no average; at 5 % it has."""
    results = [
        series("a", "b", (30, 0), round_=n, leg=leg, losers=("a",) if n <= faults and leg == 1 else ())
        for n in range(1, 21)
        for leg in (1, 2)
    ]
    assert _row(results, "a").average_score == average
    assert _row(results, "b").average_score == 0


def _row(results: Sequence[SeriesResult], name: str) -> LeagueRow:
    return next(row for row in rank(tally(results), ["a", "b"]) if row.name == name)
