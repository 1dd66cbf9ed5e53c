"""One bot against each of the others."""

import math
from dataclasses import replace

import pytest
from support.league import fault, series, standings
from support.screens import shown

from referee.ratings.elo import ELO_PER_LOGIT, Z_95
from referee.ratings.standings import Standings
from referee.report.standings import StandingsPage
from referee.results.rows import SeriesResult


def contest(a: str, b: str, won: int, lost: int) -> list[SeriesResult]:
    """So many series won and lost by the first, each an encounter of its own."""
    scores = [(30, 0)] * won + [(0, 30)] * lost
    return [series(a, b, totals, round_=round_) for round_, totals in enumerate(scores, 1)]


def table() -> Standings:
    """The gauntlet of m: strong, even and weak opponents, and one that was not met yet."""
    results = contest("a", "m", 18, 2) + contest("m", "z", 19, 1) + contest("c", "m", 5, 5)
    return standings(["m", "z", "c", "a", "new"], results, [fault("m")], layout="gauntlet")


def test_a_row_an_opponent() -> None:
    """Rows are opponents, the hardest first, with the subject's points against them; none is the subject's own."""
    rows = table().rows
    assert [(row.place, row.bot, row.points, row.series_count) for row in rows] == [
        (1, "a", 2, 20),
        (2, "c", 5, 10),
        (3, "z", 19, 20),
        (None, "new", 0, 0),
    ]


def test_average_is_the_subjects() -> None:
    """Its points a match against that opponent, in whole encounters."""
    legs = [series("a", "m", (30, 12), leg=leg) for leg in (1, 2)]
    results = [*legs, series("a", "m", (0, 90), round_=2)]
    assert [row.average_score for row in standings(["m", "a"], results, layout="gauntlet").rows] == [4]


def test_elo_is_the_lead() -> None:
    """Elo is the subject's lead over the opponent, from the series of the two; few losses give a bound."""
    leads = {row.bot: row.elo for row in table().rows}
    assert leads["c"] is not None
    assert leads["c"].value == pytest.approx(0, abs=1e-6)
    assert leads["c"].error == pytest.approx(Z_95 * ELO_PER_LOGIT * math.sqrt(4 / 12))  # 10 even series and 2 draws
    assert leads["z"] is not None
    assert leads["z"].value == pytest.approx(400, abs=1)  # 20 to 2 with the prior: ten to one
    assert leads["z"].error is None
    assert 0 < (leads["z"].low or 0) < leads["z"].value
    assert leads["a"] is not None
    assert leads["a"].value == pytest.approx(-320.65, abs=0.01)  # 3 to 19
    assert leads["new"] is None


def test_faults_stand_in_the_row_of_the_opponent() -> None:
    """They are the subject's own, in the series against that opponent."""
    results = [
        replace(one, number=number) for number, one in enumerate(contest("a", "m", 1, 1) + contest("m", "z", 1, 0))
    ]
    faults = [replace(fault("m"), series=number) for number in (0, 2, 2)] + [replace(fault("a"), series=1)]
    rows = standings(["m", "a", "z"], results, faults, layout="gauntlet").rows
    assert {row.bot: row.fault_count for row in rows} == {"a": 1, "z": 2}


def test_opponent_that_cannot_be_compared() -> None:
    """One that failed too often has no Strength, and one that was met in no rated series no Elo."""
    results = [*encounters("a", "m", [-4, -6, -8, -10, -12]), series("m", "z", losers=("m", "z"))]
    results += [series("a", "m", round_=9, losers=("a",)), series("a", "m", round_=9, leg=2)]
    results += encounters("c", "m", [3] * 40)
    rows = {row.bot: row for row in standings(["m", "a", "c", "z"], results, layout="gauntlet").rows}
    assert {bot: row.strength is not None for bot, row in rows.items()} == {"a": False, "c": True, "z": False}
    assert {bot: row.elo is not None for bot, row in rows.items()} == {"a": True, "c": True, "z": False}


def test_verdict() -> None:
    """The subject's share, and whom it is surely stronger or weaker than."""
    assert table().verdict == (
        "m takes 26 of 50 points (52.0 %). At least 95 % likely stronger than z. At least 95 % likely weaker than a."
        " Undecided against c."
    )


def test_removed_bot_is_no_subject() -> None:
    """Where the first bot left the TOML, the next one is who meets all others."""
    results = contest("a", "m", 5, 5) + contest("a", "b", 3, 1)
    rows = standings(["m", "a", "b"], results, removed=["m"], layout="gauntlet").rows
    assert [(row.bot, row.points) for row in rows] == [("m", 5), ("b", 3)]


