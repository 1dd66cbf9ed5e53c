"""The table while a tournament is played: its top rows, computed anew now and then, but never at the bots' expense."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from referee.ratings.elo import EloTable
from referee.ratings.field import faulty_bots, rate, rate_margins
from referee.ratings.gauntlet import Gauntlet
from referee.ratings.league import LeagueRow, is_provisional, rank
from referee.ratings.live import LiveTally
from referee.ratings.remarks import fault_remark
from referee.ratings.standings import StandingsRow, standings_row
from referee.ratings.strength import StrengthRating, StrengthTable
from referee.ratings.verdict import verdict
from referee.report.columns import Column, gauntlet_columns, league_columns
from referee.report.prose import prose
from referee.report.standings import StandingsTable, sentence

RATED_BOTS: Final = 60
"""With more bots than this there are no ratings before the end: they would take too long each time."""
COST_SHARE: Final = 0.02
"""The share of the time that computing the table may take."""
LEAST_ROWS: Final = 3
"""So many rows are shown in a terminal of any height."""
HEAD_LINES: Final = 2
RATINGS: Final = ("Strength ±", "Elo ±", "Place")
TITLES: Final = ("#", "Bot", "Points", "%", "W-D-L", *RATINGS, "Faults")


class LiveTable:
    """The rows of a tally that grows.

    Args:
        live: the sums so far.
        bots: names of bots that are shown without a series too.
        clock: seconds that only grow.
    """

    def __init__(self, live: LiveTally, bots: Sequence[str], clock: Callable[[], float]) -> None:
        self._tally = live.tally
        self._by_opponent = live.by_opponent
        self._bots = bots
        self._clock = clock
        self._due_s = clock()
        self._height = 0
        self._drawn: RenderableType = Text()

    def draw(self, height: int) -> RenderableType:
        """The table in so many lines; the last one again while a new one is not due."""
        started = self._clock()
        if started >= self._due_s or height != self._height:
            self._height = height
            self._drawn = self._compute(height)
            ended = self._clock()
            self._due_s = ended + (ended - started) / COST_SHARE
        return self._drawn

    def _compute(self, height: int) -> RenderableType:
        names = sorted({*self._bots, *self._tally.bots})
        league = rank(self._tally, names, removed=self._removed())
        subject = self._by_opponent.subject
        drawn = self._league(league, names) if subject is None else self._gauntlet(league, names, subject)
        faults = fault_remark(league)
        told = [prose(drawn.words, "bold"), *([prose(sentence(faults), "dim")] if faults else [])]
        table = StandingsTable(rows=drawn.rows, columns=drawn.columns)
        return _Page(table=table, words=Group(Text(), *told), height=height)

    def _league(self, league: Sequence[LeagueRow], names: Sequence[str]) -> "_Drawing":
        is_rated = len(names) <= RATED_BOTS
        elo = rate(self._tally, names) if is_rated else EloTable(ratings={}, groups=())
        strength = rate_margins(self._tally, league) if is_rated else StrengthTable(ratings={}, groups=())
        titles = _titles(is_rated=is_rated)
        provisional = is_provisional(self._tally, names, removed=self._removed())
        return _Drawing(
            rows=_rows(league, strength.ratings, elo),
            columns=[column for column in league_columns(by_share=provisional) if column.title in titles],
            words=verdict(league, elo, strength, provisional=provisional),
        )

    def _removed(self) -> set[str]:
        return {*self._tally.bots}.difference(self._bots) if self._bots else set()

    def _gauntlet(self, league: Sequence[LeagueRow], names: Sequence[str], subject: str) -> "_Drawing":
        is_rated = len(names) <= RATED_BOTS
        opponents = [name for name in names if name != subject]
        tallies = self._by_opponent.tallies
        gauntlet = Gauntlet(subject, opponents, tallies, hidden=faulty_bots(league), is_rated=is_rated)
        return _Drawing(
            rows=_rows(gauntlet.rows, gauntlet.strength, gauntlet.elo),
            columns=[
                column for column in gauntlet_columns() if column.title in ("Opponent", *_titles(is_rated=is_rated))
            ],
            words=gauntlet.verdict(),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Page:
    """The sentences in the lines that they need, and above them as many rows as a height has room for."""

    table: StandingsTable
    words: RenderableType
    height: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = self.table.rows
        room = self.height - HEAD_LINES - len(console.render_lines(self.words, options, pad=False))
        if len(rows) > max(LEAST_ROWS, room):
            shown_count = max(LEAST_ROWS, room - 1)
            yield replace(self.table, rows=rows[:shown_count])
            yield Text(f"and {len(rows) - shown_count} more", "dim")
        else:
            yield self.table
        yield self.words


@dataclass(frozen=True, kw_only=True, slots=True)
class _Drawing:
    """All rows of the table, its columns, and the sentence below it."""

    rows: Sequence[StandingsRow]
    columns: Sequence[Column]
    words: str


def _titles(*, is_rated: bool) -> Sequence[str]:
    return TITLES if is_rated else [title for title in TITLES if title not in RATINGS]


def _rows(league: Sequence[LeagueRow], strength: Mapping[str, StrengthRating], elo: EloTable) -> list[StandingsRow]:
    return [standings_row(row, strength=strength.get(row.name), elo=elo.ratings.get(row.name)) for row in league]
