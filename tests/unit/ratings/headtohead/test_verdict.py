"""A head to head in words, at the edges too."""

import math
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from support.duels import A, B, chance, compared, counted, encounter

from referee.play.records import SeriesEnd
from referee.ratings.headtohead.comparison import Comparison
from referee.ratings.headtohead.remarks import facts, remarks
from referee.ratings.headtohead.sprt import Plan, Unit
from referee.ratings.headtohead.verdict import bound_text, stronger, verdict
from referee.results.rows import SeriesResult

POINTS = Plan(low=0, high=10)
ELO = Plan(unit=Unit.ELO, low=-5, high=50)


def test_decided_by_points() -> None:
    """The lead with its ±, how sure it is, and what series won say."""
    comparison = compared(chance(12, 60))
    assert stronger(comparison) == A
    assert verdict(comparison) == (
        "nansen is stronger than zheng-he by 15.9 ± 4.9 points a series, over 99 % likely. By series won nansen is over"
        " 99 % likely to be the stronger."
    )


def test_decided_for_the_second() -> None:
    """The sentence is about the bot that is ahead, whichever was named first."""
    comparison = compared(chance(12, 60), bots=(B, A))
    assert stronger(comparison) == A
    assert verdict(comparison).startswith("nansen is stronger than zheng-he by 15.9 ± 4.9 points a series")


@pytest.mark.parametrize(("superiority", "name"), [(0.974, None), (0.976, A), (0.026, None), (0.024, B)])
def test_stronger_from_97_and_a_half_percent(superiority: float, name: str | None) -> None:
    """That is 95 % on two sides; below it is open."""
    comparison = compared(chance(12, 60))
    found = replace(comparison, margin=replace(comparison.margin, superiority=superiority))
    assert stronger(found) == name
    assert ("97 % likely. By" in verdict(found)) == (name is not None)


@pytest.mark.parametrize(
    ("count", "error", "words"),
    [
        (2, 40.0, "; if it stays so, about 20 more encounters will decide it"),
        (4, math.sqrt(4.9), "; if it stays so, about 1 more encounter will decide it"),
        (100, math.sqrt(4 * 13.34), "; if it stays so, about 1200 more encounters will decide it"),
        (1000, 20.2, ""),
    ],
)
def test_outlook(count: int, error: float, words: str) -> None:
    """Two digits of how many encounters more it takes, by Student's t of all; nothing for more than anybody plays."""
    comparison = compared(chance(12, 60))
    margin = replace(comparison.margin, count=count, mean=-2.0, error=error, superiority=0.2)
    sentence, *_ = verdict(replace(comparison, margin=margin)).split(". By")
    assert sentence.endswith(f" points a series, only 80 % likely to be the stronger{words}")


def test_open() -> None:
    """Who is ahead, how likely that is true, and how many encounters would decide it."""
    comparison = compared(chance(3, 40, seed=2))
    assert stronger(comparison) is None
    found = re.fullmatch(
        r"It is open who is stronger: (\S+) is ahead by ([\d.]+) ± ([\d.]+) points a series, only (\d+) % likely to be"
        r" the stronger; if it stays so, about (\d+) more encounters will decide it\. By series won .*",
        verdict(comparison),
    )
    assert found is not None
    lead, error, more = float(found[2]), float(found[3]), int(found[5])
    quantiles = 1.96 / 2.0227  # of many encounters, and of 40
    assert more == pytest.approx(40 * ((quantiles * error / lead) ** 2 - 1), rel=0.1)


def test_small_errors_have_two_decimals() -> None:
    """Below a point, one decimal would say too little."""
    results = [leg for n in range(1, 201) for leg in encounter((n % 3, n % 3), round_=n)]
    assert verdict(compared(results)).startswith("nansen is stronger than zheng-he by 1.00 ± 0.11 points a series")


def test_no_outlook_without_a_lead() -> None:
    """Where both are level nobody can say how many encounters would decide it."""
    results = encounter((5, 9), round_=1) + encounter((-9, -5), round_=2)
    assert "more encounter" not in verdict(compared(results))


def test_points_and_series_may_disagree() -> None:
    """Each is told for its own bot."""
    margins = [(90, 80), (-5, -6), (-4, -3), (-8, -6)]
    results = [leg for n, pair in enumerate(margins, 1) for leg in encounter(pair, round_=n)]
    words = verdict(compared(results))
    assert "nansen is ahead by" in words
    assert "By series won zheng-he is" in words


def test_level_by_series() -> None:
    """Equal points are told as such."""
    results = encounter((9, -1), round_=1) + encounter((20, -3), round_=2)
    assert verdict(compared(results)).endswith("By series won they are equal.")


def test_by_elo_where_own_faults_leave_too_much_out() -> None:
    """A bot that crashes when it is behind does not win by the margins of the rest."""
    lost = [leg for n in range(1, 13) for leg in encounter((9, 9), round_=n, losers=((A,), (A,)))]
    won = [leg for n, margin in enumerate((30, 40, 35), 13) for leg in encounter((margin, margin), round_=n)]
    comparison = compared(lost + won)
    assert comparison.margin.superiority is not None
    assert comparison.margin.superiority > 0.99
    assert comparison.faulty == (A,)
    assert stronger(comparison) == B
    assert verdict(comparison) == "By series won zheng-he is stronger than nansen, over 99 % likely."
    assert any(line.startswith("points a series decide nothing here") for line in remarks(comparison))


