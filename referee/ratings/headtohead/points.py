"""Points a series: the mean margin of encounters, its error, and which sign it truly has.

An encounter's margin is the mean of its two legs' margins, less luck where luck is known; encounters are independent.

Sources: Student, The probable error of a mean, Biometrika 6 (1908); Welford, Note on a method for calculating
corrected sums of squares and products, Technometrics 4 (1962), for the running sums.
"""

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import Final

from scipy.special import stdtr, stdtrit

EQUAL_POINTS: Final = 1e-6
"""Margins whose standard deviation is below this are equal, but for rounding."""
LEAST_VARIANCE: Final = 1 / 48
"""Points²: a mean of two whole numbers is known to half a point, and ½²/12 is the variance of such a rounding."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MarginEstimate:
    """The mean margin of the first bot over the second.

    Attributes:
        count: of encounters.
        mean: points a series; None without an encounter.
        error: half the 95 % interval; None below two encounters, and where all margins are equal: how they scatter
            cannot be judged then.
        deviation: standard deviation of an encounter's margin; None below two encounters.
        superiority: probability that the first bot's true mean is the larger, 0..1; None where `error` is.
    """

    count: int
    mean: float | None = None
    error: float | None = None
    deviation: float | None = None
    superiority: float | None = None

    @property
    def decimals(self) -> int:
        """Decimals worth showing to people: one, or two where the error is below a point."""
        return 2 if self.error and self.error < 1 else 1

    def more_to_decide(self, most: int) -> int | None:
        """How many encounters more would make the error smaller than the mean, if mean and scatter stay as they are.

        The quantile of Student's t shrinks too: of three encounters two more may be enough where ten seem to be
        needed. None where there is no error or no lead, and for more than `most`.
        """
        if not self.mean or not self.error:
            return None
        deviation = self.error * math.sqrt(self.count) / float(stdtrit(self.count - 1, 0.975))
        sizes = range(self.count + 1, self.count + most + 1)
        lead = abs(self.mean)
        more = 1 + bisect_left(
            sizes, True, key=lambda size: bool(stdtrit(size - 1, 0.975) * deviation < lead * math.sqrt(size))
        )
        return more if more <= most else None


class MarginTally:
    """Margins added up as they come, in memory that does not grow.

    Attributes:
        count: of encounters.
        mean: of their margins, in points a series; 0 without any.
    """

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._squares = 0.0

    def add(self, margin: float) -> None:
        """Count one encounter's margin."""
        self.count += 1
        surplus = margin - self.mean
        self.mean += surplus / self.count
        self._squares += surplus * (margin - self.mean)

    def estimate(self) -> MarginEstimate:
        """What the margins so far say."""
        if self.count < 2:
            return MarginEstimate(count=self.count, mean=self.mean if self.count else None)
        degrees = self.count - 1
        deviation = math.sqrt(self._squares / degrees)
        if deviation < EQUAL_POINTS:
            return MarginEstimate(count=self.count, mean=self.mean, deviation=0.0)
        error = deviation / math.sqrt(self.count)
        return MarginEstimate(
            count=self.count,
            mean=self.mean,
            error=float(stdtrit(degrees, 0.975)) * error,
            deviation=deviation,
            superiority=float(stdtr(degrees, self.mean / error)),
        )

    def likelihood_ratio(self, low: float, high: float) -> float:
        """Log of the generalized likelihood ratio of the mean `high` against `low`, in points, at least one margin.

        Normal margins with a variance that is not known: n/2 · log(Σ(y − low)² / Σ(y − high)²).

        Source: Van den Bergh, Comments on the generalized likelihood ratio for a multinomial (fishtest, `LLR_alt`).
        """
        variance = max(self._squares / self.count, LEAST_VARIANCE)
        surplus, shortage = self.mean - low, high - self.mean
        return self.count / 2 * math.log((variance + surplus**2) / (variance + shortage**2))
