"""The front page's words, for tournaments in every state."""

import re
from dataclasses import replace

import pytest
from support.league import fault, league, series
from support.pages import ReadPage, check_page, overview

from referee.play.records import SeriesEnd
from referee.report.site.duels import Portfolio
from referee.report.site.faultlist import FaultList
from referee.report.site.front import emphasized, front_page, state
from referee.report.site.lines import Lines
from referee.report.site.overview import Overview
from referee.report.site.portrait import Portrait
from referee.report.site.square import Square


def front(tournament: Overview) -> ReadPage:
    """The front page, which must be sound."""
    square = Square(tournament)
    pair = [name for name in (*square.rows[:1], *square.columns) if name]
    duel = Portfolio(tournament, pair[0]).duel(pair[-1]) if len({*pair}) > 1 else None
    html = front_page(tournament, lines=Lines(tournament), square=square, faults=FaultList(tournament), duel=duel)
    return check_page(html)


def test_strong_words() -> None:
    """The leader where it stands first, and all amounts; whatever else a name has in it is text."""
    sentence = "a<b leads with 12.5 points and is over 99 % likely the strongest. x takes 11 of 31 points."
    assert str(emphasized(sentence, "a<b")) == (
        "<b>a&lt;b</b> leads with <b>12.5 points</b> and is <b>over 99 %</b> likely the strongest."
        " x takes <b>11 of 31 points</b>."
    )
    assert str(emphasized("No series is final yet.", "")) == "No series is final yet."
    assert str(emphasized("\u202ex leads.", "\u202ex")) == "\\u202ex leads."


