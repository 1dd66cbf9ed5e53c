"""Series taken as independent trials: what still holds where encounters are too few for the normal law.

A draw is half a win. With mirrored deals the legs of an encounter rather balance each other than agree, so these
intervals are on the safe side there.

Sources: Wilson, Probable inference, the law of succession, and statistical inference, J. Am. Stat. Assoc. 22 (1927),
for the interval; Bayes 1763 for the probability, from a flat prior on the share of decided series.
"""

import math

from scipy.special import betainc

from referee.ratings.elo import ELO_PER_LOGIT, Z_95


def wilson_interval(points: float, count: int) -> tuple[float | None, float | None]:
    """The 95 % interval of the lead in Elo.

    Args:
        points: taken, a draw as one half.
        count: of series, at least 1.

    Returns:
        Lower and upper end; None for the lower one without a point, and for the upper one without a point lost.
    """
    share, weight = points / count, Z_95**2 / count
    center = (share + weight / 2) / (1 + weight)
    spread = math.sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    low = None if points <= 0 else _elo(center - spread)
    high = None if points >= count else _elo(center + spread)
    return low, high


def exact_superiority(wins: int, losses: int) -> float:
    """The probability that a decided series is won more often than lost, 0..1: of Beta(wins + 1, losses + 1) over ½."""
    return 0.5 if wins == losses else float(betainc(losses + 1, wins + 1, 0.5))


def _elo(share: float) -> float:
    return ELO_PER_LOGIT * math.log(share / (1 - share))
