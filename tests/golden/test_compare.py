"""Head to heads as a person and as a program read them, whole. Written anew like the other golden files."""

import os
from pathlib import Path

import pytest
from support.duels import A, B, chance, compared, counted, encounter
from support.screens import shown

from referee.ratings.headtohead.comparison import Comparison
from referee.ratings.headtohead.sprt import Plan, Unit
from referee.report.compare import ComparePage
from referee.report.comparison_json import comparison_json

REWRITE = "LOST_CITIES_GOLDEN"
FOLDER = Path(__file__).parent
POINTS = Plan(low=0, high=10)
ELO = Plan(unit=Unit.ELO, low=0, high=50)


def matches_file(name: str, text: str) -> None:
    """Compare with the file, whole."""
    path = FOLDER / name
    if os.environ.get(REWRITE) == "write":
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


def eventful() -> Comparison:
    """Enough encounters, some with forfeits, one half played; the test accepts H1."""
    results = list(chance(12, 60, seed=3))
    for number in (12, 40):
        results[2 * number - 2 : 2 * number] = encounter((9, 9), round_=number, losers=((B,), ()))
    return compared(results + encounter((5, 3), round_=61)[:1], plan=POINTS)


def few() -> Comparison:
    """Six encounters, read with a test of Elo that is open."""
    return compared(chance(5, 6), plan=ELO, takes_luck=False)


@pytest.mark.parametrize("width", [48, 80])
def test_head_to_head(width: int) -> None:
    """In a width, without color."""
    matches_file(f"compare_{width}.txt", shown(ComparePage(comparison=eventful()), width))


def test_few_encounters() -> None:
    """Wilson's interval stands beside Elo, and the test is open."""
    matches_file("compare_few.txt", shown(ComparePage(comparison=few())))


def test_edges() -> None:
    """Nothing, all alike, every point: a dash with its reason."""
    pages = [compared([]), compared(counted([0, 0, 50, 0, 0])), compared(counted([0, 0, 0, 0, 3]), bots=(B, A))]
    matches_file("compare_edges.txt", "\n".join(shown(ComparePage(comparison=page)) for page in pages))


def test_in_color() -> None:
    """Bold names and sentence, cyan bars, dim facts."""
    matches_file("compare_color.txt", shown(ComparePage(comparison=eventful()), color="standard"))


def test_as_data() -> None:
    """The same as JSON."""
    matches_file("compare.json", comparison_json(eventful()))
    assert A in comparison_json(few())
