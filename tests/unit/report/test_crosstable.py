"""Crosstables as a person sees them, and as data."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from support.league import header, league, stored_bots
from support.screens import shown

from referee.ratings.crosstable import Crosstable, Kind, cross
from referee.ratings.field import gather
from referee.report.crosstable import (
    CrosstablePage,
    crosstable_csv,
    crosstable_json,
    crosstable_markdown,
    crosstable_text,
)


def table(kind: Kind, names: list[str] | None = None) -> Crosstable:
    """A league of three, or of so many names."""
    strengths = {"al_pha": 300, "b": 20, "c": 0} if names is None else dict.fromkeys(names, 5)
    bots = stored_bots([*strengths, "idle"])
    field = gather(league(strengths, 4), [], bots=bots, header=header())
    return cross(field, kind, tournament="winter")


def test_score() -> None:
    """Points of both bots of every pair, a dot on the diagonal, a dash where bots have not met."""
    assert shown(CrosstablePage(table("score"))).split("\n")[:7] == [
        "winter",
        "",
        "#  Bot       1    2    3    4",
        "─────────────────────────────",
        "1  al_pha    ·  8:0  8:0    –",
        "2  b       0:8    ·  7:1    –",
        "3  c       0:8  1:7    ·    –",
    ]


def test_large_score() -> None:
    """Every half of it is told."""
    cells = ((None, 1234567.5), (200000.5, None))
    large = Crosstable(tournament="t", kind="score", bots=("a", "b"), cells=cells)
    assert crosstable_text(large)[0][1] == "1234567.5:200000.5"


def test_margin() -> None:
    """Signed, with a decimal."""
    lines = shown(CrosstablePage(table("margin"))).split("\n")
    assert lines[4].split()[:4] == ["1", "al_pha", "·", "+282.4"]
    assert lines[5].split()[:3] == ["2", "b", "-282.4"]


def test_stronger() -> None:
    """Per cent, and never a certainty."""
    lines = shown(CrosstablePage(table("stronger"))).split("\n")
    assert lines[4].split()[2:5] == ["·", ">99", ">99"]
    assert lines[5].split()[2:4] == ["<1", "·"]
    assert 50 < int(lines[5].split()[4]) < 100


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("score", "– where they have not met."),
        ("margin", "– where they have no whole encounter without a forfeit."),
        ("stronger", "– where one of them has no Strength, or no encounters join them."),
    ],
)
def test_empty_cells_are_explained_where_there_are_any(kind: Kind, reason: str) -> None:
    """Below the table, and in Markdown; a full square says nothing of them."""
    whole = replace(table(kind), bots=("al_pha", "b"), cells=((None, 0.5), (0.5, None)))
    for text in (shown(CrosstablePage(table(kind)), 200), crosstable_markdown(table(kind))):
        assert text.rstrip().endswith(reason)
    for text in (shown(CrosstablePage(whole), 200), crosstable_markdown(whole)):
        assert "–" not in text


@pytest.mark.parametrize("width", [20, 31, 48, 80])
def test_blocks(width: int) -> None:
    """Columns that do not fit stand in blocks below; no line is too long, no column is lost, a cut name is marked."""
    names = [f"bot-number-{number:02}" for number in range(12)]
    lines = shown(CrosstablePage(table("score", names)), width).split("\n")
    assert max(map(len, lines)) <= width
    heads = [word for line in lines if line.strip().startswith("#") for word in line.split()[2:]]
    assert heads == [str(number) for number in range(1, 14)]
    assert all("bot-number-" in line or "…" in line for line in lines if "  bot" in line)


def _no_constant(text: str) -> Any:
    raise AssertionError(text)


@pytest.mark.parametrize("kind", ["score", "margin", "stronger"])
def test_json(kind: Kind) -> None:
    """Names and a square of numbers, null where there is nothing to say."""
    document = json.loads(crosstable_json(table(kind)), parse_constant=_no_constant)
    assert (document["format"], document["kind"]) == ("lostcities-crosstable/1", kind)
    assert document["bots"] == ["al_pha", "b", "c", "idle"]
    assert [len(row) for row in document["cells"]] == [4] * 4
    assert document["cells"][0][0] is None
    assert document["cells"][3] == [None] * 4
    assert document["cells"][0][1] > 0


def test_csv() -> None:
    """Names, then a line a bot."""
    lines = list(csv.reader(io.StringIO(crosstable_csv(table("score")))))
    assert lines[0] == ["bot", "al_pha", "b", "c", "idle"]
    assert lines[2] == ["b", "0.0", "", "7.0", ""]


def test_markdown() -> None:
    """A table with escaped names and the legend."""
    text = crosstable_markdown(table("score"))
    assert "| 1 | al\\_pha | · | 8:0 | 8:0 | – |" in text
    assert "\nPoints of the row's bot : points of the column's. – where" in text


def test_nobody() -> None:
    """Without bots there is a head and nothing below it."""
    empty = Crosstable(tournament="winter", kind="score", bots=(), cells=())
    assert "winter" in shown(CrosstablePage(empty))
    assert json.loads(crosstable_json(empty))["cells"] == []
