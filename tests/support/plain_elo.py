"""The log posterior of Elo written down as it reads, and its top as a general optimizer finds it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, minimize
from scipy.special import log_expit

from referee.ratings.elo import ELO_PER_LOGIT

Row = tuple[str, str, int, int, int]
"""First bot, second bot, wins, draws and losses of the first."""
Floats = NDArray[np.float64]


def optimum(rows: Sequence[Row], fixed: tuple[str, float] | None = None) -> Floats:
    """The ratings at the top, mean 0, by name; with one bot fixed at a rating, the top under that condition."""
    names = _names(rows)
    conditions = [LinearConstraint(np.ones(len(names)), 0, 0)]
    if fixed is not None:
        value = fixed[1] / ELO_PER_LOGIT
        conditions.append(LinearConstraint(np.eye(len(names))[names.index(fixed[0])], value, value))

    def depth(ratings: Floats, *_: object, **__: object) -> float:
        return -log_posterior(rows, ratings)

    found = minimize(
        depth,
        np.zeros(len(names)),
        method="SLSQP",
        constraints=conditions,
        tol=1e-14,
    )
    return np.asarray(found.x * ELO_PER_LOGIT)


def profile_drop(rows: Sequence[Row], bot: str, value: float) -> float:
    """How far the log posterior drops when a bot is held at a rating and the others are refitted."""
    top, held = optimum(rows), optimum(rows, (bot, value))
    return log_posterior(rows, top / ELO_PER_LOGIT) - log_posterior(rows, held / ELO_PER_LOGIT)


def log_posterior(rows: Sequence[Row], ratings: Floats) -> float:
    """Log posterior of ratings in logits: a draw is half a win, and each pair has its virtual draws."""
    names = _names(rows)
    count = {name: sum(sum(row[2:]) for row in rows if name in row[:2]) for name in names}
    total = 0.0
    for one, other, wins, draws, losses in rows:
        half = (wins + draws + losses) * (1 / count[one] + 1 / count[other]) / 2
        difference = ratings[names.index(one)] - ratings[names.index(other)]
        total += (wins + draws / 2 + half) * float(log_expit(difference))
        total += (losses + draws / 2 + half) * float(log_expit(-difference))
    return total


def _names(rows: Sequence[Row]) -> list[str]:
    return sorted({name for row in rows for name in row[:2]})
