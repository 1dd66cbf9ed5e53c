"""What the numbers promise, held against bots of known strength: many head to heads by chance, with fixed seeds.

An encounter has two legs with margins θ ± luck + noise: θ is the true lead, in points a series, luck is opposite in the
mirrored legs, noise is their own. A leg is won by more than a point. Each rate has the tolerance of three standard
errors around what is promised, or a little more where the promise is not exact.
"""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import ndtri

from referee.ratings.headtohead.comparison import Comparison, conclude
from referee.ratings.headtohead.pentanomial import share_of_elo
from referee.ratings.headtohead.reading import HeadToHead
from referee.ratings.headtohead.sprt import Decision, Plan, SequentialTest, Unit
from referee.ratings.headtohead.verdict import stronger

Floats = NDArray[np.float64]
LUCK, NOISE = 40.0, 30.0
"""Standard deviations, in points."""
LEG = float(np.hypot(LUCK, NOISE))
ENCOUNTER = NOISE / np.sqrt(2)
"""Standard deviation of an encounter's margin: the luck of the legs cancels."""
A = "a"


def legs(dice: np.random.Generator, lead: float | Floats, shape: tuple[int, int]) -> Floats:
    """Margins of both legs of encounters: head to heads × encounters × 2."""
    luck = dice.normal(0, LUCK, shape)[..., None] * [1, -1]
    return np.asarray(np.reshape(lead, (-1, 1, 1)) + luck + dice.normal(0, NOISE, (*shape, 2)))


def points_of(margins: Floats) -> Floats:
    """The first bot's points of each leg: ½ within a point."""
    return np.asarray(np.sign(margins) * (np.abs(margins) > 1) / 2 + 0.5)


def compared(margins: Floats, *, has_margins: bool = True) -> Comparison:
    """One head to head from the margins of its legs; without margins only who won is known."""
    sums = HeadToHead((A, "b"), None, takes_luck=True, is_gapless=True)
    for pair, points in zip(margins, points_of(margins).sum(axis=-1), strict=True):
        sums.encounters.whole += 1
        sums.rated_wins += int((pair > 1).sum())
        sums.rated_losses += int((pair < -1).sum())
        sums.scores.add(float(points))
        if has_margins:
            sums.margins.add(float(pair.mean()))
    return conclude(sums, tournament="", luck_model="luck-1")


def false_alarms(count: int, repeats: int, *, has_margins: bool) -> float:
    """The share of head to heads of equal bots in which one is called stronger."""
    margins = legs(np.random.default_rng(count), 0.0, (repeats, count))
    calls = [stronger(compared(one, has_margins=has_margins)) for one in margins]
    return sum(call is not None for call in calls) / repeats


def test_false_alarms_by_points() -> None:
    """Of equal bots one is called stronger in 5 % of all head to heads, however few their encounters."""
    for count, repeats in ((4, 600), (30, 300)):
        assert false_alarms(count, repeats, has_margins=True) == pytest.approx(0.05, abs=3 * (0.0475 / repeats) ** 0.5)


def test_false_alarms_by_series() -> None:
    """Where only series won are known it is no more, and less with few, whose mirrored legs balance each other."""
    assert false_alarms(10, 400, has_margins=False) < 0.05
    assert false_alarms(40, 400, has_margins=False) == pytest.approx(0.05, abs=0.033)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 8, 30, 120])
def test_more_false_alarms_by_points(count: int) -> None:
    """The same, to half a percent."""
    assert false_alarms(count, 20_000, has_margins=True) == pytest.approx(0.05, abs=0.005)


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 8, 39, 40, 120])
def test_more_false_alarms_by_series(count: int) -> None:
    """Near 5 % with many, below with few."""
    rate = false_alarms(count, 10_000, has_margins=False)
    assert rate < 0.06
    assert rate > (0.04 if count >= 40 else 0)


