"""The arrays that ratings are computed with."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]
"""Numbers of bots or pairs, from 0."""


def add_up(places: Places, values: Floats, count: int) -> Floats:
    """The sums of the values that have the same place, for places 0 to count − 1."""
    return np.asarray(np.bincount(places, values, count), dtype=np.float64)
