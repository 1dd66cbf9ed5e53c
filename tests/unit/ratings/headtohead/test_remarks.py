"""What is said below a head to head."""

from dataclasses import replace

import pytest
from support.duels import A, B, chance, compared, counted, encounter

from referee.play.records import SeriesEnd
from referee.ratings.headtohead.remarks import ELO_FACT, TEST_FACT, WILSON_FACT, facts, remarks
from referee.ratings.headtohead.sprt import Plan

PLAN = Plan(low=0, high=10)


def test_nothing_to_say() -> None:
    """Enough encounters, all played out: no remark."""
    assert remarks(compared(chance(5, 40), plan=PLAN)) == ()


def test_what_is_left_out() -> None:
    """Forfeits, withdrawals, losses for both and half encounters are counted, and by whom."""
    results = [
        *chance(5, 39),
        *encounter((9, 9), round_=40, losers=((B,), (A,))),
        *encounter((9, 9), round_=41, losers=((A, B), ())),
        *encounter((9, 9), round_=42, losers=((B,), (B,)), end=SeriesEnd.WITHDRAWN),
        *encounter((9, 9), round_=43, losers=((A,), (A,))),
        *encounter((9, 9), round_=44)[:1],
    ]
    assert "\n".join(remarks(compared(results))) == (
        "not counted: 1 encounter of which the other leg is not final yet\n"
        "left out of margins: 4 of 43 encounters (9.3 %), for a forfeit or a withdrawal in them, caused by nansen 3,"
        " zheng-he 3\n"
        "left out of Elo: 2 of 43 encounters, for a series that both bots lost or a withdrawal\n"
        "points a series decide nothing here: own faults of nansen and zheng-he left out more than 5 % of the"
        " encounters"
    )


def test_left_out_by_one() -> None:
    """Who left out nothing is not named; where nothing is left, nothing is said of what margins decide."""
    lines = remarks(compared(encounter((9, 9), round_=1, losers=((B,), ()))))
    assert lines[0].endswith(", caused by zheng-he 1")
    assert not any(line.startswith("points a series decide") for line in lines)


def test_unknown_luck() -> None:
    """The way to count such encounters is told."""
    results = [*chance(5, 40), *encounter((9, 9), round_=41, luck=(None, None))]
    assert remarks(compared(results)) == ("left out of margins: 1 encounter without luck; --no-luck counts them",)


def test_gap() -> None:
    """A test that waits says for what; without a test nothing waits."""
    results = list(chance(5, 41))
    holed = results[:20] + results[22:]
    assert remarks(compared(holed, plan=PLAN)) == ("the test stops before round 11, whose encounter is not final yet",)
    assert remarks(compared(holed)) == ()


def test_why_elo_is_missing() -> None:
    """Each reason has its own words."""
    few = "fewer than 40 encounters: of the two intervals for Elo, go by Wilson's"
    assert remarks(compared(counted([0, 0, 0, 0, 40])))[1:] == (
        "no value for Elo: nansen took every point, which tells one end of the interval only",
    )
    assert remarks(compared(counted([3, 0, 0, 0, 0])))[1:] == (
        "no value for Elo: zheng-he took every point, which tells one end of the interval only",
    )
    assert remarks(compared(counted([3, 2, 4, 2, 3])))[-1] == few
    assert remarks(compared(counted([0, 0, 40, 0, 0])))[1:] == (
        "no interval for Elo: all encounters ended alike, so their scatter cannot be judged",
    )
    assert remarks(compared(counted([0, 0, 0, 1, 39]))) == (
        "no interval for Elo: the normal law would leave 0 to 100 % of the points",
    )


def test_facts() -> None:
    """What the numbers are: with or without luck, for few encounters, with a test; nothing about nothing."""
    many = facts(compared(chance(5, 40)))
    assert many[0].endswith("both legs, less the luck of the cards (luck-1); ± 95 %, Student's t.")
    assert many[1:] == (
        "LOS: likelihood of superiority, the probability that nansen is stronger than zheng-he.",
        ELO_FACT,
        "Encounters: a series and its mirror, the same deals with the seats swapped.",
        "Isolation: none, mirror unprotected.",
        f"Deals: commitment {'66687aad' * 8}.",
    )
    few = facts(compared(chance(5, 4), plan=PLAN, takes_luck=False))
    assert "luck left in" in few[0]
    assert few[3:5] == (WILSON_FACT, TEST_FACT)
    for counts in ([0, 0, 40, 0, 0], [0, 0, 3, 0, 2]):  # no interval from so many, one from so few
        assert WILSON_FACT in facts(compared(counted(counts)))
    assert facts(compared([])) == ()


@pytest.mark.parametrize(
    ("mirrored_count", "words"),
    [
        (0, "two series with the seats swapped, each with deals of its own (no mirror)"),
        (3, "3 of 4 are a series and its mirror, the same deals with the seats swapped; the others have none"),
    ],
)
def test_mirrors_are_counted(mirrored_count: int, words: str) -> None:
    """Those of a remote bot have none, and what a series is worth depends on it."""
    results = [replace(leg, mirrored=leg.round <= mirrored_count) for leg in chance(5, 4)]
    assert f"Encounters: {words}." in facts(compared(results))
