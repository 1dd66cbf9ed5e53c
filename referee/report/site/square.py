"""Every bot against every other as colored cells: a table with numbers, or above 60 bots a heat map."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from referee.ratings.crosstable import Kind, cross
from referee.report.site import paths
from referee.report.site.duels import Portfolio
from referee.report.site.numerals import chance, number, signed
from referee.report.site.overview import Overview
from referee.report.site.shell import data_script, harmless, render_part

MOST_NUMBERS: Final = 60
"""Up to so many bots the cells have numbers in them."""
MOST_CELLS: Final = 120
"""Bots of a heat map at most: more than that nobody can point at."""
KINDS: Final[tuple[Kind, ...]] = ("score", "margin", "stronger")
EVEN: Final = 8
"""The level of an even cell: levels go from 0, the row loses, to 16, it wins."""
FULL_SCORE: Final = 0.3
"""A share that is so far from one half has the full color."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One number: as text, and its color as a level, 0..16."""

    text: str
    level: int


Cells = Sequence[Sequence[Cell | None]]


class Square:
    """The cells of a tournament, rows against columns; in a gauntlet there is one row, the subject's.

    Attributes:
        rows, columns: names, in the order of the table.
        all_count: bots that the columns would have to be for all.
        is_map: whether it is a heat map.
    """

    def __init__(self, overview: Overview) -> None:
        self._overview = overview
        names = overview.names
        subject = overview.standings.subject
        self.is_map = subject is None and len(names) > MOST_NUMBERS
        if subject is None:
            self.rows = self.columns = names[: MOST_CELLS if self.is_map else MOST_NUMBERS]
            self.all_count = len(names)
        else:
            self.rows, self.columns = (subject,), names[1 : 1 + MOST_NUMBERS]
            self.all_count = len(names) - 1
        self._cells = {kind: self._of_kind(kind) for kind in KINDS}

    def cells(self, kind: Kind) -> Cells:
        """Rows of cells; None where there is nothing to say."""
        return self._cells[kind]

    def levels(self, kind: Kind) -> list[tuple[int, str]]:
        """A heat map: for each level that occurs the runs of its cells, as the path of lines of width 1."""
        runs: dict[int, list[str]] = {}
        for y, row in enumerate(self._cells[kind]):
            x = 0
            for level, cells in groupby(row, key=lambda cell: -1 if cell is None else cell.level):
                length = len(list(cells))
                if level >= 0:
                    runs.setdefault(level, []).append(f"M{x} {y}.5h{length}")
                x += length
        return [(level, "".join(parts)) for level, parts in sorted(runs.items())]

    def paths(self) -> Iterator[str]:
        """The scripts that the front page loads for it."""
        yield paths.CROSSTABLE
        yield from map(paths.versus_script, self.rows)

    def script(self) -> bytes:
        """All cells of all kinds, and the scripts with the head to heads of each row."""
        data: dict[str, Any] = {
            "rows": list(map(harmless, self.rows)),
            "columns": list(map(harmless, self.columns)),
            "versus": [paths.versus_script(name) for name in self.rows],
            "texts": {kind: [[cell and cell.text for cell in row] for row in self._cells[kind]] for kind in KINDS},
            "levels": {kind: [[cell and cell.level for cell in row] for row in self._cells[kind]] for kind in KINDS},
        }
        if self.is_map:
            data["levels"] = {kind: self.levels(kind) for kind in KINDS}
        return data_script("crosstable", data)

    def versus(self, portfolio: Portfolio) -> bytes:
        """A row's head to heads with every column, as parts of the front page; null against itself."""
        parts = [
            None
            if name == portfolio.bot
            else render_part("_duel.html.jinja", "panel", portfolio.duel(name), page=paths.FRONT)
            for name in self.columns
        ]
        return data_script(f"versus/{paths.slug(portfolio.bot)}", parts)

    def _of_kind(self, kind: Kind) -> Cells:
        field, tournament = self._overview.field, self._overview.standings.tournament
        only = self.rows if self.rows == self.columns else (*self.rows, *self.columns)
        table = cross(field, kind, tournament=tournament, only=only).cells
        skipped = 0 if self.rows == self.columns else len(self.rows)
        rows = [row[skipped:] for row in table[: len(self.rows)]]
        opposite = [[table[skipped + j][i] for j in range(len(self.columns))] for i in range(len(self.rows))]
        largest = max((abs(cell) for row in rows for cell in row if cell is not None), default=0.0)
        return [
            [_cell(kind, one, other, largest) for one, other in zip(row, against, strict=True)]
            for row, against in zip(rows, opposite, strict=True)
        ]


def _cell(kind: Kind, value: float | None, opposite: float | None, largest: float) -> Cell | None:
    if value is None or opposite is None:
        return None
    if kind == "score":
        both = value + opposite
        share = value / both if both else 0.5
        return Cell(text=number(100 * share if both else 0), level=_level((share - 0.5) / FULL_SCORE))
    if kind == "margin":
        return Cell(text=signed(value), level=_level(value / largest if largest else 0.0))
    return Cell(text=chance(value), level=_level(2 * value - 1))


def _level(share: float) -> int:
    """The level of −1..1, cut."""
    return round(EVEN * (1 + min(max(share, -1.0), 1.0)))