@pytest.mark.parametrize(
    ("count", "planned", "expected"), [(0, 4, "not begun"), (4, 8, "in progress"), (4, 4, "final"), (0, 0, "not begun")]
)
def test_states(count: int, planned: int, expected: str) -> None:
    """How far it has come."""
    results = [series("a", "b", (9, 5), round_=1 + number // 2, leg=1 + number % 2) for number in range(count)]
    tournament = overview(["a", "b"], results, planned=planned)
    assert state(tournament) == expected
    assert expected in front(tournament).text


def test_unequal_numbers_of_series() -> None:
    """Provisional, and the order is by %."""
    results = [series("a", "b", (9, 5), leg=leg) for leg in (1, 2)]
    page = front(overview(["a", "b", "c"], results))
    assert "Provisional, by %" in page.text
    assert "in % while bots have played unequal numbers of series" in page.text
    assert "No series yet: c" in page.text


def test_what_is_provisional_is_not_finished() -> None:
    """The last result is told in its place, though nothing is left to be played."""
    results = [series("a", "b", (9, 5), leg=leg) for leg in (1, 2)]
    words = []
    for names in ("ab", "abc"):
        newest = replace(overview(list(names), results), newest_utc="2026-03-01T12:00:00Z")
        words.append([word for word in ("finished", "last result") if word in front(newest).text])
    assert words == [["finished"], ["last result"]]


def test_head_to_head_shows_the_intervals_it_speaks_of() -> None:
    """That of Elo and, of few encounters, that of Wilson; one end is open where one bot took every point."""
    some = front(overview(["a", "b"], league({"a": 20, "b": 0}, 12))).text
    assert re.search(r"Elo [−+]\d+ [−+]\d+ to [−+]\d+ · Wilson [−+]\d+ to [−+]\d+ Fewer than 40 encounters:", some)
    all_points = front(overview(["a", "b"], league({"a": 900, "b": 0}, 12))).text
    assert re.search(r"Elo – · Wilson ≥.\+\d+ No value for Elo: a took every point", all_points)
    many = front(overview(["a", "b"], league({"a": 20, "b": 0}, 40))).text
    assert re.search(r"Elo [−+]\d+ [−+]\d+ to [−+]\d+ Encounters by points", many)
    assert "Wilson" not in many


def test_words_of_bars_only_where_there_are_some() -> None:
    """Without a Strength nobody has one."""
    assert "Bars:" in front(overview(["a", "b"], league({"a": 20, "b": 0}, 12))).text
    assert "Bars:" not in front(overview(["a", "b"], league({"a": 20, "b": 0}, 1))).text


def test_forfeits_everywhere() -> None:
    """Nobody has a Strength, and it is said why; there is no empty plot."""
    results = [series("a", "b", losers=(loser,), leg=leg) for leg, loser in ((1, "a"), (2, "b"))]
    page = front(overview(["a", "b"], results, [fault("a"), fault("b")]))
    assert "No Strength, no average: a, b" in page.text
    assert not [tag for tag, attributes in page.tags if attributes.get("class") == "interval"]


def test_withdrawn_and_removed_bots() -> None:
    """They are marked, in the table and below it."""
    results = [series("a", "b", losers=("b",), leg=leg, end=SeriesEnd.WITHDRAWN) for leg in (1, 2)]
    page = front(overview(["a", "b"], results, withdrawn=("b",), removed=("a",)))
    for words in ("withdrawn after too many faults: b", "o longer in the TOML", " left "):
        assert words.lower() in page.text.lower()


def test_withdrawn_series_are_no_earlier_faults() -> None:
    """Nobody was asked in them, so none is listed: they are counted apart from the faults of a bot that was."""
    results = [
        series("a", "b", losers=("b",), round_=round_, leg=leg, end=None if round_ < 7 else SeriesEnd.WITHDRAWN)
        for round_ in range(1, 9)
        for leg in (1, 2)
    ]
    tournament = overview(["a", "b"], results, [fault("b")] * 12, withdrawn=("b",))
    assert "The last 10 of 12, not counting 4 withdrawn series; all of them: page 1" in front(tournament).text
    page = check_page(FaultList(tournament).page(1))
    assert "12 in the order of the schedule 4 withdrawn series are only counted page 1 of 1" in page.text
    assert "earlier" not in page.text


def test_groups_that_never_met() -> None:
    """Cells of pairs that did not meet are dashes, and the verdict says so."""
    results = [
        series(a, b, (9 + round_, 5), round_=round_, leg=leg)
        for a, b in (("a", "b"), ("c", "d"))
        for round_ in range(1, 6)
        for leg in (1, 2)
    ]
    page = front(overview(["a", "b", "c", "d"], results))
    assert "2 groups that have not met" in page.text
    cells = Square(overview(["a", "b", "c", "d"], results)).cells("stronger")
    assert sum(cell is None for row in cells for cell in row) == 12


def test_gauntlet() -> None:
    """A row an opponent, from the subject's side."""
    results = [
        series(min("z", name), max("z", name), (9 + round_, 5), round_=round_, leg=leg)
        for name in ("a", "b")
        for round_ in range(1, 6)
        for leg in (1, 2)
    ]
    page = front(overview(["z", "a", "b"], results, layout="gauntlet"))
    assert "gauntlet" in page.text
    assert "z against each of the others" in page.text
    assert "Opponent" in page.text


def test_encounters_without_a_mirror() -> None:
    """Those with a bot that runs elsewhere: neither the front page nor the list of encounters says they have one."""
    results = [
        replace(series(a, b, (9, 5), leg=leg), mirrored=b != "far") for a, b in ("ab", ("a", "far")) for leg in (1, 2)
    ]
    plain = overview(["a", "b", "far"], results)
    bots = [{"name": name, "address" if name == "far" else "command": "x:1"} for name in plain.bots]
    header = replace(plain.facts.header, config={"tournament": {}, "bot": bots})
    tournament = replace(plain, facts=replace(plain.facts, header=header))
    words = "seats swapped, but the legs of encounters with far have different deals: it runs elsewhere."
    assert words in front(tournament).text
    assert "mirrored" not in front(tournament).text
    assert "1 mirrored encounter a pairing" in front(plain).text
    page = check_page(Portrait(tournament, Portfolio(tournament, "a"), FaultList(tournament)).encounters_page(1))
    assert [page.text.count(word) for word in ("Mirror", "Leg 2")] == [1, 1]
    assert [attributes.get("data-leg") for _, attributes in page.tags if "data-leg" in attributes] == [
        "mirror",
        "leg 2",
    ]


def test_one_bot() -> None:
    """There is nobody to compare it with."""
    page = front(overview(["a"]))
    assert "Crosstable" not in page.text
    assert "not begun" in page.text


def test_league_in_full() -> None:
    """What mirror and luck model are worth, as a figure and as the wide bars."""
    strengths = {"a": 60, "b": 50, "c": 20, "d": 0}
    page = front(overview(strengths, league(strengths, 12, seed=5)))
    assert "So one series tells as much as 1.1 plain ones." in page.text
    assert "what as many plain series would leave open" in page.text
    bars = [tag for tag, attributes in page.tags if attributes.get("class") == "plain"]
    assert len(bars) == 5
    assert "So one series" not in front(overview(strengths, league(strengths, 12, seed=1))).text, "worth 0.9"


def test_replays_of_an_encounter_have_names() -> None:
    """A round played again is 3.1, as deal ids have it."""
    results = [replace(series("a", "b", (9, 5), round_=3, leg=leg), replay=1) for leg in (1, 2)]
    (one,) = Portfolio(overview(["a", "b"], results), "b").encounters()
    assert (one.round_text, one.points, one.side) == ("3.1", 0, 1)


def test_bot_that_lacks_something_says_why() -> None:
    """Its own faults, too few encounters, none played out, no rated series, no series at all."""
    results = [series("a", "b", losers=("b",), leg=leg, end=SeriesEnd.WITHDRAWN) for leg in (1, 2)]
    results += [series("c", "d", (9, 5), leg=leg) for leg in (1, 2)]
    tournament = overview("abcde", results)
    faults = FaultList(tournament)
    for name, words in (
        ("b", "its own faults left out more than 5 %"),
        ("b", "none of its series is rated"),
        ("a", "none of its encounters is whole and played out"),
        ("c", "too few whole encounters"),
        ("e", "No series of it is final yet"),
    ):
        page = check_page(Portrait(tournament, Portfolio(tournament, name), faults).page())
        assert words in page.text


def test_no_probability_where_own_faults_keep_encounters_out() -> None:
    """Margins of a bot that fails when it is behind do not tell who is stronger: as in the crosstable; why is said."""
    results = league({"a": 20, "b": 0, "c": 5}, 10)
    failed = [
        replace(one, losers=("b",), end=SeriesEnd.FORFEIT) if one.a == "a" and one.b == "b" and one.round < 3 else one
        for one in results
    ]
    tournament = overview("abc", failed)
    page = check_page(Portrait(tournament, Portfolio(tournament, "a"), FaultList(tournament)).page())
    against = dict(re.findall(r"\b([bc]) 10 encounters (.*?) 20 series", page.text))
    assert re.search(r"±\s[\d.]+ – [+−]\d+", against["b"])
    assert re.search(r"±\s[\d.]+ >?\d+ % [+−]\d+", against["c"])
    assert "P(stronger) is – where margins do not scatter, or own faults" in page.text
    page = check_page(Portrait(tournament, Portfolio(tournament, "c"), FaultList(tournament)).page())
    assert "P(stronger) is –" not in page.text
