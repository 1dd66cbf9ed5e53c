"""What mirror and luck model are worth."""

import random

import pytest

from referee.ratings.margins import Margins
from referee.ratings.precision import Precision, measure_precision


def margins(count: int, *, skill: float, card: float, mean: int = 0) -> Margins:
    """Encounters whose legs have cards in common that the mirror turns around; what is left of them is their luck."""
    dice = random.Random(count)
    found = Margins()
    for _ in range(count):
        cards = dice.gauss(0, card)
        one, two = (round(mean + side * cards + dice.gauss(0, skill)) for side in (1, -1))
        found.add((one, two), 0.0)
    return found


def test_mirror() -> None:
    """Cards of three times the scatter of skill: their variance of 9 + 1 becomes 1."""
    precision = measure_precision([margins(20_000, skill=20, card=60)])
    assert precision.encounter_count == 20_000
    assert precision.factor == pytest.approx(10, rel=0.05)


def test_no_mirror() -> None:
    """Where both legs are independent an encounter tells as much as two series."""
    assert measure_precision([margins(20_000, skill=20, card=0)]).factor == pytest.approx(1, rel=0.05)


def test_luck_that_explains_nothing() -> None:
    """A luck model that only adds noise makes a series worth less than a plain one."""
    dice = random.Random(3)
    found = Margins()
    for _ in range(5000):
        found.add((round(dice.gauss(0, 30)), round(dice.gauss(0, 30))), dice.gauss(0, 30))
    assert (measure_precision([found]).factor or 1) == pytest.approx(2 / 3, rel=0.1)


def test_strengths_do_not_enter() -> None:
    """Pairings of different strength are each taken around their own mean."""
    even = [margins(400, skill=20, card=60), margins(500, skill=20, card=60)]
    uneven = [margins(400, skill=20, card=60, mean=900), margins(500, skill=20, card=60, mean=-300)]
    assert measure_precision(uneven).factor == pytest.approx(measure_precision(even).factor, rel=1e-3)


@pytest.mark.parametrize("count", [0, 1, 30])
def test_too_few(count: int) -> None:
    """Below thirty degrees of freedom nothing is said."""
    pairs = [margins(count, skill=20, card=60)]
    assert measure_precision(pairs) == Precision(encounter_count=count, factor=None)
    assert measure_precision([margins(31, skill=20, card=60)]).factor is not None


def test_nothing_scatters() -> None:
    """Where every encounter ends alike there is no ratio."""
    found = Margins()
    for cards in range(90):
        found.add((cards, -cards), 0.0)
    assert measure_precision([found]).factor is None
