"""The standings as data."""

import csv
import io
import json
import math
from typing import Any

from support.league import fault, league, series, standings

from referee.report.formats import CSV_HEADS, marked, standings_csv, standings_json, standings_markdown

TABLE = standings(["al_pha", "b", "idle"], league({"al_pha": 30, "b": 10}, 4), [fault("b")], planned=40)
EMPTY = standings(["a", "b"])


def _no_constant(text: str) -> Any:
    raise AssertionError(text)


def test_json_is_strict() -> None:
    """It has no NaN and no Infinity, and null where nothing can be said."""
    document = json.loads(standings_json(TABLE), parse_constant=_no_constant)
    assert document["format"] == "lostcities-standings/1"
    assert document["series"] == {"final": 8, "planned": 40}
    assert [bot["bot"] for bot in document["bots"]][-1] == "idle"
    idle = document["bots"][-1]
    assert (idle["place"], idle["elo"], idle["percent"], idle["average_score"]) == (None, None, None, None)


def test_json_numbers_are_those_of_the_rows() -> None:
    """Numbers are not rounded to what the table shows."""
    bot = json.loads(standings_json(TABLE))["bots"][0]
    row = TABLE.rows[0]
    assert row.elo is not None
    assert math.isclose(bot["elo"]["value"], row.elo.value, abs_tol=1e-4)
    assert bot["faults"] == {kind.value: count for kind, count in row.faults}


def test_csv_has_a_line_a_bot() -> None:
    """Heads, then as many values in every line."""
    lines = list(csv.reader(io.StringIO(standings_csv(TABLE))))
    assert lines[0] == CSV_HEADS
    assert {len(line) for line in lines} == {len(CSV_HEADS)}
    assert [line[1] for line in lines[1:]] == [row.bot for row in TABLE.rows]


def test_csv_absent_values_are_empty() -> None:
    """An idle bot has no place and no rating."""
    line = list(csv.DictReader(io.StringIO(standings_csv(TABLE))))[-1]
    assert (line["place"], line["elo"], line["elo_error"], line["think_mean_ms"]) == ("", "", "", "")
    assert (line["series"], line["withdrawn"]) == ("0", "false")


def test_markdown_escapes() -> None:
    """Underscores in names stay underscores, and every column is there."""
    text = standings_markdown(TABLE)
    assert "| al\\_pha |" in text
    assert "| # | Bot | Points | % | W-D-L | Strength ± | Elo ± | Place | Average | ms | max | Faults |" in text


def test_markdown_reads_no_entities() -> None:
    """`&amp;` in a name is shown as that."""
    assert marked("a&amp;b <i>") == r"a\&amp;b \<i\>"


def test_empty() -> None:
    """Zero series are no trouble in any format."""
    assert json.loads(standings_json(EMPTY))["verdict"] == "No series is final yet."
    assert standings_csv(EMPTY).count("\n") == 3
    assert "| – | a | 0.0 | – | 0-0-0 | – | – | – | – | – | – | 0 |" in standings_markdown(EMPTY)


def test_bounds_in_data() -> None:
    """A one-sided bound stands in its own field."""
    table = standings(["a", "b"], [series("a", "b", (9, 0), round_=n) for n in range(5)])
    bot = json.loads(standings_json(table))["bots"][0]["elo"]
    assert bot["error"] is None
    assert bot["low"] < bot["value"]
    assert bot["high"] is None
