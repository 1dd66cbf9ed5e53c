"""Which columns are shown in a width, and what happens to long names."""

import pytest
from rich.text import Text
from support.league import fault, league, standings
from support.screens import shown

from referee.report.columns import COLUMNS
from referee.report.standings import FilledColumn, StandingsPage, StandingsTable, fit_columns, sentence, shortest_name

NAMES = {"a" * 40: 5, "Bb.c-d_e": 9, "c": 1}
TABLE = standings(list(NAMES), league(NAMES, 3), [fault("c")], planned=100)


def titles(width: int) -> list[str]:
    """Heads of the columns that fit."""
    filled = [FilledColumn.of(column, TABLE.rows) for column in COLUMNS]
    return [one.column.title for one in fit_columns(filled, width)]


def heads(table: StandingsTable, width: int) -> str:
    """The first line of a table."""
    return shown(table, width).split("\n")[0]


def test_all_fit() -> None:
    """With room enough all columns are there, in their order."""
    assert titles(200) == [
        "#",
        "Bot",
        "Points",
        "%",
        "W-D-L",
        "Strength ±",
        "Elo ±",
        "Place",
        "Average",
        "ms",
        "max",
        "Faults",
    ]


def test_least_important_goes_first() -> None:
    """Columns go one by one, the longest turn first, Strength last; place, name and points stay."""
    seen = [titles(width) for width in range(200, 10, -1)]
    dropped = [column for column in seen[0] if column not in seen[-1]]
    order = [next(i for i, heads in enumerate(seen) if column not in heads) for column in dropped]
    assert [column for _, column in sorted(zip(order, dropped, strict=True))] == [
        "max",
        "ms",
        "Average",
        "Faults",
        "%",
        "W-D-L",
        "Place",
        "Elo ±",
        "Strength ±",
    ]
    assert seen[-1] == ["#", "Bot", "Points"]


def test_names_are_cut_before_a_column_goes() -> None:
    """To 16 characters, but not where two would then look alike; they get what room is left."""
    assert titles(119) == titles(200)
    assert "…" in shown(StandingsTable(rows=TABLE.rows), 119)
    assert shortest_name(["a" * 40, "b" * 40], 40) == 16
    assert shortest_name(["a" * 20 + "b" * 20, "a" * 40, "c"], 40) == 22
    assert shortest_name(["ann", "bob"], 3) == 3


def test_gap_narrows_before_a_column_goes() -> None:
    """From 3 blanks to 2, and to 1 where the terminal is narrow."""
    table = StandingsTable(rows=standings(["ann", "bob"], league({"ann": 5, "bob": 9}, 3)).rows)
    gaps = {width: heads(table, width).index("Bot") - 1 for width in (120, 92, 60)}
    assert gaps == {120: 3, 92: 2, 60: 1}
    assert "Place" in heads(table, 60)


@pytest.mark.parametrize("width", range(20, 130, 7))
def test_never_wider_than_the_terminal(width: int) -> None:
    """No line is longer than the terminal is wide, and a name that is cut ends in a mark."""
    lines = shown(StandingsTable(rows=TABLE.rows), width).split("\n")
    assert max(map(len, lines)) <= width
    rows = [line for line in lines if "aaa" in line]
    assert all("a" * 40 in line or "…" in line for line in rows)


def test_missing_columns_are_named() -> None:
    """What is not shown is said, with the command that shows it."""
    text = shown(StandingsPage(standings=TABLE, folder="my.toml"), 60)
    assert "Too narrow for W-D-L" in text or "Too narrow for %" in text
    assert ": referee standings my.toml --csv or --json." in " ".join(text.split())
    assert "Too narrow" not in shown(StandingsPage(standings=TABLE), 200)


def test_what_the_order_is_by_stays() -> None:
    """Points, or % while bots have played unequal numbers: the other one goes first."""
    played = league({"ann": 50, "bob": 0, "cyd": 9}, 3)
    for names, kept, gone in ((["ann", "bob", "cyd"], "Points", "%"), (["ann", "bob", "cyd", "dan"], "%", "Points")):
        head = next(
            line
            for line in shown(StandingsPage(standings=standings(names, played)), 48).splitlines()
            if line.startswith("#")
        )
        assert kept in head
        assert gone not in head


def test_facts_are_those_of_the_columns_shown() -> None:
    """What is not there needs no explanation."""
    wide, narrow = (" ".join(shown(StandingsPage(standings=TABLE), width).split()) for width in (200, 85))
    heads = ("Points", "Strength", "Elo", "Place", "Average", "ms", "Luck", "Isolation", "Deals")
    assert [head for head in heads if f"{head}: " in wide] == [*heads]
    assert [head for head in heads if f" {head}: " not in narrow] == ["Average", "ms"]


def test_table_is_what_remains_on_a_small_terminal() -> None:
    """80 columns and 24 lines, with the prompt: the same lines as elsewhere, but faults and facts before the table."""
    names = {"planner": 200, "greedy": 60, "discarder": 0, "random": -260}
    faults = [fault("greedy")] * 9
    page = StandingsPage(standings=standings(list(names), league(names, 8), faults, name="quickstart"))
    small, high = (shown(page, 80, height=height).splitlines() for height in (24, 60))
    assert high == shown(page, 80).splitlines()
    assert high[0].startswith("quickstart")
    assert sorted(filter(None, small)) == sorted(filter(None, high))
    seen = small[-23:]
    assert any(line.startswith("quickstart") for line in seen)
    assert seen[-1] == "9 faults: greedy 9 (timeout)."


def test_zero_series() -> None:
    """Without a series there are names, no places, no numbers, and a sentence."""
    text = shown(StandingsPage(standings=standings(["a", "b"])), 120)
    assert "–   a " in text
    assert "No series is final yet." in text
    assert "nan" not in text


def test_no_bots() -> None:
    """An empty table is a table."""
    assert "No series is final yet." in shown(StandingsPage(standings=standings([])))


def test_withdrawn_bot_is_dim() -> None:
    """A withdrawn bot's name is not bold."""
    table = standings(["a", "b"], league({"a": 1, "b": 2}, 1), withdrawn=["a"])
    text = shown(StandingsPage(standings=table), color="standard")
    assert "\x1b[2ma  " in text
    assert "\x1b[1mb  " in text


def test_sentence() -> None:
    """A remark gets its capital and its full stop."""
    assert [sentence("6 faults: a 6 (timeout)"), sentence("withdrawn: a")] == [
        "6 faults: a 6 (timeout).",
        "Withdrawn: a.",
    ]


def test_markup_in_names_is_text() -> None:
    """Square brackets of a tournament's name are shown, not obeyed."""
    table = standings(["a", "b"], name="[red]winter[/red]")
    assert shown(StandingsPage(standings=table)).startswith("[red]winter[/red] · 0 of 0 series")


def test_cells_are_text() -> None:
    """Every column gives one cell a row."""
    assert all(
        len(cells) == len(TABLE.rows) and all(isinstance(cell, Text) for cell in cells)
        for cells in (column.show(TABLE.rows) for column in COLUMNS)
    )
