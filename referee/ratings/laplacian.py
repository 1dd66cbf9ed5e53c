"""Weighted graphs of who met whom: the linear algebra under every rating.

Ratings follow from differences, so their equations are those of a graph's Laplacian L = Σ w (e_i − e_j)(e_i − e_j)':
singular, with the constant vector as its only null direction where the graph is connected.

2026: small graphs are solved directly, larger ones by conjugate gradients on the sparse upper triangle. A league in
which everybody met everybody needs about six steps then, and no step wakes the threads of a matrix library on cores
where bots may be playing.
"""

from typing import Final

import numpy as np
from scipy import sparse

from referee.ratings.arrays import Floats, Places, add_up

DENSE_BOTS: Final = 64
TOLERANCE: Final = 1e-3
"""What conjugate gradients leave of the right side; Newton's next step makes up for it."""


class Laplacian:
    """The Laplacian of one connected graph whose weights change and whose edges do not.

    Args:
        first, second: places of the two ends of each edge, first < second, sorted by first.
        count: number of nodes.
    """

    def __init__(self, first: Places, second: Places, count: int) -> None:
        self._first, self._second, self._count = first, second, count
        starts = np.searchsorted(first, np.arange(count + 1))
        self._upper = sparse.csr_array((np.ones(len(first)), second, starts), shape=(count, count))
        self._lower = self._upper.T
        self._degrees = np.zeros(count)

    def set_weights(self, weights: Floats) -> None:
        """Give every edge its weight, positive, in the order of the edges."""
        self._upper.data[:] = weights  # the transposed view shares these numbers
        self._degrees = add_up(self._first, weights, self._count) + add_up(self._second, weights, self._count)

    def multiply(self, vector: Floats) -> Floats:
        """L·vector."""
        return np.asarray(self._degrees * vector - self._upper @ vector - self._lower @ vector)

    def solve(self, right: Floats) -> Floats:
        """The x of sum 0 with L·x = right; `right` has the sum 0, but for rounding.

        Above `DENSE_BOTS` nodes it is good to about three digits.
        """
        right = centered(right)
        solution = None if self._count <= DENSE_BOTS else self._conjugate_gradients(right)
        if solution is None:
            solution = np.asarray(np.linalg.solve(self._grounded(), right), dtype=np.float64)
        return centered(solution)

    def dense(self) -> Floats:
        """L as a full matrix."""
        upper = self._upper.toarray()
        return np.asarray(np.diag(self._degrees) - upper - upper.T)

    def pseudo_inverse(self) -> Floats:
        """L⁺ as a full matrix: the covariance of least squares with weights L, in the frame of sum 0."""
        inverse = np.linalg.inv(self._grounded())
        inverse -= 1 / (self._scale() * self._count)
        return np.asarray((inverse + inverse.T) / 2)

    def _grounded(self) -> Floats:
        # L + s·11'/n has the inverse L⁺ + 11'/(s·n); s keeps it as well conditioned as L itself.
        return self.dense() + self._scale() / self._count

    def _scale(self) -> float:
        return float(self._degrees.mean())

    def _conjugate_gradients(self, right: Floats) -> Floats | None:
        """Hestenes and Stiefel 1952 with the diagonal as preconditioner; None if it does not converge."""
        solution, residual = np.zeros(self._count), right
        goal = TOLERANCE * float(np.linalg.norm(right))
        scaled = residual / self._degrees
        direction, product = scaled, float(residual @ scaled)
        for _ in range(2 * self._count):
            if float(np.linalg.norm(residual)) <= goal:
                return solution
            image = self.multiply(direction)
            step = product / float(direction @ image)
            solution += step * direction
            residual = centered(residual - step * image)
            scaled = residual / self._degrees
            previous, product = product, float(residual @ scaled)
            direction = scaled + product / previous * direction
        return None


def centered(vector: Floats) -> Floats:
    """The vector less its mean."""
    return np.asarray(vector - vector.mean())
