"""The standings of a tournament: everything its tables show, built here once; whoever shows it only formats."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.errors import FaultKind
from referee.luck import LUCK_MODEL
from referee.ratings.audit import audit_luck, record_luck
from referee.ratings.elo import EloRating
from referee.ratings.facts import Facts, LuckFacts, describe, read_facts
from referee.ratings.field import DEFAULT_OPTIONS, Field, Sort, TableOptions, gather
from referee.ratings.league import LeagueRow
from referee.ratings.precision import measure_precision
from referee.ratings.remarks import remarks
from referee.ratings.strength import StrengthRating
from referee.ratings.verdict import verdict
from referee.results.reader import Results
from referee.results.rows import FaultSummary, SeriesResult, StoredBot

KEPT_FAULTS: Final = 1000
"""Faults that are listed one by one; a million of them are only counted."""


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
        strength: None where `remarks` say why.
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
    strength: StrengthRating | None
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
            points, lead in Strength and Elo, scores and times against it; None in a league.
        final_count, planned_count: series.
        is_provisional: bots have played unequal numbers of series, and the order is by %.
        sort: what the rows are ordered by: `points`, the order of the league, or `strength`.
        rows: in that order.
        verdict: who leads, how sure that is, and what is undecided: one or more sentences.
        remarks: faults, what is left out, uses of the margin, why something is "–": a line each, as far as there is
            something to say.
        fault_list: the last faults in the order of the schedule, at most `KEPT_FAULTS`.
        luck: what was done about luck.
        facts: what the numbers are, a line each.
    """

    tournament: str
    subject: str | None
    final_count: int
    planned_count: int
    is_provisional: bool
    sort: Sort
    rows: tuple[StandingsRow, ...]
    verdict: str
    remarks: tuple[str, ...]
    fault_list: tuple[FaultSummary, ...]
    luck: LuckFacts
    facts: tuple[str, ...]


def build_standings(results: Results, options: TableOptions = DEFAULT_OPTIONS) -> Standings:
    """The standings as the results are now, all of one moment.

    Raises:
        StoreError: the results cannot be read.
        ReplayError: a series that ended by a fault does not follow the rules.
    """
    with results.snapshot():
        variant = results.variant
        return compose(
            results.series_rows(),
            results.faults(),
            bots=results.bots(),
            facts=read_facts(results),
            options=options,
            luck_of=lambda leg: record_luck(results.record(leg.number), variant),
        )


def compose(
    series: Iterable[SeriesResult],
    faults: Iterable[FaultSummary],
    *,
    bots: Sequence[StoredBot],
    facts: Facts,
    luck_of: Callable[[SeriesResult], float],
    options: TableOptions = DEFAULT_OPTIONS,
) -> Standings:
    """The standings of final series, in any order; removed bots are shown if they have one.

    Args:
        series: history left out.
        faults: of these series.
        bots: all of them, in the order of the TOML.
        facts: where the numbers come from.
        options: what was chosen.
        luck_of: the luck of A in a series that was not played out, up to the fault, in points.
    """
    last_faults: deque[FaultSummary] = deque(maxlen=KEPT_FAULTS)
    field = gather(series, noted(faults, last_faults), bots=bots, header=facts.header, options=options)
    return conclude(field, last_faults, facts=facts, options=options, luck_of=luck_of)


def conclude(
    field: Field,
    last_faults: Iterable[FaultSummary],
    *,
    facts: Facts,
    luck_of: Callable[[SeriesResult], float],
    options: TableOptions = DEFAULT_OPTIONS,
) -> Standings:
    """The standings of a field that was gathered with these options; the rest as in `compose`."""
    luck = _luck_facts(field, facts, options, luck_of)
    return Standings(
        tournament=facts.header.name,
        subject=None if field.gauntlet is None else field.gauntlet.subject,
        final_count=facts.counts.final,
        planned_count=facts.counts.planned,
        is_provisional=field.is_provisional,
        sort=options.sort,
        rows=tuple(_row(field, row) for row in field.rows),
        verdict=_verdict(field),
        remarks=remarks(field, luck.audit),
        fault_list=tuple(last_faults),
        luck=luck,
        facts=describe(facts, luck),
    )


def noted(faults: Iterable[FaultSummary], last: deque[FaultSummary]) -> Iterator[FaultSummary]:
    """The faults as they come, each kept in `last` too."""
    for fault in faults:
        last.append(fault)
        yield fault


def _luck_facts(
    field: Field, facts: Facts, options: TableOptions, luck_of: Callable[[SeriesResult], float]
) -> LuckFacts:
    model = facts.header.luck_model
    is_taken_out = options.takes_luck_out and model is not None
    return LuckFacts(
        model=model,
        is_taken_out=is_taken_out,
        precision=measure_precision(meeting.margins for meeting in field.tally.pairs.values()),
        audit=audit_luck(field.tally, luck_of) if is_taken_out and model == LUCK_MODEL else None,
    )


def _verdict(field: Field) -> str:
    if field.gauntlet is not None:
        return field.gauntlet.verdict()
    return verdict(field.rows, field.elo, field.strength, provisional=field.is_provisional, sort=field.sort)


def _row(field: Field, row: LeagueRow) -> StandingsRow:
    return standings_row(
        row,
        strength=field.shown_strength.get(row.name),
        elo=field.shown_elo.ratings.get(row.name),
        is_withdrawn=row.name in field.withdrawn,
    )


def standings_row(
    row: LeagueRow, *, strength: StrengthRating | None, elo: EloRating | None, is_withdrawn: bool = False
) -> StandingsRow:
    """One bot's line, from its sums and its ratings."""
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
        strength=strength,
        elo=elo,
        average_score=row.average_score,
        think_mean_ms=row.think_mean_ms,
        think_max_ms=row.think_max_ms,
        faults=tuple(tally.faults.most_common()),
        fault_count=tally.faults.total(),
        margin_uses=tally.margin_uses,
    )