def test_never_provisional() -> None:
    """That the subject plays more than the others is in the nature of a gauntlet."""
    assert not table().is_provisional


def test_page() -> None:
    """The title names the subject, the column the opponents."""
    text = shown(StandingsPage(standings=table()), 120)
    assert text.startswith("winter · m against each · 50 of 50 series\n")
    assert "#   Opponent   Points" in text
    assert "1 fault: m 1 (timeout)." in text
    assert "Elo: the lead over the opponent" in text


def test_nothing_yet() -> None:
    """Before the first series the opponents are listed all the same."""
    empty = standings(["m", "b", "a"], layout="gauntlet")
    assert [(row.place, row.bot) for row in empty.rows] == [(None, "a"), (None, "b")]
    assert empty.verdict == "No series is final yet."


def test_no_bots() -> None:
    """A gauntlet of nobody is empty."""
    assert standings([], layout="gauntlet").rows == ()


def encounters(a: str, b: str, margins: list[int]) -> list[SeriesResult]:
    """Whole encounters by the margin of the first in each leg."""
    return [
        series(a, b, (margin, 0), round_=round_, leg=leg) for round_, margin in enumerate(margins, 1) for leg in (1, 2)
    ]


def test_strength_is_the_lead() -> None:
    """Strength is the mean margin over the opponent; its error that of a mean; there are no places."""
    results = encounters("a", "m", [-4, -6, -8, -10, -12]) + encounters("m", "z", [30, 10, 20])
    leads = {row.bot: row.strength for row in standings(["m", "a", "z"], results, layout="gauntlet").rows}
    assert leads["a"] is not None
    assert leads["a"].value == pytest.approx(8)
    assert leads["a"].error == pytest.approx(2.776445 * math.sqrt(10 / 5), abs=1e-5)
    assert leads["a"].places is None
    assert leads["z"] is None  # three encounters are two degrees of freedom


def test_chances_by_strength() -> None:
    """Where there is a Strength it decides whom the subject is stronger than: narrow wins are wins."""
    results = encounters("a", "m", [-1, -2, -1, -2]) + encounters("m", "z", [3, -3, 4, -4])
    assert standings(["m", "a", "z"], results, layout="gauntlet").verdict.endswith(
        "At least 95 % likely stronger than a. Undecided against z."
    )


def test_failing_subject_has_no_strength() -> None:
    """A subject whose own faults left out more than 5 % of its encounters has no Strength over anybody."""
    lost = [series("a", "m", round_=9, losers=("m",)), series("a", "m", round_=9, leg=2)]
    results = encounters("a", "m", [-4, -6, -8, -10, -12]) + lost
    table = standings(["m", "a"], results, layout="gauntlet")
    assert [row.strength for row in table.rows] == [None]
    assert any(line.startswith("no Strength, no average: m") for line in table.remarks)


def test_average_is_absent_with_strength() -> None:
    """Of a subject or an opponent that failed too often a row has no average either; the subject is judged over all."""
    once = [series("a", "m", round_=9, losers=("m",)), series("a", "m", round_=9, leg=2)]
    results = encounters("a", "m", [-4, -6, -8, -10, -12]) + encounters("m", "z", list(range(20)))
    table = standings(["m", "a", "z"], results + once, layout="gauntlet")
    assert {row.bot: row.average_score is None for row in table.rows} == {"a": False, "z": False}
    assert not any(line.startswith("no ") for line in table.remarks)
    theirs = [replace(one, losers=("a",)) if one.losers else one for one in once]
    table = standings(["m", "a", "z"], results + theirs, layout="gauntlet")
    assert {row.bot: row.average_score is None for row in table.rows} == {"a": True, "z": False}
    table = standings(["m", "a", "z"], results + once + [replace(one, round=10) for one in once], layout="gauntlet")
    assert {row.bot: row.average_score is None for row in table.rows} == {"a": True, "z": True}
    assert [line for line in table.remarks if line.startswith("no ")] == [
        "no Strength, no average: m, whose own faults left out more than 5 % of their encounters"
    ]


def test_no_place_column() -> None:
    """Opponents have no places of their own."""
    text = shown(StandingsPage(standings=table()), 160)
    assert "Strength ±" in text
    assert "Place" not in text.split("\n")[2]
    assert "Strength: the lead over the opponent" in " ".join(text.split())
