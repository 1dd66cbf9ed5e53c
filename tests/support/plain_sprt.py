"""What fishtest and fastchess compute beside what the referee does, written down from the papers: a second opinion.

Sources: Van den Bergh, Comments on normalized Elo (2020), sections 4.1 and 4.2, and Comments on the GSPRT; Rao and
Kupper, J. Am. Stat. Assoc. 62 (1967), for the draws of BayesElo; Cox and Miller, The theory of stochastic processes
(1965), section 5.7, for a walk between two thresholds.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import LinearConstraint, brentq, minimize

Floats = NDArray[np.float64]
PER_T: Final = 800 / math.log(10)
"""Normalized Elo of a lead of one standard deviation of a series."""


def share(elo: float) -> float:
    """The expected share of the points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def outcomes(counts: Sequence[float]) -> tuple[float, Floats, Floats]:
    """Number of observations, shares of the outcomes, their frequencies; a count of 0 is a thousandth."""
    filled = np.array([count or 1e-3 for count in counts])
    return float(filled.sum()), np.linspace(0, 1, len(filled)), filled / filled.sum()


def moments(values: Floats, weights: Floats) -> tuple[float, float]:
    """Mean and variance."""
    mean = float(weights @ values)
    return mean, float(weights @ (values - mean) ** 2)


def parabola(counts: Sequence[float], low: float, high: float) -> float:
    """The log likelihood ratio of two shares with the variance that was observed (fishtest, `LLR_alt2`)."""
    count, values, weights = outcomes(counts)
    mean, variance = moments(values, weights)
    return count * (high - low) * (2 * mean - low - high) / variance / 2


def normalized_by_moments(counts: Sequence[float], low: float, high: float) -> float:
    """The same of two normalized Elos, from mean and variance (section 4.2)."""
    count, values, weights = outcomes(counts)
    games = (len(values) - 1) / 2
    mean, variance = moments(values, weights)
    lead = (mean - 0.5) / math.sqrt(games * variance)
    ratio = (1 + (lead - low / PER_T) ** 2) / (1 + (lead - high / PER_T) ** 2)
    return games * count / 2 * math.log(ratio)


def normalized(counts: Sequence[float], low: float, high: float) -> float:
    """The same from the most likely distributions with these leads (section 4.1)."""
    count, values, weights = outcomes(counts)
    scale = math.sqrt((len(values) - 1) / 2) / PER_T
    fitted = [_with_lead(values, weights, elo * scale) for elo in (low, high)]
    return float(count * weights @ np.log(fitted[1] / fitted[0]))


def _with_lead(values: Floats, weights: Floats, lead: float) -> Floats:
    """The most likely weights whose mean is ½ + lead · deviation: each round fits the condition made linear."""
    fitted = np.full(len(values), 1 / len(values))
    for _ in range(30):
        mean, variance = moments(values, fitted)
        deviation = math.sqrt(variance)
        slopes = values - 0.5 - lead * deviation * (1 + ((mean - values) / deviation) ** 2) / 2
        fitted = weights / (1 + _root(slopes, weights) * slopes)
    return fitted


def highest(values: Floats, weights: Floats, mean: float) -> float:
    """The highest log likelihood an observation that a distribution of this mean has, by a general optimizer."""

    def depth(fitted: Floats, *_: object, **__: object) -> float:
        return -float(weights @ np.log(fitted))

    def slope(fitted: Floats, *_: object, **__: object) -> Floats:
        return np.asarray(-weights / fitted)

    found = minimize(
        depth,
        np.full(len(values), 1 / len(values)),
        jac=slope,
        method="SLSQP",
        bounds=[(1e-9, 1.0)] * len(values),
        constraints=[LinearConstraint(np.ones((1, len(values))), 1, 1), LinearConstraint(values[None, :], mean, mean)],
        tol=1e-12,
    )
    return -float(found.fun)


def _root(slopes: Floats, weights: Floats) -> float:
    low, high = -1 / slopes.max(), -1 / slopes.min()
    return float(brentq(lambda t: float(weights @ (slopes / (1 + t * slopes))), low + 1e-9, high - 1e-9, xtol=1e-14))


def bayes_share(elo: float, counts: Sequence[float]) -> float:
    """The share of the points that a lead in BayesElo brings, with the draws of series counted by 0, ½, 1."""
    _, _, (losses, _, wins) = outcomes(counts)
    drawn = 200 * math.log10((1 - losses) / losses * (1 - wins) / wins)
    win, loss = share(elo - drawn), share(-elo - drawn)
    return win + (1 - win - loss) / 2


@dataclass(frozen=True, kw_only=True)
class StoppedWalk:
    """A test that was stopped where its parabola first left the thresholds ± log((1 − 0.05) / 0.05).

    Attributes:
        counts: of outcomes when it stopped.
        low, high: the shares that were tested.
    """

    counts: Sequence[float]
    low: float
    high: float

    def elo(self, probability: float) -> float:
        """The lead in Elo, within ±5, with which a worse end has this probability: ½ for the median estimate."""
        return float(brentq(lambda elo: self.worse(share(elo)) - probability, -5, 5, xtol=1e-10))

    def worse(self, true: float) -> float:
        """The probability to end lower, or lower and earlier, if the expected share is `true`."""
        count, values, weights = outcomes(self.counts)
        mean, variance = moments(values, weights)
        slope = parabola(self.counts, self.low, self.high) / count
        threshold = math.log(19)
        end = min(max(slope * count, -threshold), threshold)
        time = end / slope
        spread = variance + (true - mean) ** 2
        drift = (true - (self.low + self.high) / 2) * (self.high - self.low) / spread
        return _below(end + threshold, time, drift, (self.high - self.low) ** 2 / spread)


def _below(end: float, time: float, drift: float, rate: float, *, start: float = math.log(19)) -> float:
    """The probability that a walk from the middle of 0..2·start is absorbed at 0, or is below `end` at a time.

    Args:
        end: where it is asked for.
        time: when.
        drift: a step.
        rate: variance a step.
        start: the middle.
    """
    width, tilt = 2 * start, drift / rate
    lost = 1 / (1 + math.exp(2 * tilt * start))
    # What is still inside at that time, by sine waves; those absorbed at 0 later are taken off with them.
    total = 0.0
    for n in range(1, 400):
        wave = n * math.pi / width
        decay = math.exp(-(wave**2 * rate + drift**2 / rate) / 2 * time - tilt * start)
        primitive = (tilt * math.sin(wave * end) - wave * math.cos(wave * end)) / (tilt**2 + wave**2)
        total += 2 / width * math.sin(wave * start) * decay * math.exp(tilt * end) * primitive
    return lost + total
