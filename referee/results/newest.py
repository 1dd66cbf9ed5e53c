"""The encounters that became complete last: for whoever watches a tournament that goes on."""

from dataclasses import dataclass
from sqlite3 import Row
from typing import Final

from referee.play.records import SeriesEnd
from referee.results.codec import LETTERS, nonsense
from referee.results.database import Database
from referee.results.rows import round_text

_SINCE: Final = 50
"""So many of the last results are looked through for each encounter that is wanted: first legs often come in flocks."""

# An encounter is complete by the later one of its legs; of two that ended in one millisecond, by the second one.
_NEWEST: Final = """
WITH last AS MATERIALIZED (
    SELECT series FROM outcomes ORDER BY finished_utc DESC, series DESC LIMIT :scanned)
SELECT one.number, other.number AS other_number, one.leg, one.round, one.replay, bot_a.name AS a, bot_b.name AS b,
    latest.ending, latest.losers, latest.points_a, latest.points_b, latest.total_a, latest.total_b,
    twin.ending AS twin_ending, twin.losers AS twin_losers, twin.points_a AS twin_points_a,
    twin.points_b AS twin_points_b, twin.total_a AS twin_total_a, twin.total_b AS twin_total_b, latest.finished_utc
FROM last
CROSS JOIN outcomes AS latest ON latest.series = last.series
JOIN series AS one ON one.number = latest.series
JOIN series AS other ON other.round = one.round AND other.replay = one.replay
    AND other.a = one.a AND other.b = one.b AND other.leg = 3 - one.leg
JOIN outcomes AS twin ON twin.series = other.number
JOIN bots AS bot_a ON bot_a.bot = one.a
JOIN bots AS bot_b ON bot_b.bot = one.b
WHERE one.history IS NULL AND other.history IS NULL
    AND (latest.finished_utc, one.number) > (twin.finished_utc, other.number)
ORDER BY latest.finished_utc DESC, one.number DESC LIMIT :count
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishedLeg:
    """One series of a complete encounter. Pairs are of A and B.

    Attributes:
        number: of the series.
        end: why it ended.
        losers: bots that lost it by fault or withdrawal: none, one, or both.
        points: league points: 1, ½ or 0; both 0 when both were at fault.
        totals: points over the matches, the boards as they stand.
    """

    number: int
    end: SeriesEnd
    losers: tuple[str, ...]
    points: tuple[float, float]
    totals: tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishedEncounter:
    """An encounter of which both legs are final.

    Attributes:
        round: as deal ids have it: `3`, or `3.1` for the first replay.
        a, b: names; `a` is first in code-point order.
        legs: 1 and 2.
        finished_utc: when the later leg ended; ISO 8601, UTC, to the millisecond.
    """

    round: str
    a: str
    b: str
    legs: tuple[FinishedLeg, FinishedLeg]
    finished_utc: str


def newest_encounters(database: Database, count: int) -> list[FinishedEncounter]:
    """Those that became complete last, newest first, at most `count`; history left out.

    Fewer than there are where nearly all of the last results are first legs.
    """
    return [_encounter(row) for row in database.rows(_NEWEST, {"scanned": count * _SINCE, "count": count})]


def _encounter(row: Row) -> FinishedEncounter:
    later, earlier = _leg(row, row["number"], ""), _leg(row, row["other_number"], "twin_")
    return FinishedEncounter(
        round=round_text(row["round"], row["replay"]),
        a=row["a"],
        b=row["b"],
        legs=(later, earlier) if row["leg"] == 1 else (earlier, later),
        finished_utc=row["finished_utc"],
    )


def _leg(row: Row, number: int, prefix: str) -> FinishedLeg:
    bots = (row["a"], row["b"])
    try:
        return FinishedLeg(
            number=number,
            end=SeriesEnd(row[f"{prefix}ending"]),
            losers=tuple(bots[LETTERS.index(letter)] for letter in row[f"{prefix}losers"]),
            points=(row[f"{prefix}points_a"], row[f"{prefix}points_b"]),
            totals=(row[f"{prefix}total_a"], row[f"{prefix}total_b"]),
        )
    except ValueError as error:
        raise nonsense(f"series {number}", error) from error
