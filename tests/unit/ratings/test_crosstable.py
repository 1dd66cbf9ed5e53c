"""Every bot against every other."""

from pathlib import Path

import pytest
from support.league import header, league, series, stored_bots
from support.records import eventful_folder

from referee.ratings.crosstable import Kind, build_crosstable, cross
from referee.ratings.field import DEFAULT_OPTIONS, TableOptions, gather
from referee.ratings.standings import build_standings
from referee.results.reader import Results
from referee.results.rows import SeriesResult
from referee.tournament.schedule import Format


def cells(
    names: str,
    results: list[SeriesResult],
    kind: Kind,
    *,
    options: TableOptions = DEFAULT_OPTIONS,
    layout: Format = "round-robin",
) -> dict[str, dict[str, float]]:
    """Rows by name, and in each the cells that say something, in their order."""
    field = gather(results, [], bots=stored_bots(list(names)), header=header(layout=layout), options=options)
    table = cross(field, kind, tournament="winter")
    return {
        bot: {other: cell for other, cell in zip(table.bots, row, strict=True) if cell is not None}
        for bot, row in zip(table.bots, table.cells, strict=True)
    }


RESULTS = [
    series("a", "b", (40, 10), luck=8.0),
    series("a", "b", (20, 20), leg=2, luck=-2.0),
    series("b", "c", losers=("c",)),
    series("b", "c", (9, 90), leg=2),
]


def test_score() -> None:
    """Points of the row's bot; a forfeit counts, bots that did not meet have nothing."""
    assert cells("abc", RESULTS, "score") == {"a": {"b": 1.5}, "b": {"a": 0.5, "c": 1}, "c": {"b": 1}}


def test_from_results(tmp_path: Path) -> None:
    """Of a stored tournament, in the order of its standings."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        table = build_crosstable(results, "score")
        order = tuple(row.bot for row in build_standings(results).rows)
    assert (table.tournament, table.kind, table.bots) == ("tiny", "score", order)
    assert sum(cell or 0 for row in table.cells for cell in row) == 5  # six series, one lost by both


def test_margin() -> None:
    """The mean margin of whole encounters less luck: (30 − 8 + 0 + 2) / 2 and 0; a forfeited encounter has none."""
    second = [series("a", "b", (5, 5), round_=2, leg=leg) for leg in (1, 2)]
    assert cells("abc", [*RESULTS, *second], "margin") == {"a": {"b": 6}, "b": {"a": -6}, "c": {}}


def test_margin_with_its_luck() -> None:
    """Luck is left in on demand."""
    options = TableOptions(takes_luck_out=False)
    assert cells("abc", RESULTS, "margin", options=options)["a"] == {"b": 15}


def test_stronger() -> None:
    """Probabilities of both ways add up to one; where there is no Strength there is none."""
    table = cells("abx", league({"a": 70, "b": 10}, 9), "stronger")
    assert table["a"]["b"] + table["b"]["a"] == pytest.approx(1)
    assert table["a"]["b"] > 0.5
    assert table["x"] == {}


def test_order_is_that_of_the_standings() -> None:
    """Rows and columns stand as in the table, by points or by Strength."""
    results = [
        *(series("a", "b", (1 + n % 2, 0), round_=n, leg=leg) for n in range(9) for leg in (1, 2)),
        *(series("b", "c", (500 + n % 2, 0), round_=n, leg=leg) for n in range(9) for leg in (1, 2)),
        *(series("a", "c", (9 + n % 3, 0), round_=n, leg=leg) for n in range(9) for leg in (1, 2)),
    ]
    assert list(cells("abc", results, "score")) == ["a", "b", "c"]
    assert list(cells("abc", results, "score", options=TableOptions(sort="strength"))) == ["b", "a", "c"]


def test_gauntlet() -> None:
    """In a gauntlet the subject stands first, then its opponents as in the table."""
    results = [series("a", "m", (0, 9)), series("b", "m", (9, 0))]
    assert list(cells("mab", results, "score", layout="gauntlet")) == ["m", "b", "a"]


def test_no_bots() -> None:
    """Of nobody there is an empty square."""
    assert cells("", [], "score") == {}
