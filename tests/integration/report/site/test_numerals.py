"""Numbers as pages show them."""

import math

import pytest

from referee.ratings.elo import EloRating
from referee.report.site import numerals


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, "0"), (0.5, "½"), (7.0, "7"), (808.5, "808½"), (1320.0, "1,320"), (10_000.5, "10,000½")]
)
def test_points(value: float, shown: str) -> None:
    """Halves are halves, and thousands stand apart."""
    assert numerals.points(value) == shown


def test_signs() -> None:
    """A true minus sign; zero is never negative; nothing is a dash."""
    assert [numerals.signed(value, 1) for value in (12.94, -4.48, -0.04, 0.0, None)] == [
        "+12.9",
        "−4.5",
        "+0.0",
        "+0.0",
        "–",
    ]
    assert [numerals.number(value) for value in (-0.4, -12345.6, None)] == ["0", "−12,346", "–"]
    assert [numerals.number(math.inf), numerals.signed(-math.inf), numerals.milliseconds(math.inf)] == ["–"] * 3


def test_percent_and_errors() -> None:
    """The blank in them does not break."""
    assert numerals.percent(61.234) == "61.2\N{NO-BREAK SPACE}%"
    assert numerals.plus_minus(1.64) == "±\N{NO-BREAK SPACE}1.6"
    assert (numerals.percent(None), numerals.plus_minus(None)) == ("–", "")


@pytest.mark.parametrize(
    ("error", "low", "high", "shown"),
    [
        (15.2, 10.0, 40.0, "± 15"),
        (None, 310.2, None, "≥ +310"),
        (None, None, -5.0, "≤ −5"),
        (None, -290.0, 290.0, "−290 to +290"),
        (None, None, None, ""),
    ],
)
def test_elo_bounds(error: float | None, low: float | None, high: float | None, shown: str) -> None:
    """An error, a bound on one side, or both."""
    rating = EloRating(value=25.0, error=error, low=low, high=high)
    assert numerals.elo_bounds(rating).replace("\N{NO-BREAK SPACE}", " ") == shown


def test_chances() -> None:
    """Never rounded to 0 or 100."""
    assert [numerals.chance(value) for value in (0.0, 0.004, 0.5, 0.99, 0.991, 1.0, None)] == [
        "<1",
        "<1",
        "50",
        "99",
        ">99",
        ">99",
        "–",
    ]


def test_times() -> None:
    """Below ten milliseconds with a decimal; a time of day in words, and one that is none as it stands."""
    assert [numerals.milliseconds(value) for value in (2.44, 9.94, 9.96, 1500.5, None)] == [
        "2.4",
        "9.9",
        "10",
        "1,500",
        "–",
    ]
    assert numerals.moment("2026-11-09T19:45:00.000Z") == "9 Nov 2026, 19:45 UTC"
    assert numerals.moment("yesterday") == "yesterday"


def test_plurals() -> None:
    """One is one."""
    assert [numerals.plural(1, "bot"), numerals.plural(1200, "bot"), numerals.plural(2, "series", "series")] == [
        "1 bot",
        "1,200 bots",
        "2 series",
    ]
