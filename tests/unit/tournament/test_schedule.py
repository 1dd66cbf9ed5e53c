"""The schedule: who meets whom, and in which order."""

from collections import Counter
from itertools import combinations, groupby, islice

from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.schedule import PlannedSeries, pairing_count, plan_round

NAMES = st.lists(st.text("abcXYZ019._-", min_size=1, max_size=4), min_size=2, max_size=24, unique=True)


def encounters(plan: list[PlannedSeries]) -> list[tuple[str, str]]:
    """The pairings in the order of their first legs."""
    return [(series.a, series.b) for series in plan if series.leg == 1]


def text(plan: list[PlannedSeries]) -> str:
    """A plan as one line a day: `a-b c-d`."""
    days = groupby((series for series in plan if series.leg == 1), key=lambda series: series.day)
    return "\n".join(" ".join(f"{series.a}-{series.b}" for series in day) for _, day in days)


@given(names=NAMES)
def test_every_pairing_meets_once_a_round(names: list[str]) -> None:
    """In a round-robin each two bots meet in exactly one encounter, A first in code-point order."""
    met = encounters(list(plan_round(names, 1, "round-robin")))

    assert sorted(met) == sorted(combinations(sorted(names), 2))
    assert len(met) == pairing_count(len(names), "round-robin")


@given(names=NAMES)
def test_a_bot_meets_one_other_a_day(names: list[str]) -> None:
    """On no day does a bot meet two others, and with an even number nobody rests."""
    plan = list(plan_round(names, 1, "round-robin"))
    for _, day in groupby(plan, key=lambda series: series.day):
        seen = Counter(name for series in day if series.leg == 1 for name in (series.a, series.b))
        assert set(seen.values()) == {1}
        assert len(seen) == len(names) - len(names) % 2


@given(names=NAMES)
def test_the_order_is_day_pairing_leg(names: list[str]) -> None:
    """Days, pairings and legs count up from 1 without a gap, so the two legs of an encounter are neighbours."""
    plan = list(plan_round(names, 7, "round-robin"))
    days = len(names) - 1 + len(names) % 2

    assert [(series.day, series.pairing, series.leg) for series in plan] == [
        (day, pairing, leg) for day in range(1, days + 1) for pairing in range(1, len(names) // 2 + 1) for leg in (1, 2)
    ]
    assert {series.round for series in plan} == {7}


@given(names=NAMES, more=st.text("klm", min_size=1, max_size=4))
def test_another_bot_changes_no_pairing(names: list[str], more: str) -> None:
    """With one more bot the others meet as before; only the order may change."""
    before = encounters(list(plan_round(names, 1, "round-robin")))
    after = encounters(list(plan_round([*names, more], 1, "round-robin")))

    assert sorted(pairing for pairing in after if more not in pairing) == sorted(before)


def test_a_stopped_round_is_balanced() -> None:
    """After any number of encounters of a round of eight bots, no bot has met more than one other than another has."""
    names = "abcdefgh"
    met = Counter(dict.fromkeys(names, 0))
    for a, b in encounters(list(plan_round(names, 1, "round-robin"))):
        met.update((a, b))
        assert max(met.values()) - min(met.values()) <= 1


def test_the_circle_of_four_and_five() -> None:
    """The plan of four bots and of five, written out: the order of numbering depends on it for good."""
    assert text(list(plan_round("abcd", 1, "round-robin"))) == "a-d b-c\nb-d a-c\nc-d a-b"
    assert text(list(plan_round("abcde", 1, "round-robin"))) == "b-e c-d\na-c d-e\nb-d a-e\nc-e a-b\na-d b-c"


def test_two_bots() -> None:
    """Two bots meet on the one day there is."""
    assert list(plan_round(["x", "B"], 2, "round-robin")) == [
        PlannedSeries(round=2, day=1, pairing=1, leg=leg, a="B", b="x") for leg in (1, 2)
    ]


def test_gauntlet() -> None:
    """In a gauntlet the first bot of the file meets each of the others, one a day."""
    plan = list(plan_round(["m", "z", "a"], 1, "gauntlet"))

    assert [(series.day, series.pairing, series.leg, series.a, series.b) for series in plan] == [
        (1, 1, 1, "m", "z"),
        (1, 1, 2, "m", "z"),
        (2, 1, 1, "a", "m"),
        (2, 1, 2, "a", "m"),
    ]
    assert pairing_count(3, "gauntlet") == 2


def test_a_large_round_is_planned_lazily() -> None:
    """The first series of a round of half a million bots need no list of its 125 billion pairings."""
    names = range(500_000)
    plan = plan_round([f"b{name}" for name in names], 1, "round-robin")

    assert [series.b for series in islice(plan, 3)] == ["b499999", "b499999", "b499998"]


def test_a_day_of_five_hundred_bots() -> None:
    """On the first day of a round of 500 bots all of them meet somebody."""
    plan = plan_round([f"b{i}" for i in range(500)], 1, "round-robin")
    first_day = list(islice(plan, 500))

    assert {name for series in first_day for name in (series.a, series.b)} == {f"b{i}" for i in range(500)}
    assert pairing_count(500, "round-robin") == 124_750
    assert next(plan).day == 2
