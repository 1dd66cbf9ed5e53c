"""Strength against the published vector, and against its definition written out."""

import itertools
import math
import random

import numpy as np
import pytest
from scipy.special import ndtr
from support.elo_vectors import vector
from support.plain_strength import Encounter, add_up, clustered_errors, pooled_errors, strengths

from referee.ratings.margins import Margins, tabulate_margins
from referee.ratings.strength import StrengthTable, probability_above_zero, rate_strength


def table(encounters: list[Encounter], hidden: tuple[str, ...] = ()) -> StrengthTable:
    """The ratings from encounters."""
    names = {name for encounter in encounters for name in encounter[:2]}
    return rate_strength(tabulate_margins(names, add_up(encounters)), hidden)


def chance_encounters(names: str, rounds: int, *, seed: int = 1, skip: tuple[str, str] = ("", "")) -> list[Encounter]:
    """A league in which later names are stronger and some pairings scatter more than others."""
    dice = random.Random(seed)
    return [
        (a, b, dice.gauss(10 * (ord(a) - ord(b)), 5 + ord(b) % 7 * 9))
        for a, b in itertools.combinations(names, 2)
        if (a, b) != skip
        for _ in range(rounds)
    ]


def test_margin_pairs() -> None:
    """The vector's strengths, standard errors and scatter: 36 mirrored pairs of five bots, one pairing never met."""
    data = vector("margin_pairs")
    pairs: dict[tuple[str, str], Margins] = {}
    for a, b, leg_1, leg_2 in data["pairs"]:
        pairs.setdefault((a, b), Margins()).add((leg_1, leg_2), 0.0)
    (group,) = rate_strength(tabulate_margins("abcde", pairs)).groups
    assert dict(zip(group.names, group.values, strict=True)) == pytest.approx(data["strength"], abs=1e-9)
    errors = dict(zip(group.names, np.sqrt(np.diag(group.covariance)), strict=True))
    assert errors == pytest.approx(data["se_ols"], abs=1e-9)
    assert math.sqrt(group.residual_squares / group.degrees) == pytest.approx(data["sigma_pair"], abs=1e-9)
    assert (group.degrees, group.is_clustered) == (32, False)


@pytest.mark.parametrize("skip", [("", ""), ("A", "D")])
def test_pooled(skip: tuple[str, str]) -> None:
    """Below five encounters a pairing: least squares, σ²·L⁺, Student's t; a pairing that never met is no trouble."""
    encounters = chance_encounters("ABCDE", 3, skip=skip)
    ratings = table(encounters).ratings
    assert {name: rating.value for name, rating in ratings.items()} == pytest.approx(strengths(encounters))
    assert {name: rating.error for name, rating in ratings.items()} == pytest.approx(pooled_errors(encounters))


@pytest.mark.parametrize("skip", [("", ""), ("A", "D")])
def test_clustered(skip: tuple[str, str]) -> None:
    """From five encounters in each pairing that met on: the scatter is that of each pairing."""
    encounters = chance_encounters("ABCDE", 5, skip=skip)
    ratings = table(encounters).ratings
    assert {name: rating.value for name, rating in ratings.items()} == pytest.approx(strengths(encounters))
    assert {name: rating.error for name, rating in ratings.items()} == pytest.approx(clustered_errors(encounters))
    assert {name: rating.error for name, rating in ratings.items()} != pytest.approx(pooled_errors(encounters))


def test_one_pairing_short_is_pooled() -> None:
    """One pairing with four encounters is enough for the pooled form."""
    encounters = chance_encounters("ABC", 5)[1:]
    ratings = table(encounters).ratings
    assert {name: rating.error for name, rating in ratings.items()} == pytest.approx(pooled_errors(encounters))


def test_two_bots() -> None:
    """Two bots are half their mean margin above and below 0; the error is that of a mean."""
    ratings = table([("A", "B", y) for y in (1.0, 3.0, 5.0, 7.0)]).ratings
    assert (ratings["A"].value, ratings["B"].value) == pytest.approx((2, -2))
    # t with 3 degrees, times the standard error √(20/3)/√4 of the mean, halved
    assert ratings["A"].error == pytest.approx(3.182446 * math.sqrt(20 / 3) / 2 / 2, abs=1e-5)


