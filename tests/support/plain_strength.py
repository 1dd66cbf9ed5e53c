"""Strength written down as its definition reads: one row an encounter, dense matrices, numpy's own least squares."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from referee.ratings.margins import Margins

Encounter = tuple[str, str, float]
"""First bot, second bot, y."""
Floats = NDArray[np.float64]


def design(encounters: Sequence[Encounter]) -> tuple[list[str], Floats, Floats]:
    """The names, a row of +1 and −1 an encounter, and y."""
    names = sorted({name for encounter in encounters for name in encounter[:2]})
    rows = np.array([[float((name == a) - (name == b)) for name in names] for a, b, _ in encounters])
    return names, rows, np.array([y for _, _, y in encounters])


def strengths(encounters: Sequence[Encounter]) -> dict[str, float]:
    """Least squares of the smallest norm, whose sum is 0."""
    names, rows, y = design(encounters)
    return dict(zip(names, np.linalg.lstsq(rows, y)[0], strict=True))


def pooled_errors(encounters: Sequence[Encounter]) -> dict[str, float]:
    """Half of the 95 % intervals from σ²·L⁺."""
    names, rows, y = design(encounters)
    inverse = np.linalg.pinv(rows.T @ rows)
    degrees = len(y) - len(names) + 1
    residuals = y - rows @ (inverse @ (rows.T @ y))
    variances = np.diag(inverse) * (residuals @ residuals) / degrees
    return _errors(names, variances, degrees)


def clustered_errors(encounters: Sequence[Encounter]) -> dict[str, float]:
    """Half of the 95 % intervals from L⁺(Σ m·s²·dd')L⁺."""
    names, rows, y = design(encounters)
    inverse = np.linalg.pinv(rows.T @ rows)
    meat = np.zeros_like(inverse)
    for row in np.unique(rows, axis=0):
        own = y[(rows == row).all(axis=1)]
        meat += len(own) * own.var(ddof=1) * np.outer(row, row)
    return _errors(names, np.diag(inverse @ meat @ inverse), len(y) - len(names) + 1)


def add_up(encounters: Sequence[Encounter]) -> dict[tuple[str, str], Margins]:
    """The same encounters as sums; each leg has the margin y."""
    pairs: dict[tuple[str, str], Margins] = {}
    for a, b, y in encounters:
        whole = round(y)
        pairs.setdefault((a, b), Margins()).add((whole, whole), 2 * (whole - y))
    return pairs


def _errors(names: Sequence[str], variances: Floats, degrees: int) -> dict[str, float]:
    return dict(zip(names, t.ppf(0.975, degrees) * np.sqrt(variances), strict=True))


def values(ratings: Mapping[str, float]) -> list[float]:
    """Values in the order of the names."""
    return [ratings[name] for name in sorted(ratings)]
