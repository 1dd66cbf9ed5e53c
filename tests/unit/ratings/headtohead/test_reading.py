"""Series put together to encounters: which count in what, and how far a test reads."""

import tracemalloc

import pytest
from support.duels import MARGINS, A, B, chance, compared, counted, encounter
from support.league import series

from referee.play.records import SeriesEnd
from referee.ratings.headtohead.sprt import Plan, Unit
from referee.ratings.headtohead.trials import exact_superiority

POINTS = Plan(low=0, high=10)
ELO = Plan(unit=Unit.ELO, low=0, high=50)


def test_histogram() -> None:
    """Encounters are counted by the points of both legs, a draw as ½."""
    comparison = compared(counted([2, 3, 4, 1, 5]))
    assert comparison.scores == (2, 3, 4, 1, 5)
    assert (comparison.wins, comparison.draws, comparison.losses) == (4 + 1 + 10, 3 + 1, 4 + 3 + 4)
    assert comparison.points == (17, 13)
    assert comparison.encounters.whole == comparison.encounters.rated == comparison.encounters.played_out == 15
    assert comparison.elo is not None
    assert comparison.elo.exact_superiority == exact_superiority(15, 11)


def test_luck_is_taken_from_margins() -> None:
    """An encounter's margin is the mean of its legs', less luck; with its luck otherwise."""
    results = encounter((10, 20), round_=1, luck=(3.0, 5.0)) + encounter((0, 2), round_=2, luck=(-1.5, 0.5))
    assert compared(results).margin.mean == pytest.approx((11 + 1.5) / 2)
    assert compared(results, takes_luck=False).margin.mean == pytest.approx((15 + 1) / 2)


def test_other_side() -> None:
    """Told from the other bot's side everything is mirrored, the test too."""
    results = list(chance(20, 40))
    one = compared(results, plan=POINTS)
    other = compared(results, bots=(B, A), plan=Plan(low=-10, high=0))
    assert one.scores == other.scores[::-1]
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    assert one.points == other.points[::-1]
    assert one.margin.mean == pytest.approx(-(other.margin.mean or 0))
    assert one.elo is not None
    assert other.elo is not None
    assert one.elo.value == pytest.approx(-(other.elo.value or 0))
    assert one.test is not None
    assert other.test is not None
    assert one.test.ratio == pytest.approx(-other.test.ratio)
    assert one.test.decided_count == other.test.decided_count


def test_others_are_passed_over() -> None:
    """Series of other bots change nothing."""
    own = list(chance(5, 20))
    pairs = [(A, "x"), (B, "x"), ("a", A), ("a", B)]
    others = [series(*pair, (99, 0), round_=n, leg=leg) for n in (1, 2) for pair in pairs for leg in (1, 2)]
    mixed = sorted(own + others, key=lambda one: (one.round, one.b == "x", one.a, one.leg))
    assert compared(mixed, plan=ELO) == compared(own, plan=ELO)


def test_half_an_encounter_is_not_counted() -> None:
    """A leg alone counts in nothing, wherever it stands."""
    whole = counted([0, 1, 2, 0, 1])
    for place in range(0, len(whole), 2):
        comparison = compared(whole[: place + 1] + whole[place + 2 :])
        without = compared(whole[:place] + whole[place + 2 :])
        assert comparison.encounters.open == 1
        without.encounters.open = 1
        assert comparison == without


def test_forfeits_count_in_points_and_elo() -> None:
    """And not in margins, whichever leg it was."""
    for losers in (((B,), ()), ((), (B,))):
        results = [*encounter((9, 9), round_=1, losers=losers), *encounter(MARGINS[2], round_=2)]
        comparison = compared(results)
        assert comparison.points == (3, 1)
        assert comparison.scores == (0, 0, 1, 0, 1)
        assert comparison.margin.count == 1
        assert comparison.encounters.forfeited == 1
        assert comparison.encounters.left_out_by == {B: 1}


def test_loss_for_both_is_not_rated() -> None:
    """It costs both the points, and is in no histogram, with its other leg."""
    results = encounter((5, 5), round_=1, losers=((A, B), ()))
    comparison = compared(results)
    assert comparison.points == (1, 0)
    assert (comparison.wins, comparison.losses) == (1, 1)
    assert comparison.elo is None
    assert comparison.encounters.left_out_by == {A: 1, B: 1}


def test_withdrawn_series_are_points_only() -> None:
    """Not Elo, not margins."""
    results = encounter((0, 0), round_=1, losers=((A,), (A,)), end=SeriesEnd.WITHDRAWN)
    comparison = compared(results)
    assert comparison.points == (0, 2)
    assert (comparison.encounters.withdrawn, comparison.encounters.forfeited) == (1, 0)
    assert comparison.elo is None
    assert comparison.margin.count == 0


def test_unknown_luck() -> None:
    """Where luck is taken, an encounter without it is in no margin, but in Elo."""
    results = encounter((9, 9), round_=1, luck=(None, 1.0)) + encounter((2, 3), round_=2)
    comparison = compared(results)
    assert (comparison.margin.count, comparison.encounters.unknown_luck) == (1, 1)
    assert comparison.encounters.rated == 2
    assert compared(results, takes_luck=False).margin.count == 2


@pytest.mark.parametrize("plan", [POINTS, ELO], ids=["points", "elo"])
def test_test_reads_up_to_a_gap(plan: Plan) -> None:
    """It stops before a round whose encounter is not final, whether half of it is or nothing; the rest goes on."""
    results = list(chance(5, 40))
    upto = compared(results[:20], plan=plan).test
    for hole in (results[:20] + results[22:], results[:21] + results[22:]):
        comparison = compared(hole, plan=plan)
        assert comparison.test == upto
        assert comparison.gap_round == 11
        assert comparison.encounters.whole == 39


def test_first_gap_counts() -> None:
    """The test stops before the first of several holes, and reads nothing where the first round is missing."""
    results = list(chance(5, 40))
    assert compared(results[:20] + results[22:40] + results[42:], plan=POINTS).gap_round == 11
    unbegun = compared(results[2:], plan=POINTS)
    assert unbegun.gap_round == 1
    assert unbegun.test is not None
    assert unbegun.test.count == 0


def test_gap_of_a_removed_bot() -> None:
    """Where a bot has left, what is missing never comes: the test reads on."""
    results = list(chance(5, 40))
    comparison = compared(results[:20] + results[22:], plan=ELO, is_gapless=False)
    assert comparison.gap_round is None
    assert comparison.test is not None
    assert comparison.test.count == 39


def test_test_skips_what_has_no_value() -> None:
    """A forfeited encounter is read by a test of Elo and not by one of points."""
    results = [*chance(5, 10), *encounter((9, 9), round_=11, losers=((B,), ()))]
    counts = {plan.unit: compared(results, plan=plan).test for plan in (POINTS, ELO)}
    assert {unit: test.count for unit, test in counts.items() if test is not None} == {Unit.POINTS: 10, Unit.ELO: 11}


def test_memory_does_not_grow() -> None:
    """Series that are read are not kept: 6,000 of them would need megabytes."""
    tracemalloc.start()
    compared(chance(0, 3000), plan=Plan(low=-1, high=1))
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak_bytes < 400_000
