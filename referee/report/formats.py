"""The standings as data: JSON, CSV and Markdown, from the same rows as the terminal's table."""

import csv
import io
import json
import re
from collections.abc import Iterable
from typing import Any, Final

from referee.ratings.elo import EloRating
from referee.ratings.standings import Standings, StandingsRow
from referee.report.columns import table_columns
from referee.report.standings import sentence

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
        "bots": [_bot(row) for row in standings.rows],
        "verdict": standings.verdict,
        "remarks": list(standings.remarks),
        "facts": list(standings.facts),
    }
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


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
    cells = [[_marked(cell.plain.strip()) for cell in column.show(standings.rows)] for column in columns]
    lines = [
        f"## {_marked(standings.tournament)}",
        "",
        _line(column.title for column in columns),
        _line(":---" if column.is_left else "---:" for column in columns),
        *(_line(row) for row in zip(*cells, strict=True)),
        "",
        f"**{_marked(standings.verdict)}**",
        "",
        *(f"- {_marked(sentence(line))}" for line in standings.remarks),
        *([""] if standings.remarks else []),
        *(f"- {_marked(line)}" for line in standings.facts),
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
        "elo": None if row.elo is None else _elo(row.elo),
        "average_score": _rounded(row.average_score),
        "think_ms": {"mean": _rounded(row.think_mean_ms), "max": _rounded(row.think_max_ms)},
        "faults": {kind.value: count for kind, count in row.faults},
        "margin_uses": row.margin_uses,
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


def _flat(row: StandingsRow) -> dict[str, Any]:
    nested = _bot(row)
    elo = nested.pop("elo") or dict.fromkeys(("value", "error", "low", "high", "group"))
    think = nested.pop("think_ms")
    return nested | {
        "elo": elo.pop("value"),
        **{f"elo_{key}": value for key, value in elo.items()},
        "think_mean_ms": think["mean"],
        "think_max_ms": think["max"],
        "faults": row.fault_count,
        "withdrawn": str(row.is_withdrawn).lower(),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _marked(text: str) -> str:
    """Text in which Markdown finds no marks of its own."""
    return re.sub(r"([\\`*_\[\]<>|#~])", r"\\\1", text)
