"""Leagues of known strengths, played by chance many times: how often do the intervals hold the truth?"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtr

from referee.ratings.elo import ELO_PER_LOGIT, EloRating, rate_elo
from referee.ratings.margins import MarginTable
from referee.ratings.pairs import PairTable
from referee.ratings.strength import StrengthGroup

Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True, slots=True)
class League:
    """A round robin to be played.

    Attributes:
        strengths: of the bots, in points a series or in Elo.
        rounds: encounters of every pairing.
        spread: standard deviation of an encounter's y for each bot; a pairing has the mean of its two.
        twin: correlation of the two legs of an encounter.
    """

    strengths: Floats
    rounds: int
    spread: Floats | None = None
    twin: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The bots in code-point order."""
        return tuple(f"bot{place:02}" for place in range(len(self.strengths)))

    @property
    def truth(self) -> Floats:
        """The strengths in the frame of sum 0."""
        return np.asarray(self.strengths - self.strengths.mean())


def strength_coverage(league: League, leagues: int, seed: int) -> float:
    """The share of 95 % intervals of Strength that hold the truth."""
    dice = np.random.default_rng(seed)
    first, second = np.triu_indices(len(league.strengths), 1)
    spread = np.full(len(league.strengths), 40.0) if league.spread is None else league.spread
    held = []
    for _ in range(leagues):
        shift, scale = league.strengths[first] - league.strengths[second], (spread[first] + spread[second]) / 2
        y = dice.normal(shift, scale, (league.rounds, len(first)))
        table = MarginTable(
            names=league.names,
            first=first,
            second=second,
            counts=np.full(len(first), float(league.rounds)),
            totals=y.sum(axis=0),
            squares=(y**2).sum(axis=0),
        )
        group = StrengthGroup(table)
        errors = group.quantile * np.sqrt(np.diag(group.covariance))
        held.append(np.abs(group.values - league.truth) <= errors)
    return float(np.mean(held))


def elo_coverage(league: League, leagues: int, seed: int) -> float:
    """The share of 95 % intervals, or of bounds where they stand in their place, that hold the true Elo."""
    dice = np.random.default_rng(seed)
    held = [
        _holds(rating, truth)
        for _ in range(leagues)
        for rating, truth in zip(_ratings(league, dice), league.truth, strict=True)
    ]
    return float(np.mean(held))


def _ratings(league: League, dice: np.random.Generator) -> Iterator[EloRating]:
    first, second = np.triu_indices(len(league.strengths), 1)
    share = expit((league.strengths[first] - league.strengths[second]) / ELO_PER_LOGIT)
    # Two legs that depend on each other, each won with its own probability.
    common = dice.normal(size=(1, league.rounds, len(first)))
    own = dice.normal(size=(2, league.rounds, len(first)))
    sign = np.array([1.0, np.sign(league.twin)])[:, None, None]
    mixed = sign * np.sqrt(abs(league.twin)) * common + np.sqrt(1 - abs(league.twin)) * own
    won = (ndtr(mixed) < share).astype(np.float64)
    points, size = won.sum(axis=0), np.full((league.rounds, len(first)), 2.0)
    table = PairTable(
        names=league.names,
        first=first,
        second=second,
        wins=won.sum(axis=(0, 1)),
        draws=np.zeros(len(first)),
        losses=(1 - won).sum(axis=(0, 1)),
        squares=(points**2).sum(axis=0),
        products=(points * size).sum(axis=0),
        sizes=(size**2).sum(axis=0),
    )
    ratings = rate_elo(table).ratings
    return (ratings[name] for name in league.names)


def _holds(rating: EloRating, truth: float) -> bool:
    if rating.error is not None:
        return abs(rating.value - truth) <= rating.error
    low = -np.inf if rating.low is None else rating.low
    high = np.inf if rating.high is None else rating.high
    return bool(low <= truth <= high)
