"""Sums over final series."""

from itertools import permutations

import pytest
from support.league import fault, series, tally

from referee.errors import FaultKind
from referee.play.records import SeriesEnd
from referee.ratings.tally import is_rated


def test_played_series() -> None:
    """Series played out count points, scores and margins for both bots."""
    sums = tally([series("a", "b", (40, 25)), series("a", "b", (0, 5), leg=2)])
    a, b = sums.bots["a"], sums.bots["b"]
    assert (a.points, a.wins, a.losses, a.score_sum, a.margin_sum) == (1, 1, 1, 40, 10)
    assert (b.points, b.wins, b.losses, b.score_sum, b.margin_sum) == (1, 1, 1, 30, -10)
    assert (a.match_count, a.turn_count, a.think_sum_ms, a.think_max_ms) == (6, 132, 264, 9.5)


def test_draw() -> None:
    """Equal totals are half a point for both."""
    sums = tally([series("a", "b", (7, 7))])
    assert [(bot.points, bot.draws) for bot in sums.bots.values()] == [(0.5, 1), (0.5, 1)]


def test_forfeit_leaves_out_the_encounter() -> None:
    """A forfeit takes both legs out of scores and margins, whichever leg it is, and counts as points all the same."""
    legs = [series("a", "b", (40, 25)), series("a", "b", (90, 0), leg=2, losers=("a",))]
    for order in permutations(legs):
        sums = tally(order)
        a, b = sums.bots["a"], sums.bots["b"]
        assert (a.points, b.points, a.lost_by_fault, b.lost_by_fault) == (1, 1, 1, 0)
        assert [(bot.played_out_count, bot.match_count, bot.score_sum, bot.margin_sum) for bot in (a, b)] == [
            (0, 0, 0, 0)
        ] * 2
        assert (a.left_out_count, a.own_left_out_count, b.left_out_count, b.own_left_out_count) == (1, 1, 1, 0)
        assert (sums.encounter_count, sums.left_out_count) == (1, 1)


@pytest.mark.parametrize(("first", "second", "own"), [("a", "b", (1, 1)), ("a", "a", (1, 0)), ("b", "b", (0, 1))])
def test_forfeits_in_both_legs(first: str, second: str, own: tuple[int, int]) -> None:
    """They leave out one encounter, to each bot that was at fault in it once."""
    sums = tally([series("a", "b", losers=(first,)), series("a", "b", leg=2, losers=(second,))])
    a, b = sums.bots["a"], sums.bots["b"]
    assert (a.left_out_count, b.left_out_count, sums.left_out_count) == (1, 1, 1)
    assert (a.own_left_out_count, b.own_left_out_count) == own


def test_first_leg_counts_meanwhile() -> None:
    """Until the other leg is final, a leg stands for its encounter; but its scores are not told yet."""
    sums = tally([series("a", "b", (40, 25))])
    a = sums.bots["a"]
    assert (sums.encounter_count, a.points, a.turn_count) == (1, 1, 66)
    assert (a.played_out_count, a.match_count, a.score_sum, a.margin_sum) == (0, 0, 0, 0)


def test_rounds_are_encounters_apart() -> None:
    """A forfeit in one round leaves the other rounds in."""
    played = [series("a", "b", (40, 25), leg=leg) for leg in (1, 2)]
    sums = tally([*played, series("a", "b", losers=("b",), round_=2)])
    assert (sums.encounter_count, sums.left_out_count, sums.bots["b"].played_out_count) == (2, 1, 2)


def test_encounter_moments() -> None:
    """Elo's encounters: a win and a draw are 1½ points in two series."""
    rated = tally([series("a", "b", (4, 3)), series("a", "b", (3, 3), leg=2)]).pairs["a", "b"]
    assert (rated.wins, rated.draws, rated.losses) == (1, 1, 0)
    assert (rated.squares, rated.products, rated.sizes) == (2.25, 3, 4)


def test_unrated() -> None:
    """A series that both bots lost, or that a withdrawn bot never played, is a loss in points and not rated."""
    both = series("a", "b", losers=("a", "b"))
    gone = series("a", "b", leg=2, losers=("a",), end=SeriesEnd.WITHDRAWN)
    sums = tally([both, gone])
    assert [is_rated(result) for result in (both, gone)] == [False, False]
    assert sums.pairs["a", "b"].series == 0
    assert sums.pairs["a", "b"].sizes == 0
    assert [(bot.points, bot.losses) for bot in sums.bots.values()] == [(0, 2), (1, 1)]


def test_faults_by_kind() -> None:
    """Faults are counted by kind; a withdrawn series has no fault of its own and counts as one."""
    gone = series("a", "b", losers=("a",), end=SeriesEnd.WITHDRAWN)
    sums = tally([gone], [fault("a"), fault("a"), fault("b", FaultKind.CRASHED)])
    assert sums.bots["a"].faults == {FaultKind.TIMEOUT: 2, FaultKind.WITHDRAWN: 1}
    assert sums.bots["b"].faults == {FaultKind.CRASHED: 1}


@pytest.mark.parametrize("seed", range(3))
def test_order_never_matters(seed: int) -> None:
    """The sums are the same in whatever order series become final."""
    results = [
        series("a", "b", (leg * seed, round_), round_=round_, leg=leg, losers=("b",) if leg == round_ == 2 else ())
        for round_ in (1, 2, 3)
        for leg in (1, 2)
    ]
    there, back = tally(results), tally(reversed(results))
    assert there.bots == back.bots
    assert there.pairs == back.pairs
