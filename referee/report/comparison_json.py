"""A head to head as data."""

from typing import Any, Final

from referee.bots.text import json_text
from referee.ratings.headtohead.comparison import Comparison
from referee.ratings.headtohead.lead import EloLead
from referee.ratings.headtohead.remarks import facts, remarks
from referee.ratings.headtohead.sprt import Outcome
from referee.ratings.headtohead.verdict import stronger, verdict

DIGITS: Final = 9
"""Significant digits of numbers."""


def comparison_json(comparison: Comparison) -> str:
    """One JSON object, indented, told from the first bot's side; a value that cannot be said is null."""
    counts = comparison.encounters
    document = {
        "format": "lostcities-compare/1",
        "tournament": comparison.tournament,
        "bots": list(comparison.bots),
        "series": {
            "count": comparison.series_count,
            "wins": comparison.wins,
            "draws": comparison.draws,
            "losses": comparison.losses,
        },
        "points": list(comparison.points),
        "encounters": {
            "whole": counts.whole,
            "mirrored": counts.mirrored,
            "rated": counts.rated,
            "played_out": counts.played_out,
            "forfeited": counts.forfeited,
            "withdrawn": counts.withdrawn,
            "unknown_luck": counts.unknown_luck,
            "open": counts.open,
            "histogram": list(comparison.scores),
        },
        "margin": _margin(comparison),
        "elo": None if comparison.elo is None else _elo(comparison.elo),
        "sprt": None if comparison.test is None else _test(comparison.test, comparison.gap_round),
        "stronger": stronger(comparison),
        "verdict": verdict(comparison),
        "remarks": list(remarks(comparison)),
        "facts": list(facts(comparison)),
    }
    return json_text(document)


def _margin(comparison: Comparison) -> dict[str, Any]:
    margin = comparison.margin
    return {
        "value": _rounded(margin.mean),
        "error": _rounded(margin.error),
        "deviation": _rounded(margin.deviation),
        "encounters": margin.count,
        "probability_stronger": _rounded(margin.superiority),
        "luck_model": comparison.luck_model,
    }


def _elo(elo: EloLead) -> dict[str, Any]:
    return {
        "value": _rounded(elo.value),
        "error": _rounded(elo.error),
        **_ends(elo.ends or (None, None)),
        "los": _rounded(elo.superiority),
        "encounters": elo.count,
        "share": _rounded(elo.share),
        "normalized": {"value": _rounded(elo.normalized), "error": _rounded(elo.normalized_error)},
        "few": elo.is_few,
        "wilson": _ends(elo.wilson),
        "exact_los": _rounded(elo.exact_superiority),
    }


def _ends(interval: tuple[float | None, float | None]) -> dict[str, float | None]:
    low, high = interval
    return {"low": _rounded(low), "high": _rounded(high)}


def _test(test: Outcome, gap_round: int | None) -> dict[str, Any]:
    plan = test.plan
    return {
        "unit": plan.unit,
        "bounds": [plan.low, plan.high],
        "alpha": plan.alpha,
        "beta": plan.beta,
        "thresholds": [_rounded(threshold) for threshold in plan.thresholds],
        "encounters": test.count,
        "llr": _rounded(test.ratio),
        "decision": test.decision,
        "decided_after": test.decided_count,
        "decided_llr": _rounded(test.decided_ratio),
        "waits_for_round": gap_round,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{DIGITS}g}")
