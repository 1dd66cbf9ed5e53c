"""How a head to head is drawn."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from support.duels import A, B, chance, compared, counted, encounter
from support.screens import shown

from referee.ratings.headtohead.lead import elo_lead
from referee.ratings.headtohead.sprt import Plan
from referee.report.compare import ComparePage, bar, chance_text, decimal, gauge, interval_text
from referee.results.rows import SeriesResult

POINTS = Plan(low=0, high=10)


def test_bar() -> None:
    """To an eighth of a character; what is there at all is seen."""
    assert [bar(share, 2) for share in (0, 1e-9, 1 / 16, 0.5, 9 / 16, 1)] == ["", "▏", "▏", "█", "█▏", "██"]


def test_gauge() -> None:
    """The point is where the ratio stands, at an end where it is beyond; the middle is marked."""
    assert gauge(0, 5) == gauge(-7, 5) == "├●─┼──┤"
    assert gauge(0.5, 5) == "├──●──┤"
    assert gauge(0.75, 5) == "├──┼●─┤"
    assert gauge(1, 5) == gauge(3, 5) == "├──┼─●┤"


def test_chance_is_never_sure() -> None:
    """It is not rounded to nothing or all."""
    assert [chance_text(chance) for chance in (None, 0, 1e-4, 0.001, 0.5, 0.999, 0.9999, 1)] == [
        "–",
        "< 0.1 %",
        "< 0.1 %",
        "0.1 %",
        "50.0 %",
        "99.9 %",
        "> 99.9 %",
        "> 99.9 %",
    ]


def test_small_errors_have_two_decimals() -> None:
    """The table too."""
    results = [leg for n in range(1, 201) for leg in encounter((n % 3, n % 3), round_=n)]
    assert "+1.00   ±0.11" in shown(ComparePage(comparison=compared(results)))


def test_zero_is_positive() -> None:
    """No number is `-0.0`."""
    assert [decimal(value) for value in (-0.04, 0.0, None, -0.06)] == ["+0.0", "+0.0", "–", "-0.1"]


@pytest.mark.parametrize(
    ("counts", "text"), [([0, 0, 0, 0, 3], "≥+77"), ([3, 0, 0, 0, 0], "≤-77"), ([0, 0, 50, 0, 0], "-68…+68")]
)
def test_open_intervals(counts: list[int], text: str) -> None:
    """An open end is a bound."""
    lead = elo_lead(counts, wins=2 * counts[4] + counts[2], losses=2 * counts[0] + counts[2])
    assert lead is not None
    assert interval_text(lead.wilson) == text


@pytest.mark.parametrize("width", range(40, 130, 9))
def test_never_wider_than_the_terminal(width: int) -> None:
    """No line is longer than the terminal is wide, and no number is cut."""
    text = shown(ComparePage(comparison=compared(chance(5, 6), plan=POINTS)), width)
    assert max(map(cell_len, text.split("\n"))) <= width
    for number in ("+5.0", "±27.0", "67.3 %", "-131…+248"):
        assert number in text


def test_long_names() -> None:
    """A long name is whole at the top, and cut with a mark where it heads a column."""
    long = "x" * 40
    results = [_renamed(series, long) for series in chance(5, 6)]
    text = shown(ComparePage(comparison=compared(results, bots=(A, long))), 80)
    assert f"against {long}" in text
    swapped = shown(ComparePage(comparison=compared(results, bots=(long, A))), 80)
    assert f"{'x' * 15}…" in swapped


def test_source_goes_first() -> None:
    """In a narrow terminal the table loses its last column only."""
    comparison = compared(counted([3, 2, 9, 1, 30]))
    assert "45 encounters, less luck" in shown(ComparePage(comparison=comparison), 80)
    narrow = shown(ComparePage(comparison=comparison), 79)
    assert "less luck\n" not in narrow
    assert "LOS" in narrow


def test_markup_is_text() -> None:
    """Square brackets of a tournament's name are shown, not obeyed."""
    comparison = replace(compared(chance(5, 6)), tournament="[red]winter[/red]")
    assert shown(ComparePage(comparison=comparison)).startswith(f"[red]winter[/red] · {A} against {B}")


def _renamed(series: SeriesResult, name: str) -> SeriesResult:
    return replace(series, b=name)
