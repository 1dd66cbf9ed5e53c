"""Result sets with what public programs made of them, as tables of pairs."""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from referee.ratings.elo import ELO_PER_LOGIT
from referee.ratings.pairs import Meeting, PairTable, tabulate

VECTORS = Path(__file__).parent.parent / "vectors"
ORDO_PER_ELO = 202 / math.log(0.76 / 0.24) / ELO_PER_LOGIT
"""Ordo's scale: 202 points where 76 % are won."""


def vector(name: str) -> dict[str, Any]:
    """A result set by the name of its file."""
    return dict(json.loads((VECTORS / f"{name}.json").read_text()))


def table(results: Iterable[tuple[str, str, int, int, int]]) -> PairTable:
    """Pairs from rows (first, second, wins, draws, losses of the first), each series an encounter of its own."""
    names, meetings = set(), dict[tuple[str, str], Meeting]()
    for one, other, wins, draws, losses in results:
        names |= {one, other}
        a, b = sorted((one, other))
        meeting = meetings.setdefault((a, b), Meeting())
        outcomes = {1.0: wins, 0.5: draws, 0.0: losses}
        for points, count in outcomes.items():
            for _ in range(count):
                mine = points if one == a else 1 - points
                meeting.rate(mine)
                meeting.rate_encounter(mine, 1)
    return tabulate(names, ((a, b, meeting) for (a, b), meeting in meetings.items()))


def ordo(data: dict[str, Any]) -> dict[str, float]:
    """Ordo's ratings by bot, forced where it would rather not, in Elo."""
    return {row["PLAYER"]: float(row["RATING"]) / ORDO_PER_ELO for row in data["ordo"]["force"]["csv"]}
