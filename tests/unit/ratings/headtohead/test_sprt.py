"""Sequential tests: likelihood ratios against fishtest and fastchess, thresholds, and when a test is decided."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import plain_sprt
from support.penta_vectors import VECTORS, counts_of

from referee.ratings.headtohead.pentanomial import share_of_elo
from referee.ratings.headtohead.sprt import LEAST_COUNT, Decision, Plan, SequentialTest, Unit, score_ratio

POINTS = Plan(low=0, high=10)
ELO = Plan(unit=Unit.ELO, low=0, high=50)


def elo_ratio(counts: list[int], low: float, high: float) -> float:
    """The log likelihood ratio of two leads in Elo."""
    return score_ratio(counts, low=share_of_elo(low), high=share_of_elo(high))


@pytest.mark.parametrize("row", VECTORS["llr"], ids=str)
def test_fishtest(row: dict[str, Any]) -> None:
    """The ratio is fishtest's LLR_logistic; its other ratios are those of the second opinion."""
    counts, low, high = counts_of(row), row["elo0"], row["elo1"]
    assert elo_ratio(counts, low, high) == pytest.approx(row["llr_logistic"], rel=1e-9, abs=1e-9)
    shares = share_of_elo(low), share_of_elo(high)
    assert plain_sprt.parabola(counts, *shares) == pytest.approx(row["llr_logistic_alt2"], rel=1e-9)
    assert plain_sprt.normalized(counts, low, high) == pytest.approx(row["llr_normalized"], rel=1e-7)
    assert plain_sprt.normalized_by_moments(counts, low, high) == pytest.approx(row["llr_normalized_alt"], rel=1e-9)


@pytest.mark.parametrize("row", VECTORS["fastchess_sprt"], ids=lambda row: row["name"])
def test_fastchess(row: dict[str, Any]) -> None:
    """The ratio of its logistic model is ours; those of its other models are the second opinion's."""
    counts = counts_of(row)
    _, _, low, high, model, _ = (word.strip(' "') for word in row["sprt_args_alpha_beta_elo0_elo1_model"].split(","))
    bounds = float(low), float(high)
    if model == "logistic":
        ratio = elo_ratio(counts, *bounds)
    elif model == "normalized":
        ratio = plain_sprt.normalized(counts, *bounds)
    else:
        shares = [plain_sprt.bayes_share(bound, counts) for bound in bounds]
        ratio = score_ratio(counts, low=shares[0], high=shares[1])
    assert ratio == pytest.approx(row["llr"], rel=0.01)


@pytest.mark.parametrize("row", VECTORS["sprt_elo"], ids=lambda row: row["elo_model"])
def test_stopped_tests_of_fishtest(row: dict[str, Any]) -> None:
    """Ratio and thresholds are ours, and the second opinion tells what fishtest makes of a test that stopped."""
    counts, bounds = counts_of(row), (row["elo0"], row["elo1"])
    _, values, weights = plain_sprt.outcomes(counts)
    deviation = math.sqrt(2 * plain_sprt.moments(values, weights)[1])
    shares = {
        "logistic": [share_of_elo(bound) for bound in bounds],
        "normalized": [0.5 + bound / plain_sprt.PER_T * deviation for bound in bounds],
        "BayesElo": [plain_sprt.bayes_share(bound, counts) for bound in bounds if len(counts) == 3],
    }[row["elo_model"]]
    ratio = score_ratio(counts, low=shares[0], high=shares[1])
    expected, walk = row["result"], plain_sprt.StoppedWalk(counts=counts, low=shares[0], high=shares[1])
    assert ratio == pytest.approx(expected["LLR"], rel=1e-6 if row["elo_model"] != "normalized" else 2e-3)
    assert Plan(low=0, high=1).thresholds == pytest.approx((expected["a"], expected["b"]))
    assert walk.elo(0.5) == pytest.approx(expected["elo"], abs=2e-4)
    assert [walk.elo(0.975), walk.elo(0.025)] == pytest.approx(expected["ci"], abs=5e-4)
    assert walk.worse(0.5) == pytest.approx(expected["LOS"], abs=1e-5)


@given(st.lists(st.integers(1, 40), min_size=5, max_size=5), st.floats(-100, 100))
def test_most_likely_distribution(counts: list[int], elo: float) -> None:
    """The fit under a hypothesis is where a general optimizer finds the highest likelihood."""
    count, values, weights = plain_sprt.outcomes(counts)
    observed, mean = float(weights @ values), share_of_elo(elo)
    expected = plain_sprt.highest(values, weights, mean) - float(weights @ np.log(weights))
    assert score_ratio(counts, low=observed, high=mean) / count == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("counts", [[0, 0, 50, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 10**7], [0, 0, 3], [0] * 5])
@pytest.mark.parametrize(("low", "high"), [(0, 5), (-1000, 1000), (-1000, -999.9), (0, 1e-6)])
def test_ratio_is_finite(counts: list[int], low: float, high: float) -> None:
    """Outcomes that never came, extreme bounds and none at all give a number."""
    assert math.isfinite(elo_ratio(counts, low, high))


def test_thresholds() -> None:
    """± 2.9444 with risks of 5 %; a smaller risk moves its own threshold."""
    assert POINTS.thresholds == pytest.approx((-2.9444, 2.9444), abs=5e-5)
    lower, upper = Plan(low=0, high=1, alpha=0.01, beta=0.1).thresholds
    assert lower == pytest.approx(math.log(0.1 / 0.99))
    assert upper == pytest.approx(math.log(0.9 / 0.01))


def test_first_crossing_counts() -> None:
    """What comes after the decision changes the ratio, and not the decision."""
    test = SequentialTest(POINTS)
    for _ in range(10):
        test.read(12)
        test.read(8)
    decided = test.outcome()
    assert (decided.decision, decided.decided_count) == (Decision.HIGH, LEAST_COUNT)
    for _ in range(500):
        test.read(-30)
    after = test.outcome()
    assert (after.decision, after.decided_count, after.decided_ratio) == (
        decided.decision,
        decided.decided_count,
        decided.decided_ratio,
    )
    assert after.ratio < -2.9444


def test_lower_bound_is_accepted() -> None:
    """Encounters without a lead accept H0, in points and in Elo."""
    points, elo = SequentialTest(POINTS), SequentialTest(ELO)
    for number in range(200):
        points.read(30 if number % 2 else -30)
        elo.read(1)
    assert (points.outcome().decision, elo.outcome().decision) == (Decision.LOW, Decision.LOW)


def test_nothing_before_the_least_count() -> None:
    """However clear they are, fewer than 8 encounters decide nothing."""
    test = SequentialTest(POINTS)
    for number in range(LEAST_COUNT - 1):
        test.read(10 + number % 2)
    assert test.outcome().ratio > 2.9444
    assert test.outcome().decision is None
    test.read(10)
    assert test.outcome().decided_count == LEAST_COUNT


def test_nothing_read() -> None:
    """Without an encounter the ratio is 0 and nothing is decided."""
    outcome = SequentialTest(ELO).outcome()
    assert (outcome.count, outcome.ratio, outcome.decision) == (0, 0.0, None)