@pytest.mark.parametrize(("repeats", "tolerance"), [(250, 0.042), pytest.param(5000, 0.01, marks=pytest.mark.slow)])
def test_coverage(repeats: int, tolerance: float) -> None:
    """The 95 % intervals of points and of Elo cover the truth in 95 % of all head to heads."""
    lead, count = 10.0, 60
    elo = -400 * np.log10(1 / _share(lead) - 1)
    found = [compared(one) for one in legs(np.random.default_rng(5), lead, (repeats, count))]
    by_points = [abs((one.margin.mean or 0) - lead) <= (one.margin.error or 0) for one in found]
    by_elo = [abs((one.elo.value or 0) - elo) <= (one.elo.error or 0) for one in found if one.elo is not None]
    assert sum(by_points) / repeats == pytest.approx(0.95, abs=tolerance)
    assert sum(by_elo) / repeats == pytest.approx(0.95, abs=tolerance)


@pytest.mark.parametrize("repeats", [500, pytest.param(30_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("by", ["points", "elo"])
def test_likelihood_of_superiority(by: str, repeats: int) -> None:
    """Of bots that are called stronger with 80 to 90 % so many are: calibrated where all leads are equally likely."""
    dice = np.random.default_rng(7)
    count = 40
    width = 12 * (ENCOUNTER if by == "points" else LEG) / np.sqrt(count)
    leads = dice.uniform(-width, width, repeats)
    chances = np.array(list(_chances(legs(dice, leads, (repeats, count)), by)))
    is_right = (leads > 0) == (chances > 0.5)
    claims = np.maximum(chances, 1 - chances)
    for low, high in ((0.5, 0.8), (0.8, 0.95), (0.95, 0.999)):
        chosen = (claims >= low) & (claims < high)
        claimed = float(claims[chosen].mean())
        error = (claimed * (1 - claimed) / chosen.sum()) ** 0.5
        assert float(is_right[chosen].mean()) == pytest.approx(claimed, abs=3 * error + 0.005)


def _chances(margins: Floats, by: str) -> Iterator[float]:
    for one in margins:
        found = compared(one)
        by_series = None if found.elo is None else found.elo.superiority
        chance = found.margin.superiority if by == "points" else by_series
        yield 0.5 if chance is None else chance


POINTS_PLANS = [Plan(low=0, high=width) for width in (5, 10, 20)]
ELO_PLANS = [
    Plan(unit=Unit.ELO, low=0, high=100),
    Plan(unit=Unit.ELO, low=-50, high=50),
    Plan(unit=Unit.ELO, low=0, high=50),
]


@pytest.mark.parametrize("plan", [POINTS_PLANS[1], ELO_PLANS[0]], ids=["points", "elo"])
def test_errors_of_sequential_tests(plan: Plan) -> None:
    """Where a hypothesis is true the other is accepted in about 5 % of all tests, and never more than 8 % here."""
    for truth in Decision:
        decisions = list(_decisions(plan, truth, 100))
        assert None not in decisions
        assert sum(decision is not truth for decision in decisions) / 100 < 0.08


@pytest.mark.slow
@pytest.mark.parametrize("plan", [*POINTS_PLANS, *ELO_PLANS], ids=str)
def test_more_errors_of_sequential_tests(plan: Plan) -> None:
    """The same with thousands of tests: at most 6.5 %, and 2 % at least unless 8 encounters decide it."""
    for truth in Decision:
        decisions = list(_decisions(plan, truth, 3000))
        assert None not in decisions
        rate = sum(decision is not truth for decision in decisions) / 3000
        assert rate < 0.065
        assert rate > (0.02 if plan.high - plan.low not in {20, 100} else 0)


def _decisions(plan: Plan, truth: Decision, repeats: int) -> Iterator[Decision | None]:
    """How tests end that read as many encounters as they need, 3,000 at most."""
    bound = plan.low if truth is Decision.LOW else plan.high
    lead = bound if plan.unit is Unit.POINTS else LEG * float(ndtri(share_of_elo(bound)))
    dice = np.random.default_rng(11)
    for _ in range(repeats):
        test = SequentialTest(plan)
        for value in _values(dice, lead, plan.unit):
            test.read(value)
            if test.is_decided:
                break
        yield test.outcome().decision


def _values(dice: np.random.Generator, lead: float, unit: Unit) -> Iterator[float]:
    for _ in range(30):
        margins = legs(dice, lead, (1, 100))[0]
        yield from (margins.mean(axis=-1) if unit is Unit.POINTS else points_of(margins).sum(axis=-1)).tolist()


def _share(lead: float) -> float:
    """The share of the points that a lead brings, from a million legs."""
    return float(points_of(np.random.default_rng(1).normal(lead, LEG, 1_000_000)).mean())
