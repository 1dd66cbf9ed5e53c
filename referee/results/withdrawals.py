"""Bots that are asked no more: what a round's beginning is decided by, and how a withdrawal is kept.

2026-11-29: a bot's flag and its lost series of the round are one transaction, so that the round has either begun with
the withdrawal or not begun. Faults before a reinstatement are forgiven by the number of a round, kept with the bot, and
not by the time of the day: which of them count must not depend on who finished first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from referee.play.records import SeriesEnd, SeriesRecord
from referee.results.codec import LETTERS, insert_record, nonsense
from referee.results.database import Database

_NEWEST_FIRST: Final = """
    SELECT number, round, bot_a.name AS name_a, bot_b.name AS name_b, ending, losers
    FROM series JOIN outcomes ON outcomes.series = number
    JOIN bots AS bot_a ON bot_a.bot = series.a JOIN bots AS bot_b ON bot_b.bot = series.b
    WHERE history IS NULL AND round < ?
    ORDER BY round DESC, day DESC, pairing DESC, replay DESC, leg DESC"""

_WITHDRAW: Final = (
    "UPDATE bots SET withdrawn = 1 WHERE bot = (SELECT bot FROM bots WHERE name = ? ORDER BY generation DESC LIMIT 1)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """How a final series ended.

    Attributes:
        round: from 1.
        bots: A and B.
        end: why it ended.
        losers: bots that lost it by fault or withdrawal: none, one, or both.
    """

    round: int
    bots: tuple[str, str]
    end: SeriesEnd
    losers: tuple[str, ...]


def has_begun(database: Database, round_number: int) -> bool:
    """Whether a series of a round is final."""
    sql = (
        "SELECT EXISTS (SELECT 1 FROM series JOIN outcomes ON outcomes.series = number"
        " WHERE round = ? AND history IS NULL)"
    )
    return bool(database.value(sql, (round_number,)))


def last_begun_round(database: Database) -> int:
    """The latest round of which a series is final; 0 if none is. Looks through all that is planned after it."""
    return int(
        database.value(
            "SELECT coalesce(max(round), 0) FROM series JOIN outcomes ON outcomes.series = number WHERE history IS NULL"
        )
    )


def endings_before(database: Database, round_number: int) -> Iterator[Ending]:
    """The final series of all earlier rounds, the last in the order of the schedule first; history left out."""
    for row in database.rows(_NEWEST_FIRST, (round_number,)):
        bots = (row["name_a"], row["name_b"])
        try:
            end, losers = SeriesEnd(row["ending"]), tuple(bots[LETTERS.index(letter)] for letter in row["losers"])
        except ValueError as error:
            raise nonsense(f"series {row['number']}", error) from error
        yield Ending(round=row["round"], bots=bots, end=end, losers=losers)


def insert_withdrawal(database: Database, names: Iterable[str], hashed: Iterable[tuple[SeriesRecord, str]]) -> None:
    """Mark bots as withdrawn and make series that are lost by it final, each with its hash: one transaction."""
    with database.transaction():
        database.executemany(_WITHDRAW, ((name,) for name in names))
        for record, digest in hashed:
            insert_record(database, record, digest)
