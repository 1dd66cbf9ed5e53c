"""Series counted by pair: all that ratings need, whatever the number of series; for those by wins as arrays."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from referee.ratings.arrays import Floats, Places, add_up
from referee.ratings.groups import pairs_inside
from referee.ratings.margins import Margins


@dataclass(kw_only=True, slots=True)
class Meeting:
    """The series of two bots, counted.

    Attributes:
        points_a, points_b: league points, also of series that are not rated.
        wins, draws, losses: rated series of the first bot against the second.
        squares, products, sizes: sums over their encounters of S², S·m and m², where S is the first bot's points in
            the encounter and m its rated series (1 or 2): enough for the variance of the encounters around any mean.
        margins: of their whole encounters.
    """

    points_a: float = 0.0
    points_b: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    squares: float = 0.0
    products: float = 0.0
    sizes: int = 0
    margins: Margins = field(default_factory=Margins)

    @property
    def series(self) -> int:
        """How many series were rated."""
        return self.wins + self.draws + self.losses

    def rate(self, points: float) -> None:
        """Count a rated series in which the first bot took 1, ½ or 0 points; its encounter is counted apart."""
        if points == 1:
            self.wins += 1
        elif points == 0:
            self.losses += 1
        else:
            self.draws += 1

    def rate_encounter(self, points: float, size: int, *, instead: tuple[float, int] = (0.0, 0)) -> None:
        """Count an encounter of `size` rated series and `points` for the first bot, instead of what it was before."""
        old_points, old_size = instead
        self.squares += points * points - old_points * old_points
        self.products += points * size - old_points * old_size
        self.sizes += size * size - old_size * old_size


@dataclass(frozen=True, kw_only=True, slots=True)
class PairTable:
    """All pairs that met, as arrays of equal length, sorted by the places of first and second bot.

    Attributes:
        names: the bots in code-point order; a bot's place in it is its number in `first` and `second`.
        first, second: places of the two bots of each pair; first < second.
        wins, draws, losses: of the first against the second, series.
        squares, products, sizes: moments of the encounters, as in `Meeting`.
    """

    names: tuple[str, ...]
    first: Places
    second: Places
    wins: Floats
    draws: Floats
    losses: Floats
    squares: Floats
    products: Floats
    sizes: Floats

    @property
    def series(self) -> Floats:
        """Rated series of each pair."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> Floats:
        """Points of the first bot of each pair, a draw as half a win."""
        return self.wins + self.draws / 2

    def per_bot(self, first: Floats, second: Floats) -> Floats:
        """Add up values of pairs by bot: `first` goes to the first bot of each pair, `second` to the second."""
        count = len(self.names)
        return add_up(self.first, first, count) + add_up(self.second, second, count)

    def restrict(self, places: Places) -> "PairTable":
        """The table of some of the bots (places ascending) and of the pairs among them."""
        if len(places) == len(self.names):
            return self
        kept, first, second = pairs_inside(places, self.first, self.second, len(self.names))
        return PairTable(
            names=tuple(self.names[place] for place in places),
            first=first,
            second=second,
            wins=self.wins[kept],
            draws=self.draws[kept],
            losses=self.losses[kept],
            squares=self.squares[kept],
            products=self.products[kept],
            sizes=self.sizes[kept],
        )


def tabulate(names: Iterable[str], meetings: Iterable[tuple[str, str, Meeting]]) -> PairTable:
    """The table of meetings (first bot, second bot, counts); each pair once, first before second in code points."""
    ordered = tuple(sorted(names))
    places = {name: place for place, name in enumerate(ordered)}
    rows = [
        (places[a], places[b], m.wins, m.draws, m.losses, m.squares, m.products, m.sizes)
        for a, b, m in meetings
        if m.series
    ]
    columns = np.array(rows, dtype=np.float64).reshape(len(rows), 8)
    columns = columns[np.lexsort((columns[:, 1], columns[:, 0]))].T
    first, second = columns[0].astype(np.intp), columns[1].astype(np.intp)
    wins, draws, losses, squares, products, sizes = (np.ascontiguousarray(column) for column in columns[2:])
    return PairTable(
        names=ordered,
        first=first,
        second=second,
        wins=wins,
        draws=draws,
        losses=losses,
        squares=squares,
        products=products,
        sizes=sizes,
    )
