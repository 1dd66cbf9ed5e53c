"""One-sided bounds of a rating from the profile of the log posterior: for bots that hardly ever lost, or won.

There the log posterior is far from a parabola, and ± would say nonsense. The bound is where the log posterior, with
all other ratings refitted, lies 1.353 below its top: 1.645²/2, the 95 % of one side.

Source: Venzon and Moolgavkar, A method for computing profile-likelihood-based confidence intervals, Applied
Statistics 37 (1988); the search is over the signed root of the drop, which is almost straight.
"""

import math
from enum import IntEnum
from typing import Final

import numpy as np

from referee.ratings.arrays import Floats
from referee.ratings.posterior import Posterior

DROP: Final = 1.353
ROOT: Final = math.sqrt(2 * DROP)
TOLERANCE: Final = 1e-4
MAX_STEPS: Final = 60
FIRST_LOGITS: Final = 3.0
"""The first guess is no farther away than this: where a parabola would lead says little for a bot without a loss."""


class Side(IntEnum):
    """Which way the bound lies from the rating."""

    LOW = -1
    HIGH = 1


def profile_bound(posterior: Posterior, top: Floats, covariance: Floats, place: int, side: Side) -> float:
    """The bound of one rating, in logits from the mean of all.

    Args:
        posterior: of the ratings.
        top: the ratings at its top, of sum 0.
        covariance: of this rating with every rating: the column of the inverse curvature at the top.
        place: of the bot.
        side: which bound.
    """
    contrast = np.full(len(top), -1 / len(top))
    contrast[place] += 1
    value, start = posterior.value(top), float(top[place])
    near, far = 0.0, math.inf
    distance = min(ROOT * math.sqrt(covariance[place]), FIRST_LOGITS)
    # The others are taken along as the top says, but none farther than the bot itself.
    direction = np.clip(covariance / covariance[place], -1, 1)
    direction /= contrast @ direction
    ratings = top
    for _ in range(MAX_STEPS):
        shift = start + side * distance - float(ratings[place])
        ratings = posterior.climb(ratings + shift * direction, contrast)
        root = math.sqrt(2 * max(0.0, value - posterior.value(ratings)))
        if abs(root - ROOT) < TOLERANCE:
            break
        near, far = (distance, far) if root < ROOT else (near, distance)
        slope = abs(float(posterior.gradient(ratings) @ contrast / (contrast @ contrast))) / root
        distance = _between(distance + (ROOT - root) / slope, near, far)
    return start + side * distance


def _between(guess: float, near: float, far: float) -> float:
    """The guess where it lies inside the bracket; else a distance that does."""
    if near < guess < min(far, 4 * near or far):
        return guess
    return (near + far) / 2 if math.isfinite(far) else 4 * near
