"""Tables that grow: further lines, further pages, the heat map."""

import json
from dataclasses import replace

import pytest
from support.league import fault, league, series
from support.pages import check_page, overview

from referee.errors import FaultKind
from referee.report.site import portrait as portrait_module
from referee.report.site.duels import Portfolio
from referee.report.site.faultlist import FRONT_FAULTS, PAGE_FAULTS, FaultList
from referee.report.site.lines import FRONT_LINES, PAGE_LINES, Lines
from referee.report.site.overview import Overview
from referee.report.site.portrait import Portrait
from referee.report.site.square import EVEN, MOST_CELLS, MOST_NUMBERS, Square

MANY = FRONT_LINES + PAGE_LINES + 5


def crowd(count: int) -> Overview:
    """So many bots, of which the first two have met: ratings of hundreds that have would take a test's patience."""
    results = [replace(series("bot0000", "bot0001", (9, 2), leg=leg), number=leg) for leg in (1, 2)]
    return overview([f"bot{number:04}" for number in range(count)], results)


def data(script: bytes) -> tuple[str, object]:
    """What a data script has."""
    key, value = json.loads(script.decode().removeprefix("LostCities.take(...").removesuffix(");\n"))
    return key, value


def test_standings_of_many_bots() -> None:
    """The front page has the first lines, pages and scripts the others, each bot once and in order."""
    tournament = crowd(MANY)
    lines = Lines(tournament)
    assert len(lines.first) == FRONT_LINES
    assert list(lines.page_numbers) == [1, 2]
    parts = [data(lines.script(number)) for number in lines.page_numbers]
    assert [key for key, _ in parts] == ["standings/1", "standings/2"]
    rows = [row for _, part in parts if isinstance(part, list) for row in part]
    expected = [line.row.bot for line in lines.all[FRONT_LINES:]]
    assert [next(name for name in expected if f'data-name="{name}"' in row) for row in rows] == expected
    pages = [check_page(lines.page(number)) for number in lines.page_numbers]
    assert [name for page in pages for name in expected if f" {name} " in page.text] == expected


def test_few_bots_have_no_further_pages() -> None:
    """All lines are on the front page."""
    lines = Lines(crowd(FRONT_LINES))
    assert not list(lines.paths())


def test_order_by_strength() -> None:
    """Every line knows its place in either order; bots without a Strength come last."""
    strengths = {"ann": 30.0, "bob": 20.0, "cyd": 10.0}
    lines = Lines(overview([*strengths, "dan"], league(strengths, 6)))
    by_strength = sorted(lines.all, key=lambda line: line.by_strength)
    values = [line.row.strength.value for line in by_strength if line.row.strength]
    assert values == sorted(values, reverse=True)
    assert by_strength[-1].row.bot == "dan"
    assert [line.by_points for line in lines.all] == [0, 1, 2, 3]


@pytest.mark.parametrize(("count", "is_map"), [(MOST_NUMBERS, False), (MOST_NUMBERS + 1, True)])
def test_numbers_or_a_map(count: int, is_map: bool) -> None:  # noqa: FBT001 - a case
    """Above 60 bots the crosstable is a heat map."""
    square = Square(crowd(count))
    assert square.is_map is is_map
    assert len(square.rows) == len(square.columns) == square.all_count == count


def test_map_is_bounded() -> None:
    """At most 120 bots; a row's runs of one color are one line."""
    square = Square(crowd(MOST_CELLS + 30))
    assert (len(square.rows), square.all_count) == (MOST_CELLS, MOST_CELLS + 30)
    runs = dict(square.levels("score"))
    assert set(runs) == {0, 2 * EVEN}
    assert sorted(runs.values()) == ["M0 1.5h1", "M1 0.5h1"]
    key, cells = data(square.script())
    assert key == "crosstable"
    assert isinstance(cells, dict)
    assert len(cells["versus"]) == MOST_CELLS


def test_crosstable_of_a_gauntlet() -> None:
    """One row, the subject's, and its lead over each opponent."""
    results = [
        series(min("z", name), max("z", name), totals, leg=leg, round_=round_)
        for name, totals in (("a", (5, 9)), ("b", (9, 5)))
        for round_ in range(1, 5)
        for leg in (1, 2)
    ]
    square = Square(overview(["z", "a", "b"], results, layout="gauntlet"))
    assert (square.rows, set(square.columns)) == (("z",), {"a", "b"})
    ((one, other),) = square.cells("score")
    assert one is not None
    assert other is not None
    assert {square.columns[0]: one.text, square.columns[1]: other.text} == {"a": "100", "b": "0"}


def test_opponents_of_a_bot_of_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its page has the first ones, further pages the others."""
    monkeypatch.setattr(portrait_module, "PAGE_OPPONENTS", 4)
    names = [f"bot{number:04}" for number in range(7)]
    results = [series("a", name, (9, 2), leg=leg) for name in names for leg in (1, 2)]
    tournament = overview(["a", *names], results)
    portrait = Portrait(tournament, Portfolio(tournament, "a"), FaultList(tournament))
    pages = [check_page(portrait.page()), check_page(portrait.opponents_page(2))]
    assert [sum(f" {name} " in page.text for name in names) for page in pages] == [4, 3]
    assert "The first 4 of 7" in pages[0].text
    assert "opponents/a/2.html" in list(portrait.paths())


def test_encounters_are_listed_once() -> None:
    """Page after page, opponent after opponent, all of them."""
    tournament = overview(["a", "b", "c"], league({"a": 10, "b": 0, "c": 5}, 600))
    portfolio = Portfolio(tournament, "a")
    portrait = Portrait(tournament, portfolio, FaultList(tournament))
    assert (portfolio.encounter_count, list(portrait.encounter_pages)) == (1200, [1, 2, 3])
    counts = [check_page(portrait.encounters_page(number)).text.count(" : ") for number in portrait.encounter_pages]
    assert counts == [1000, 1000, 400]
    second = portfolio.opponents[1]
    assert portfolio.duel(second).list_path == f"encounters/a/2.html#with-{second}"


def test_many_faults() -> None:
    """The front page tells the last ones, further pages all that are listed."""
    faults = [replace(fault("a", FaultKind.CRASHED), series=1) for _ in range(PAGE_FAULTS + 7)]
    results = [series("a", "other", losers=("a",), leg=leg) for leg in (1, 2)]
    tournament = overview(["a", "other"], results, faults)
    listed = FaultList(tournament)
    assert len(listed.last) == len(listed.of("a")) == FRONT_FAULTS
    assert list(listed.page_numbers) == [1, 2]
    assert [check_page(listed.page(number)).text.count("crashed") for number in (1, 2)] == [PAGE_FAULTS, 7]
