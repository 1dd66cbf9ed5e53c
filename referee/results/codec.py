"""From the record of a series to rows of the file, and back (the tables: `schema`)."""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import Row
from typing import Any, Final

from referee.errors import FaultKind, RulesError, StoreError
from referee.play.records import Deal, Evidence, Fault, MatchEnd, MatchRecord, SeriesEnd, SeriesRecord
from referee.results.database import DAMAGE_ERRORS, Database
from referee.rules.cards import format_card
from referee.rules.notation import format_turn, parse_card, parse_turn
from referee.rules.state import SEATS

LETTERS: Final = ("A", "B")
"""How the rows of a series name its two bots."""

Columns = dict[str, Any]

_SEATS: Final = {seat.label: seat for seat in SEATS}
_NONSENSE: Final = (*DAMAGE_ERRORS, RulesError)


def insert_record(database: Database, record: SeriesRecord, record_hash: str) -> None:
    """Add all rows of a final series; inside a transaction of the caller's."""
    _insert(database, "outcomes", outcome_columns(record) | {"series": record.number, "hash": record_hash})
    for match in record.matches:
        _insert(database, "matches", _match_columns(record, match))
        for columns in _fault_rows(record, match):
            _insert(database, "faults", columns)


def outcome_columns(record: SeriesRecord) -> Columns:
    """What tables need of a series: its end, and sums over its matches."""
    letter = dict(zip(record.bots, LETTERS, strict=True))
    columns: Columns = {
        "ending": record.end.value,
        "losers": "".join(letter[bot] for bot in record.losers),
        "match_count": len(record.matches),
        "lag_ms": max((float(match.lag_ms) for match in record.matches), default=0.0),
        "luck": luck_of_a(record),
        "started_utc": record.started_utc,
        "finished_utc": record.finished_utc,
    }
    for index, side in enumerate(("a", "b")):
        times = [ms for match in record.matches for ms in _think_ms(match, record.bots[index])]
        columns |= {
            f"points_{side}": record.points[index],
            f"total_{side}": record.totals[index],
            f"turn_count_{side}": len(times),
            f"think_sum_ms_{side}": round(math.fsum(times), 2),
            f"think_max_ms_{side}": float(max(times, default=0.0)),
            f"margin_uses_{side}": sum(m.margin_uses[m.bots.index(record.bots[index])] for m in record.matches),
        }
    return columns


def luck_of_a(record: SeriesRecord) -> float | None:
    """The luck of A over the matches, in points; None if one of them has none, or there is none."""
    signed = [
        None if match.luck is None else match.luck if match.bots[0] == record.bots[0] else -match.luck
        for match in record.matches
    ]
    known = [luck for luck in signed if luck is not None]
    return math.fsum(known) if known and len(known) == len(signed) else None


def read_record(database: Database, number: int) -> SeriesRecord:
    """The record of a final series.

    Raises:
        StoreError: there is none, or its rows make no sense; the text may show cards and turns.
    """
    head = database.row(
        "SELECT number, leg, a.name AS a, b.name AS b, ending, losers, started_utc, finished_utc FROM series"
        " JOIN outcomes ON outcomes.series = number JOIN bots AS a ON a.bot = a JOIN bots AS b ON b.bot = b"
        " WHERE number = ?",
        (number,),
    )
    if head is None:
        raise StoreError(f"series {number}: there is no result of it")
    bots = (head["a"], head["b"])
    with sensible(f"series {number}"):
        return SeriesRecord(
            number=number,
            bots=bots,
            leg=head["leg"],
            matches=tuple(_matches(database, number, bots)),
            end=SeriesEnd(head["ending"]),
            losers=tuple(bots[LETTERS.index(letter)] for letter in head["losers"]),
            started_utc=head["started_utc"],
            finished_utc=head["finished_utc"],
        )


def read_text(value: str | bytes) -> str:
    """A bot's text as it is stored: bytes where it is no Unicode."""
    return value if isinstance(value, str) else value.decode("utf-8", "surrogatepass")


def write_text(text: str) -> str | bytes:
    """A bot's text as it is stored. Halves of surrogate pairs are no Unicode, and SQLite takes them as bytes only."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def _insert(database: Database, table: str, columns: Columns) -> None:
    names = ", ".join(columns)
    places = ", ".join(f":{name}" for name in columns)
    database.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", columns)  # noqa: S608 - names of ours


def _think_ms(match: MatchRecord, bot: str) -> tuple[float, ...]:
    """The times of one bot's turns; the seats take turns, `first` begins."""
    return match.think_ms[match.bots.index(bot) :: 2]


