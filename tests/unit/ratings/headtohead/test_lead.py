"""The Elo of one over the other, as far as it can be said."""

import math

import pytest

from referee.ratings.headtohead.lead import FEW, EloLead, elo_lead
from referee.ratings.headtohead.pentanomial import estimate_score


def lead(counts: list[int]) -> EloLead:
    """The lead from counted encounters of two decided series, or of one decided and one drawn."""
    wins = 2 * counts[4] + counts[3] + counts[2]
    losses = 2 * counts[0] + counts[1] + counts[2]
    found = elo_lead(counts, wins=wins, losses=losses)
    assert found is not None
    return found


def test_many() -> None:
    """With enough encounters it is what they say as pairs."""
    counts = [34, 54, 63, 64, 75]
    found, expected = lead(counts), estimate_score(counts)
    assert (found.value, found.error, found.superiority) == (expected.elo, expected.elo_error, expected.superiority)
    assert (found.normalized, found.normalized_error) == (expected.normalized_elo, expected.normalized_error)
    assert not found.is_few
    assert found.chance == found.superiority
    assert found.interval == found.ends == pytest.approx((28.28, 83.58), abs=0.01)


@pytest.mark.parametrize("counts", [[0, 0, 2, 0, 2], [0, 0, 3, 0, 2], [0, 1, 2, 3, 2], [0, 0, 19, 0, 12]])
def test_interval_and_probability_agree(counts: list[int]) -> None:
    """However lopsided: the interval excludes equality where the LOS is over 97.5 %, and only there."""
    found = lead(counts)
    assert found.ends is not None
    assert found.superiority is not None
    assert (found.ends[0] > 0) == (found.superiority > 0.975)
    assert found.error == pytest.approx((found.ends[1] - found.ends[0]) / 2)


def test_few() -> None:
    """With few encounters Wilson's interval and the exact probability count."""
    found = lead([1, 0, 1, 0, 3])
    assert found.is_few
    assert found.wilson == pytest.approx((-72.8, 367.2), abs=0.05)
    assert found.interval == found.wilson
    assert found.chance == found.exact_superiority == pytest.approx(0.88671875)
    other = lead([0, 0, 3, 0, 2])
    assert other.interval == other.wilson != other.ends
    assert lead([0, 0, FEW - 2, 0, 1]).is_few
    assert not lead([0, 0, FEW - 1, 0, 1]).is_few


def test_all_alike() -> None:
    """Where all encounters ended alike there is a value, and no error."""
    found = lead([0, 0, 50, 0, 0])
    assert found.value == pytest.approx(0)
    assert found.is_flat
    assert (found.ends, found.error, found.superiority) == (None, None, None)
    assert (found.normalized, found.normalized_error) == (None, None)
    assert found.chance == 0.5
    assert found.interval == pytest.approx((-67.67, 67.67), abs=0.01)


def test_every_point() -> None:
    """Who took every point has no value and no upper end."""
    found = lead([0, 0, 0, 0, 3])
    assert (found.value, found.error) == (None, None)
    low, high = found.interval
    assert high is None
    assert low is not None
    assert low == pytest.approx(400 * math.log10(6 / 1.959964**2), abs=0.01)
    bottom, top = lead([3, 0, 0, 0, 0]).interval
    assert bottom is None
    assert top == pytest.approx(-low)


@pytest.mark.parametrize("counts", [[0, 0, 0, 1, 40], [40, 1, 0, 0, 0]])
def test_near_the_end(counts: list[int]) -> None:
    """Where the normal law would leave 0 to 100 % of the points there is no interval."""
    found = lead(counts)
    assert found.value is not None
    assert (found.ends, found.error) == (None, None)
    assert found.interval == found.wilson


def test_nothing() -> None:
    """Without an encounter there is no lead."""
    assert elo_lead([0] * 5, wins=0, losses=0) is None
