"""Places that the joint normal law of ratings leaves possible: drawn 4,000 times, always with the same numbers.

Sources: Goldstein and Spiegelhalter, League tables and their limitations, J. R. Statist. Soc. A 159 (1996), for
intervals of ranks; Higham, Analysis of the Cholesky decomposition of a semi-definite matrix (1990), for the factor.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.linalg.lapack import dpstrf

from referee.ratings.arrays import Floats

DRAWS: Final = 4000
SEED: Final = 20260101
TAIL: Final = 0.025
DIGITS: Final = 9
"""Ratings that agree to so many decimals are equal, and share the better place."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceRange:
    """Where one bot may stand among those it is compared with, by its true rating.

    Attributes:
        low: the better place, from 1: 2.5 % of the draws are at it or above.
        high: the worse place: 97.5 % of the draws are at it or above.
        strongest: probability that it is the strongest, 0..1; equals at the top share it.
    """

    low: int
    high: int
    strongest: float


def place_ranges(values: Floats, covariance: Floats) -> list[PlaceRange]:
    """The range of every bot, from ratings in code-point order of the names and their covariance, which may be 0."""
    ranks = _ranks(_draw(values, covariance))
    is_first = ranks == 1
    strongest = (is_first / is_first.sum(axis=1, keepdims=True)).mean(axis=0)
    ranks.sort(axis=0)
    low, high = (ranks[int(np.ceil(share * DRAWS)) - 1] for share in (TAIL, 1 - TAIL))
    return [
        PlaceRange(low=int(better), high=int(worse), strongest=float(top))
        for better, worse, top in zip(low, high, strongest, strict=True)
    ]


def place_text(places: PlaceRange) -> str:
    """A range as text: `2–6`, or `1` alone."""
    return str(places.low) if places.low == places.high else f"{places.low}–{places.high}"


def _draw(values: Floats, covariance: Floats) -> Floats:
    """Draws as rows. The factor is pivoted, since the covariance always lacks a direction or more."""
    # The generator by its name: `default_rng` may become another one with a later numpy.
    normal = np.random.Generator(np.random.PCG64(SEED)).standard_normal((DRAWS, len(values)))
    factor, pivots, rank, _ = dpstrf(covariance, lower=0)
    upper = np.triu(factor)
    upper[rank:] = 0
    shifts = np.empty_like(normal)
    shifts[:, pivots - 1] = normal @ upper
    return np.round(values + shifts, DIGITS)


def _ranks(draws: Floats) -> np.ndarray[tuple[int, int], np.dtype[np.intp]]:
    """The rank of every value in its row, the largest first, from 1; equals share the better one."""
    order = np.argsort(-draws, axis=1)
    descending = np.take_along_axis(draws, order, axis=1)
    starts = np.tile(np.arange(1, draws.shape[1] + 1), (len(draws), 1))
    starts[:, 1:][descending[:, 1:] == descending[:, :-1]] = 0
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.maximum.accumulate(starts, axis=1), axis=1)
    return ranks
