"""The standings as a whole: from a results folder, and at the edges."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from support.league import league, series, standings
from support.records import eventful_folder

from referee.errors import FaultKind
from referee.play.records import SeriesEnd
from referee.ratings.standings import Standings, build_standings
from referee.results.reader import Results


def test_from_results(tmp_path: Path) -> None:
    """A stored tournament's standings hold its name, its counts, its faults by bot and its commitment."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        table = build_standings(results)
    assert (table.tournament, table.final_count, table.planned_count) == ("tiny", 6, 6)
    assert sorted(row.bot for row in table.rows) == ["alpha", "greedy", "random"]
    assert sum(row.points for row in table.rows) == 5  # six series, one lost by both
    alpha = next(row for row in table.rows if row.bot == "alpha")
    assert dict(alpha.faults)[FaultKind.WITHDRAWN] == 1
    assert any("commitment 66687aadf862bd77" in fact for fact in table.facts)
    assert "Isolation: none, mirror unprotected." in table.facts


EDGES = {
    "zero series": standings(["a", "b"]),
    "no bots": standings([]),
    "one bot without series": standings(["a", "b", "idle"], league({"a": 5, "b": 9}, 3)),
    "one series": standings(["a", "b"], [series("a", "b", (1, 0))]),
    "all draws": standings(["a", "b"], [series("a", "b", (4, 4), round_=n, leg=leg) for n in (1, 2) for leg in (1, 2)]),
    "undefeated": standings(list("abc"), league({"a": 999, "b": 9, "c": 0}, 4)),
    "all forfeits": standings(["a", "b"], [series("a", "b", losers=("b",), round_=n) for n in range(9)]),
    "all lost by both": standings(["a", "b"], [series("a", "b", losers=("a", "b"), round_=n) for n in range(9)]),
    "all withdrawn": standings(["a", "b"], [series("a", "b", losers=("a",), end=SeriesEnd.WITHDRAWN)]),
    "groups": standings(list("abcd"), [series("a", "b", (1, 0)), series("c", "d", (1, 0))]),
}


@pytest.mark.parametrize("table", EDGES.values(), ids=EDGES)
def test_edges_are_finite(table: Standings) -> None:
    """Whatever was played, every number is finite or None, and words are there."""
    numbers = [value for value in _values([asdict(row) for row in table.rows]) if isinstance(value, float)]
    assert all(map(math.isfinite, numbers))
    assert table.verdict
    assert "nan" not in json.dumps([table.verdict, *table.remarks])


def test_crash_gains_nothing() -> None:
    """A bot that crashes every series it is losing gets no more points and no better Elo for it."""
    honest = league({"a": 30, "b": 0, "c": 15}, 10)
    crashing = [
        series(one.a, one.b, one.totals, round_=one.round, leg=one.leg, losers=("c",))
        if "c" in (one.a, one.b) and one.points[(one.a, one.b).index("c")] == 0
        else one
        for one in honest
    ]
    before, after = (
        {row.bot: row for row in standings(["a", "b", "c"], results).rows} for results in (honest, crashing)
    )
    assert {name: row.points for name, row in before.items()} == {name: row.points for name, row in after.items()}
    assert {name: row.elo for name, row in before.items()} == {name: row.elo for name, row in after.items()}
    assert after["c"].average_score is None
    assert after["a"].average_score is not None


def test_removed_bot_without_series() -> None:
    """A bot that the TOML no longer names and that never played is not shown."""
    assert [row.bot for row in standings(["a", "b"], removed=["b"]).rows] == ["a"]


def _values(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, list | tuple):
        for branch in tree:
            yield from _values(branch)
    else:
        yield tree
