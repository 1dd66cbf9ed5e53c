"""The bytes whose SHA-256 stands for a series."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from support.records import encounter, eventful_records, eventful_rows

from referee.play.records import MatchRecord, SeriesRecord
from referee.results.canonical import canonical_bytes, record_hash
from referee.results.rows import SeriesRow, Stage
from referee.rules.cards import format_card
from referee.rules.notation import format_turn, parse_turn

STAGE = Stage(number=1, commitment="66687aad", public_entropy="drand 4711")
ROW = replace(eventful_rows()[2], number=3)


def record() -> SeriesRecord:
    """A series with a substituted turn and a forfeit."""
    return eventful_records()[3]


def in_last_match(change: Callable[[MatchRecord], MatchRecord]) -> SeriesRecord:
    """The series with something else in its last match."""
    first, last = record().matches
    return replace(record(), matches=(first, change(last)))


def in_fault(**changes: Any) -> SeriesRecord:
    """The series with something else in the fault that ended it."""
    return in_last_match(lambda match: replace(match, faults=(replace(match.faults[0], **changes),)))


def in_evidence(**changes: Any) -> SeriesRecord:
    """The series with other evidence."""
    return in_fault(evidence=replace(record().matches[1].faults[0].evidence, **changes))


OTHERS: dict[str, Callable[[], SeriesRecord]] = {
    "series": lambda: replace(record(), number=4),
    "leg": lambda: replace(record(), leg=2),
    "bots": lambda: replace(record(), bots=("alpha", "greedz")),
    "losers": lambda: replace(record(), losers=("alpha",)),
    "started_utc": lambda: replace(record(), started_utc="2026-11-29T19:45:52.124Z"),
    "finished_utc": lambda: replace(record(), finished_utc="2026-11-29T19:45:53.457Z"),
    "a match": lambda: replace(record(), matches=record().matches[:1]),
    "turns": lambda: in_last_match(lambda match: replace(match, turns=(*match.turns[:-1], parse_turn("-B2 deck")))),
    "think_ms": lambda: in_last_match(lambda match: replace(match, think_ms=(*match.think_ms[:-1], 0.01))),
    "notes": lambda: in_last_match(lambda match: replace(match, notes={1: "a"})),
    "scores": lambda: in_last_match(lambda match: replace(match, scores=(0, 1))),
    "margin_uses": lambda: in_last_match(lambda match: replace(match, margin_uses=(0, 1))),
    "lag_ms": lambda: in_last_match(lambda match: replace(match, lag_ms=0.5)),
    "deal": lambda: in_last_match(lambda match: replace(match, deal=record().matches[0].deal)),
    "substituted": lambda: in_last_match(lambda match: replace(match, substituted=())),
    "fault": lambda: in_fault(detail="match 2, turn 5: greedy (first) is fine"),
    "elapsed_ms": lambda: in_fault(elapsed_ms=1.01),
    "request": lambda: in_evidence(request=b"\x00"),
    "reply": lambda: in_evidence(reply=None),
    "legal": lambda: in_evidence(legal=()),
    "limit_ms": lambda: in_evidence(limit_ms=999),
    "exit_status": lambda: in_evidence(exit_status=0),
    "log_tail": lambda: in_evidence(log_tail="\ud800"),
}


@pytest.mark.parametrize("part", OTHERS)
def test_every_part_of_a_record_counts(part: str) -> None:
    """Another value anywhere is another hash."""
    assert record_hash(STAGE, ROW, OTHERS[part]()) != record_hash(STAGE, ROW, record())


@pytest.mark.parametrize(
    ("stage", "row"),
    [
        (replace(STAGE, commitment="66687aae"), ROW),
        (replace(STAGE, public_entropy=""), ROW),
        (replace(STAGE, number=2), ROW),
        (STAGE, replace(ROW, round=2)),
        (STAGE, replace(ROW, replay=1)),
        (STAGE, replace(ROW, generation_b=2)),
        (STAGE, replace(ROW, mirrored=False)),
    ],
)
def test_what_a_series_was_planned_as_counts(stage: Stage, row: SeriesRow) -> None:
    """The same turns under another seed, round, generation or without the mirror are another series."""
    assert record_hash(stage, row, record()) != record_hash(STAGE, ROW, record())


def test_the_order_of_a_day_does_not_count() -> None:
    """Day and pairing move when bots are added; the result stays what it was."""
    moved = replace(ROW, day=7, pairing=9)
    assert record_hash(STAGE, moved, record()) == record_hash(STAGE, ROW, record())


def test_bytes_are_plain_json_in_ascii_with_sorted_keys() -> None:
    """So that any program can make them again from what it read."""
    raw = canonical_bytes(STAGE, ROW, record())
    content = json.loads(raw.decode("ascii"))
    assert json.dumps(content, sort_keys=True, separators=(",", ":")).encode() == raw
    assert content["format"] == "lostcities-series/1"
    assert content["matches"][1]["faults"][0]["detail"] == record().matches[1].faults[0].detail


def test_a_limit_is_the_same_as_int_and_as_float() -> None:
    """1000 is 1000.0 once it was stored."""
    assert record_hash(STAGE, ROW, in_evidence(limit_ms=1000)) == record_hash(STAGE, ROW, in_evidence(limit_ms=1000.0))


def test_no_number_is_no_number() -> None:
    """A time that is none is our own failure, and is not stored."""
    with pytest.raises(ValueError, match="Out of range float"):
        canonical_bytes(STAGE, ROW, in_evidence(limit_ms=float("nan")))


def test_bytes_of_a_small_series_are_these() -> None:
    """The format, whole: a change of it would make every stored hash wrong."""
    row = replace(encounter("alpha", "random")[1], number=6)
    assert canonical_bytes(STAGE, row, eventful_records()[6]).decode() == (
        '{"bots":["alpha","random"],"commitment":"66687aad","end":"withdrawn","finished_utc":"2026-11-29T19:45:53.456Z",'
        '"format":"lostcities-series/1","generations":[1,1],"leg":2,"losers":["alpha"],"matches":[],"mirrored":true,'
        '"public_entropy":"drand 4711","round":"1","series":6,"stage":1,"started_utc":"2026-11-29T19:45:52.123Z"}'
    )


def test_members_of_a_match_and_of_a_fault_are_these() -> None:
    """The rest of the format; their values are those of the record."""
    _, match = json.loads(canonical_bytes(STAGE, ROW, record()))["matches"]
    (fault,) = match["faults"]
    kept = record().matches[1]
    assert match | {"faults": [], "substituted": [], "deal": [], "turns": []} == {
        "bots": ["greedy", "alpha"],
        "deal": [],
        "deal_id": kept.deal.deal_id,
        "end": "forfeit",
        "faults": [],
        "lag_ms": kept.lag_ms,
        "margin_uses": [0, 0],
        "match": 2,
        "notes": {},
        "scores": list(kept.scores),
        "substituted": [],
        "think_ms": list(kept.think_ms),
        "turns": [],
    }
    assert (match["deal"][0], match["turns"][0]) == (format_card(kept.deal.cards[0]), format_turn(kept.turns[0]))
    evidence = kept.faults[0].evidence
    assert fault == {
        "bot": "greedy",
        "detail": kept.faults[0].detail,
        "elapsed_ms": 1,
        "exit_status": None,
        "kind": "illegal-turn",
        "lag_ms": evidence.lag_ms,
        "legal": list(evidence.legal or ()),
        "limit_ms": 1000,
        "log_tail": "",
        "match": 2,
        "reply": (evidence.reply or b"").hex(),
        "request": evidence.request.hex(),
        "seat": "first",
        "turn": 5,
    }
