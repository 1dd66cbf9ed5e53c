"""Places that errors leave possible."""

import numpy as np
import pytest
from scipy.stats import norm

from referee.ratings.ranks import PlaceRange, place_ranges, place_text


def ranges(values: list[float], errors: list[float]) -> list[tuple[int, int]]:
    """Ranges of independent ratings by their standard errors."""
    found = place_ranges(np.array(values), np.diag(np.array(errors) ** 2))
    return [(one.low, one.high) for one in found]


def test_far_apart() -> None:
    """Ratings that are many errors apart have their places."""
    assert ranges([0, 30, -30], [1, 1, 1]) == [(2, 2), (1, 1), (3, 3)]


def test_close_ones_are_open() -> None:
    """Ratings that are closer than their errors share a range."""
    assert ranges([1, 0, -40], [3, 3, 3]) == [(1, 2), (1, 2), (3, 3)]


@pytest.mark.parametrize(("gap", "expected"), [(1.7, (1, 2)), (2.2, (1, 1))])
def test_limit_is_two_and_a_half_percent(gap: float, expected: tuple[int, int]) -> None:
    """A place is left out when fewer than 2.5 % of the draws lie there: 1.96 errors of the difference."""
    assert ranges([gap, 0], [1 / np.sqrt(2), 1 / np.sqrt(2)])[0] == expected


def test_limit_is_100_of_4000_draws() -> None:
    """The better place is the first that 100 of the 4,000 draws reach, the worse the first that 3,900 do."""
    counts = set()
    for gap in np.arange(1.85, 2.05, 0.001):
        upper, lower = place_ranges(np.array([gap, 0]), np.diag([0.5, 0.5]))
        count = round(4000 * lower.strongest, 9)
        assert (lower.low == 1, upper.high == 2) == (count >= 100, count > 100)
        counts.add(count)
    assert counts >= {99, 100, 101}


def test_strongest_is_a_probability() -> None:
    """Of two bots it is the normal probability of their difference; all together are one."""
    first, second = place_ranges(np.array([1.0, 0.0]), np.diag([0.5, 0.5]))
    assert first.strongest == pytest.approx(float(norm.cdf(1)), abs=0.02)
    assert first.strongest + second.strongest == pytest.approx(1)


def test_correlation_counts() -> None:
    """Errors that two bots have in common do not open their places."""
    common = np.full((2, 2), 100.0) + np.diag([0.01, 0.01])
    assert [(one.low, one.high) for one in place_ranges(np.array([1.0, 0.0]), common)] == [(1, 1), (2, 2)]


def test_singular_covariance() -> None:
    """A covariance that lacks a direction, as in the frame of sum 0, is drawn from as it is."""
    covariance = np.eye(3) - 1 / 3
    spread = place_ranges(np.zeros(3), covariance)
    assert [one.strongest for one in spread] == pytest.approx([1 / 3] * 3, abs=0.03)
    same_error = place_ranges(np.array([1.0, 0, -1]), np.ones((3, 3)))
    assert [one.strongest for one in same_error] == [1, 0, 0]


def test_errors_stay_with_their_bots() -> None:
    """Each bot is drawn with its own error, whatever the order in which the factor takes them."""
    assert ranges([0, 10, -10], [1, 20, 1]) == [(1, 2), (1, 3), (2, 3)]
    assert ranges([10, 0, -10], [20, 1, 1]) == [(1, 3), (1, 2), (2, 3)]


def test_equals_share_the_better_place() -> None:
    """Without errors equal values have the same place, and the next place stays empty."""
    found = place_ranges(np.array([0.0, 5, 5, -1]), np.zeros((4, 4)))
    assert [(one.low, one.high) for one in found] == [(3, 3), (1, 1), (1, 1), (4, 4)]
    assert [one.strongest for one in found] == [0, 0.5, 0.5, 0]


@pytest.mark.parametrize(("gap", "place"), [(1e-10, 1), (2e-9, 2)])
def test_rounding_is_no_difference(gap: float, place: int) -> None:
    """Values that agree to nine decimals are equal."""
    assert place_ranges(np.array([5.0 + gap, 5.0]), np.zeros((2, 2)))[1].low == place


def test_always_the_same() -> None:
    """The same ratings give the same ranges, whenever, wherever and however often they are asked for."""
    values, covariance = np.array([0.3, 0.2, 0.1]), np.eye(3) - 1 / 3
    found = place_ranges(values, covariance)
    assert found == place_ranges(values, covariance)
    assert [4000 * one.strongest for one in found] == [1518, 1318, 1164]


@pytest.mark.parametrize(("low", "high", "text"), [(2, 6, "2–6"), (1, 1, "1")])
def test_text(low: int, high: int, text: str) -> None:
    """A range, or one place alone."""
    assert place_text(PlaceRange(low=low, high=high, strongest=0)) == text
