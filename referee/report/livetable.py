"""The table while a tournament is played: its top rows, computed anew now and then, but never at the bots' expense."""

from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from referee.ratings.elo import EloTable
from referee.ratings.field import rate, rate_margins
from referee.ratings.league import is_provisional, rank
from referee.ratings.remarks import fault_remark
from referee.ratings.standings import standings_row
from referee.ratings.strength import StrengthTable
from referee.ratings.tally import Tally
from referee.ratings.verdict import verdict
from referee.report.columns import COLUMNS
from referee.report.standings import StandingsTable, sentence

RATED_BOTS: Final = 60
"""With more bots than this there are no ratings before the end: they would take too long each time."""
COST_SHARE: Final = 0.02
"""The share of the time that computing the table may take."""
OTHER_LINES: Final = 9
"""Lines of a terminal that are not the table's rows: bar, heads, sentences, the prompt."""
RATINGS: Final = ("Strength ±", "Elo ±", "Place")
TITLES: Final = ("#", "Bot", "Points", "%", "W-D-L", *RATINGS, "Faults")


class LiveTable:
    """The rows of a tally that grows.

    Args:
        tally: the sums so far.
        bots: names of bots that are shown without a series too.
        clock: seconds that only grow.
    """

    def __init__(self, tally: Tally, bots: Sequence[str], clock: Callable[[], float]) -> None:
        self._tally = tally
        self._bots = bots
        self._clock = clock
        self._due_s = clock()
        self._height = 0
        self._drawn: RenderableType = Text()

    def draw(self, height: int) -> RenderableType:
        """The table for a terminal of so many lines; the last one again while a new one is not due."""
        started = self._clock()
        if started >= self._due_s or height != self._height:
            self._height = height
            self._drawn = self._compute(max(3, height - OTHER_LINES))
            ended = self._clock()
            self._due_s = ended + (ended - started) / COST_SHARE
        return self._drawn

    def _compute(self, row_count: int) -> RenderableType:
        names = sorted({*self._bots, *self._tally.bots})
        is_rated = len(names) <= RATED_BOTS
        league = rank(self._tally, names)
        elo = rate(self._tally, names) if is_rated else EloTable(ratings={}, groups=())
        strength = rate_margins(self._tally, league) if is_rated else StrengthTable(ratings={}, groups=())
        rows = [
            standings_row(row, strength=strength.ratings.get(row.name), elo=elo.ratings.get(row.name))
            for row in league[:row_count]
        ]
        titles = TITLES if is_rated else [title for title in TITLES if title not in RATINGS]
        columns = [column for column in COLUMNS if column.title in titles]
        more = [Text(f"and {len(league) - row_count} more", "dim")] if len(league) > row_count else []
        words = verdict(league, elo, strength, provisional=is_provisional(self._tally, names))
        faults = fault_remark(league)
        return Group(
            StandingsTable(rows=rows, columns=columns),
            *more,
            Text(),
            Text(words, "bold"),
            *([Text(sentence(faults), "dim")] if faults else []),
        )
