"""The standings as lines of a page: the table of the front page, and further pages and scripts of many bots."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.ratings.field import sorted_rows
from referee.ratings.standings import StandingsRow
from referee.report.site import paths
from referee.report.site.overview import Overview
from referee.report.site.scale import Scale, scale_of
from referee.report.site.shell import data_script, render_page, render_part

FRONT_LINES: Final = 100
"""Lines that the front page itself has."""
PAGE_LINES: Final = 300
"""Lines of each further page."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Interval:
    """An interval on a scale: places as attributes of SVG."""

    low: str
    value: str
    high: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One bot's line.

    Attributes:
        row: its numbers.
        by_points, by_strength: where it stands in either order, from 0.
        interval: of its Strength; None without.
        plain: the interval that as many series would leave without mirror and luck model; None where it is not known.
        removed: whether the TOML no longer names it.
    """

    row: StandingsRow
    by_points: int
    by_strength: int
    interval: Interval | None
    plain: Interval | None
    removed: bool


class Lines:
    """All lines in the order of the league.

    Attributes:
        scale: of Strength; None where there is nothing to plot.
        has_plain: whether it is known what plain series would leave open.
        all: the lines.
    """

    def __init__(self, overview: Overview) -> None:
        self._overview = overview
        rows = overview.standings.rows
        factor = overview.standings.luck.precision.factor
        self._stretch = None if factor is None else math.sqrt(factor)
        self.scale = _scale(rows, max(1.0, self._stretch or 0.0))
        self.has_plain = self.scale is not None and self._stretch is not None
        field = overview.field
        by_strength = sorted_rows(field.rows, field.shown_strength, "strength")
        order = {row.name: place for place, row in enumerate(by_strength)}
        self.all = [self._line(row, place, order[row.bot]) for place, row in enumerate(rows)]

    @property
    def first(self) -> Sequence[Line]:
        """Those of the front page."""
        return self.all[:FRONT_LINES]

    @property
    def page_numbers(self) -> range:
        """The numbers of the further pages, from 1."""
        return range(1, 1 + math.ceil(max(0, len(self.all) - FRONT_LINES) / PAGE_LINES))

    def paths(self) -> Iterator[str]:
        """The further pages, and their scripts."""
        for number in self.page_numbers:
            yield paths.standings_page(number)
            yield paths.standings_script(number)

    def page(self, number: int) -> str:
        """A further page."""
        page = paths.standings_page(number)
        return render_page(
            "standings.html.jinja",
            page=page,
            overview=self._overview,
            lines=self,
            shown=self._part(number),
            number=number,
        )

    def script(self, number: int) -> bytes:
        """The same lines, for the front page."""
        macro = ("_standings.html.jinja", "line")
        rows = [render_part(*macro, one, self, page=paths.FRONT) for one in self._part(number)]
        return data_script(f"standings/{number}", rows)

    def _part(self, number: int) -> Sequence[Line]:
        start = FRONT_LINES + (number - 1) * PAGE_LINES
        return self.all[start : start + PAGE_LINES]

    def _line(self, row: StandingsRow, by_points: int, by_strength: int) -> Line:
        stored = self._overview.bots.get(row.bot)
        return Line(
            row=row,
            by_points=by_points,
            by_strength=by_strength,
            interval=self._interval(row, 1.0),
            plain=None if self._stretch is None else self._interval(row, self._stretch),
            removed=stored is not None and stored.removed,
        )

    def _interval(self, row: StandingsRow, stretch: float) -> Interval | None:
        if row.strength is None or self.scale is None:
            return None
        return interval_on(self.scale, row.strength.value, stretch * row.strength.error)


def interval_on(scale: Scale, value: float, error: float) -> Interval:
    """Value ± error on a scale."""
    return Interval(low=scale.x(value - error), value=scale.x(value), high=scale.x(value + error))


def _scale(rows: Sequence[StandingsRow], stretch: float) -> Scale | None:
    ratings = [row.strength for row in rows]
    return scale_of((one.value, stretch * one.error) for one in ratings if one is not None)
