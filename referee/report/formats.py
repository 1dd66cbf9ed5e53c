"""The standings as data: JSON, CSV and Markdown, from the same rows as the terminal's table."""

import csv
import io
import re
from collections.abc import Iterable
from typing import Any, Final

from referee.bots.text import escape_text, json_text
from referee.ratings.audit import LuckFinding
from referee.ratings.elo import EloRating
from referee.ratings.facts import LuckFacts
from referee.ratings.standings import Standings, StandingsRow
from referee.ratings.strength import StrengthRating
from referee.report.columns import table_columns
from referee.report.evidence import SENTENCE_CHARACTERS
from referee.report.standings import sentence
from referee.results.rows import FaultSummary

DIGITS: Final = 4
"""Decimals of numbers in data: a hundred times finer than their errors can be."""


def standings_json(standings: Standings) -> str:
    """One JSON object, indented; a value that cannot be said is null.

    In a gauntlet `subject` is the bot that meets all others, and `bots` are its opponents, told from its side.
    """
    document = {
        "format": "lostcities-standings/1",
        "tournament": standings.tournament,
        "subject": standings.subject,
        "series": {"final": standings.final_count, "planned": standings.planned_count},
        "provisional": standings.is_provisional,
        "sort": standings.sort,
        "luck": _luck(standings.luck),
        "bots": [_bot(row) for row in standings.rows],
        "verdict": standings.verdict,
        "remarks": list(standings.remarks),
        "faults": [_listed_fault(fault) for fault in standings.fault_list],
        "facts": list(standings.facts),
    }
    return json_text(document)


def _listed_fault(fault: FaultSummary) -> dict[str, Any]:
    """One fault; all but bot and kind is null until both legs of its encounter are final."""
    is_told = fault.detail is not None
    return {
        "series": fault.series if is_told else None,
        "bot": fault.bot,
        "kind": fault.kind.value,
        "substituted": fault.substituted if is_told else None,
        "match": fault.match,
        "turn": fault.turn,
        "detail": escape_text(fault.detail, SENTENCE_CHARACTERS) if fault.detail is not None else None,
    }


def standings_csv(standings: Standings) -> str:
    """A line a bot below a line of heads; a value that cannot be said is empty."""
    text = io.StringIO()
    lines = [_flat(row) for row in standings.rows]
    writer = csv.DictWriter(text, fieldnames=CSV_HEADS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue()


def standings_markdown(standings: Standings) -> str:
    """A table with every column, then the sentences as paragraphs and lists."""
    columns = table_columns(standings)
    cells = [[marked(cell.plain.strip()) for cell in column.show(standings.rows)] for column in columns]
    lines = [
        f"## {marked(standings.tournament)}",
        "",
        markdown_row(column.title for column in columns),
        markdown_row(":---" if column.is_left else "---:" for column in columns),
        *(markdown_row(row) for row in zip(*cells, strict=True)),
        "",
        f"**{marked(standings.verdict)}**",
        "",
        *(f"- {marked(sentence(line))}" for line in standings.remarks),
        *([""] if standings.remarks else []),
        *(f"- {marked(line)}" for line in standings.facts),
    ]
    return "\n".join(lines) + "\n"


def _bot(row: StandingsRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "bot": row.bot,
        "withdrawn": row.is_withdrawn,
        "series": row.series_count,
        "points": row.points,
        "percent": _rounded(row.percent),
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "strength": None if row.strength is None else _strength(row.strength),
        "elo": None if row.elo is None else _elo(row.elo),
        "average_score": _rounded(row.average_score),
        "think_ms": {"mean": _rounded(row.think_mean_ms), "max": _rounded(row.think_max_ms)},
        "faults": {kind.value: count for kind, count in row.faults},
        "margin_uses": row.margin_uses,
    }


def _luck(luck: LuckFacts) -> dict[str, Any]:
    return {
        "model": luck.model,
        "taken_out": luck.is_taken_out,
        "whole_encounters": luck.precision.encounter_count,
        "worth_plain_series": _rounded(luck.precision.factor),
        "audited_bots": None if luck.audit is None else luck.audit.bot_count,
        "audit_findings": None if luck.audit is None else [_finding(found) for found in luck.audit.findings],
    }


def _finding(found: LuckFinding) -> dict[str, Any]:
    return {
        "bot": found.bot,
        "mean": _rounded(found.mean),
        "z": _rounded(found.z),
        "encounters": found.encounter_count,
    }


def _strength(strength: StrengthRating) -> dict[str, Any]:
    places = strength.places
    return {
        "value": _rounded(strength.value),
        "error": _rounded(strength.error),
        "group": strength.group,
        "place_low": None if places is None else places.low,
        "place_high": None if places is None else places.high,
        "strongest": None if places is None else _rounded(places.strongest),
    }


def _elo(elo: EloRating) -> dict[str, Any]:
    return {
        "value": _rounded(elo.value),
        "error": _rounded(elo.error),
        "low": _rounded(elo.low),
        "high": _rounded(elo.high),
        "group": elo.group,
    }


CSV_HEADS: Final = [
    "place",
    "bot",
    "withdrawn",
    "series",
    "points",
    "percent",
    "wins",
    "draws",
    "losses",
    "strength",
    "strength_error",
    "strength_group",
    "place_low",
    "place_high",
    "strongest",
    "elo",
    "elo_error",
    "elo_low",
    "elo_high",
    "elo_group",
    "average_score",
    "think_mean_ms",
    "think_max_ms",
    "faults",
    "margin_uses",
]


ELO_KEYS: Final = ("value", "error", "low", "high", "group")
STRENGTH_KEYS: Final = ("value", "error", "group", "place_low", "place_high", "strongest")


def _flat(row: StandingsRow) -> dict[str, Any]:
    nested = _bot(row)
    strength = nested.pop("strength") or dict.fromkeys(STRENGTH_KEYS)
    elo = nested.pop("elo") or dict.fromkeys(ELO_KEYS)
    think = nested.pop("think_ms")
    return nested | {
        "strength": strength.pop("value"),
        **{key if key in CSV_HEADS else f"strength_{key}": value for key, value in strength.items()},
        "elo": elo.pop("value"),
        **{f"elo_{key}": value for key, value in elo.items()},
        "think_mean_ms": think["mean"],
        "think_max_ms": think["max"],
        "faults": row.fault_count,
        "withdrawn": str(row.is_withdrawn).lower(),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def markdown_row(cells: Iterable[str]) -> str:
    """Cells as a row of a table."""
    return f"| {' | '.join(cells)} |"


def marked(text: str) -> str:
    """Text in which Markdown finds no marks of its own, and a terminal nothing to act upon."""
    return re.sub(r"([\\`*_\[\]<>|#~&])", r"\\\1", escape_text(text, SENTENCE_CHARACTERS))
