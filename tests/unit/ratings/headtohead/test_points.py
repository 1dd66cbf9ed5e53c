"""Points a series from the margins of encounters."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.penta_vectors import VECTORS, counts_of

from referee.ratings.headtohead.points import MarginEstimate, MarginTally

MARGINS = st.lists(st.integers(-400, 400).map(lambda doubled: doubled / 2), min_size=2, max_size=40)


def tally(margins: list[float]) -> MarginTally:
    """The margins added up."""
    sums = MarginTally()
    for margin in margins:
        sums.add(margin)
    return sums


def test_student() -> None:
    """Student's own ten patients (1908): 1.58 hours of sleep more, t = 4.06 with 9 degrees, 1.70 to 2.46 of ±."""
    margins = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    estimate = tally(margins).estimate()
    assert estimate.mean == pytest.approx(1.58)
    assert estimate.deviation == pytest.approx(1.2300, abs=1e-4)
    assert estimate.error == pytest.approx(2.262157 * 1.2300 / math.sqrt(10), abs=1e-4)
    assert estimate.superiority == pytest.approx(1 - 0.00142, abs=1e-5)


@given(MARGINS)
def test_running_sums(margins: list[float]) -> None:
    """Added up one by one they give what they give together."""
    estimate = tally(margins).estimate()
    assert estimate.mean == pytest.approx(statistics.fmean(margins), abs=1e-9)
    assert estimate.deviation == pytest.approx(statistics.stdev(margins), abs=1e-6)


def test_far_from_zero() -> None:
    """A million points more change nothing of the spread."""
    near, far = tally([1, 2, 4]).estimate(), tally([1e6 + 1, 1e6 + 2, 1e6 + 4]).estimate()
    assert near.deviation == pytest.approx(far.deviation)


def test_few() -> None:
    """Without a margin there is no mean, with one no error."""
    assert tally([]).estimate() == MarginEstimate(count=0)
    assert tally([3.5]).estimate() == MarginEstimate(count=1, mean=3.5)


def test_all_equal() -> None:
    """Of equal margins neither ± nor probability can be told; luck that cancels is rounding."""
    assert tally([2.5] * 4).estimate() == MarginEstimate(count=4, mean=2.5, deviation=0.0)
    assert tally([0.1 + 0.2, 0.3, 0.3]).estimate().superiority is None


@given(MARGINS, st.floats(-50, 50), st.floats(0.1, 50))
def test_ratio_is_finite(margins: list[float], low: float, width: float) -> None:
    """Whatever the margins: the ratio is a number, and the other way round it has the other sign."""
    sums = tally(margins)
    ratio = sums.likelihood_ratio(low, low + width)
    assert math.isfinite(ratio)
    assert ratio == pytest.approx(-sums.likelihood_ratio(low + width, low), abs=1e-9)


def test_ratio_of_equal_margins() -> None:
    """Equal margins at a bound speak for it, and do not divide by zero."""
    assert tally([10.0] * 8).likelihood_ratio(0, 10) > 20
    assert tally([0.0] * 8).likelihood_ratio(0, 10) < -20
    assert tally([5.0] * 8).likelihood_ratio(0, 10) == 0


@pytest.mark.parametrize("row", [row for row in VECTORS["llr"] if len(row["counts"]) == 3], ids=str)
def test_fishtest(row: dict[str, float]) -> None:
    """With leads in standard deviations it is the ratio that fishtest calls LLR_normalized_alt."""
    losses, draws, wins = counts_of(row)
    count = losses + draws + wins
    mean = (wins + draws / 2) / count
    variance = (wins + draws / 4) / count - mean**2
    scale = 1000.0  # so that the floor of the variance is far away
    sums = MarginTally()
    sums.count, sums.mean = count, scale * (mean - 0.5)
    sums._squares = scale**2 * variance * count
    low, high = (scale * math.sqrt(variance) * row[key] * math.log(10) / 800 for key in ("elo0", "elo1"))
    assert sums.likelihood_ratio(low, high) == pytest.approx(row["llr_normalized_alt"], rel=1e-9)
