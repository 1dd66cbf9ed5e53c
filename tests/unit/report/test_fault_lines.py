"""Below the table the last faults are told one by one."""

from rich.console import Group
from support.screens import shown

from referee.errors import FaultKind
from referee.report.standings import SHOWN_FAULTS, fault_lines
from referee.results.rows import FaultSummary


def fault(series: int, detail: str | None, *, substituted: bool = False) -> FaultSummary:
    """A timeout of greedy; without a detail the other leg is not final."""
    place = None if detail is None else 1
    return FaultSummary(
        series=series,
        bot="greedy",
        kind=FaultKind.TIMEOUT,
        substituted=substituted,
        match=place,
        turn=place,
        detail=detail,
    )


def lines(*faults: FaultSummary) -> list[str]:
    """What is printed, without what stands around it."""
    return shown(Group(*fault_lines(faults, "my.toml")), 200).split("\n")[:-1]


def test_nothing_is_said_without_faults() -> None:
    """Not even an empty line."""
    assert lines() == []


def test_fault_is_told_in_its_sentence() -> None:
    """With the series it is in, and a word where the match went on."""
    assert lines(fault(3, "match 1, turn 1: greedy (first) slept"), fault(4, "late", substituted=True)) == [
        "",
        "series 3, match 1, turn 1: greedy (first) slept",
        "series 4, late (the referee played that turn)",
        "View, reply, legal turns and log of a fault: referee replay my.toml SERIES.",
    ]


def test_fault_is_withheld_until_both_legs_are_final() -> None:
    """Bot and kind, nothing else."""
    assert lines(fault(3, None))[1] == "greedy: timeout, told in full when both legs are final"


def test_words_of_a_bot_are_escaped() -> None:
    """No escape sequence and no line of its own."""
    assert lines(fault(3, "said \x1b[31mred\nseries 4, random: crashed"))[1] == (
        r"series 3, said \x1b[31mred\nseries 4, random: crashed"
    )


def test_only_the_last_are_told() -> None:
    """The others are counted."""
    told = lines(*(fault(number, f"fault {number}") for number in range(1, SHOWN_FAULTS + 4)))
    assert told[1] == "series 4, fault 4"
    assert len(told) == SHOWN_FAULTS + 2
    assert told[-1].endswith(" 3 earlier ones: referee standings my.toml --json.")
