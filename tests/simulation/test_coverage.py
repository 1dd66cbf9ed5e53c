"""How often 95 % intervals hold the truth, in leagues of known strengths played by chance."""

import numpy as np
import pytest
from support.simulation import League, elo_coverage, strength_coverage

BOTS = 12
POINTS = np.linspace(-25, 25, BOTS)
WILD = np.linspace(15, 75, BOTS)
"""Some bots scatter five times as much as others."""
CLOSE = np.linspace(-150, 150, BOTS)
LOPSIDED = np.linspace(-600, 600, BOTS)
MIRRORED = -0.4
"""What one leg gives to a bot the mirror takes."""


@pytest.mark.parametrize("rounds", [1, 3, 20])
@pytest.mark.parametrize("spread", [None, WILD], ids=["even", "wild"])
def test_strength(rounds: int, spread: np.ndarray[tuple[int], np.dtype[np.float64]] | None) -> None:
    """Intervals of Strength hold it in 93 to 97 of 100 cases, pooled (1, 3 rounds) and by pairing (20)."""
    league = League(strengths=POINTS, rounds=rounds, spread=spread)
    assert 0.93 <= strength_coverage(league, 150, seed=1) <= 0.97


@pytest.mark.parametrize("rounds", [1, 3, 20])
@pytest.mark.parametrize("twin", [0.0, MIRRORED], ids=["independent", "mirrored"])
def test_elo(rounds: int, twin: float) -> None:
    """Intervals of Elo hold it in at least 93 of 100 cases."""
    assert elo_coverage(League(strengths=CLOSE, rounds=rounds, twin=twin), 40, seed=1) >= 0.93


@pytest.mark.parametrize("rounds", [1, 3, 20])
def test_elo_lopsided(rounds: int) -> None:
    """Between bots from −600 to +600 intervals and bounds hold it in at least 90 of 100 cases."""
    assert elo_coverage(League(strengths=LOPSIDED, rounds=rounds), 150, seed=1) >= 0.90


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
@pytest.mark.parametrize("rounds", [1, 3, 20])
def test_other_seeds(rounds: int, seed: int) -> None:
    """The same with more leagues and other chance."""
    for spread in (None, WILD):
        assert 0.93 <= strength_coverage(League(strengths=POINTS, rounds=rounds, spread=spread), 1000, seed) <= 0.97
    for twin in (0.0, MIRRORED):
        assert elo_coverage(League(strengths=CLOSE, rounds=rounds, twin=twin), 500, seed) >= 0.93
        assert elo_coverage(League(strengths=LOPSIDED, rounds=rounds, twin=twin), 500, seed) >= 0.90


def test_elo_of_twins() -> None:
    """Where the second leg repeats the first, the sandwich knows that an encounter tells as much as one series."""
    assert elo_coverage(League(strengths=CLOSE, rounds=20, twin=1.0), 40, seed=1) >= 0.93
