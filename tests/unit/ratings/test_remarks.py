"""What is said below the table."""

from dataclasses import replace

import pytest
from support.league import fault, league, series, standings

from referee.errors import FaultKind
from referee.play.records import SeriesEnd


def test_nothing_to_say() -> None:
    """A clean tournament needs no remark."""
    assert standings(["a", "b"], league({"a": 3, "b": 2}, 4)).remarks == ()


def test_faults() -> None:
    """Faults by bot and kind, most first; one kind alone stands behind its number."""
    faults = [fault("b"), fault("a", FaultKind.CRASHED), fault("b"), fault("c"), fault("c", FaultKind.ILLEGAL_TURN)]
    lines = standings(["a", "b", "c"], [], [*faults, fault("c")]).remarks
    assert lines[0] == "6 faults: c 3 (2 timeout, 1 illegal-turn), b 2 (timeout), a 1 (crashed)"


@pytest.mark.parametrize(("count", "end"), [(8, ""), (9, " and 1 more"), (11, " and 3 more")])
def test_many_bots(count: int, end: str) -> None:
    """No line names more than eight bots."""
    names = [f"bot{number:02}" for number in range(count)]
    assert standings(names, [], [fault(name) for name in names]).remarks[0].endswith(f"bot07 1 (timeout){end}")


def test_withdrawn_and_left_out() -> None:
    """A withdrawn bot is named; what it leaves out of the averages is counted."""
    results = [series("a", "b", (5, 4)), series("a", "b", leg=2, losers=("b",), end=SeriesEnd.WITHDRAWN)]
    assert standings(["a", "b"], results, withdrawn=["b"]).remarks == (
        "1 fault: b 1 (withdrawn)",
        "withdrawn after too many faults: b",
        "left out of Strength and averages: 1 of 1 encounter (100.0 %), for a forfeit in them",
        "no Strength, no average: b, whose own faults left out more than 5 % of their encounters",
        "no Strength: a, with too few whole encounters to tell how they scatter",
        "no average: a, without a whole encounter played out",
    )


def test_sorted_names() -> None:
    """Bots that were withdrawn or removed, or have no Strength for their faults, are named in code-point order."""
    results = [series("a", "d"), *(series("c", "d", losers=("c",), leg=leg) for leg in (1, 2)), series("b", "d")]
    results.append(series("b", "d", losers=("b",), leg=2))
    lines = standings(["d", "c", "b", "a"], results, withdrawn=["c", "b"], removed=["c", "b"]).remarks
    assert "withdrawn after too many faults: b, c" in lines
    assert "no longer in the TOML, kept with their results: b, c" in lines
    assert "left out of Strength and averages: 2 of 3 encounters (66.7 %), for a forfeit in them" in lines
    assert any(line.startswith("no Strength, no average: b, c, ") for line in lines)


def test_removed() -> None:
    """A bot that left the TOML is named while it is in the table, and not when it has no series."""
    results = league({"a": 3, "b": 2, "c": 1}, 4)
    assert standings(["a", "b", "c", "d"], results, removed=["b", "d"]).remarks == (
        "no longer in the TOML, kept with their results: b",
    )


def test_margin() -> None:
    """Uses of the margin stand beside the turns, most first."""
    results = [
        replace(series("a", "b", (5, 4)), margin_uses=(3, 0)),
        replace(series("a", "c", (5, 4)), margin_uses=(0, 4)),
    ]
    lines = standings(["a", "b", "c"], results).remarks
    assert lines[0] == "beyond the limit but within the margin: c in 4 of 66 turns, a in 3 of 132 turns"


def test_substituted_turns() -> None:
    """Who needed them, most first; they are among the faults."""
    faults = [fault("a"), *[replace(fault(bot, FaultKind.ILLEGAL_TURN), substituted=True) for bot in "abb"]]
    lines = standings(["a", "b", "c"], [], faults).remarks
    assert lines[:2] == (
        "4 faults: a 2 (1 timeout, 1 illegal-turn), b 2 (illegal-turn)",
        "turns that the referee played: 2 for b, 1 for a",
    )


def test_lag() -> None:
    """The largest of all series; nothing is said where there was none."""
    results = [replace(series("a", "b", (5, 4), leg=leg), lag_ms=lag_ms) for leg, lag_ms in ((1, 34.6), (2, 12.0))]
    assert standings(["a", "b"], results).remarks[0] == (
        "the referee's own delay: up to 35 ms in a turn, charged to no bot"
    )
    least = [replace(result, lag_ms=1.0) for result in results]
    assert "delay: up to 1 ms" in standings(["a", "b"], least).remarks[0]


def test_missing() -> None:
    """Why a bot has no place or no Elo is said."""
    results = [series("a", "b", losers=("a", "b")), series("c", "d", (1, 0)), series("c", "d", (1, 0), leg=2)]
    lines = standings(["a", "b", "c", "d", "idle"], results).remarks
    assert "no series yet: idle" in lines
    assert "no Elo: a, b, without a rated series" in lines
    assert not any(line.startswith("no average:") for line in lines)
