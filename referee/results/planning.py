"""The planned series: added once, numbered in the order of planning, read in the order of the schedule."""

from collections.abc import Iterable, Iterator, Mapping
from sqlite3 import Row
from typing import Final, NamedTuple

from referee.errors import RefusedError, StoreError
from referee.results.database import Database, damaged
from referee.results.rows import SeriesRow

# The schedule of an existing series may move inside its round when bots are added; nothing else ever changes.
_PLAN: Final = (
    "INSERT INTO series (stage, round, replay, day, pairing, leg, a, b, mirrored) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (round, replay, a, b, leg) DO UPDATE SET day = excluded.day, pairing = excluded.pairing"
    " WHERE day <> excluded.day OR pairing <> excluded.pairing"
)

SERIES_COLUMNS: Final = (
    "number, stage, round, replay, day, pairing, leg, mirrored, bot_a.name AS name_a, bot_b.name AS name_b,"
    " bot_a.generation AS generation_a, bot_b.generation AS generation_b"
)
SERIES_TABLES: Final = "series JOIN bots AS bot_a ON bot_a.bot = series.a JOIN bots AS bot_b ON bot_b.bot = series.b"

_PAGE: Final = (
    f"SELECT {SERIES_COLUMNS} FROM {SERIES_TABLES} LEFT JOIN outcomes ON outcomes.series = number"  # noqa: S608 - ours
    " WHERE round = ? AND (day, pairing, replay, leg) > (?, ?, ?, ?) AND outcomes.series IS NULL AND history IS NULL"
    " ORDER BY day, pairing, replay, leg LIMIT ?"
)
_PAGE_COUNT: Final = 1000

BotKey = tuple[str, int]
"""Name and generation."""


class Counts(NamedTuple):
    """How far a tournament has come.

    Attributes:
        final: series that have a result.
        planned: all series of the plan, final ones included.
    """

    final: int
    planned: int


def add_series(database: Database, rows: Iterable[SeriesRow]) -> int:
    """Plan those that are not planned yet; how many that were. One transaction."""
    bots = {
        (row["name"], row["generation"]): row["bot"] for row in database.rows("SELECT bot, name, generation FROM bots")
    }
    with database.transaction():
        before = database.value("SELECT count(*) FROM series")
        database.executemany(_PLAN, (_values(row, bots) for row in rows))
        return int(database.value("SELECT count(*) FROM series") - before)


def pending_series(database: Database, round_number: int) -> Iterator[SeriesRow]:
    """The series of a round without a result, in the order day, pairing, leg.

    Read in pages, so that neither memory nor a long read stands in the way of the writer; what becomes final
    meanwhile may still come.
    """
    place = (0, 0, 0, 0)
    while page := list(database.rows(_PAGE, (round_number, *place, _PAGE_COUNT))):
        for row in page:
            yield series_row(row)
        last = page[-1]
        place = (last["day"], last["pairing"], last["replay"], last["leg"])


def planned_series(database: Database, number: int) -> SeriesRow | None:
    """The series of a number; None if it was never planned."""
    row = database.row(f"SELECT {SERIES_COLUMNS} FROM {SERIES_TABLES} WHERE number = ?", (number,))  # noqa: S608 - ours
    return None if row is None else series_row(row)


def encounter_of(database: Database, number: int) -> tuple[SeriesRow, SeriesRow]:
    """Both legs of the encounter of a series.

    Raises:
        RefusedError: there is no such series.
        StoreError: the other leg is gone.
    """
    row = existing_series(database, number)
    sql = (
        f"SELECT {SERIES_COLUMNS} FROM {SERIES_TABLES} WHERE round = ? AND replay = ? AND name_a = ? AND name_b = ?"  # noqa: S608 - ours
        " AND generation_a = ? AND generation_b = ? ORDER BY leg"
    )
    values = (row.round, row.replay, row.a, row.b, row.generation_a, row.generation_b)
    legs = [series_row(leg) for leg in database.rows(sql, values)]
    if [leg.leg for leg in legs] != [1, 2]:
        raise damaged(database.path, f"series {number}: the other leg of its encounter is gone")
    return legs[0], legs[1]


def existing_series(database: Database, number: int) -> SeriesRow:
    """The series of a number.

    Raises:
        RefusedError: there is none.
    """
    row = planned_series(database, number)
    if row is None:
        last = last_number(database)
        raise RefusedError(f"series {number}: there is none, expected {f'1 to {last}' if last else 'a plan first'}")
    return row


def last_number(database: Database) -> int:
    """The highest number that a series has; 0 before the plan."""
    return int(database.value("SELECT coalesce(max(number), 0) FROM series"))


def history_of(database: Database, number: int) -> tuple[str, str | None] | None:
    """Why a series is history, as one word, and the reason given; None where it is in plan and tables."""
    row = database.row("SELECT history, reason FROM series WHERE number = ? AND history IS NOT NULL", (number,))
    return None if row is None else (row["history"], row["reason"])


def is_final(database: Database, number: int) -> bool:
    """Whether a series has a result."""
    return database.row("SELECT 1 FROM outcomes WHERE series = ?", (number,)) is not None