def _match_columns(record: SeriesRecord, match: MatchRecord) -> Columns:
    return {
        "series": record.number,
        "match": match.number,
        "starter": LETTERS[record.bots.index(match.bots[0])],
        "ending": match.end.value,
        "score_first": match.scores[0],
        "score_second": match.scores[1],
        "margin_uses_first": match.margin_uses[0],
        "margin_uses_second": match.margin_uses[1],
        "lag_ms": match.lag_ms,
        "luck": match.luck,
        "deal_id": match.deal.deal_id,
        "deal": " ".join(map(format_card, match.deal.cards)),
        "turns": ",".join(map(format_turn, match.turns)),
        "think_ms": json.dumps([float(ms) for ms in match.think_ms], separators=(",", ":")),
        "notes": json.dumps({str(turn): note for turn, note in match.notes.items()}, separators=(",", ":")),
    }


def _fault_rows(record: SeriesRecord, match: MatchRecord) -> Iterator[Columns]:
    for substituted, faults in enumerate((match.faults, match.substituted)):
        for position, fault in enumerate(faults, 1):
            evidence = fault.evidence
            yield {
                "series": record.number,
                "match": match.number,
                "substituted": substituted,
                "position": position,
                "bot": LETTERS[record.bots.index(fault.bot)],
                "seat": fault.seat.label,
                "kind": fault.kind.value,
                "turn": fault.turn,
                "elapsed_ms": fault.elapsed_ms,
                "limit_ms": evidence.limit_ms,
                "lag_ms": evidence.lag_ms,
                "exit_status": evidence.exit_status,
                "detail": write_text(fault.detail),
                "legal": ",".join(evidence.legal),
                "request": evidence.request,
                "reply": evidence.reply,
                "log_tail": write_text(evidence.log_tail),
            }


def _matches(database: Database, number: int, bots: tuple[str, str]) -> Iterator[MatchRecord]:
    faults = list(
        database.rows("SELECT * FROM faults WHERE series = ? ORDER BY match, substituted, position", (number,))
    )
    for row in database.rows("SELECT * FROM matches WHERE series = ? ORDER BY match", (number,)):
        mine = [fault for fault in faults if fault["match"] == row["match"]]
        with sensible(f"series {number}, match {row['match']}"):
            match = _match(row, mine, bots)
        yield match


def _match(row: Row, faults: list[Row], bots: tuple[str, str]) -> MatchRecord:
    starter = LETTERS.index(row["starter"])
    return MatchRecord(
        number=row["match"],
        bots=(bots[starter], bots[1 - starter]),
        deal=Deal(deal_id=row["deal_id"], cards=tuple(map(parse_card, row["deal"].split(" ")))),
        turns=tuple(map(parse_turn, _split(row["turns"]))),
        think_ms=tuple(json.loads(row["think_ms"])),
        notes={int(turn): note for turn, note in json.loads(row["notes"]).items()},
        substituted=tuple(_fault(fault, bots) for fault in faults if fault["substituted"]),
        end=MatchEnd(row["ending"]),
        faults=tuple(_fault(fault, bots) for fault in faults if not fault["substituted"]),
        scores=(row["score_first"], row["score_second"]),
        luck=row["luck"],
        margin_uses=(row["margin_uses_first"], row["margin_uses_second"]),
        lag_ms=row["lag_ms"],
    )


def _fault(row: Row, bots: tuple[str, str]) -> Fault:
    return Fault(
        bot=bots[LETTERS.index(row["bot"])],
        seat=_SEATS[row["seat"]],
        kind=FaultKind(row["kind"]),
        match=row["match"],
        turn=row["turn"],
        detail=read_text(row["detail"]),
        elapsed_ms=row["elapsed_ms"],
        evidence=Evidence(
            request=row["request"],
            reply=row["reply"],
            legal=_split(row["legal"]),
            limit_ms=row["limit_ms"],
            exit_status=row["exit_status"],
            log_tail=read_text(row["log_tail"]),
            lag_ms=row["lag_ms"],
        ),
    )


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


@contextmanager
def sensible(place: str) -> Iterator[None]:
    """Rows that make no sense are a StoreError with their place."""
    try:
        yield
    except _NONSENSE as error:
        raise nonsense(place, error) from error


def nonsense(place: str, error: Exception) -> StoreError:
    """The error of a row that was read well and says nothing we know."""
    return StoreError(f"{place}: what is stored makes no sense: {error}")
