"""One series as bytes that are the same wherever they are written, and their SHA-256.

JSON, ASCII, keys sorted, no blanks; numbers of milliseconds always as floats, bytes in hex. What can be computed from
the rest (points, totals, luck) is not in it; the stage's commitment is, so that it cannot be exchanged unnoticed.
"""

import hashlib
import json
from typing import Any

from referee.play.records import Fault, MatchRecord, SeriesRecord
from referee.results.rows import SeriesRow, Stage
from referee.rules.cards import format_card
from referee.rules.notation import format_turn

CANONICAL_FORMAT = "lostcities-series/1"


def record_hash(stage: Stage, row: SeriesRow, record: SeriesRecord) -> str:
    """SHA-256 of the canonical bytes, in hex."""
    return hashlib.sha256(canonical_bytes(stage, row, record)).hexdigest()


def canonical_bytes(stage: Stage, row: SeriesRow, record: SeriesRecord) -> bytes:
    """The canonical bytes of a series.

    Raises:
        ValueError: a number in it is infinite or none.
    """
    content = {
        "format": CANONICAL_FORMAT,
        "stage": stage.number,
        "commitment": stage.commitment,
        "public_entropy": stage.public_entropy,
        "round": row.round_text,
        "mirrored": row.mirrored,
        "generations": [row.generation_a, row.generation_b],
        "series": record.number,
        "leg": record.leg,
        "bots": record.bots,
        "matches": [_match(match) for match in record.matches],
        "end": record.end,
        "losers": record.losers,
        "started_utc": record.started_utc,
        "finished_utc": record.finished_utc,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("ascii")


def _match(match: MatchRecord) -> dict[str, Any]:
    return {
        "match": match.number,
        "bots": match.bots,
        "deal_id": match.deal.deal_id,
        "deal": [format_card(card) for card in match.deal.cards],
        "turns": [format_turn(turn) for turn in match.turns],
        "think_ms": [float(ms) for ms in match.think_ms],
        "notes": {str(turn): note for turn, note in match.notes.items()},
        "substituted": [_fault(fault) for fault in match.substituted],
        "end": match.end,
        "faults": [_fault(fault) for fault in match.faults],
        "scores": match.scores,
        "margin_uses": match.margin_uses,
        "lag_ms": float(match.lag_ms),
    }


def _fault(fault: Fault) -> dict[str, Any]:
    evidence = fault.evidence
    return {
        "bot": fault.bot,
        "seat": fault.seat.label,
        "kind": fault.kind,
        "match": fault.match,
        "turn": fault.turn,
        "detail": fault.detail,
        "elapsed_ms": _float(fault.elapsed_ms),
        "request": evidence.request.hex(),
        "reply": None if evidence.reply is None else evidence.reply.hex(),
        "legal": evidence.legal,
        "limit_ms": _float(evidence.limit_ms),
        "exit_status": evidence.exit_status,
        "log_tail": evidence.log_tail,
        "lag_ms": _float(evidence.lag_ms),
    }


def _float(ms: float | None) -> float | None:
    # A limit may come as an int and is a REAL once it is stored: both must have the same bytes.
    return None if ms is None else float(ms)
