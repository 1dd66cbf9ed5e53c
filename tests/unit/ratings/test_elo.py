"""Elo against Ordo, exact values, and an optimizer that knows nothing of our way to the top."""

import math

import numpy as np
import pytest
from scipy.special import expit
from support import elo_vectors
from support.elo_vectors import table
from support.plain_elo import optimum, profile_drop

from referee.ratings.elo import ELO_PER_LOGIT, Z_95, EloTable, rate_elo
from referee.ratings.pairs import Meeting, tabulate

TRIO = [("A", "B", 7, 0, 3), ("A", "C", 8, 0, 2), ("B", "C", 6, 0, 4)]
UNDEFEATED = [("A", "B", 4, 0, 0), ("A", "C", 3, 1, 0), ("B", "C", 2, 0, 3)]


@pytest.mark.parametrize("name", ["rr4", "rr10_adv"])
def test_ordo(name: str) -> None:
    """Without prior the ratings are those of Ordo 1.2.6, but for its rounding."""
    data = elo_vectors.vector(name)
    ratings = rate_elo(table(data["results"]), prior=0).ratings
    expected = elo_vectors.ordo(data)
    assert {bot: rating.value for bot, rating in ratings.items()} == pytest.approx(expected, abs=1e-4)


def test_ordo_undefeated() -> None:
    """Without prior a bot that won all and one that lost all are left out, as Ordo does before it rates the rest."""
    data = elo_vectors.vector("undefeated")
    elo = rate_elo(table(data["results"]), prior=0)
    expected = elo_vectors.ordo(data)
    assert len(elo.ratings) == 6
    assert {bot: rating.value for bot, rating in elo.ratings.items()} == pytest.approx(
        {bot: expected[bot] for bot in elo.ratings}, abs=1e-4
    )


def test_exact_trio() -> None:
    """7:3, 8:2 and 6:4 give the exact Bradley–Terry ratings and errors from the Hessian."""
    elo = rate_elo(table(TRIO), prior=0)
    errors = Z_95 * np.sqrt(np.diag(elo.groups[0].covariances[0]))
    assert [elo.ratings[bot].value for bot in "ABC"] == pytest.approx([128.6502, -25.9017, -102.7485], abs=1e-4)
    assert list(errors) == pytest.approx([117.95, 107.77, 113.63], abs=5e-3)


def test_two_bots() -> None:
    """7 wins and 3 losses are 147.19 Elo apart."""
    elo = rate_elo(table([("A", "B", 7, 0, 3)]), prior=0)
    assert elo.ratings["A"].value - elo.ratings["B"].value == pytest.approx(147.1907, abs=1e-3)


def test_draw_is_half_a_win() -> None:
    """Two draws weigh as a win and a loss."""
    drawn = rate_elo(table([("A", "B", 3, 4, 1)]))
    decided = rate_elo(table([("A", "B", 5, 0, 3)]))
    assert drawn.ratings["A"].value == pytest.approx(decided.ratings["A"].value)


def test_top_with_prior() -> None:
    """With the prior the ratings are where a general optimizer finds the top of the log posterior."""
    rows = [("a", "b", 9, 2, 1), ("a", "c", 5, 0, 7), ("b", "d", 3, 3, 30), ("c", "d", 2, 0, 0), ("c", "e", 1, 1, 4)]
    elo = rate_elo(table(rows))
    expected = optimum(rows)
    assert [elo.ratings[bot].value for bot in "abcde"] == pytest.approx(list(expected), abs=1e-2)


def test_sparse_and_dense() -> None:
    """A league too large for the direct way is rated like a small one: the copies of a trio stay what the trio is."""
    names = [f"{letter}{number:02}" for letter in "ABC" for number in range(30)]
    rows = [
        (f"{one}{i:02}", f"{other}{j:02}", wins, draws, losses)
        for one, other, wins, draws, losses in TRIO
        for i in range(30)
        for j in range(30)
    ]
    large, small = rate_elo(table(rows), prior=0), rate_elo(table(TRIO), prior=0)
    assert [large.ratings[name].value for name in names] == pytest.approx(
        [small.ratings[name[0]].value for name in names], abs=1e-3
    )


def test_errors_clustered() -> None:
    """Where both legs always end alike an encounter counts as one observation: the error grows by √2."""
    single, double = Meeting(), Meeting()
    for number in range(100):
        points = float(number < 60)
        single.rate(points)
        single.rate_encounter(points, 1)
        double.rate(points)
        double.rate(points)
        double.rate_encounter(2 * points, 2)
    one, two = (rate_elo(tabulate("AB", [("A", "B", meeting)]), prior=0) for meeting in (single, double))
    hessian, sandwich = two.groups[0].covariances
    assert sandwich[0, 0] == pytest.approx(2 * hessian[0, 0])
    assert two.ratings["A"].error == pytest.approx(one.ratings["A"].error)


