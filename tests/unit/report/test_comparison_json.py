"""A head to head as data."""

import json
from typing import Any

from support.duels import A, B, chance, compared, counted

from referee.ratings.headtohead.sprt import Plan, Unit
from referee.report.comparison_json import comparison_json


def _no_constant(text: str) -> Any:
    raise AssertionError(text)


def document(text: str) -> dict[str, Any]:
    """The object, which has no NaN and no Infinity."""
    return dict(json.loads(text, parse_constant=_no_constant))


def test_numbers() -> None:
    """They are those of the comparison, to nine digits."""
    comparison = compared(chance(12, 60), plan=Plan(unit=Unit.ELO, low=-5, high=50, alpha=0.01))
    data = document(comparison_json(comparison))
    assert data["format"] == "lostcities-compare/1"
    assert data["bots"] == [A, B]
    assert data["series"] == {"count": 120, "wins": 76, "draws": 0, "losses": 44}
    assert data["points"] == [76, 44]
    assert data["encounters"]["histogram"] == [2, 0, 40, 0, 18]
    assert data["margin"]["value"] == float(f"{comparison.margin.mean:.9g}")
    assert comparison.elo is not None
    assert data["elo"]["los"] == float(f"{comparison.elo.superiority:.9g}")
    assert data["stronger"] == A
    test = data["sprt"]
    assert (test["unit"], test["bounds"], test["alpha"], test["beta"]) == ("elo", [-5, 50], 0.01, 0.05)
    assert test["decision"] == "H1"
    assert test["decided_llr"] >= test["thresholds"][1]
    assert test["decided_after"] <= test["encounters"] == 60


def test_small_probabilities_keep_their_digits() -> None:
    """What is nearly sure is not rounded to 0."""
    elo = document(comparison_json(compared(counted([75, 64, 63, 54, 34]))))["elo"]
    assert elo["los"] == 2.96069916e-05
    assert (elo["value"], elo["error"]) == (-55.5797804, 27.6534295)


def test_what_cannot_be_said_is_null() -> None:
    """Without encounters, tests and luck."""
    data = document(comparison_json(compared([], takes_luck=False)))
    assert data["elo"] is None
    assert data["sprt"] is None
    assert data["stronger"] is None
    margin = data["margin"]
    assert [margin[key] for key in ("value", "error", "probability_stronger", "luck_model")] == [None] * 4
    one_sided = document(comparison_json(compared(counted([0, 0, 0, 0, 3]))))["elo"]
    assert (one_sided["value"], one_sided["wilson"]["high"], one_sided["few"]) == (None, None, True)
