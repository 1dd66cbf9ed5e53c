"""Sums that grow while a tournament is played: from records as they come, without asking the results file."""

from collections.abc import Iterable, Iterator

from referee.play.records import SeriesRecord
from referee.ratings.gauntlet import SubjectTally
from referee.ratings.tally import Tally
from referee.results.codec import outcome_columns
from referee.results.rows import FaultSummary, SeriesResult, SeriesRow


class LiveTally:
    """The tally of a tournament that goes on.

    Args:
        earlier: series that were final before.
        faults: their faults.
        subject: of a gauntlet; None in a league.

    Attributes:
        tally: the sums so far.
        by_opponent: of the subject.
    """

    def __init__(
        self, earlier: Iterable[SeriesResult] = (), faults: Iterable[FaultSummary] = (), *, subject: str | None = None
    ) -> None:
        self.tally = Tally()
        self.by_opponent = SubjectTally(subject)
        for result in earlier:
            self._add(result)
        for fault in faults:
            self._add_fault(fault)

    def add(self, row: SeriesRow, record: SeriesRecord) -> None:
        """Count a series that has just become final."""
        self._add(series_result(row, record))
        for fault in fault_summaries(record):
            self._add_fault(fault)

    def _add(self, result: SeriesResult) -> None:
        self.tally.add(result)
        self.by_opponent.add(result)

    def _add_fault(self, fault: FaultSummary) -> None:
        self.tally.add_fault(fault)
        self.by_opponent.add_fault(fault)


def series_result(row: SeriesRow, record: SeriesRecord) -> SeriesResult:
    """The sums of a record as the results file would give them, before the other leg is final."""
    sums = outcome_columns(record)
    return SeriesResult(
        number=record.number,
        stage=row.stage,
        round=row.round,
        replay=row.replay,
        leg=row.leg,
        a=row.a,
        b=row.b,
        generation_a=row.generation_a,
        generation_b=row.generation_b,
        mirrored=row.mirrored,
        is_complete=False,
        end=record.end,
        losers=record.losers,
        points=record.points,
        totals=record.totals,
        match_count=sums["match_count"],
        turn_counts=(sums["turn_count_a"], sums["turn_count_b"]),
        think_sum_ms=(sums["think_sum_ms_a"], sums["think_sum_ms_b"]),
        think_max_ms=(sums["think_max_ms_a"], sums["think_max_ms_b"]),
        margin_uses=(sums["margin_uses_a"], sums["margin_uses_b"]),
        lag_ms=sums["lag_ms"],
        luck=sums["luck"],
    )


def fault_summaries(record: SeriesRecord) -> Iterator[FaultSummary]:
    """The faults of a record, as far as they may be shown before the other leg is final: bot and kind."""
    for match in record.matches:
        for fault in (*match.substituted, *match.faults):
            yield FaultSummary(
                series=record.number,
                bot=fault.bot,
                kind=fault.kind,
                substituted=fault not in match.faults,
                match=None,
                turn=None,
                detail=None,
            )
