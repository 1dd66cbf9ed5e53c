"""The standings as a whole: from a results folder, and at the edges."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from support.league import STAGES, fault, header, league, series, standings, stored_bots
from support.records import encounter, eventful_folder, finish, new_store, play_series

from referee.errors import FaultKind
from referee.play.records import MatchEnd, SeriesEnd
from referee.ratings.audit import LuckAudit
from referee.ratings.facts import Facts
from referee.ratings.field import TableOptions
from referee.ratings.standings import Standings, build_standings, compose
from referee.results.planning import Counts
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


def test_rows_and_faults() -> None:
    """A row tells of withdrawal and %; the faults are listed one by one."""
    faults = [fault("b"), fault("a", FaultKind.CRASHED)]
    table = standings(["a", "b"], [series("a", "b", (3, 1)), series("a", "b", (1, 3), leg=2)], faults, withdrawn=["b"])
    assert [(row.bot, row.percent, row.is_withdrawn) for row in table.rows] == [("a", 50, False), ("b", 50, True)]
    assert table.fault_list == tuple(faults)


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


@pytest.mark.parametrize("name", ["zero series", "no bots", "one series", "all forfeits", "all lost by both"])
def test_edges_without_strength(name: str) -> None:
    """Where nothing can be said of margins no bot has a Strength, and the reason is told if there is one."""
    table = EDGES[name]
    assert all(row.strength is None for row in table.rows)
    reasons = [line for line in table.remarks if line.startswith("no Strength")]
    assert bool(reasons) == any(row.series_count for row in table.rows)


def test_all_draws_are_all_equal() -> None:
    """Draws only: everybody is 0 ± 0 and first, and no plot is drawn."""
    results = [series("a", "b", (4, 4), round_=n, leg=leg) for n in range(5) for leg in (1, 2)]
    rows = standings(["a", "b"], results).rows
    assert [(row.strength.value, row.strength.error) for row in rows if row.strength] == [(0, 0)] * 2
    assert [row.strength.places.low for row in rows if row.strength and row.strength.places] == [1, 1]


def test_groups_have_strengths_of_their_own() -> None:
    """Bots that never met are rated in groups of mean 0 each, with places of their own."""
    rows = standings(list("abcd"), league({"a": 60, "b": 0}, 9) + league({"c": 90, "d": 0}, 9)).rows
    groups = {row.bot: row.strength.group for row in rows if row.strength}
    assert groups["a"] == groups["b"] != groups["c"] == groups["d"]
    assert max(row.strength.places.high for row in rows if row.strength and row.strength.places) == 2


def test_sorted_by_strength() -> None:
    """The order is that of Strength, places stay those of the league; bots without a Strength come last."""
    results = [*league({"a": 0, "b": 60, "c": 20}, 9), series("c", "x", (999, 0), round_=99)]
    table = standings(list("abcx"), results, options=TableOptions(sort="strength"))
    values = [row.strength.value for row in table.rows if row.strength]
    assert values == sorted(values, reverse=True)
    assert [row.bot for row in table.rows] == ["b", "c", "a", "x"]
    by_points = {row.bot: row.place for row in standings(list("abcx"), results).rows}
    assert {row.bot: row.place for row in table.rows} == by_points


def test_luck_left_in() -> None:
    """Adjusted margins are the table's; `--no-luck` gives those that were played, and makes no audit."""
    results = [
        series("a", "b", (10 * n, 0), round_=n, leg=leg, luck=10.0 * n - 7) for n in range(1, 9) for leg in (1, 2)
    ]
    taken, left = (standings(["a", "b"], results, options=TableOptions(takes_luck_out=wish)) for wish in (True, False))
    assert [row.strength.value for row in taken.rows if row.strength] == pytest.approx([3.5, -3.5])
    assert [row.strength.error for row in taken.rows if row.strength] == [0, 0]
    assert [row.strength.value for row in left.rows if row.strength] == pytest.approx([22.5, -22.5])
    assert (taken.luck.is_taken_out, left.luck.is_taken_out, left.luck.audit) == (True, False, None)


@pytest.mark.parametrize(("model", "mean", "is_audited"), [("luck-1", 3, True), ("luck-0", 3, False), (None, 7, False)])
def test_luck_of_another_model(model: str | None, mean: float, *, is_audited: bool) -> None:
    """What a model said that we do not know is taken out of margins and not audited; without one nothing is."""
    luck = None if model is None else 4.0
    results = [series("a", "b", (7, 0), round_=n, leg=leg, luck=luck) for n in range(40) for leg in (1, 2)]
    facts = Facts(header=replace(header(), luck_model=model), stages=STAGES, counts=Counts(final=80, planned=80))
    table = compose(results, [], bots=stored_bots(["a", "b"]), facts=facts, luck_of=lambda _: 0.0)
    assert [row.strength.value for row in table.rows if row.strength] == pytest.approx([mean / 2, -mean / 2])
    assert table.luck.model == model
    assert table.luck.is_taken_out == (model is not None)
    assert (table.luck.audit is not None) == is_audited


def test_luck_of_stored_forfeits(tmp_path: Path) -> None:
    """From thirty encounters on the luck up to a fault is worked out from the records."""
    rows = [row for round_ in range(1, 31) for row in encounter(round=round_)]
    played = [play_series(row) for row in encounter()]
    cut = replace(played[0].matches[0], luck=None, end=MatchEnd.FORFEIT)
    broken = replace(played[0], matches=(cut,), end=SeriesEnd.FORFEIT, losers=("random",))
    records = {number: replace(played[(number - 1) % 2], number=number) for number in range(2, 61)}
    with new_store(tmp_path, rows) as store:
        finish(store, {**records, 1: broken})
    with Results.open(tmp_path) as results:
        table = build_standings(results)
    assert (table.luck.audit or LuckAudit(bot_count=0, findings=())).bot_count == 2


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
    assert after["c"].strength is None
    assert after["a"].strength is not None
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