def test_few_faults_do_not_silence_margins() -> None:
    """One in twenty is allowed."""
    results = [*chance(12, 19), *encounter((9, 9), round_=20, losers=((B,), ()))]
    assert compared(results).faulty == ()
    assert "points a series" in verdict(compared(results))


@pytest.mark.parametrize(
    ("wilson", "exact", "pairs", "name"),
    [
        ((1, 50), 0.98, 0.98, A),
        ((1, None), 0.98, None, A),
        ((0, 50), 0.98, 0.98, None),
        ((None, 50), 0.98, 0.98, None),
        ((1, 50), 0.97, 0.98, None),
        ((1, 50), 0.98, 0.97, None),
        ((-50, -1), 0.02, 0.02, B),
        ((None, -1), 0.02, None, B),
        ((-50, 0), 0.02, 0.02, None),
        ((-50, None), 0.02, 0.02, None),
        ((-50, -1), 0.03, 0.02, None),
        ((-50, -1), 0.02, 0.03, None),
    ],
)
def test_series_won_decide_only_if_all_agree(
    wilson: tuple[float | None, float | None], exact: float, pairs: float | None, name: str | None
) -> None:
    """Of few encounters Wilson's interval, the exact probability and the pairs must all be sure."""
    alike = compared(counted([0, 0, 0, 0, 3]))
    assert alike.margin.superiority is None
    assert alike.elo is not None
    elo = replace(alike.elo, wilson=wilson, exact_superiority=exact, superiority=pairs)
    assert stronger(replace(alike, elo=elo)) == name
    assert stronger(replace(alike, elo=None)) is None


def test_test_in_words() -> None:
    """Which bound is accepted after how many encounters, or that none is."""
    assert verdict(compared(chance(12, 60), plan=POINTS)).endswith(
        "The sequential test accepts H1 after 15 encounters: a lead of nansen of +10 points rather than 0."
    )
    assert verdict(compared(counted([0, 0, 60, 0, 0]), plan=ELO)).endswith(
        "The sequential test accepts H0 after 22 encounters: a lead of nansen of -5 Elo rather than +50."
    )
    assert verdict(compared(chance(5, 6), plan=POINTS)).endswith("The sequential test is not decided.")


def test_bounds_in_words() -> None:
    """With sign and unit; zero has no sign."""
    assert [bound_text(ELO, bound) for bound in (-5, 0.0, 50)] == ["-5 Elo", "0 Elo", "+50 Elo"]
    assert bound_text(POINTS, 2.5) == "+2.5 points"


def withdrawn(count: int) -> list[SeriesResult]:
    """Encounters that were not played."""
    ends = {"losers": ((B,), (B,)), "end": SeriesEnd.WITHDRAWN}
    return [leg for n in range(1, count + 1) for leg in encounter((0, 0), round_=n, **ends)]  # type: ignore[arg-type] # two keywords in one


EDGES = {
    "nothing": [],
    "half an encounter": encounter((5, 3), round_=1)[:1],
    "one encounter": encounter((5, -3), round_=1),
    "one encounter won": encounter((5, 3), round_=1),
    "all draws": [leg for n in range(1, 9) for leg in encounter((0, 0), round_=n)],
    "all alike": counted([0, 0, 50, 0, 0]),
    "every point": counted([0, 0, 0, 0, 3]),
    "no point": counted([40, 0, 0, 0, 0]),
    "equal margins": [leg for n in range(1, 9) for leg in encounter((7, 7), round_=n)],
    "forfeits only": [leg for n in range(1, 9) for leg in encounter((7, 7), round_=n, losers=((A,), (A,)))],
    "losses for both": [leg for n in range(1, 9) for leg in encounter((7, 7), round_=n, losers=((A, B), (A, B)))],
    "withdrawn": withdrawn(4),
    "no luck": [leg for n in range(1, 9) for leg in encounter((7, n), round_=n, luck=(None, None))],
    "gap": list(chance(9, 5))[4:],
}


@pytest.mark.parametrize("plan", [None, POINTS, ELO], ids=["no test", "points", "elo"])
@pytest.mark.parametrize("results", EDGES.values(), ids=EDGES)
def test_edges_are_finite_and_told(results: list[SeriesResult], plan: Plan | None) -> None:
    """Every number is finite or None, there is a sentence, and what cannot be said is explained."""
    comparison = compared(results, plan=plan)
    numbers = [value for value in _values(asdict(comparison)) if isinstance(value, float)]
    assert all(map(math.isfinite, numbers))
    words = " ".join([verdict(comparison), *remarks(comparison), *facts(comparison)])
    assert verdict(comparison)
    assert not re.search(r"\b(nan|inf|None)\b", words)
    if comparison.elo is not None and comparison.elo.error is None:
        assert "for Elo" in words
    if comparison.margin.count == 1 or comparison.margin.deviation == 0:
        assert "no ± for points" in words


def test_words_for_nothing() -> None:
    """No whole encounter, or none that is rated, is said as it is."""
    assert verdict(compared([])) == "nansen and zheng-he have not met in a whole encounter yet."
    assert verdict(compared([], plan=ELO)) == verdict(compared([]))
    assert verdict(compared(EDGES["withdrawn"])) == "Nothing can be said of who is stronger: no encounter is rated."
    assert verdict(compared(EDGES["all draws"])) == "It is open who is stronger: by series won they are equal."


def _values(tree: Comparison | Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, list | tuple):
        for branch in tree:
            yield from _values(branch)
    else:
        yield tree