@pytest.mark.parametrize(("count", "rated"), [(3, 0), (4, 2)])
def test_least_degrees(count: int, rated: int) -> None:
    """Below three degrees of freedom nothing is said: four encounters of two bots are the fewest."""
    ratings = table([("A", "B", float(y)) for y in range(count)]).ratings
    assert len(ratings) == rated


def test_no_scatter() -> None:
    """Where all fits exactly the error is 0, and equal bots share the better place."""
    encounters = [*[("A", "B", 0.1)] * 5, *[("A", "C", 0.3)] * 5, *[("B", "C", 0.2)] * 5, *[("B", "D", 0.2)] * 5]
    ratings = table(encounters).ratings
    assert [ratings[name].error for name in "ABCD"] == [0, 0, 0, 0]
    places = [ratings[name].places for name in "ABCD"]
    assert [(one.low, one.high) for one in places if one] == [(1, 1), (2, 2), (3, 3), (3, 3)]
    assert table(encounters).probability_stronger("C", "D") == 0.5
    assert table(encounters).probability_stronger("A", "B") == 1


def test_all_draws() -> None:
    """Margins of 0 throughout: everybody is 0 ± 0 and first."""
    ratings = table([(a, b, 0.0) for a, b in itertools.combinations("ABC", 2) for _ in range(4)]).ratings
    assert [(one.value, one.error) for one in ratings.values()] == [(0, 0)] * 3
    assert [one.places.strongest for one in ratings.values() if one.places] == pytest.approx([1 / 3] * 3)


def test_hidden() -> None:
    """A hidden bot gets no rating and no place, and changes none of the other values."""
    encounters = chance_encounters("ABCDE", 4)
    whole, part = table(encounters), table(encounters, ("E",))
    assert set(part.ratings) == set("ABCD")
    assert [part.ratings[name].value for name in "ABCD"] == [whole.ratings[name].value for name in "ABCD"]
    assert [part.ratings[name].error for name in "ABCD"] == [whole.ratings[name].error for name in "ABCD"]
    assert max(one.places.high for one in part.ratings.values() if one.places) <= 4
    assert part.probability_stronger("A", "E") is None


def test_groups_apart() -> None:
    """Bots that no encounter connects are rated in groups of sum 0, the largest first, and are not compared."""
    ratings = table([*chance_encounters("ABC", 4), *[("X", "Y", float(y)) for y in range(8)]])
    assert [group.names for group in ratings.groups] == [("A", "B", "C"), ("X", "Y")]
    assert [ratings.ratings[name].group for name in "ABCXY"] == [0, 0, 0, 1, 1]
    assert ratings.ratings["X"].value + ratings.ratings["Y"].value == pytest.approx(0)
    assert ratings.probability_stronger("A", "X") is None


def test_nobody_met() -> None:
    """Without a whole encounter there are no ratings."""
    assert rate_strength(tabulate_margins("AB", {})) == StrengthTable(ratings={}, groups=())


def test_probability_stronger() -> None:
    """It is the normal probability of the difference, with its own variance, and both ways add up to one."""
    encounters = chance_encounters("ABC", 4)
    ratings = table(encounters)
    (group,) = ratings.groups
    contrast = np.array([1.0, 0, -1])
    z = contrast @ group.values / math.sqrt(contrast @ group.covariance @ contrast)
    assert ratings.probability_stronger("A", "C") == pytest.approx(float(ndtr(z)))
    both = (ratings.probability_stronger("A", "C") or 0) + (ratings.probability_stronger("C", "A") or 0)
    assert both == pytest.approx(1)


@pytest.mark.parametrize(("mean", "chance"), [(1, 1), (-1, 0), (1e-12, 0.5), (0, 0.5)])
def test_probability_without_variance(mean: float, chance: float) -> None:
    """What is certain is certain, and equal is even; a variance may be rounded to less than none."""
    assert probability_above_zero(mean, 0.0) == chance
    assert probability_above_zero(mean, -1e-30) == chance
