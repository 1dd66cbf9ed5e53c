"""Strength in points a series, from the margins of whole encounters (DESIGN section 10, Strength).

An encounter of A and B is one observation y, the mean margin of its two legs: y = r_A − r_B + ε, with the sum of all r
zero. Least squares gives r = L⁺·D'·Σy with the Laplacian L of the encounters. With E encounters of n bots there are
E − n + 1 degrees of freedom, and intervals use Student's t with so many:

    pooled      σ²·L⁺ with σ² = RSS / (E − n + 1)
    clustered   L⁺·(Σ m·s²·d·d')·L⁺ over the pairings that met, m their encounters and s² the variance inside each,
                once each of them has 5: some pairings are wilder than others

Sources: Seber and Lee, Linear Regression Analysis (2003), section 3.9 for normal equations that lack a rank, and
theorem 3.5 for the t law; White, Econometrica 48 (1980), theorem 1, for the clustered form (White's own takes
residuals, which understate the spread of a pairing with few encounters; s² inside the pairing does not).
"""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import ndtr, stdtrit

from referee.ratings.arrays import Floats, add_up
from referee.ratings.groups import connected_groups
from referee.ratings.laplacian import Laplacian, centered
from referee.ratings.margins import ROUNDING, MarginTable
from referee.ratings.ranks import PlaceRange, place_ranges

LEAST_DEGREES: Final = 3
"""With fewer degrees of freedom an interval would be so wide that the number says nothing."""
CLUSTER_ENCOUNTERS: Final = 5
"""With so many encounters in each, the variance inside pairings is taken for each pairing apart."""
SIDE: Final = 0.975


@dataclass(frozen=True, kw_only=True, slots=True)
class StrengthRating:
    """One bot's Strength.

    Attributes:
        value: points a series above the mean of its group.
        error: half the 95 % interval; 0 where nothing scatters.
        group: number of its group, from 0, the largest first: ratings of different groups cannot be compared.
        places: where it may stand among those of its group that have a Strength; None for a lead over one opponent.
    """

    value: float
    error: float
    group: int = 0
    places: PlaceRange | None = None


class StrengthGroup:
    """The ratings of bots that whole encounters connect.

    Args:
        table: their encounters, at least one pair, all bots connected.

    Attributes:
        names: in code-point order.
        places: of the bots in it, from 0.
        degrees: of freedom.
        values: points a series, in the order of the names, sum 0.
    """

    def __init__(self, table: MarginTable) -> None:
        self._table = table
        count = len(table.names)
        self.names = table.names
        self.places = {name: place for place, name in enumerate(table.names)}
        self.degrees = int(table.counts.sum()) - count + 1
        laplacian = Laplacian(table.first, table.second, count)
        laplacian.set_weights(table.counts)
        self._inverse = laplacian.pseudo_inverse()
        totals = add_up(table.first, table.totals, count) - add_up(table.second, table.totals, count)
        self.values = centered(self._inverse @ totals)
        self._covariance: Floats | None = None

    @property
    def is_clustered(self) -> bool:
        """Whether the scatter is that of each pairing apart."""
        return bool(self._table.counts.min() >= CLUSTER_ENCOUNTERS)

    @property
    def residual_squares(self) -> float:
        """RSS, in points²: what the fit leaves of every encounter, squared; 0 where only rounding is left."""
        table = self._table
        misfit = table.totals / table.counts - (self.values[table.first] - self.values[table.second])
        squares = float((table.scatters + table.counts * misfit**2).sum())
        return squares if squares > ROUNDING * float(table.squares.sum()) else 0.0

    @property
    def covariance(self) -> Floats:
        """Of the ratings, in points²; needs a degree of freedom."""
        if self._covariance is None:
            residual_squares = self.residual_squares
            if residual_squares and self.is_clustered:
                self._covariance = self._clustered()
            else:
                self._covariance = residual_squares / self.degrees * self._inverse
        return self._covariance

    def _clustered(self) -> Floats:
        table = self._table
        meat = Laplacian(table.first, table.second, len(self.names))
        meat.set_weights(table.counts * table.scatters / (table.counts - 1))
        product = self._inverse @ (meat.dense() @ self._inverse)
        return np.asarray((product + product.T) / 2)

    def probability_stronger(self, one: int, other: int) -> float:
        """Probability that one place's bot is stronger than another's, from the normal law of their difference."""
        c = self.covariance
        return probability_above_zero(
            float(self.values[one] - self.values[other]), float(c[one, one] + c[other, other] - 2 * c[one, other])
        )

    def ratings(self, number: int, hidden: Collection[str] = ()) -> Iterator[tuple[str, StrengthRating]]:
        """The rating of every bot that is not hidden; `number` is that of the group."""
        shown = [place for place, name in enumerate(self.names) if name not in hidden]
        ranges = place_ranges(self.values[shown], self.covariance[np.ix_(shown, shown)]) if shown else []
        errors = self.quantile * np.sqrt(np.maximum(np.diag(self.covariance), 0))
        for place, places in zip(shown, ranges, strict=True):
            yield (
                self.names[place],
                StrengthRating(
                    value=float(self.values[place]), error=float(errors[place]), group=number, places=places
                ),
            )

    @property
    def quantile(self) -> float:
        """What a standard error is multiplied with for 95 %: Student's t."""
        return float(stdtrit(self.degrees, SIDE))


@dataclass(frozen=True, kw_only=True, slots=True)
class StrengthTable:
    """The Strength of a tournament.

    Attributes:
        ratings: by name; without bots that are hidden, and those of groups below 3 degrees of freedom.
        groups: the groups that have ratings, the largest first; hidden bots are in them.
    """

    ratings: Mapping[str, StrengthRating]
    groups: tuple[StrengthGroup, ...]

    def probability_stronger(self, one: str, other: str) -> float | None:
        """Probability that `one` is stronger than `other`, 0..1; None where one has no rating or they never met."""
        if one not in self.ratings or other not in self.ratings:
            return None
        if self.ratings[one].group != self.ratings[other].group:
            return None
        group = self.groups[self.ratings[one].group]
        return group.probability_stronger(group.places[one], group.places[other])


def rate_strength(table: MarginTable, hidden: Collection[str] = ()) -> StrengthTable:
    """Rate all bots with a whole encounter, in groups that can be compared.

    Args:
        table: every pair with a whole encounter.
        hidden: bots that get no rating themselves; what they played counts for the others.
    """
    places = connected_groups(
        np.concatenate([table.first, table.second]), np.concatenate([table.second, table.first]), len(table.names)
    )
    groups = tuple(
        group
        for group in (StrengthGroup(table.restrict(inside)) for inside in places)
        if group.degrees >= LEAST_DEGREES
    )
    ratings = {name: rating for number, group in enumerate(groups) for name, rating in group.ratings(number, hidden)}
    return StrengthTable(ratings=ratings, groups=groups)


def probability_above_zero(mean: float, variance: float) -> float:
    """That a normal number is above 0; without a variance ½ for a mean of 0, but for rounding, else 0 or 1."""
    if variance <= ROUNDING * mean * mean:
        return 0.5 if abs(mean) < ROUNDING**0.5 else float(mean > 0)
    return float(ndtr(mean / math.sqrt(variance)))