def annulled_encounters(database: Database) -> Iterator[tuple[SeriesRow, str]]:
    """The first leg of every encounter that was annulled, and the reason given, in the order of planning."""
    sql = f"SELECT {SERIES_COLUMNS}, reason FROM {SERIES_TABLES} WHERE history = 'annulled' AND leg = 1 ORDER BY number"  # noqa: S608 - ours
    return ((series_row(row), row["reason"] or "") for row in database.rows(sql))


def make_history(database: Database, numbers: Iterable[int], kind: str, reason: str) -> None:
    """Take series out of plan and tables, final or not."""
    with database.transaction():
        database.executemany(
            "UPDATE series SET history = ?, reason = ? WHERE number = ?", ((kind, reason, one) for one in numbers)
        )


def forget_plan(database: Database) -> None:
    """Take plan and bots out again, as long as no series was ever begun: then nothing is known of any."""
    with database.transaction():
        if not database.value("SELECT EXISTS (SELECT 1 FROM outcomes UNION ALL SELECT 1 FROM voids)"):
            database.execute("DELETE FROM series")
            database.execute("DELETE FROM bots")


def has_result(database: Database) -> bool:
    """Whether any series is final; history is counted, since it is kept and verified by the same rules."""
    return bool(database.value("SELECT EXISTS (SELECT 1 FROM outcomes)"))


def last_played_utc(database: Database, name: str, generation: int) -> str | None:
    """When the last series of that generation of a bot became final; None if none is; history is not counted."""
    sql = (
        "SELECT max(finished_utc) FROM bots JOIN series ON bots.bot IN (series.a, series.b)"
        " JOIN outcomes ON outcomes.series = number WHERE name = ? AND generation = ? AND history IS NULL"
    )
    last_utc: str | None = database.value(sql, (name, generation))
    return last_utc


def played_bots(database: Database) -> set[str]:
    """The names of all bots of which a series is final; history is not counted. One pass over the plan."""
    pairs = "SELECT DISTINCT a, b FROM series JOIN outcomes ON outcomes.series = number WHERE history IS NULL"
    sql = f"SELECT DISTINCT name FROM ({pairs}) JOIN bots ON bot IN (a, b)"  # noqa: S608 - ours
    return {row["name"] for row in database.rows(sql)}


def planned_rounds(database: Database) -> list[int]:
    """The rounds that have planned series, ascending."""
    return [row[0] for row in database.rows("SELECT DISTINCT round FROM series WHERE history IS NULL ORDER BY round")]


def count_series(database: Database, stage: int | None = None) -> Counts:
    """How far the plan has come, or that of one stage; history is not counted."""
    row = database.row(
        "SELECT count(outcomes.series), count(*) FROM series LEFT JOIN outcomes ON outcomes.series = number"
        " WHERE history IS NULL AND stage = coalesce(?, stage)",
        (stage,),
    )
    return Counts(*row) if row is not None else Counts(0, 0)


def unwanted_counts(database: Database, rounds: int) -> tuple[int, int]:
    """Series that stay in the plan though wanted no more: of bots that left, and the others of rounds after so many."""
    row = database.row(
        "SELECT count(*) FILTER (WHERE bot_a.removed OR bot_b.removed),"  # noqa: S608 - ours
        " count(*) FILTER (WHERE NOT bot_a.removed AND NOT bot_b.removed AND round > ?)"
        f" FROM {SERIES_TABLES} WHERE history IS NULL",
        (rounds,),
    )
    return (row[0], row[1]) if row is not None else (0, 0)


def pending_counts(database: Database) -> list[int]:
    """How many series of each round that is not complete are to be played, in the order of the rounds.

    Those of bots that are withdrawn are lost without being played.
    """
    rows = database.rows(
        f"SELECT count(*) FROM {SERIES_TABLES} LEFT JOIN outcomes ON outcomes.series = number"  # noqa: S608 - ours
        " WHERE outcomes.series IS NULL AND history IS NULL AND NOT bot_a.withdrawn AND NOT bot_b.withdrawn"
        " GROUP BY round ORDER BY round"
    )
    return [row[0] for row in rows]


def mean_series_s(database: Database) -> float | None:
    """How long a series took on average that was played to its end, in seconds; None if none was."""
    mean: float | None = database.value(
        "SELECT avg(julianday(finished_utc) - julianday(started_utc)) * 86400 FROM outcomes WHERE ending = 'played'"
    )
    return mean


def series_row(row: Row) -> SeriesRow:
    """A row of SERIES_COLUMNS as a record."""
    return SeriesRow(
        number=row["number"],
        stage=row["stage"],
        round=row["round"],
        replay=row["replay"],
        day=row["day"],
        pairing=row["pairing"],
        leg=row["leg"],
        a=row["name_a"],
        b=row["name_b"],
        generation_a=row["generation_a"],
        generation_b=row["generation_b"],
        mirrored=bool(row["mirrored"]),
    )


def _values(row: SeriesRow, bots: Mapping[BotKey, int]) -> tuple[int, ...]:
    try:
        a, b = bots[row.a, row.generation_a], bots[row.b, row.generation_b]
    except KeyError as error:
        name, generation = error.args[0]
        raise StoreError(f"{name} (generation {generation}): not among the stored bots; store it first") from None
    return (row.stage, row.round, row.replay, row.day, row.pairing, row.leg, a, b, row.mirrored)
