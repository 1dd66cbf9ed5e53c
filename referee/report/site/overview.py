"""What the pages of a tournament are made from: read once, of one moment."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.ratings.audit import record_luck
from referee.ratings.facts import Facts, is_mirrored, read_facts, unmirrored
from referee.ratings.field import Field, gather
from referee.ratings.standings import KEPT_FAULTS, Standings, StandingsRow, conclude, noted, standings_row
from referee.report.site.ledger import Ledger
from referee.results.reader import Results
from referee.results.rows import FaultSummary, StoredBot


@dataclass(frozen=True, kw_only=True, slots=True)
class Overview:
    """A tournament as it was when it was read.

    Attributes:
        folder: the name of its output folder, without the way there.
        facts: header, stages, counts.
        bots: by name, in their present generation.
        field: sums and ratings.
        standings: in the order of the league.
        ledger: all final series.
        lines: by name every bot's own line, against all others; in a gauntlet the standings are of pairs.
        pairs: names of A and B of the series in which the listed faults happened, by number.
        past: numbers of the series that are history and can still be replayed, ascending.
        newest_utc: when the last encounter became complete, ISO 8601, UTC; None while none is.
    """

    folder: str
    facts: Facts
    bots: Mapping[str, StoredBot]
    field: Field
    standings: Standings
    ledger: Ledger
    lines: Mapping[str, StandingsRow]
    pairs: Mapping[int, tuple[str, str]]
    past: Sequence[int] = ()
    newest_utc: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All bots in the order of the table; in a gauntlet the subject first."""
        rows = tuple(row.bot for row in self.standings.rows)
        return rows if self.standings.subject is None else (self.standings.subject, *rows)

    @property
    def is_final(self) -> bool:
        """Whether all that is planned is played."""
        return 0 < self.standings.planned_count == self.standings.final_count

    @property
    def is_mirrored(self) -> bool:
        """Whether both legs of an encounter have the same deals, but for those that `unmirrored` tells."""
        return is_mirrored(self.facts.header)

    @property
    def unmirrored(self) -> str:
        """Which encounters have other deals in their second leg; "" for none."""
        return unmirrored(self.facts.header)


def read_overview(results: Results) -> Overview:
    """The tournament as it is now, all of one moment.

    Raises:
        StoreError: the results cannot be read.
        ReplayError: a series that ended by a fault does not follow the rules.
    """
    ledger, last_faults = Ledger(), deque[FaultSummary](maxlen=KEPT_FAULTS)
    with results.snapshot():
        bots, variant = results.bots(), results.variant
        facts = read_facts(results)
        series, faults = ledger.noting(results.series_rows()), noted(results.faults(), last_faults)
        field = gather(series, faults, bots=bots, header=facts.header)
        standings = conclude(
            field, last_faults, facts=facts, luck_of=lambda leg: record_luck(results.record(leg.number), variant)
        )
        rows = map(results.row, {fault.series for fault in last_faults})
        newest, past = results.newest(1), tuple(results.past())
        pairs = {row.number: (row.a, row.b) for row in rows if row.number is not None}
    return Overview(
        folder=results.folder.resolve().name,
        facts=facts,
        bots={bot.name: bot for bot in bots},
        field=field,
        standings=standings,
        ledger=ledger,
        lines=own_lines(field),
        pairs=pairs,
        past=past,
        newest_utc=newest[0].finished_utc if newest else None,
    )


def own_lines(field: Field) -> dict[str, StandingsRow]:
    """By name every bot's line against all others, also in a gauntlet."""
    return {
        row.name: standings_row(
            row,
            strength=field.strength.ratings.get(row.name),
            elo=field.elo.ratings.get(row.name),
            is_withdrawn=row.name in field.withdrawn,
        )
        for row in field.league
    }
