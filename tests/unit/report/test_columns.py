"""Numbers as cells."""

import pytest

from referee.ratings.elo import EloRating
from referee.report.columns import elo_margin, number, signed, think_ms


@pytest.mark.parametrize(
    ("rating", "text"),
    [
        (EloRating(value=10, error=15.4), "±15"),
        (EloRating(value=400, error=None, low=310.2), "≥+310"),
        (EloRating(value=-400, error=None, high=-310.2), "≤-310"),
        (EloRating(value=0, error=None, low=-290, high=290), "-290…+290"),
    ],
)
def test_elo_margin(rating: EloRating, text: str) -> None:
    """An error, or the bounds that stand in its place."""
    assert elo_margin(rating) == text


@pytest.mark.parametrize(("value", "text"), [(0.2, "+0"), (-0.2, "+0"), (75.6, "+76"), (-3.7, "-4")])
def test_signed(value: float, text: str) -> None:
    """Whole, with a sign, and never minus zero."""
    assert signed(value) == text


@pytest.mark.parametrize(("value", "text"), [(None, "–"), (0.04, "0.0"), (9.94, "9.9"), (9.96, "10"), (1021.3, "1021")])
def test_think_ms(value: float | None, text: str) -> None:
    """A decimal below ten milliseconds."""
    assert think_ms(value) == text


def test_absent_number() -> None:
    """What cannot be said is a dash."""
    assert number(None, ".1f") == "–"
