"""Elo ratings from series won, drawn and lost (DESIGN section 10, Elo).

Bradley–Terry with a draw as half a win and virtual draws as prior, mean 0, 400/ln 10 points a logit. The error is
the larger of two: from the Hessian with prior, and from the sandwich H⁻¹ M H⁻¹ whose M adds up the squared scores
of encounters (without prior), because the two legs of an encounter share their deals.

Sources: Bradley and Terry 1952 (see `posterior`); Elo, The Rating of Chessplayers (1978), for the scale; Huber, The
behavior of maximum likelihood estimates under nonstandard conditions, 5th Berkeley Symposium (1967), for the
sandwich; Liang and Zeger, Biometrika 73 (1986), eq. 4, for clusters; Venzon and Moolgavkar, Applied Statistics 37
(1988), for bounds from the profile.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from referee.ratings.arrays import Floats, Places
from referee.ratings.groups import connected_groups
from referee.ratings.laplacian import Laplacian, centered
from referee.ratings.pairs import PairTable
from referee.ratings.posterior import Posterior
from referee.ratings.profile import Side, profile_bound

ELO_PER_LOGIT: Final = 400 / math.log(10)
Z_95: Final = 1.959963984540054
FEW: Final = 3
"""With fewer series than this not won (or not lost), a bot gets a bound in place of an error."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EloRating:
    """One bot's Elo.

    Attributes:
        value: the rating; the mean of its group is 0.
        error: half the 95 % interval; None where bounds stand in its place.
        low: it is at least this, with 95 % confidence; None unless fewer than 3 of its series were not won.
        high: it is at most this, with 95 % confidence; None unless fewer than 3 of its series were not lost.
        group: number of its group, from 0, the largest first: ratings of different groups cannot be compared.
    """

    value: float
    error: float | None
    low: float | None = None
    high: float | None = None
    group: int = 0


class EloGroup:
    """The ratings of bots that are all connected by series.

    Args:
        pairs: who met whom, at least one pair, all bots connected.
        prior: weight of the virtual draws; 0 for none.

    Attributes:
        names: in code-point order.
        places: of the bots in it, from 0.
        values: Elo, in the order of the names, mean 0.
    """

    def __init__(self, pairs: PairTable, prior: float) -> None:
        self._pairs = pairs
        self._posterior = Posterior(pairs, prior)
        self._logits = self._posterior.climb(_first_guess(pairs))
        self.names = pairs.names
        self.places = {name: place for place, name in enumerate(pairs.names)}
        self.values = ELO_PER_LOGIT * self._logits
        self._bread: Floats | None = None
        self._covariance: tuple[Floats, Floats] | None = None

    @property
    def covariances(self) -> tuple[Floats, Floats]:
        """Of the ratings, in Elo²: from the Hessian with prior, and from the sandwich clustered by encounter."""
        if self._covariance is None:
            scale = ELO_PER_LOGIT**2
            bread = self._hessian_inverse()
            expected = self._posterior.expected(self._logits)
            # The sum of (S − m·p)² over the encounters of a pair; rounding must not make it negative.
            scatter = self._pairs.squares - 2 * expected * self._pairs.products + expected**2 * self._pairs.sizes
            meat = Laplacian(self._pairs.first, self._pairs.second, len(self.names))
            meat.set_weights(np.maximum(scatter, 0))
            self._covariance = scale * bread, scale * (bread @ (meat.dense() @ bread))
        return self._covariance

    def error_of_difference(self, one: int, other: int) -> float:
        """Standard error of values[one] − values[other], the larger of the two kinds, in Elo."""
        return max(
            math.sqrt(max(0.0, float(c[one, one] + c[other, other] - 2 * c[one, other]))) for c in self.covariances
        )

    def ratings(self, number: int) -> Iterator[tuple[str, EloRating]]:
        """Every bot's rating; `number` is that of the group."""
        errors = Z_95 * np.sqrt(np.maximum(*(np.diag(c) for c in self.covariances)))
        pairs = self._pairs
        not_won = pairs.per_bot(pairs.draws + pairs.losses, pairs.draws + pairs.wins)
        not_lost = pairs.per_bot(pairs.draws + pairs.wins, pairs.draws + pairs.losses)
        for place, name in enumerate(self.names):
            low = self._bound(place, Side.LOW) if not_won[place] < FEW else None
            high = self._bound(place, Side.HIGH) if not_lost[place] < FEW else None
            error = float(errors[place]) if low is None and high is None else None
            yield name, EloRating(value=float(self.values[place]), error=error, low=low, high=high, group=number)

    def _bound(self, place: int, side: Side) -> float:
        covariance = self._hessian_inverse()[:, place]
        return ELO_PER_LOGIT * profile_bound(self._posterior, self._logits, covariance, place, side)

    def _hessian_inverse(self) -> Floats:
        if self._bread is None:
            self._bread = self._posterior.curvature(self._logits).pseudo_inverse()
        return self._bread


@dataclass(frozen=True, kw_only=True, slots=True)
class EloTable:
    """The Elo of a tournament.

    Attributes:
        ratings: by name; a bot without a rated series (or, without prior, without a maximum) is not in it.
        groups: the groups of bots connected by series, the largest first.
    """

    ratings: Mapping[str, EloRating]
    groups: tuple[EloGroup, ...]

    def probability_stronger(self, one: str, other: str) -> float | None:
        """Probability that `one` is stronger than `other`, from the normal law of their difference.

        Returns:
            0..1; None where the two cannot be compared: one is not rated, or they are of different groups.
        """
        if one not in self.ratings or other not in self.ratings:
            return None
        rating, opposite = self.ratings[one], self.ratings[other]
        if rating.group != opposite.group:
            return None
        group = self.groups[rating.group]
        error = group.error_of_difference(group.places[one], group.places[other])
        return _normal_cdf((rating.value - opposite.value) / error)


def rate_elo(pairs: PairTable, *, prior: float = 1.0) -> EloTable:
    """Rate all bots that have a rated series.

    Args:
        pairs: every pair that met.
        prior: weight of the virtual draws; with 0 only bots are joined that took points from each other, around a
            circle if need be (Ford 1957), since no maximum exists otherwise.
    """
    groups = tuple(EloGroup(pairs.restrict(places), prior) for places in _groups(pairs, by_points=prior == 0))
    ratings = {name: rating for number, group in enumerate(groups) for name, rating in group.ratings(number)}
    return EloTable(ratings=ratings, groups=groups)


def _first_guess(pairs: PairTable) -> Floats:
    """Logits of the shares of points: near the top where everybody met everybody, and a start anywhere."""
    won, lost = pairs.points, pairs.series - pairs.points
    return centered(np.log(pairs.per_bot(won, lost) + 1) - np.log(pairs.per_bot(lost, won) + 1))


def _groups(pairs: PairTable, *, by_points: bool) -> list[Places]:
    """Places of the bots of each group of at least two, the largest group first."""
    won, lost = (pairs.points > 0, pairs.series > pairs.points) if by_points else (slice(None), slice(None))
    heads = np.concatenate([pairs.first[won], pairs.second[lost]])
    tails = np.concatenate([pairs.second[won], pairs.first[lost]])
    return connected_groups(heads, tails, len(pairs.names))


def _normal_cdf(value: float) -> float:
    return 0.5 * math.erfc(-value / math.sqrt(2))
