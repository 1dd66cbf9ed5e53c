"""What rating a large league costs: processor time, so that others at work do not count.

Where nothing else runs: the Elo of 1,000 bots from 10⁶ series 0.07 s (Ordo, on such a machine: about 1.5 s), all
ratings of 2,000 bots with errors and places 4 s.
"""

import time
from collections.abc import Callable

import numpy as np
import pytest

from referee.ratings.elo import EloGroup, rate_elo
from referee.ratings.margins import MarginTable
from referee.ratings.pairs import PairTable
from referee.ratings.strength import rate_strength

SERIES = 1_000_000


def tables(bot_count: int) -> tuple[PairTable, MarginTable]:
    """A million series, an encounter in each of as many pairings as that takes."""
    dice = np.random.default_rng(1)
    first, second = np.triu_indices(bot_count, 1)
    chosen = np.sort(dice.choice(len(first), min(len(first), SERIES // 2), replace=False))
    first, second = first[chosen], second[chosen]
    strengths = dice.normal(0, 20, bot_count)
    y = np.round(dice.normal(strengths[first] - strengths[second], 40))
    names, size = tuple(f"bot{place:04}" for place in range(bot_count)), np.full(len(first), 2.0)
    wins = np.digitize(y, [-20, 20]).astype(np.float64)
    pairs = PairTable(
        names=names,
        first=first,
        second=second,
        wins=wins,
        draws=0 * wins,
        losses=2 - wins,
        squares=wins**2,
        products=wins * size,
        sizes=size**2,
    )
    margins = MarginTable(names=names, first=first, second=second, counts=size / 2, totals=y, squares=y**2)
    return pairs, margins


def cost_s(work: Callable[[], object], repeats: int) -> float:
    """The least processor time of some runs, in seconds."""
    costs = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        costs.append(time.process_time() - started)
    return min(costs)


@pytest.mark.bench
def test_fit_is_ten_times_faster_than_ordo() -> None:
    """1,000 bots, 10⁶ series, the fit alone: below 0.15 s."""
    pairs, _ = tables(1000)
    assert pairs.series.sum() > 0.99 * SERIES
    assert cost_s(lambda: EloGroup(pairs, 1.0), 10) < 0.15


@pytest.mark.bench
def test_2000_bots_take_seconds() -> None:
    """Elo and Strength of 2,000 bots from 10⁶ series, with errors and places: below 20 s."""
    pairs, margins = tables(2000)
    assert pairs.series.sum() == SERIES

    def rate() -> None:
        assert len(rate_elo(pairs).ratings) == 2000
        assert len(rate_strength(margins).ratings) == 2000

    assert cost_s(rate, 1) < 20
