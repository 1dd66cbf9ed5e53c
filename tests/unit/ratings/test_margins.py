"""Margins and luck of encounters, added up."""

import random
from itertools import permutations

import numpy as np
import pytest
from support.league import series, tally

from referee.ratings.margins import LuckSums, Margins, tabulate_margins
from referee.ratings.tally import Tally
from referee.results.rows import SeriesResult


def margins_of(*results: SeriesResult, takes_luck_out: bool = True) -> Margins:
    """The margins of a and b."""
    sums = Tally(takes_luck_out=takes_luck_out)
    for result in results:
        sums.add(result)
    return sums.pairs["a", "b"].margins


LEGS = (series("a", "b", (40, 25), luck=6.0), series("a", "b", (10, 30), leg=2, luck=-4.5))


def test_encounter_is_the_mean_of_its_legs() -> None:
    """15 − 6 and −20 + 4.5 are −6.5 in two series, −3.25 each; the legs themselves keep their luck."""
    margins = margins_of(*LEGS)
    assert (margins.count, margins.total, margins.squares) == (1, -3.25, 3.25**2)
    assert (margins.leg_1, margins.leg_2, margins.leg_squares) == (15, -20, 15**2 + 20**2)


def test_luck_left_in() -> None:
    """Without the luck model y is the mean of the margins as they were played."""
    margins = margins_of(*LEGS, takes_luck_out=False)
    assert (margins.count, margins.total) == (1, -2.5)


def test_leg_that_comes_first_says_nothing() -> None:
    """The sums are the same in whatever order the legs become final."""
    assert [margins_of(*order) for order in permutations(LEGS)] == [margins_of(*LEGS)] * 2


def test_one_leg_is_no_encounter() -> None:
    """Until the other leg is final there is no margin."""
    assert margins_of(LEGS[0]).count == 0


@pytest.mark.parametrize("leg", [1, 2])
def test_forfeit_leaves_out_both_legs(leg: int) -> None:
    """A forfeit in either leg leaves out the encounter whole."""
    lost = series("a", "b", (90, 0), leg=leg, losers=("a",))
    assert margins_of(lost, LEGS[2 - leg]).count == 0


@pytest.mark.parametrize("legs", [(1,), (2,), (1, 2)])
def test_unknown_luck(legs: tuple[int, ...]) -> None:
    """An encounter of which a leg's luck is not known counts only where luck is left in."""
    unknown = [series("a", "b", (40, 25), leg=leg, luck=None if leg in legs else 1.0) for leg in (1, 2)]
    assert margins_of(*unknown).count == 0
    assert margins_of(*unknown, takes_luck_out=False).count == 1


def test_scatter() -> None:
    """Sums give the scatter around the mean, of encounters and of single legs around their own means."""
    dice = random.Random(1)
    margins, means, one, two = Margins(), [], [], []
    for _ in range(9):
        leg_1, leg_2, luck = dice.randrange(-90, 90), dice.randrange(-90, 90), dice.gauss(0, 30)
        margins.add((leg_1, leg_2), luck)
        means.append((leg_1 + leg_2 - luck) / 2)
        one.append(leg_1)
        two.append(leg_2)
    assert margins.scatter == pytest.approx(8 * np.var(means, ddof=1))
    assert margins.plain_scatter == pytest.approx(8 * (np.var(one, ddof=1) + np.var(two, ddof=1)))


def test_scatter_of_nothing() -> None:
    """Without encounters, and where all are equal but for rounding, nothing scatters."""
    assert (Margins().scatter, Margins().plain_scatter) == (0, 0)
    margins = Margins()
    for luck in (0.1 + 0.2, 0.3):
        margins.add((7, 7), luck)
    assert margins.scatter == 0
    level = Margins()
    for luck in (0.1 + 0.2 - 0.3, 0.0):
        level.add((0, 0), luck)
    assert level.scatter == 0


def test_luck_of_both_bots() -> None:
    """An encounter's luck is the mean of its legs; what one bot has the other lacks."""
    bots = tally(LEGS).bots
    assert bots["a"].luck == LuckSums(count=1, total=0.75, squares=0.75**2)
    assert bots["b"].luck == LuckSums(count=1, total=-0.75, squares=0.75**2)


def test_broken_encounters_are_kept() -> None:
    """The legs of an encounter with a forfeit are kept for the luck audit, leg 1 first."""
    lost = series("a", "b", (9, 0), losers=("a",))
    sums = tally([LEGS[1], lost])
    assert sums.broken == [(lost, LEGS[1])]
    assert sums.bots["a"].luck.count == 0


def test_table() -> None:
    """Pairs stand sorted by place; one without a whole encounter is not among them."""
    pairs = {("b", "c"): Margins(count=2, total=6, squares=20), ("a", "c"): Margins(count=1, total=1, squares=1)}
    table = tabulate_margins("cab", {**pairs, ("a", "b"): Margins()})
    assert table.names == ("a", "b", "c")
    assert [list(column) for column in (table.first, table.second, table.counts)] == [[0, 1], [2, 2], [1, 2]]
    assert list(table.scatters) == [0, 2]


def test_table_of_some_bots() -> None:
    """The pairs among some of the bots, renumbered."""
    pairs = {pair: Margins(count=1) for pair in [("a", "b"), ("b", "c"), ("c", "d")]}
    table = tabulate_margins("abcd", pairs).restrict(np.array([1, 2]))
    assert (table.names, list(table.first), list(table.second)) == (("b", "c"), [0], [1])
