"""How much the mirror and the luck model are worth in a tournament: measured in its own encounters.

A series with its luck has some variance; the method's y, the mean of two mirrored legs less luck, has another, for two
series. The factor between them, per series, says how many plain series tell as much as one of these.
Both are taken around the means of each pairing, so strengths do not enter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.ratings.margins import Margins

LEAST_DEGREES: Final = 30
"""With fewer degrees of freedom a ratio of variances is a guess: it would be off by half and more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Precision:
    """What a tournament's encounters say of the method.

    Attributes:
        encounter_count: whole encounters.
        factor: variance of a plain series by the variance per series of the method; below 1 the method adds variance.
            None: too few encounters to tell, or nothing scatters.
    """

    encounter_count: int
    factor: float | None


def measure_precision(pairs: Iterable[Margins]) -> Precision:
    """The precision over all pairs together, each around its own means."""
    met = [margins for margins in pairs if margins.count]
    encounter_count = sum(margins.count for margins in met)
    degrees = encounter_count - len(met)
    scatter = sum(margins.scatter for margins in met)
    if degrees < LEAST_DEGREES or not scatter:
        return Precision(encounter_count=encounter_count, factor=None)
    plain = sum(margins.plain_scatter for margins in met) / (2 * degrees)
    return Precision(encounter_count=encounter_count, factor=plain / (2 * scatter / degrees))
