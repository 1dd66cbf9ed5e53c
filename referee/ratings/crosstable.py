"""Every bot against every other: points, margins, or how likely it is the stronger of the two."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.ratings.field import DEFAULT_OPTIONS, Field, TableOptions, gather
from referee.results.reader import Results

Kind = Literal["score", "margin", "stronger"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Crosstable:
    """A square of numbers; a row's bot against a column's.

    Attributes:
        tournament: its name.
        kind: what the cells are.
        bots: the names of rows and columns, in the order of the standings.
        cells: rows of cells. `score`: league points of the row's bot in its series against the column's. `margin`: its
            mean margin in their whole encounters, points a series, less luck if that is taken out. `stronger`: the
            probability that it is the stronger by Strength, 0..1. None where there is nothing to say.
    """

    tournament: str
    kind: Kind
    bots: tuple[str, ...]
    cells: tuple[tuple[float | None, ...], ...]


def build_crosstable(results: Results, kind: Kind, options: TableOptions = DEFAULT_OPTIONS) -> Crosstable:
    """The crosstable as the results are now, all of one moment.

    Raises:
        StoreError: the results cannot be read.
    """
    with results.snapshot():
        header = results.header
        field = gather(results.series_rows(), results.faults(), bots=results.bots(), header=header, options=options)
    return cross(field, kind, tournament=header.name)


def cross(field: Field, kind: Kind, *, tournament: str, only: Sequence[str] | None = None) -> Crosstable:
    """The crosstable of a field, or of `only` some of its bots, in their order."""
    bots = tuple(row.name for row in field.rows)
    if field.gauntlet is not None:
        bots = (field.gauntlet.subject, *bots)
    if only is not None:
        bots = tuple(only)
    cell = _CELLS[kind]
    return Crosstable(
        tournament=tournament,
        kind=kind,
        bots=bots,
        cells=tuple(tuple(None if one == other else cell(field, one, other) for other in bots) for one in bots),
    )


def _score(field: Field, one: str, other: str) -> float | None:
    meeting = field.tally.pairs.get((min(one, other), max(one, other)))
    if meeting is None:
        return None
    return meeting.points_a if one < other else meeting.points_b


def _margin(field: Field, one: str, other: str) -> float | None:
    meeting = field.tally.pairs.get((min(one, other), max(one, other)))
    if meeting is None or not meeting.margins.count:
        return None
    mean = meeting.margins.total / meeting.margins.count
    return mean if one < other else -mean


def _stronger(field: Field, one: str, other: str) -> float | None:
    return field.strength.probability_stronger(one, other)


_CELLS: dict[Kind, Callable[[Field, str, str], float | None]] = {
    "score": _score,
    "margin": _margin,
    "stronger": _stronger,
}
