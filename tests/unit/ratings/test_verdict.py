"""The table in words."""

import pytest
from support.league import series, standings

from referee.results.rows import SeriesResult


def contest(a: str, b: str, won: int, lost: int) -> list[SeriesResult]:
    """So many series won and lost by the first, each an encounter of its own."""
    scores = [(1, 0)] * won + [(0, 1)] * lost
    return [series(a, b, totals, round_=round_) for round_, totals in enumerate(scores, 1)]


def test_nothing_yet() -> None:
    """Before the first series there is nothing to say."""
    assert standings(["a", "b"]).verdict == "No series is final yet."


@pytest.mark.parametrize(
    ("won", "lost", "words"),
    [
        (9, 1, "a leads with 9 points and is 98 % likely to be stronger than b. Every place is decided."),
        (6, 4, "a leads with 6 points, but is only 71 % likely to be stronger than b. The lead is open."),
        (5, 5, "a and b share the lead with 5 points each. The lead is open."),
        (1, 0, "a leads with 1 point, but is only 71 % likely to be stronger than b. The lead is open."),
    ],
)
def test_two_bots(won: int, lost: int, words: str) -> None:
    """Who leads, how sure that is, and whether it is decided."""
    assert standings(["a", "b"], contest("a", "b", won, lost)).verdict == words


def test_closest_rival() -> None:
    """Among several the closest rival by Elo is named, and places that are not decided."""
    results = contest("a", "b", 16, 4) + contest("a", "c", 15, 5) + contest("b", "c", 10, 10)
    assert standings(["a", "b", "c"], results).verdict == (
        "a leads with 31 points and is over 99 % likely to be stronger than c, its closest rival by Elo."
        " Places 2–3 are open."
    )


def test_tie_break() -> None:
    """A lead that only the tie-break gives is called so."""
    results = [series("a", "b", (9, 0)), series("a", "b", (0, 1), leg=2)]
    assert standings(["a", "b"], results).verdict == (
        "a leads with 1 point on the tie-break, but is only 50 % likely to be stronger than b. The lead is open."
    )


def test_provisional() -> None:
    """With unequal numbers of series the order is by %, and by Elo another bot may be ahead."""
    results = contest("a", "b", 6, 4) + contest("b", "c", 2, 0) + contest("c", "d", 20, 0)
    assert standings(list("abcd"), results).verdict == (
        "Provisional, by %: the bots have played 10 to 22 series each."
        " c leads with 90.9 %, but by Elo a is 85 % likely to be the stronger. Places 1–3 are open."
    )


def test_groups() -> None:
    """Bots that have not met are not compared."""
    results = contest("a", "b", 5, 0) + contest("c", "d", 3, 2)
    assert standings(list("abcd"), results).verdict.endswith(
        "The bots fall into 2 groups that have not met each other: Elo compares only bots of one group."
    )


def test_nobody_rated() -> None:
    """Where every series was lost by both, points are all there is."""
    results = [series("a", "b", losers=("a", "b"))]
    assert standings(["a", "b"], results).verdict == "a and b share the lead with 0 points each."
