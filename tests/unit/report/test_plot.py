"""Intervals drawn with letters."""

from dataclasses import replace

import pytest
from support.league import league, standings

from referee.ratings.standings import StandingsRow
from referee.ratings.strength import StrengthRating
from referee.report.plot import Scale, interval_plot


def rows(*ratings: tuple[float, float] | None) -> list[StandingsRow]:
    """Rows with Strength and error; None for a row without."""
    blank = standings(["a", "b"]).rows[0]
    return [
        replace(blank, strength=None if one is None else StrengthRating(value=one[0], error=one[1])) for one in ratings
    ]


def drawn(*ratings: tuple[float, float] | None, width: int = 21) -> list[str]:
    """Head and cells as text."""
    plot = interval_plot(rows(*ratings), width)
    assert plot is not None
    head, cells = plot
    return [head, *(cell.plain for cell in cells)]


def test_drawing() -> None:
    """Values, their intervals, zero, and round labels; a bot without a Strength has zero alone."""
    assert drawn((16, 4), (0, 2), (-20, 0), None) == [
        "-20       0       +20",
        "          ┊     ━━●━━",
        "         ━●━         ",
        "●         ┊          ",
        "          ┊          ",
    ]


def test_zero_is_always_there() -> None:
    """Where all lies on one side the scale begins at 0."""
    head, cell = drawn((50, 10))
    assert head.startswith("0")
    assert cell.startswith("┊")


@pytest.mark.parametrize("largest", [0.004, 0.7, 1, 9, 87, 430, 12_345.0])
@pytest.mark.parametrize("width", [15, 22, 31])
def test_labels_never_touch(largest: float, width: int) -> None:
    """Whatever the scale, labels stand apart and inside, 0 is among them, and every cell is as wide as the column."""
    head, *cells = drawn((largest, largest / 9), (-largest / 3, largest / 5), width=width)
    assert len(head) <= width
    assert {len(cell) for cell in cells} == {width}
    labels = head.split()
    assert "0" in labels
    assert [float(label) for label in labels] == sorted(float(label) for label in labels)


def test_labels_stand_at_their_values() -> None:
    """A label is centered on the character of its value."""
    head, cell = drawn((100, 0), (-100, 0), width=31)[:2]
    assert head.split() == ["-100", "-50", "0", "+50", "+100"]
    assert (head[15], cell[15]) == ("0", "┊")


def test_nothing_to_draw() -> None:
    """Without a Strength that differs from 0 there is no plot."""
    assert interval_plot(rows((0, 0), None), 21) is None
    assert interval_plot(rows(), 21) is None


def test_scale_stays_inside() -> None:
    """The ends of the scale are the first and the last character."""
    scale = Scale(low=-1, high=3, width=9)
    assert [scale.column(value) for value in (-1, 0, 3)] == [0, 2, 8]


def test_real_rows() -> None:
    """The best bot's mark stands right of the worst one's."""
    table = standings(list("ab"), league({"a": 60, "b": 0}, 9))
    plot = interval_plot(table.rows, 31)
    assert plot is not None
    first, last = (cell.plain for cell in plot[1])
    assert first.index("●") > last.index("●")
