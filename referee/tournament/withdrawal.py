"""Which bots are asked no more when a round begins, and what becomes of their series (DESIGN section 7).

Pure: decided by how the series of earlier rounds ended, in the order of the schedule, whoever finished first.
"""

from collections.abc import Collection, Iterable, Mapping

from referee.play.records import SeriesEnd, SeriesRecord
from referee.results.rows import SeriesRow
from referee.results.withdrawals import Ending


def withdrawn_bots(newest_first: Iterable[Ending], counted_from: Mapping[str, int], max_faults: int) -> list[str]:
    """The bots whose last `max_faults` series were all lost by their own fault, in code-point order.

    A series that was lost without being asked, or won from a withdrawn bot, is no fault: it ends a row of faults.

    Args:
        newest_first: how series ended, the last in the order of the schedule first; read as far as is needed.
        counted_from: the bots in question, each with the first round whose faults count; older ones are forgiven.
        max_faults: at least 1; 0 is never.
    """
    if not max_faults:
        return []
    faults = dict.fromkeys(counted_from, 0)
    withdrawn = []
    for ending in newest_first:
        for bot in faults.keys() & ending.bots:
            is_fault = ending.end is SeriesEnd.FORFEIT and bot in ending.losers and ending.round >= counted_from[bot]
            faults[bot] += is_fault
            if faults[bot] == max_faults:
                withdrawn.append(bot)
            if not is_fault or faults[bot] == max_faults:
                del faults[bot]
        if not faults:
            break
    return sorted(withdrawn)


def lost_series(row: SeriesRow, withdrawn: Collection[str], now_utc: str) -> SeriesRecord:
    """The record of a series of one withdrawn bot, or of two, which both lose it; nobody is asked anything."""
    if row.number is None:
        raise AssertionError("only a stored series has a number")
    return SeriesRecord(
        number=row.number,
        bots=(row.a, row.b),
        leg=row.leg,
        matches=(),
        end=SeriesEnd.WITHDRAWN,
        losers=tuple(bot for bot in (row.a, row.b) if bot in withdrawn),
        started_utc=now_utc,
        finished_utc=now_utc,
    )
