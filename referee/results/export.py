"""Results for other programs: JSON lines, CSV, PGN (DESIGN section 9).

Exported are the series of whole encounters, in the order of planning, one at a time, all of one moment; history and
void attempts are not. Whatever a bot said leaves with its control characters escaped.
"""

import csv
import io
import json
from collections.abc import Generator, Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final, Literal, get_args

from referee.bots.text import escape_text
from referee.play.records import Fault, MatchRecord, SeriesEnd, SeriesRecord
from referee.results.codec import luck_of_a
from referee.results.reader import Results
from referee.results.rows import SeriesRow, Stage, StoredBot
from referee.rules.cards import format_card
from referee.rules.notation import format_turn
from referee.rules.state import SEATS
from referee.rules.variant import MATCHES_PER_SERIES

Format = Literal["jsonl", "csv", "pgn"]
FORMATS: Final[tuple[Format, ...]] = get_args(Format)

TOURNAMENT_FORMAT: Final = "lostcities-tournament/1"
MATCH_FORMAT: Final = "lostcities-match/1"

_TEXT_LIMIT: Final = 4000  # of a sentence in CSV, in characters
_NAME_LIMIT: Final = 255  # of a tag in PGN, in characters: its standard's own
_MATCHES: Final = range(1, MATCHES_PER_SERIES + 1)
_SIDES: Final = ("a", "b")

_CSV_COLUMNS: Final = (
    "series",
    "stage",
    "round",
    "leg",
    "bot_a",
    "bot_b",
    "end",
    "losers",
    "points_a",
    "points_b",
    "total_a",
    "total_b",
    *(f"score_{side}_{match}" for match in _MATCHES for side in _SIDES),
    *(f"turns_{match}" for match in _MATCHES),
    "luck_a",
    "started_utc",
    "finished_utc",
    "faults",
)


def export_lines(results: Results, layout: Format) -> Generator[str, None, None]:
    """The lines of an export, each with its line end, while they are read."""
    writers = {"jsonl": _jsonl, "csv": _csv, "pgn": _pgn}
    with results.snapshot():
        yield from writers[layout](results)


def _records(results: Results) -> Iterator[tuple[SeriesRow, SeriesRecord]]:
    for number in results.disclosed():
        yield results.row(number), results.record(number)


def _jsonl(results: Results) -> Iterator[str]:
    header = results.header
    yield _json_line(
        {
            "format": TOURNAMENT_FORMAT,
            "tournament": header.name,
            "config": header.config,
            "bots": [_bot(bot) for bot in results.bots()],
            "stages": [_stage(stage) for stage in results.stages()],
        }
    )
    rules = asdict(results.variant)
    for row, record in _records(results):
        for match in record.matches:
            yield _json_line(
                {
                    "format": MATCH_FORMAT,
                    "tournament": header.name,
                    "stage": row.stage,
                    "round": row.round if not row.replay else row.round_text,
                    "leg": row.leg,
                    "series": row.number,
                    **_match(match, rules),
                }
            )


def _bot(bot: StoredBot) -> dict[str, Any]:
    return {
        "name": bot.name,
        "generation": bot.generation,
        "fingerprint": bot.fingerprint,
        "withdrawn": bot.withdrawn,
    }


def _stage(stage: Stage) -> dict[str, Any]:
    return {
        "stage": stage.number,
        "commitment": stage.commitment,
        "public_entropy": stage.public_entropy,
        "seed": None if stage.seed is None else stage.seed.hex(),
    }


def _match(match: MatchRecord, rules: dict[str, Any]) -> dict[str, Any]:
    return {
        "match": match.number,
        "bots": _by_seat(match.bots),
        "rules": rules,
        "deal_id": match.deal.deal_id,
        "deal": [format_card(card) for card in match.deal.cards],
        "turns": [format_turn(turn) for turn in match.turns],
        "think_ms": match.think_ms,
        "notes": {str(turn): note for turn, note in match.notes.items()},
        "substituted": [_fault(fault) for fault in match.substituted],
        "end": match.end,
        "faults": [_fault(fault) for fault in match.faults],
        "scores": _by_seat(match.scores),
        "luck": match.luck,
    }


def _by_seat(values: tuple[object, object]) -> dict[str, object]:
    return {seat.label: values[seat] for seat in SEATS}


def _fault(fault: Fault) -> dict[str, Any]:
    return {
        "bot": fault.bot,
        "seat": fault.seat.label,
        "kind": fault.kind,
        "turn": fault.turn,
        "detail": fault.detail,
        "elapsed_ms": None if fault.elapsed_ms is None else round(fault.elapsed_ms, 2),
    }


def _json_line(content: dict[str, Any]) -> str:
    # In ASCII, so that every control character is escaped.
    return json.dumps(content, allow_nan=False) + "\n"


def _csv(results: Results) -> Iterator[str]:
    yield _csv_line(_CSV_COLUMNS)
    for row, record in _records(results):
        yield _csv_line(_csv_values(row, record))


def _csv_values(row: SeriesRow, record: SeriesRecord) -> list[object]:
    by_number = {match.number: match for match in record.matches}
    matches = [by_number.get(number) for number in _MATCHES]
    luck = luck_of_a(record)
    faults = [fault.detail for match in record.matches for fault in match.faults]
    return [
        row.number,
        row.stage,
        row.round_text,
        row.leg,
        row.a,
        row.b,
        record.end,
        " ".join(record.losers),
        *(f"{points:g}" for points in record.points),
        *record.totals,
        *(match.score_of(bot) if match else "" for match in matches for bot in record.bots),
        *(len(match.turns) if match else "" for match in matches),
        "" if luck is None else round(luck, 4),
        *(escape_text(utc, _TEXT_LIMIT) for utc in (record.started_utc, record.finished_utc)),
        escape_text("; ".join(faults), _TEXT_LIMIT),
    ]


def _csv_line(values: Iterable[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()


def _pgn(results: Results) -> Iterator[str]:
    event = results.header.name
    for row, record in _records(results):
        result = _pgn_result(record)
        tags = {
            "Event": event,
            "Site": "?",
            "Date": record.started_utc[:10].replace("-", "."),
            "Round": row.round_text,
            "White": row.a if row.leg == 1 else row.b,
            "Black": row.b if row.leg == 1 else row.a,
            "Result": result,
            "Series": str(row.number),
            "Leg": str(row.leg),
        }
        yield from (f'[{tag} "{_pgn_text(value)}"]\n' for tag, value in tags.items())
        yield f"\n{result}\n\n"


def _pgn_result(record: SeriesRecord) -> str:
    """The result for White, who starts match 1: A in leg 1, B in leg 2."""
    a, b = record.points
    if record.end is SeriesEnd.WITHDRAWN or not a + b:
        return "*"
    white, black = (a, b) if record.leg == 1 else (b, a)
    return "1/2-1/2" if white == black else f"{white:g}-{black:g}"


def _pgn_text(text: str) -> str:
    return escape_text(text, _NAME_LIMIT).replace("\\", "\\\\").replace('"', '\\"')
