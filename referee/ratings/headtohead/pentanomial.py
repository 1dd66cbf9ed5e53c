"""Encounters counted by the points of one bot, 0, ½, 1, 1½ or 2: what they say of Elo.

The two legs of an encounter share their deals, so their results are not independent, and the encounter is the
observation. The same formulas hold for single series, counted by 0, ½ and 1.

Sources: Van den Bergh, the statistics module of fishtest (server/fishtest/stats, `get_elo`), for Elo, its error and
the likelihood of superiority; the same, Normalized Elo (2020), for normalized Elo; Elo, The Rating of Chessplayers
(1978), for the scale.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.ratings.elo import ELO_PER_LOGIT, Z_95

PENTANOMIAL: Final = 5
"""An encounter has so many outcomes."""
EMPTY_COUNT: Final = 1e-3
"""What stands for a count of 0, so that no variance is 0 (fishtest, `regularize`)."""
LEAST_SHARE: Final = 1e-3
"""Shares are cut here and at 1 less this before they are turned into Elo (fishtest, `elo`)."""
NORMALIZED_PER_DEVIATION: Final = 2 * ELO_PER_LOGIT
"""Normalized Elo that a lead of one standard deviation of a series is worth: 800 / ln 10."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreEstimate:
    """What counted outcomes say.

    Attributes:
        count: of observations, the stand-ins for empty counts included.
        series_count: series that an observation has: 1, or 2 for encounters.
        mean: share of the points, 0..1.
        variance: of the share of one observation, never 0.
    """

    count: float
    series_count: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return math.sqrt(self.variance / self.count)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean by the normal law; it may leave 0..1."""
        return self.mean - Z_95 * self.error, self.mean + Z_95 * self.error

    @property
    def elo(self) -> float:
        """The lead in Elo that makes this share the expected one; within ±1200."""
        return elo_of_share(self.mean)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """Both ends of the 95 % interval of the mean, as Elo; it excludes 0 exactly where the LOS is that sure."""
        low, high = self.interval
        return elo_of_share(low), elo_of_share(high)

    @property
    def elo_error(self) -> float:
        """Half the length of that."""
        low, high = self.elo_interval
        return (high - low) / 2

    @property
    def superiority(self) -> float:
        """Likelihood of superiority (LOS), 0..1: that the expected share is over one half."""
        return 0.5 * math.erfc((0.5 - self.mean) / self.error / math.sqrt(2))

    @property
    def normalized_elo(self) -> float:
        """The lead in standard deviations of a series, as normalized Elo: it tells how many series a test needs."""
        return NORMALIZED_PER_DEVIATION * (self.mean - 0.5) / math.sqrt(self.series_count * self.variance)

    @property
    def normalized_error(self) -> float:
        """Half the 95 % interval of normalized Elo, for leads that are small beside a standard deviation."""
        return NORMALIZED_PER_DEVIATION * Z_95 / math.sqrt(self.series_count * self.count)


def estimate_score(counts: Sequence[float], *, empty: float = EMPTY_COUNT) -> ScoreEstimate:
    """The estimate from counts of the outcomes.

    Args:
        counts: from no points to all: 5 of encounters, or 3 of series.
        empty: what stands for a count of 0; with 0 there must be more than one outcome.
    """
    filled = regularized(counts, empty=empty)
    total, last = sum(filled), len(filled) - 1
    mean = sum(count * index for index, count in enumerate(filled)) / last / total
    variance = sum(count * (index / last - mean) ** 2 for index, count in enumerate(filled)) / total
    return ScoreEstimate(count=total, series_count=last // 2, mean=mean, variance=variance)


def regularized(counts: Sequence[float], *, empty: float = EMPTY_COUNT) -> list[float]:
    """The counts, with a small one for each that is 0."""
    return [count or empty for count in counts]


def elo_of_share(share: float) -> float:
    """The lead in Elo of who takes a share of the points; shares near 0 and 1, and beyond, are cut."""
    share = min(max(share, LEAST_SHARE), 1 - LEAST_SHARE)
    return ELO_PER_LOGIT * math.log(share / (1 - share))


def share_of_elo(elo: float) -> float:
    """The share of the points that a lead in Elo makes the expected one, 0..1."""
    return 1 / (1 + math.exp(-elo / ELO_PER_LOGIT))
