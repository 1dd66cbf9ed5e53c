"""The packed series: what goes in comes out."""

import math
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.league import league, series

from referee.play.records import SeriesEnd
from referee.report.site.ledger import Ledger

WHOLE = st.integers(-(2**62), 2**62)
FLOAT = st.floats(allow_nan=False)


@given(st.tuples(WHOLE, WHOLE), FLOAT, st.none() | FLOAT, st.sampled_from(SeriesEnd), st.sets(st.sampled_from("ab")))
def test_series_comes_out_as_it_went_in(
    totals: tuple[int, int], lag_ms: float, luck: float | None, end: SeriesEnd, losers: set[str]
) -> None:
    """Every field, with the largest numbers a results file can hold."""
    one = replace(
        series("a", "b", totals, round_=2**40),
        number=2**50,
        replay=3,
        generation_b=7,
        losers=tuple(sorted(losers)),
        end=end,
        lag_ms=lag_ms,
        luck=luck,
        is_complete=False,
    )
    ledger = Ledger()
    ledger.add(one)
    assert list(ledger.of("a")) == list(ledger.of("b")) == [one]


def test_series_are_found_by_bot() -> None:
    """In the order they were added; a bot that has none has none."""
    results = league({"ann": 10, "bob": 5, "cyd": 0}, 3)
    ledger = Ledger()
    assert list(ledger.noting(results)) == results
    assert list(ledger.of("bob")) == [one for one in results if "bob" in {one.a, one.b}]
    assert not list(ledger.of("dan"))


def test_halves_of_encounters_are_not_counted() -> None:
    """Numbers and matches are those of whole ones."""
    ledger = Ledger()
    for number, is_complete in enumerate((True, True, False), 1):
        ledger.add(replace(series("a", "b", (5, 3)), number=number, is_complete=is_complete))
    assert list(ledger.shown_numbers()) == [1, 2]
    assert ledger.match_count == 6


def test_value_of_the_wrong_kind() -> None:
    """What only a damaged file has is an error that can be laid at its door."""
    with pytest.raises(ValueError, match="series 1: "):
        Ledger().add(replace(series("a", "b"), lag_ms=cast("float", None)))


def test_unknown_luck_stays_unknown() -> None:
    """It is no number, and not a number that is none."""
    ledger = Ledger()
    ledger.add(series("a", "b", luck=None))
    (one,) = ledger.of("a")
    assert one.luck is None
    assert not math.isnan(one.lag_ms)
