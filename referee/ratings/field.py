"""The field: all bots of a tournament with their sums, places and ratings, worked out once for every table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from referee.ratings.elo import EloTable, rate_elo
from referee.ratings.facts import is_gauntlet
from referee.ratings.gauntlet import Gauntlet, SubjectTally
from referee.ratings.league import LeagueRow, is_provisional, rank
from referee.ratings.margins import tabulate_margins
from referee.ratings.pairs import tabulate
from referee.ratings.strength import StrengthRating, StrengthTable, rate_strength
from referee.ratings.tally import Tally
from referee.results.rows import FaultSummary, SeriesResult, StoredBot, TournamentHeader

Sort = Literal["points", "strength"]


@dataclass(frozen=True, kw_only=True, slots=True)
class TableOptions:
    """What whoever asks for a table may choose.

    Attributes:
        sort: what rows are ordered by; places are those of the league either way.
        takes_luck_out: whether margins are less luck, where the tournament has it.
    """

    sort: Sort = "points"
    takes_luck_out: bool = True


DEFAULT_OPTIONS: Final = TableOptions()


@dataclass(frozen=True, kw_only=True, slots=True)
class Field:
    """Bots with their sums and ratings.

    Attributes:
        withdrawn: names of bots that are asked no more.
        removed: names of bots that the TOML no longer has, and that are in the tables for their results.
        tally: all series added up.
        league: the bots in the order of the league.
        elo, strength: their ratings.
        gauntlet: the same by opponent; None in a league.
        is_provisional: bots that are not removed have played unequal numbers of series, and the order is by %.
        sort: what rows are ordered by.
    """

    withdrawn: tuple[str, ...]
    removed: tuple[str, ...]
    tally: Tally
    league: Sequence[LeagueRow]
    elo: EloTable
    strength: StrengthTable
    gauntlet: Gauntlet | None
    is_provisional: bool
    sort: Sort

    @property
    def rows(self) -> Sequence[LeagueRow]:
        """The rows of the table in its order; in a gauntlet they are opponents."""
        if self.gauntlet is not None:
            return sorted_rows(self.gauntlet.rows, self.gauntlet.strength, self.sort)
        return sorted_rows(self.league, self.strength.ratings, self.sort)

    @property
    def shown_elo(self) -> EloTable:
        """The Elo that the rows show."""
        return self.elo if self.gauntlet is None else self.gauntlet.elo

    @property
    def shown_strength(self) -> Mapping[str, StrengthRating]:
        """The Strength that the rows show, by name."""
        return self.strength.ratings if self.gauntlet is None else self.gauntlet.strength


def gather(
    series: Iterable[SeriesResult],
    faults: Iterable[FaultSummary],
    *,
    bots: Sequence[StoredBot],
    header: TournamentHeader,
    options: TableOptions = DEFAULT_OPTIONS,
) -> Field:
    """The field of a tournament from its final series, in any order; removed bots are in it if they have one."""
    present = [bot.name for bot in bots if not bot.removed]
    subject = present[0] if is_gauntlet(header) and present else None
    takes_luck_out = options.takes_luck_out and header.luck_model is not None
    tally, by_opponent = Tally(takes_luck_out=takes_luck_out), SubjectTally(subject, takes_luck_out=takes_luck_out)
    for result in series:
        tally.add(result)
        by_opponent.add(result)
    for fault in faults:
        tally.add_fault(fault)
        by_opponent.add_fault(fault)
    shown = {bot.name: bot for bot in bots if not bot.removed or bot.name in tally.bots}
    names = list(shown)
    removed = tuple(name for name, bot in shown.items() if bot.removed)
    league = rank(tally, names, removed=removed)
    gauntlet = None
    if subject is not None:
        opponents = [name for name in names if name != subject]
        gauntlet = Gauntlet(subject, opponents, by_opponent.tallies, hidden=faulty_bots(league))
    return Field(
        withdrawn=tuple(name for name, bot in shown.items() if bot.withdrawn),
        removed=removed,
        tally=tally,
        league=league,
        elo=rate(tally, names),
        strength=rate_margins(tally, league),
        gauntlet=gauntlet,
        is_provisional=gauntlet is None and is_provisional(tally, names, removed=removed),
        sort=options.sort,
    )


def rate(tally: Tally, names: Sequence[str]) -> EloTable:
    """The Elo of the bots, from all rated series so far."""
    return rate_elo(tabulate(names, ((a, b, meeting) for (a, b), meeting in tally.pairs.items())))


def rate_margins(tally: Tally, league: Sequence[LeagueRow]) -> StrengthTable:
    """The Strength of the bots of a league, from all whole encounters so far."""
    pairs = {pair: meeting.margins for pair, meeting in tally.pairs.items()}
    return rate_strength(tabulate_margins((row.name for row in league), pairs), faulty_bots(league))


def faulty_bots(league: Sequence[LeagueRow]) -> set[str]:
    """The bots that have no Strength and no average, for their own faults."""
    return {row.name for row in league if row.is_faulty}


def sorted_rows(rows: Sequence[LeagueRow], strength: Mapping[str, StrengthRating], sort: Sort) -> Sequence[LeagueRow]:
    """Rows of a league in the order asked for: by Strength, group after group; those without keep theirs at the end."""
    if sort == "points":
        return rows
    rated = [(strength[row.name], row) for row in rows if row.name in strength]
    rated.sort(key=lambda pair: (pair[0].group, -pair[0].value))
    return [row for _, row in rated] + [row for row in rows if row.name not in strength]