def test_errors_never_below_hessian() -> None:
    """Where the legs always cancel out, the sandwich is 0 and the error is the Hessian's."""
    meeting = Meeting()
    for _ in range(20):
        meeting.rate(1)
        meeting.rate(0)
        meeting.rate_encounter(1, 2)
    elo = rate_elo(tabulate("AB", [("A", "B", meeting)]))
    hessian, sandwich = elo.groups[0].covariances
    assert sandwich[0, 0] == 0
    assert elo.ratings["A"].error == pytest.approx(Z_95 * math.sqrt(hessian[0, 0]))


def test_undefeated_bound() -> None:
    """An undefeated bot is finite and has a bound below, where the profile lies 1.353 under its top."""
    elo = rate_elo(table(UNDEFEATED))
    rating = elo.ratings["A"]
    assert rating.error is None
    assert rating.high is None
    assert rating.low is not None
    assert rating.low < rating.value
    assert profile_drop(UNDEFEATED, "A", rating.low) == pytest.approx(1.353, abs=1e-3)


def test_winless_bound() -> None:
    """What holds for a bot that never lost holds for one that never won, upside down."""
    mirrored = [(other, one, wins, draws, losses) for one, other, wins, draws, losses in UNDEFEATED]
    up, down = rate_elo(table(UNDEFEATED)).ratings["A"], rate_elo(table(mirrored)).ratings["A"]
    assert down.low is None
    assert up.low is not None
    assert down.high == pytest.approx(-up.low, abs=1e-3)


def test_few_series_have_both_bounds() -> None:
    """After two series nothing is known on either side: both bounds, no error."""
    rating = rate_elo(table([("A", "B", 1, 0, 1)])).ratings["A"]
    assert rating.error is None
    assert rating.value == pytest.approx(0, abs=1e-9)
    assert rating.low is not None
    assert rating.high == pytest.approx(-rating.low)


def test_three_not_won_have_an_error() -> None:
    """Three series not won and three not lost are enough for ±, of both bots."""
    for rating in rate_elo(table([("A", "B", 2, 2, 1)])).ratings.values():
        assert (rating.low, rating.high) == (None, None)
        assert rating.error is not None


def test_two_not_won_have_a_bound() -> None:
    """Two series not won, or not lost, are too few for ±."""
    ratings = rate_elo(table([("A", "B", 3, 1, 1)])).ratings
    assert ratings["A"].error is None
    assert ratings["A"].low is not None
    assert ratings["A"].high is None
    assert ratings["B"].error is None
    assert ratings["B"].low is None
    assert ratings["B"].high is not None


def test_all_draws() -> None:
    """Draws only: all are 0, with a finite error."""
    ratings = rate_elo(table([("A", "B", 0, 6, 0), ("B", "C", 0, 6, 0)])).ratings
    assert [round(ratings[bot].value, 9) for bot in "ABC"] == [0, 0, 0]
    assert all(math.isfinite(rating.error or math.inf) for rating in ratings.values())


def test_groups_apart() -> None:
    """Bots that never met are rated in groups of mean 0 each, the largest first, and are not compared."""
    elo = rate_elo(table([("X", "Y", 3, 0, 9), *TRIO]))
    assert [group.names for group in elo.groups] == [("A", "B", "C"), ("X", "Y")]
    assert elo.ratings["X"].value + elo.ratings["Y"].value == pytest.approx(0)
    assert elo.ratings["X"].group == 1
    assert elo.probability_stronger("A", "X") is None


def test_nobody_met() -> None:
    """Without series there are no ratings and no groups."""
    assert rate_elo(tabulate(["A", "B"], [])) == EloTable(ratings={}, groups=())


def test_bot_without_series() -> None:
    """A bot that was never rated has no rating, and the others are rated as if it were not there."""
    meeting = Meeting(wins=5, losses=4)
    elo = rate_elo(tabulate(["A", "B", "C"], [("A", "B", meeting)]))
    assert set(elo.ratings) == {"A", "B"}
    assert elo.probability_stronger("A", "C") is None
    assert elo.probability_stronger("C", "A") is None


def test_probability_stronger() -> None:
    """It is the normal probability of the difference, and both ways add up to one."""
    elo = rate_elo(table(TRIO))
    probability = elo.probability_stronger("A", "C") or 0
    group = elo.groups[0]
    z = float(group.values[0] - group.values[2]) / group.error_of_difference(0, 2)
    assert probability == pytest.approx(0.5 * math.erfc(-z / math.sqrt(2)))
    assert probability + (elo.probability_stronger("C", "A") or 0) == pytest.approx(1)


def test_virtual_draws() -> None:
    """Two bots have one virtual draw each of the other: 4–0 is rated like 5–1 in six."""
    rating = rate_elo(table([("A", "B", 4, 0, 0)])).ratings["A"]
    expected = ELO_PER_LOGIT * math.log(5 / 1) / 2
    assert rating.value == pytest.approx(expected)
    assert float(expit(2 * rating.value / ELO_PER_LOGIT)) == pytest.approx(5 / 6)
