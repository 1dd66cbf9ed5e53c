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

STEP_LOGIT: Final = 1e-6
"""Newton stops when no rating moves by more than this; what is left is then of the size of its square."""
MAX_STEPS: Final = 200
TRUSTED_LOGIT: Final = 1e-5
"""Steps below this are taken as they are: the gain they bring is lost in the rounding of the log posterior."""


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

    def value(self, ratings: Floats) -> float:
        """The log posterior, without its constant."""
        difference = self._difference(ratings)
        # log(1 + exp(d)) without overflow
        softplus = np.maximum(difference, 0) + np.log1p(np.exp(-np.abs(difference)))
        return float(self._wins @ difference - self._trials @ softplus)

    def expected(self, ratings: Floats) -> Floats:
        """For each pair the probability that the first bot wins a series."""
        return np.asarray(expit(self._difference(ratings)))

    def gradient(self, ratings: Floats) -> Floats:
        """The slope in each rating; its sum is 0."""
        return self._slopes(self.expected(ratings))

    def curvature(self, ratings: Floats) -> Laplacian:
        """Minus the Hessian; the object is shared and good until the next call."""
        return self._weigh(self.expected(ratings))

    def climb(self, ratings: Floats, contrast: Floats | None = None) -> Floats:
        """The top, from a start, in ratings of sum 0; with a contrast c (sum 0): the top where c·θ stays as it is.

        Newton's method; a step that leads down is halved. The log posterior is concave, so this finds the top.
        """
        expected = self.expected(ratings)
        for _ in range(MAX_STEPS):
            step = _newton_step(self._weigh(expected), self._slopes(expected), contrast)
            length = float(np.abs(step).max())
            expected = self.expected(ratings + step)
            # Still rising at the step's end: it leads up. Else the values themselves must tell.
            while length > TRUSTED_LOGIT and self._slopes(expected) @ step < 0 and not self._leads_up(ratings, step):
                step, length = step / 2, length / 2
                expected = self.expected(ratings + step)
            ratings = centered(ratings + step)
            if length < STEP_LOGIT:
                return ratings
        raise AssertionError(f"no top of the log posterior in {MAX_STEPS} steps")

    def _leads_up(self, ratings: Floats, step: Floats) -> bool:
        return self.value(ratings + step) >= self.value(ratings)

    def _slopes(self, expected: Floats) -> Floats:
        surplus = self._wins - self._trials * expected
        return self._pairs.per_bot(surplus, -surplus)

    def _weigh(self, expected: Floats) -> Laplacian:
        self._laplacian.set_weights(self._trials * expected * (1 - expected))
        return self._laplacian

    def _difference(self, ratings: Floats) -> Floats:
        return np.asarray(ratings[self._pairs.first] - ratings[self._pairs.second])


def _newton_step(curvature: Laplacian, slopes: Floats, contrast: Floats | None) -> Floats:
    if contrast is None:
        return curvature.solve(slopes)
    # The slope along the contrast is not climbed: without it, what is solved for vanishes at the top.
    step = curvature.solve(slopes - contrast * (contrast @ slopes) / (contrast @ contrast))
    along = curvature.solve(contrast)
    return np.asarray(step - along * (contrast @ step) / (contrast @ along))
