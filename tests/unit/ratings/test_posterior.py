"""The way to the top, where it is steep, flat, or both."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.elo_vectors import table

from referee.ratings.elo import rate_elo
from referee.ratings.posterior import Posterior

Row = tuple[str, str, int, int, int]

HARD = {
    "hundreds won against one, a single series against another": [
        ("b", "a", 400, 0, 0),
        ("c", "a", 0, 1, 0),
        ("d", "b", 2, 0, 0),
        ("d", "c", 1, 0, 0),
        ("f", "b", 400, 0, 0),
        ("f", "c", 400, 0, 0),
        ("f", "d", 1, 0, 0),
    ],
    "a chain of bots that always won": [
        ("a", "b", 400, 0, 0),
        ("b", "c", 400, 0, 0),
        ("c", "d", 400, 0, 0),
        ("d", "e", 1, 0, 0),
    ],
    "a strong group and a weak one joined by one series": [
        ("a", "b", 200, 0, 200),
        ("c", "d", 200, 0, 200),
        ("a", "c", 1, 0, 0),
    ],
}


@st.composite
def leagues(draw: st.DrawFn) -> list[Row]:
    """Results of two to six bots, some of whom never met, some one-sided."""
    names = "abcdef"[: draw(st.integers(2, 6))]
    rows = []
    for second, two in enumerate(names):
        for one in names[:second]:
            series = draw(st.sampled_from([0, 0, 1, 2, 5, 400]))
            wins = draw(st.sampled_from([0, series, series // 2, min(1, series)]))
            draws = draw(st.integers(0, series - wins))
            rows.append((one, two, wins, draws, series - wins - draws))
    return rows


def check_finite(rows: list[Row], prior: float) -> None:
    """Every rating is finite, and its bounds lie on their sides."""
    for rating in rate_elo(table(rows), prior=prior).ratings.values():
        assert math.isfinite(rating.value)
        assert math.isfinite(rating.error or 0)
        assert (rating.error is None) == (rating.low is not None or rating.high is not None)
        assert -math.inf < (rating.value - 1 if rating.low is None else rating.low) < rating.value
        assert rating.value < (rating.value + 1 if rating.high is None else rating.high) < math.inf


@pytest.mark.parametrize("prior", [1, 0.01])
@pytest.mark.parametrize("rows", HARD.values(), ids=HARD)
def test_hard_leagues(rows: list[Row], prior: float) -> None:
    """Where hundreds of series stand beside single ones, ratings and bounds are found all the same."""
    check_finite(rows, prior)


@given(leagues(), st.sampled_from([0, 0.01, 1]))
def test_any_league(rows: list[Row], prior: float) -> None:
    """Whatever the results, ratings and bounds are finite."""
    check_finite(rows, prior)


@pytest.mark.parametrize("rows", HARD.values(), ids=HARD)
def test_top_is_a_top(rows: list[Row]) -> None:
    """At the top no rating has a slope, from wherever the climb began."""
    posterior = Posterior(table(rows), 1)
    count = len(table(rows).names)
    for start in (np.zeros(count), np.linspace(-30, 30, count), np.linspace(30, -30, count)):
        top = posterior.climb(start)
        assert np.abs(posterior.gradient(top)).max() < 1e-6
        assert top.sum() == pytest.approx(0, abs=1e-9)


def test_every_step_leads_up() -> None:
    """Newton's step from 2.3 logits apart would end lower, beyond the top: it is halved."""
    posterior, ratings = Posterior(table([("a", "b", 1, 0, 1)]), 1), np.array([1.15, -1.15])
    for _ in range(4):
        higher = posterior._step(ratings, None)
        assert posterior.value(higher) >= posterior.value(ratings)
        ratings = higher
    assert ratings == pytest.approx(0, abs=1e-6)


def test_slopes_and_curvature() -> None:
    """They are what differences of the log posterior say, wherever one stands."""
    posterior = Posterior(table(HARD["a strong group and a weak one joined by one series"]), 1)
    place, width = np.array([1.0, -0.5, 0.3, -0.8]), 1e-4
    shifts = width * np.eye(4)
    slopes = [(posterior.value(place + shift) - posterior.value(place - shift)) / (2 * width) for shift in shifts]
    rises = [(posterior.gradient(place + shift) - posterior.gradient(place - shift)) / (2 * width) for shift in shifts]
    posterior.climb(place)  # what was looked at in between says nothing
    assert posterior.gradient(place) == pytest.approx(np.array(slopes), abs=1e-5)
    assert posterior.curvature(place).dense() == pytest.approx(-np.array(rises), abs=1e-5)


def test_contrast_is_held() -> None:
    """With a contrast the top is that of the others: no slope but along the contrast, which stays as it was."""
    posterior = Posterior(table(HARD["a chain of bots that always won"]), 1)
    contrast = np.array([0.8, -0.2, -0.2, -0.2, -0.2])
    start = np.array([4.0, 0, 0, 0, -4.0])
    top = posterior.climb(start, contrast)
    slopes = posterior.gradient(top)
    assert contrast @ top == pytest.approx(4)
    assert slopes - contrast * (contrast @ slopes) / (contrast @ contrast) == pytest.approx(0, abs=1e-6)
