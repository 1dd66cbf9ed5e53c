"""Sequential tests: is one bot's lead rather the lower bound or the upper, decided as early as the errors allow?

Encounters are read one by one. The log of the likelihood ratio of H1 (the lead is the upper bound) against H0 (it is
the lower) is a walk; where it first leaves the strip between two thresholds, the test is decided, whatever comes
later. The nuisance, how results scatter, is fitted under each hypothesis.

Sources: Wald, Sequential tests of statistical hypotheses, Ann. Math. Stat. 16 (1945), eq. 3.30, for the thresholds;
Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a distribution (fishtest,
`LLR_logistic`), proposition 1.1, for the fit of outcomes with a given mean.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from scipy.optimize import brentq

from referee.ratings.headtohead.pentanomial import PENTANOMIAL, regularized, share_of_elo
from referee.ratings.headtohead.points import MarginTally

LEAST_COUNT: Final = 8
"""A test decides nothing before so many encounters: until then their scatter is hardly known, and simulated errors
exceed the nominal ones."""
EDGE: Final = 1e-12
"""The search for a multiplier ends so near to where an outcome would become impossible, as a share of the way."""


class Unit(StrEnum):
    """What a lead is measured in."""

    POINTS = "points"
    ELO = "elo"


class Decision(StrEnum):
    """Which hypothesis is accepted: the lower bound, or the upper."""

    LOW = "H0"
    HIGH = "H1"


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What is tested.

    Attributes:
        unit: of the bounds: points a series, or Elo.
        low, high: the leads of the first bot that H0 and H1 say; low < high.
        alpha: probability to accept H1 where H0 holds, 0..½.
        beta: probability to accept H0 where H1 holds, 0..½.
    """

    unit: Unit = Unit.POINTS
    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def thresholds(self) -> tuple[float, float]:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """How a test stands.

    Attributes:
        plan: what was tested.
        count: encounters that were read.
        ratio: log likelihood ratio of all of them; 0 without any.
        decision: None while it is open.
        decided_count: encounters that had been read when it was decided; None while it is open.
        decided_ratio: log likelihood ratio then.
    """

    plan: Plan
    count: int
    ratio: float
    decision: Decision | None = None
    decided_count: int | None = None
    decided_ratio: float | None = None


class Evidence(Protocol):
    """What is added up of the encounters that a test reads."""

    @property
    def count(self) -> int:
        """Encounters so far."""

    def add(self, value: float) -> None:
        """Count one encounter."""

    def likelihood_ratio(self, low: float, high: float) -> float:
        """Log of the likelihood ratio of `high` against `low`; asked only if there is an encounter."""


class ScoreTally:
    """Encounters counted by the points of the first bot.

    Attributes:
        counts: of 0, ½, 1, 1½ and 2 points.
    """

    def __init__(self) -> None:
        self.counts = [0] * PENTANOMIAL

    @property
    def count(self) -> int:
        """Encounters so far."""
        return sum(self.counts)

    def add(self, points: float) -> None:
        """Count an encounter in which the first bot took 0, ½, 1, 1½ or 2 points."""
        self.counts[round(2 * points)] += 1

    def likelihood_ratio(self, low: float, high: float) -> float:
        """Log of the generalized likelihood ratio of a lead of `high` Elo against `low` Elo."""
        return score_ratio(self.counts, low=share_of_elo(low), high=share_of_elo(high))


class SequentialTest:
    """One test that reads encounters in the order of the schedule."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._evidence: Evidence = MarginTally() if plan.unit is Unit.POINTS else ScoreTally()
        self._decided: tuple[Decision, int, float] | None = None

    def read(self, value: float) -> None:
        """Read one encounter: its margin in points a series, or the first bot's points of it."""
        self._evidence.add(value)
        if not self.is_decided and self._evidence.count >= LEAST_COUNT:
            ratio = self._ratio()
            lower, upper = self._plan.thresholds
            if ratio <= lower or ratio >= upper:
                self._decided = Decision.LOW if ratio <= lower else Decision.HIGH, self._evidence.count, ratio

    @property
    def is_decided(self) -> bool:
        """Whether a hypothesis is accepted: what is read from now on changes nothing of that."""
        return self._decided is not None

    def outcome(self) -> Outcome:
        """How it stands after what was read."""
        count = self._evidence.count
        decision, decided_count, decided_ratio = self._decided or (None, None, None)
        return Outcome(
            plan=self._plan,
            count=count,
            ratio=self._ratio() if count else 0.0,
            decision=decision,
            decided_count=decided_count,
            decided_ratio=decided_ratio,
        )

    def _ratio(self) -> float:
        return self._evidence.likelihood_ratio(self._plan.low, self._plan.high)


def score_ratio(counts: Sequence[float], *, low: float, high: float) -> float:
    """Log of the generalized likelihood ratio of two expected shares of the points.

    Args:
        counts: of the outcomes, from no points to all: 5 of encounters, or 3 of series.
        low: the share that H0 says, 0..1, both ends excluded.
        high: the share that H1 says.
    """
    filled = regularized(counts)
    last = len(filled) - 1
    shares = [index / last for index in range(len(filled))]
    return _fitted(filled, shares, mean=high) - _fitted(filled, shares, mean=low)


def _fitted(counts: Sequence[float], shares: Sequence[float], *, mean: float) -> float:
    """Log likelihood of the counts under the most likely distribution of a mean, less that without any condition.

    That distribution has p_i = c_i / (N · (1 + t · (x_i − mean))) with the t that gives it the mean.
    """
    terms = [(count, share - mean) for count, share in zip(counts, shares, strict=True)]

    def surplus(multiplier: float) -> float:
        return sum(count * lead / (1 + multiplier * lead) for count, lead in terms)

    multiplier = float(brentq(surplus, (EDGE - 1) / (1 - mean), (1 - EDGE) / mean))
    return -sum(count * math.log1p(multiplier * lead) for count, lead in terms)
