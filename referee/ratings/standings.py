"""The standings of a tournament: everything its tables show, built here once; whoever shows it only formats."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.errors import FaultKind
from referee.ratings.elo import EloRating, EloTable, rate_elo
from referee.ratings.facts import Facts, describe, is_gauntlet
from referee.ratings.gauntlet import Gauntlet
from referee.ratings.league import LeagueRow, is_provisional, rank
from referee.ratings.pairs import tabulate
from referee.ratings.remarks import remarks
from referee.ratings.tally import Tally
from referee.ratings.verdict import verdict
from referee.results.reader import Results
from referee.results.rows import FaultSummary, SeriesResult, StoredBot


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsRow:
    """One bot's line.

    Attributes:
        place: from 1; bots that nothing separates share the better one; None for a bot without a series.
        bot: its name.
        is_withdrawn: whether it is asked no more, after too many faults.
        series_count: final series.
        points: league points.
        percent: points of all that could be had, 0..100; None without a series.
        wins, draws, losses: series.
        elo: None for a bot without a rated series.
        average_score: points a match; None where `remarks` say why.
        think_mean_ms, think_max_ms: milliseconds a turn; None without a turn.
        faults: how often by kind, most often first.
        fault_count: all of them.
        margin_uses: turns that needed the tolerance beyond the limit.
    """

    place: int | None
    bot: str
    is_withdrawn: bool
    series_count: int
    points: float
    percent: float | None
    wins: int
    draws: int
    losses: int
    elo: EloRating | None
    average_score: float | None
    think_mean_ms: float | None
    think_max_ms: float | None
    faults: tuple[tuple[FaultKind, int], ...]
    fault_count: int
    margin_uses: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Standings:
    """The table and what stands below it.

    Attributes:
        tournament: its name.
        subject: in a gauntlet the bot that meets all others: a row is then an opponent's, and tells the subject's
            points, lead in Elo, scores and times against it; None in a league.
        final_count, planned_count: series.
        is_provisional: bots have played unequal numbers of series, and the order is by %.
        rows: in the order of the league.
        verdict: who leads, how sure that is, and what is undecided: one or more sentences.
        remarks: faults, what is left out, uses of the margin, why something is "–": a line each, as far as there is
            something to say.
        facts: what the numbers are, a line each.
    """

    tournament: str
    subject: str | None
    final_count: int
    planned_count: int
    is_provisional: bool
    rows: tuple[StandingsRow, ...]
    verdict: str
    remarks: tuple[str, ...]
    facts: tuple[str, ...]


def build_standings(results: Results) -> Standings:
    """The standings as the results are now, all of one moment.

    Raises:
        StoreError: the results cannot be read.
    """
    with results.snapshot():
        facts = Facts(header=results.header, stages=results.stages(), counts=results.counts())
        return compose(results.series_rows(), results.faults(), results.bots(), facts)


def compose(
    series: Iterable[SeriesResult], faults: Iterable[FaultSummary], bots: Sequence[StoredBot], facts: Facts
) -> Standings:
    """The standings of final series, in any order; removed bots are shown if they have one."""
    present = [bot.name for bot in bots if not bot.removed]
    subject = present[0] if is_gauntlet(facts.header) and present else None
    tally, tallies = _add_up(series, faults, subject)
    shown = {bot.name: bot for bot in bots if not bot.removed or bot.name in tally.bots}
    withdrawn = [name for name, bot in shown.items() if bot.withdrawn]
    league, elo = rank(tally, list(shown)), rate(tally, list(shown))
    rows, row_elo = league, elo
    provisional = subject is None and is_provisional(tally, list(shown))
    words = verdict(league, elo, provisional=provisional)
    if subject is not None:
        gauntlet = Gauntlet(subject, [name for name in shown if name != subject], tallies)
        rows, row_elo, words = gauntlet.rows, gauntlet.elo, gauntlet.verdict()
    return Standings(
        tournament=facts.header.name,
        subject=subject,
        final_count=facts.counts.final,
        planned_count=facts.counts.planned,
        is_provisional=provisional,
        rows=tuple(standings_row(row, row_elo, is_withdrawn=row.name in withdrawn) for row in rows),
        verdict=words,
        remarks=remarks(tally, league, elo, withdrawn),
        facts=describe(facts),
    )


def _add_up(
    series: Iterable[SeriesResult], faults: Iterable[FaultSummary], subject: str | None
) -> tuple[Tally, dict[str, Tally]]:
    """All series added up; and, with a subject, those against each opponent."""
    tally, tallies, opponents = Tally(), dict[str, Tally](), dict[int, str]()
    for result in series:
        tally.add(result)
        if subject in (result.a, result.b):
            opponent = opponents[result.number] = result.b if result.a == subject else result.a
            tallies.setdefault(opponent, Tally()).add(result)
    for fault in faults:
        tally.add_fault(fault)
        if fault.series in opponents:
            tallies[opponents[fault.series]].add_fault(fault)
    return tally, tallies


def rate(tally: Tally, names: Sequence[str]) -> EloTable:
    """The Elo of the bots, from all rated series so far."""
    return rate_elo(tabulate(names, ((a, b, meeting) for (a, b), meeting in tally.pairs.items())))


def standings_row(row: LeagueRow, elo: EloTable, *, is_withdrawn: bool = False) -> StandingsRow:
    """One bot's line, from its sums and its rating."""
    tally = row.tally
    return StandingsRow(
        place=row.place,
        bot=row.name,
        is_withdrawn=is_withdrawn,
        series_count=tally.series_count,
        points=tally.points,
        percent=None if row.share is None else 100 * row.share,
        wins=tally.wins,
        draws=tally.draws,
        losses=tally.losses,
        elo=elo.ratings.get(row.name),
        average_score=row.average_score,
        think_mean_ms=row.think_mean_ms,
        think_max_ms=row.think_max_ms,
        faults=tuple(tally.faults.most_common()),
        fault_count=tally.faults.total(),
        margin_uses=tally.margin_uses,
    )
