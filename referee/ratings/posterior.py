"""The log posterior of Bradley and Terry's model, and how its top is found.

The model: bot i wins a series against j with probability 1 / (1 + exp(θ_j − θ_i)); a draw is half a win.

Sources: Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952), eq. 1 for the model;
Ford, Solution of a ranking problem from binary comparisons, Am. Math. Monthly 64 (1957), for when a maximum exists.
"""

from typing import Final

import numpy as np
from scipy.special import expit

from referee.ratings.arrays import Floats
from referee.ratings.laplacian import Laplacian, centered
from referee.ratings.pairs import PairTable

STEP_LOGIT: Final = 1e-5
"""Newton stops when no rating moves by more than this; what is left is then of the size of its square."""
MAX_STEPS: Final = 1000
TRUSTED_LOGIT: Final = 1e-4
"""Steps below this are taken as they are: the gain they bring is lost in the rounding of the log posterior."""
LONGEST_LOGIT: Final = 4.0
"""A longer step starts where the log posterior is almost straight, and would lead out of the world."""
LEAST_VARIANCE: Final = 1e-9
"""Lower bound of p(1 − p) in the curvature, which must not vanish in rounding."""


class Posterior:
    """The log posterior of the ratings θ (logits) of bots that are all connected.

    The prior gives each pair n_ij·(1/n_i + 1/n_j) virtual draws, times `prior`: 2 a bot in a balanced league.

    Args:
        pairs: who met whom; every bot in it met another.
        prior: weight of the virtual draws, at least 0; at 0 the maximum may not exist.
    """

    def __init__(self, pairs: PairTable, prior: float) -> None:
        series = pairs.series
        per_bot = pairs.per_bot(series, series)
        virtual = prior * series * (1 / per_bot[pairs.first] + 1 / per_bot[pairs.second])
        self._pairs = pairs
        self._trials = series + virtual
        self._wins = pairs.points + virtual / 2
        self._laplacian = Laplacian(pairs.first, pairs.second, len(pairs.names))
        self._known: tuple[Floats | None, Floats] = None, self._wins  # ratings, and what is expected of them

    def value(self, ratings: Floats) -> float:
        """The log posterior, without its constant."""
        difference = self._difference(ratings)
        # log(1 + exp(d)) without overflow
        softplus = np.maximum(difference, 0) + np.log1p(np.exp(-np.abs(difference)))
        return float(self._wins @ difference - self._trials @ softplus)

    def expected(self, ratings: Floats) -> Floats:
        """For each pair the probability that the first bot wins a series."""
        if self._known[0] is not ratings:
            self._known = ratings, np.asarray(expit(self._difference(ratings)))
        return self._known[1]

    def gradient(self, ratings: Floats) -> Floats:
        """The slope in each rating; its sum is 0."""
        surplus = self._wins - self._trials * self.expected(ratings)
        return self._pairs.per_bot(surplus, -surplus)

    def curvature(self, ratings: Floats) -> Laplacian:
        """Minus the Hessian; the object is shared and good until the next call."""
        self._laplacian.set_weights(self._variances(self.expected(ratings)))
        return self._laplacian

    def climb(self, ratings: Floats, contrast: Floats | None = None) -> Floats:
        """The top, from a start, in ratings of sum 0; with a contrast c (sum 0): the top where c·θ stays as it is.

        Newton's method; a step that leads down is halved. The log posterior is concave, so this finds the top.
        """
        for _ in range(MAX_STEPS):
            higher = self._step(ratings, contrast)
            length = float(np.abs(higher - ratings).max())
            ratings = higher
            if length < STEP_LOGIT:
                return centered(ratings)
        raise AssertionError(f"no top of the log posterior in {MAX_STEPS} steps")

    def _step(self, ratings: Floats, contrast: Floats | None) -> Floats:
        """Where Newton's step leads; one that is too long is shortened, one that leads down is halved.

        A too long step competes with one for which every pair has as much curvature as keeps it from being moved
        farther than that by its own slope: the first finds flat directions, the second the others.
        """
        expected = self.expected(ratings)
        variances, surplus = self._variances(expected), self._wins - self._trials * expected
        slopes = self._pairs.per_bot(surplus, -surplus)
        step = self._newton(variances, slopes, contrast)
        length = float(np.abs(step).max())
        if length <= LONGEST_LOGIT:
            return self._walk(ratings, step)
        other = self._newton(np.maximum(variances, np.abs(surplus) / LONGEST_LOGIT), slopes, contrast)
        ends = (self._walk(ratings, step * (LONGEST_LOGIT / length)), self._walk(ratings, other))
        return max(ends, key=self.value)

    def _walk(self, ratings: Floats, step: Floats) -> Floats:
        """Where the step ends, halved until it leads up."""
        end = ratings + step
        while float(np.abs(step).max()) > TRUSTED_LOGIT:
            # Still rising at its end: it leads up. Else the values themselves must tell.
            if self.gradient(end) @ step >= 0 or self.value(end) >= self.value(ratings):
                break
            step = step / 2
            end = ratings + step
        return end

    def _newton(self, weights: Floats, slopes: Floats, contrast: Floats | None) -> Floats:
        self._laplacian.set_weights(weights)
        if contrast is None:
            return self._laplacian.solve(slopes)
        # The slope along the contrast is not climbed: without it, what is solved for vanishes at the top.
        step = self._laplacian.solve(slopes - contrast * (contrast @ slopes) / (contrast @ contrast))
        along = self._laplacian.solve(contrast)
        return np.asarray(step - along * (contrast @ step) / (contrast @ along))

    def _variances(self, expected: Floats) -> Floats:
        return np.asarray(self._trials * np.maximum(expected * (1 - expected), LEAST_VARIANCE))

    def _difference(self, ratings: Floats) -> Floats:
        return np.asarray(ratings[self._pairs.first] - ratings[self._pairs.second])
