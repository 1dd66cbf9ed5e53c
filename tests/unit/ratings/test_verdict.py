"""The table in words."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from support.league import league, series, standings

from referee.play.records import SeriesEnd
from referee.ratings.field import TableOptions
from referee.ratings.verdict import listed, points_text
from referee.results.rows import SeriesResult


def contest(a: str, b: str, won: int, lost: int) -> list[SeriesResult]:
    """So many series won and lost by the first, each an encounter of its own."""
    scores = [(1, 0)] * won + [(0, 1)] * lost
    return [series(a, b, totals, round_=round_) for round_, totals in enumerate(scores, 1)]


def test_nothing_yet() -> None:
    """Before the first series there is nothing to say."""
    assert standings(["a", "b"]).verdict == "No series is final yet."


@pytest.mark.parametrize(
    ("won", "lost", "words"),
    [
        (9, 1, "a leads with 9 points and is 98 % likely to be stronger than b. Every place is decided."),
        (6, 4, "a leads with 6 points, but is only 71 % likely to be stronger than b. The lead is open."),
        (5, 5, "a and b share the lead with 5 points each. The lead is open."),
        (1, 0, "a leads with 1 point, but is only 71 % likely to be stronger than b. The lead is open."),
    ],
)
def test_two_bots(won: int, lost: int, words: str) -> None:
    """Who leads, how sure that is, and whether it is decided."""
    assert standings(["a", "b"], contest("a", "b", won, lost)).verdict == words


def test_closest_rival() -> None:
    """Among several the closest rival by Elo is named, and places that are not decided."""
    results = contest("a", "b", 16, 4) + contest("a", "c", 15, 5) + contest("b", "c", 10, 10)
    assert standings(["a", "b", "c"], results).verdict == (
        "a leads with 31 points and is over 99 % likely to be stronger than c, its closest rival by Elo."
        " Places 2–3 are open."
    )


def test_tie_break() -> None:
    """A lead that only the tie-break gives is called so."""
    results = [series("a", "b", (9, 0)), series("a", "b", (0, 1), leg=2)]
    assert standings(["a", "b"], results).verdict == (
        "a leads with 1 point on the tie-break; by Elo b is level with it. The lead is open."
    )


def test_tie_break_by_percent() -> None:
    """Where bots have played unequal numbers of series, the lead is tied when the % are equal."""
    results = [series("a", "b", (9, 0)), series("a", "b", (0, 8), leg=2), *contest("a", "c", 1, 1)]
    assert "a leads with 50.0 % on the tie-break" in standings(list("abc"), results).verdict


def test_level_by_strength() -> None:
    """Four narrow wins and one defeat by as much: without a "but", since neither is the stronger."""
    totals = [(9, 8)] * 4 + [(0, 4)]
    results = [series("a", "b", pair, round_=n, leg=leg) for n, pair in enumerate(totals, 1) for leg in (1, 2)]
    assert standings(["a", "b"], results).verdict == (
        "a leads with 8 points; by Strength b is level with it. The lead is open."
    )


def test_bot_that_left_keeps_nothing_open() -> None:
    """It will not catch up: the others are ordered by points, and it has its place among them by points too."""
    results = contest("a", "b", 6, 4) + contest("c", "a", 2, 0) + contest("b", "c", 2, 0)
    table = standings(list("abc"), results, removed=["c"])
    assert not table.is_provisional
    assert [row.bot for row in table.rows] == ["a", "b", "c"]
    assert table.verdict.startswith("a leads with 6 points on the tie-break")
    assert "Provisional" in standings(list("abc"), results).verdict


def test_provisional() -> None:
    """With unequal numbers of series the order is by %, and by Elo another bot may be ahead."""
    results = contest("a", "b", 6, 4) + contest("b", "c", 2, 0) + contest("c", "d", 20, 0)
    assert standings(list("abcd"), results).verdict == (
        "Provisional, by %: the bots have played 10 to 22 series each."
        " c leads with 90.9 %, but by Elo a is 85 % likely to be the stronger. Every place is open."
    )


def test_groups() -> None:
    """Bots that have not met are not compared."""
    results = contest("a", "b", 5, 0) + contest("c", "d", 3, 2)
    assert standings(list("abcd"), results).verdict.endswith(
        " Every place is open."
        " The bots fall into 2 groups that have not met each other: ratings compare only bots of one group."
    )


def test_nobody_rated() -> None:
    """Where every series was lost by both, points are all there is."""
    results = [series("a", "b", losers=("a", "b"))]
    assert standings(["a", "b"], results).verdict == "a and b share the lead with 0 points each."


def test_leader_is_surely_the_strongest() -> None:
    """Strength says how sure the lead is, among all bots at once."""
    results = league({"a": 90, "b": 20, "c": 19}, 20)
    assert standings(list("abc"), results).verdict == (
        "a leads with 61.5 points and is over 99 % likely the strongest. Places 2–3 are open."
    )


def test_leader_is_hardly_the_strongest() -> None:
    """A lead by little is told with the probability that it is one."""
    results = league({"a": 3, "b": 2, "c": 0}, 8, seed=2)
    words = standings(list("abc"), results).verdict
    assert re.match(
        r". leads with [\d.]+ points, but is only \d+ % likely the strongest\. Every place is open\.", words
    )


def test_another_is_likely_the_strongest() -> None:
    """Points by narrow wins, Strength by margins: both are told."""
    narrow = [series("a", "b", (1, 0), round_=n, leg=leg) for n in range(9) for leg in (1, 2)]
    wide = [series("a", "c", (9 + n, 8), round_=n, leg=leg) for n in range(9) for leg in (1, 2)]
    far = [series("b", "c", (300 + n, 0), round_=n, leg=leg) for n in range(9) for leg in (1, 2)]
    words = standings(list("abc"), narrow + wide + far).verdict
    assert words == "a leads with 36 points, but b is over 99 % likely the strongest. Places 1–2 are open."


def narrow(*leads: tuple[str, str, int]) -> list[SeriesResult]:
    """Five encounters each, won by the first in both legs with nothing but luck, less so many points a series."""
    return [
        series(a, b, (1, 0), round_=round_, leg=leg, luck=1.0 + lead)
        for a, b, lead in leads
        for round_ in range(5)
        for leg in (1, 2)
    ]


def test_leader_among_equals() -> None:
    """Where Strength tells nobody apart, the leader is as likely as any."""
    words = standings(list("abc"), narrow(("b", "c", 0), ("a", "b", 0), ("a", "c", 0))).verdict
    assert words == "a leads with 20 points, but is only 33 % likely the strongest. Every place is open."


def test_leader_level_with_one_of_several() -> None:
    """An even chance of three bots is told as such, though one rival alone has the other half."""
    words = standings(list("abc"), narrow(("a", "b", 0), ("a", "c", -9), ("b", "c", -9))).verdict
    assert words == "a leads with 20 points, but is only 50 % likely the strongest. Places 1–2 are open."


def test_others_are_level() -> None:
    """Where several are as likely as each other to be the strongest, none of them is called the likeliest."""
    pairs = [("a", other, 9) for other in "bcd"] + [("b", "c", 0), ("b", "d", 0), ("c", "d", 0)]
    words = standings(list("abcd"), narrow(*pairs)).verdict
    assert words.startswith("a leads with 30 points, but 3 bots are each 33 % likely the strongest.")


def test_open_places_apart() -> None:
    """Two runs of open places are told as two."""
    pairs = [("a", "b", 0), ("c", "d", 0), *((one, other, -9) for one in "ab" for other in "cd")]
    assert standings(list("abcd"), narrow(*pairs)).verdict.endswith(" Places 1–2 and 3–4 are open.")


def drawn(*names: str) -> list[SeriesResult]:
    """Five encounters of everybody with everybody, all of them drawn."""
    return [
        series(a, b, (7, 7), round_=round_, leg=leg)
        for a, b in combinations(names, 2)
        for round_ in range(5)
        for leg in (1, 2)
    ]


@pytest.mark.parametrize(
    ("names", "points", "claim", "places"),
    [
        ("ab", 5, "2 bots are each 50 % likely the stronger", "The lead is open."),
        ("abc", 10, "3 bots are each 33 % likely the strongest", "Every place is open."),
    ],
)
def test_all_draws(names: str, points: int, claim: str, places: str) -> None:
    """Bots that nothing tells apart are all as likely as each other to be the strongest."""
    words = standings(list(names), drawn(*names)).verdict
    assert words == f"{listed(list(names))} share the lead with {points} points each; {claim}. {places}"


def encounters(*meetings: tuple[str, str, list[int]]) -> list[SeriesResult]:
    """Encounters of two bots each, by the margin of the first in both legs."""
    return [
        series(a, b, (200 + margin, 200), round_=round_, leg=leg)
        for a, b, margins in meetings
        for round_, margin in enumerate(margins, 1)
        for leg in (1, 2)
    ]


def test_places_are_those_of_the_table() -> None:
    """A line is decided where no Place reaches across it: c, hardly known, may be better than a, which b is not."""
    results = encounters(("a", "b", [11, 29] * 10), ("b", "c", [60] * 5 + [-270]), ("a", "c", [80] * 5 + [-250]))
    table = standings(list("abc"), results)
    places = {row.bot: row.strength.places for row in table.rows if row.strength and row.strength.places}
    assert {name: (one.low, one.high) for name, one in places.items()} == {"a": (1, 2), "b": (2, 3), "c": (1, 3)}
    assert [row.bot for row in table.rows] == ["a", "b", "c"]
    assert table.verdict.endswith(" Every place is open.")


def test_places_by_elo_alone() -> None:
    """The same before anybody has a Strength."""
    results = contest("a", "b", 40, 16) + contest("a", "c", 1, 1) + contest("b", "c", 2, 0)
    assert standings(list("abc"), results).verdict.endswith(" Every place is open.")


def test_decided_on_two_sides() -> None:
    """A probability of 96 % decides nothing, as in the intervals of Place and Strength."""
    table = standings(["a", "b"], encounters(("a", "b", [-6, 14] * 10)))
    assert [row.strength.places.high for row in table.rows if row.strength and row.strength.places] == [2, 2]
    assert table.verdict.endswith(" is only 96 % likely the stronger. The lead is open.")


def test_listed() -> None:
    """Commas, and "and" before the last."""
    assert [listed(list("abc")[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    ("points", "text"), [(0.0, "0"), (0.5, "0.5"), (7.0, "7"), (123456.5, "123456.5"), (1234567.0, "1234567")]
)
def test_points_are_never_rounded(points: float, text: str) -> None:
    """However long a tournament is, a half counts."""
    assert points_text(points) == text


def test_two_bots_by_strength() -> None:
    """Of two bots one is the stronger, not the strongest."""
    words = standings(["a", "b"], league({"a": 90, "b": 0}, 9)).verdict
    assert words == "a leads with 15 points and is over 99 % likely the stronger. Every place is decided."


def test_shared_lead_by_strength() -> None:
    """Bots that share the lead are told apart by probability only."""
    results = [
        series("a", "b", totals, round_=n, leg=leg)
        for n, totals in enumerate([(9, 0), (0, 9)] * 4, 1)
        for leg in (1, 2)
    ]
    words = standings(["a", "b"], results).verdict
    assert re.fullmatch(
        r"a and b share the lead with 8 points each; [ab] is 5\d % likely the stronger\. The lead is open\.", words
    )


def test_leader_without_strength() -> None:
    """A leader that failed too often has no Strength; the strongest of the others is named."""
    results = league({"a": 200, "b": 9, "c": 0}, 10)
    failed = [replace(one, losers=("a",), end=SeriesEnd.FORFEIT) if one.round < 3 else one for one in results]
    words = standings(list("abc"), failed).verdict
    assert re.match(r"a leads with \d+ points; of those with a Strength b is \d+ % likely the stronger\.", words)


def test_alone_with_a_strength() -> None:
    """The only bot with a Strength is not called the strongest of those that have one: Elo tells of the lead."""
    results = league({"a": 200, "b": 9, "c": 0}, 10)
    failed = [
        replace(one, losers=(one.a,), end=SeriesEnd.FORFEIT) if one.round < 3 and one.a in "ab" else one
        for one in results
    ]
    words = standings(list("abc"), failed).verdict
    assert re.match(r"a leads with \d+ points and is over 99 % likely to be stronger than b, its closest", words)


def test_others_without_strength() -> None:
    """Who has none is not among those that the leader is the strongest of; places tell what they are judged by."""
    results = league({"a": 90, "b": 0, "c": 0}, 10)
    failed = [replace(one, losers=("c",), end=SeriesEnd.FORFEIT) if "c" in (one.a, one.b) else one for one in results]
    assert standings(list("abc"), failed).verdict == (
        "a leads with 32 points and is over 99 % likely the stronger of those with a Strength."
        " Places 2–3 are open, by Elo where a bot has no Strength."
    )


def test_sorted_by_strength() -> None:
    """In the order of Strength the first of it is told, and which of its places are open."""
    options = TableOptions(sort="strength")
    words = standings(list("abc"), league({"a": 0, "b": 90, "c": 1}, 20), options=options).verdict
    assert re.fullmatch(
        r"b has the highest Strength \(\+\d+\.\d points a series\) and is over 99 % likely the strongest\."
        r" Places 2–3 are open\.",
        words,
    )


def test_sorted_by_strength_without_any() -> None:
    """Before anybody has a Strength the lead is by points."""
    words = standings(["a", "b"], contest("a", "b", 2, 0), options=TableOptions(sort="strength")).verdict
    assert words.startswith("a leads with 2 points")


def test_groups_by_strength() -> None:
    """The leader is compared with its own group alone."""
    results = league({"a": 90, "b": 0}, 6) + league({"c": 50, "d": 0}, 6)
    words = standings(list("abcd"), results).verdict
    assert "likely the stronger of its group" in words
    assert words.endswith("ratings compare only bots of one group.")


def test_highest_of_its_group() -> None:
    """In the order of Strength the largest group comes first; a smaller one may have a higher Strength."""
    results = league({"a": 20, "b": 0, "c": 0}, 6) + league({"d": 200, "e": 0}, 6)
    words = standings(list("abcde"), results, options=TableOptions(sort="strength")).verdict
    assert re.search(r"a has the highest Strength of its group \(\+\d+\.\d points a series\)", words)


def test_groups_by_whole_encounters() -> None:
    """Bots that met, but in no encounter that was played out, have no Strength to compare."""
    results = league({"a": 90, "b": 0}, 40) + league({"c": 50, "d": 0}, 40)
    results += [series("a", "c", losers=("a",)), series("a", "c", leg=2)]
    assert standings(list("abcd"), results).verdict.endswith(
        "No whole encounter joins the 2 groups of bots that have a Strength: it compares inside each."
    )
