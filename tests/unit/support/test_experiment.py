"""The arithmetic of the study, and that changed bots are changed."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from support.example_bots import importable
from support.experiment import (
    Encounters,
    Entrant,
    factor,
    interval,
    play_encounters,
    resampled,
    series_needed,
    variances,
)

SEED = bytes(32)


@pytest.fixture(autouse=True)
def _folder() -> Iterator[None]:
    with importable():
        yield


def encounters(count: int = 5000, *, gap: float = 10.0) -> Encounters:
    """A gap, cards that the mirror turns around, draws that the luck model sees, and 20 points of the rest."""
    dice = np.random.default_rng(1)
    cards = dice.normal(0, 40, (count, 1)) * [1, -1]
    draws = dice.normal(0, 30, (count, 2))
    return Encounters(margins=gap + cards + draws + dice.normal(0, 20, (count, 2)), lucks=draws)


def test_variances() -> None:
    """Each method leaves what it does not see: 40² + 30² + 20², without the cards, without the draws, without both."""
    found = variances(encounters())
    assert [found[method] / 100 for method in ("plain", "mirror", "luck", "both")] == pytest.approx(
        [29, 13, 20, 4], rel=0.05
    )
    assert found["wins"] == pytest.approx(0.25, rel=0.05)


def test_factor() -> None:
    """The variance of a plain series by that of the method."""
    assert factor(encounters(), "both") == pytest.approx(29 / 4, rel=0.05)
    assert factor(encounters(), "plain") == 1


def test_series_needed() -> None:
    """(1.96 + 1.28)² variances by the gap squared."""
    needed = series_needed(encounters())
    assert needed["plain"] == pytest.approx(10.507 * 2900 / 100, rel=0.1)
    assert needed["both"] == pytest.approx(10.507 * 400 / 100, rel=0.1)
    assert needed["wins"] > needed["plain"]


def test_even_bots_are_never_told_apart() -> None:
    """Without a gap no number of series is enough."""
    even = Encounters(margins=np.array([[1.0, -1], [2, -2]]), lucks=np.zeros((2, 2)))
    assert set(series_needed(even).values()) == {math.inf}


def test_bootstrap() -> None:
    """Samples have the size of the whole, are always the same, and their middle holds its value."""
    whole = encounters(200)
    samples = list(resampled(whole, 300, seed=1))
    assert {len(sample.margins) for sample in samples} == {200}
    assert np.array_equal(samples[0].margins, next(resampled(whole, 1, seed=1)).margins)
    low, high = interval([factor(sample, "both") for sample in samples])
    assert low < factor(whole, "both") < high


def test_self_play() -> None:
    """A deterministic bot against itself: margins and luck of the two legs cancel out."""
    found = play_encounters(Entrant(file="greedy").load(), Entrant(file="greedy").load(), 2, SEED)
    assert np.abs(found.margins).sum() > 0
    assert list(found.margins.sum(axis=1)) == [0, 0]
    assert list(found.lucks.sum(axis=1)) == pytest.approx([0, 0], abs=1e-9)


def test_changed_bot_is_another_one() -> None:
    """A changed constant changes the play, and not that of the bot as it is."""
    changed = Entrant(file="greedy", changes={"ENOUGH": 25})
    found = play_encounters(Entrant(file="greedy").load(), changed.load(), 2, SEED)
    assert list(found.margins.sum(axis=1)) != [0, 0]


def test_unknown_constant() -> None:
    """A constant that the bot does not have is a mistake."""
    with pytest.raises(AssertionError, match="ENUOGH"):
        Entrant(file="greedy", changes={"ENUOGH": 25}).load()
