"""Margins of whole encounters added up by pair: all that a rating by margins needs, whatever the number of series.

2026: an encounter is one observation, the mean of its two legs. A forfeit in either leg leaves out both: what the
board said when a bot failed is no margin, and the other leg alone would be a choice of who fails when.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from referee.play.records import SeriesEnd
from referee.ratings.arrays import Floats, Places
from referee.ratings.groups import pairs_inside
from referee.results.rows import SeriesResult

ROUNDING: Final = 1e-12
"""Scatter with a smaller share than this of all squares is rounding: there is none."""
DIGITS: Final = 9
"""Decimals of an encounter's margin, so that luck that cancels leaves nothing."""


@dataclass(kw_only=True, slots=True)
class Margins:
    """The whole encounters of two bots, in points a series, seen by the first of them.

    Attributes:
        count: encounters of which both legs were played out.
        total, squares: sums of y and y², where y is the mean of the two legs' margins, less luck if that is taken out.
        leg_1, leg_2: sums of the legs' margins with their luck.
        leg_squares: the sum of the squares of all these margins.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    leg_1: int = 0
    leg_2: int = 0
    leg_squares: int = 0

    def add(self, margins: tuple[int, int], luck: float) -> None:
        """Count an encounter by the margins of legs 1 and 2, and the luck of both together."""
        one, two = margins
        mean = round((one + two - luck) / 2, DIGITS)
        self.count += 1
        self.total += mean
        self.squares += mean * mean
        self.leg_1 += one
        self.leg_2 += two
        self.leg_squares += one * one + two * two

    @property
    def scatter(self) -> float:
        """The sum of (y − mean of y)², in points²; 0 where only rounding is left."""
        if not self.count:
            return 0.0
        scatter = self.squares - self.total * self.total / self.count
        return scatter if scatter > ROUNDING * self.squares else 0.0

    @property
    def plain_scatter(self) -> float:
        """The same of single series with their luck, each leg around its own mean: has 2·(count − 1) degrees."""
        if not self.count:
            return 0.0
        return self.leg_squares - (self.leg_1 * self.leg_1 + self.leg_2 * self.leg_2) / self.count


@dataclass(kw_only=True, slots=True)
class LuckSums:
    """The luck of one bot's encounters, each the mean of its legs, in points a series.

    Attributes:
        count: encounters.
        total, squares: sums of the luck and of its square.
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, luck: float) -> None:
        """Count an encounter by the bot's luck in both legs together."""
        self.count += 1
        self.total += luck / 2
        self.squares += luck * luck / 4


def encounter_margins(leg_1: SeriesResult, leg_2: SeriesResult) -> tuple[int, int] | None:
    """The margins of A in both legs of an encounter; None unless both were played out."""
    if leg_1.end is SeriesEnd.PLAYED and leg_2.end is SeriesEnd.PLAYED:
        return leg_1.totals[0] - leg_1.totals[1], leg_2.totals[0] - leg_2.totals[1]
    return None


def encounter_luck(leg_1: SeriesResult, leg_2: SeriesResult) -> float | None:
    """The luck of A in both legs together, in points; None where that of a leg is not known."""
    return None if leg_1.luck is None or leg_2.luck is None else leg_1.luck + leg_2.luck


@dataclass(frozen=True, kw_only=True, slots=True)
class MarginTable:
    """All pairs with a whole encounter, as arrays of equal length, sorted by the places of first and second bot.

    Attributes:
        names: the bots in code-point order; a bot's place in it is its number in `first` and `second`.
        first, second: places of the two bots of each pair; first < second.
        counts, totals, squares: of the encounters, as in `Margins`.
    """

    names: tuple[str, ...]
    first: Places
    second: Places
    counts: Floats
    totals: Floats
    squares: Floats

    @property
    def scatters(self) -> Floats:
        """For each pair the sum of (y − mean of y)² over its encounters; 0 where only rounding is left."""
        scatters = self.squares - self.totals**2 / self.counts
        return np.where(scatters > ROUNDING * self.squares, scatters, 0)

    def restrict(self, places: Places) -> "MarginTable":
        """The table of some of the bots (places ascending) and of the pairs among them."""
        kept, first, second = pairs_inside(places, self.first, self.second, len(self.names))
        return MarginTable(
            names=tuple(self.names[place] for place in places),
            first=first,
            second=second,
            counts=self.counts[kept],
            totals=self.totals[kept],
            squares=self.squares[kept],
        )


def tabulate_margins(names: Iterable[str], pairs: Mapping[tuple[str, str], Margins]) -> MarginTable:
    """The table of pairs (first before second in code-point order); those without a whole encounter are not in it."""
    ordered = tuple(sorted(names))
    places = {name: place for place, name in enumerate(ordered)}
    rows = [(places[a], places[b], m.count, m.total, m.squares) for (a, b), m in pairs.items() if m.count]
    columns = np.array(rows, dtype=np.float64).reshape(len(rows), 5)
    columns = columns[np.lexsort((columns[:, 1], columns[:, 0]))].T
    counts, totals, squares = (np.ascontiguousarray(column) for column in columns[2:])
    return MarginTable(
        names=ordered,
        first=columns[0].astype(np.intp),
        second=columns[1].astype(np.intp),
        counts=counts,
        totals=totals,
        squares=squares,
    )
