"""Elo from counted outcomes, against fishtest, fastchess and exact values."""

import math
from typing import Any

import pytest
from support.penta_vectors import VECTORS, counts_of

from referee.ratings.headtohead.pentanomial import elo_of_share, estimate_score, share_of_elo


@pytest.mark.parametrize("row", VECTORS["get_elo"], ids=lambda row: str(counts_of(row)))
def test_fishtest(row: dict[str, Any]) -> None:
    """Elo, error and likelihood of superiority are those of fishtest's get_elo."""
    estimate = estimate_score(counts_of(row))
    assert estimate.elo == pytest.approx(row["elo"], abs=1e-9)
    assert estimate.elo_error == pytest.approx(row["elo95"], abs=1e-9)
    assert estimate.superiority == pytest.approx(row["los"], rel=1e-9)


@pytest.mark.parametrize("row", VECTORS["fastchess_elo"], ids=lambda row: row["name"])
def test_fastchess(row: dict[str, Any]) -> None:
    """Normalized Elo and the rest are those that fastchess's tests expect, but for their rounding."""
    estimate = estimate_score(counts_of(row))
    assert estimate.normalized_elo == pytest.approx(row["nEloDiff"], abs=0.01)
    assert estimate.normalized_error == pytest.approx(row["nEloError"], abs=0.01)
    assert estimate.mean == pytest.approx(row["getScore"], abs=1e-3)
    assert estimate.elo == pytest.approx(row.get("diff", estimate.elo), abs=0.01)
    assert estimate.elo_error == pytest.approx(row.get("error", estimate.elo_error), abs=0.01)
    if "los" in row:
        assert f"{100 * estimate.superiority:.2f} %" == row["los"]


EXACT = [
    ([40, 0, 60], 70.4365, 70.5712),
    ([3, 0, 7], 147.19, 387.39),
    ([96, 111, 136], 40.70, 30.43),
    ([34, 54, 63, 64, 75], 55.58, 27.65),
    ([2, 0, 40, 0, 8], 41.89, 42.31),
    ([44, 0, 56], 41.89, 69.55),
]
"""Counts from no points to all, Elo and error: exact ones, those of fastchess's tests, and the last four encounters
taken as such and as single series."""


@pytest.mark.parametrize(("counts", "elo", "error"), EXACT)
def test_exact(counts: list[int], elo: float, error: float) -> None:
    """Without stand-ins for empty counts the values are exact."""
    estimate = estimate_score(counts, empty=0)
    digits = 4 if elo == 70.4365 else 2
    assert round(estimate.elo, digits) == elo
    assert estimate.elo_error == pytest.approx(error, abs=0.015)


def test_more_of_fastchess() -> None:
    """136-96-111: normalized Elo 49.77 ± 36.77, LOS 99.60 %; 60-40-0: LOS 97.94 %."""
    estimate = estimate_score([96, 111, 136])
    assert (round(estimate.normalized_elo, 2), round(estimate.normalized_error, 2)) == (49.77, 36.77)
    assert round(100 * estimate.superiority, 2) == 99.60
    assert round(100 * estimate_score([40, 0, 60]).superiority, 2) == 97.94


@pytest.mark.parametrize("counts", [[0, 0, 50, 0, 0], [0, 0, 3], [3, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 10**7]])
def test_nothing_is_infinite(counts: list[int]) -> None:
    """Where all ended alike, or one took every point, every number is finite."""
    estimate = estimate_score(counts)
    numbers = [estimate.elo, estimate.elo_error, estimate.superiority]
    numbers += [estimate.normalized_elo, estimate.normalized_error, *estimate.interval]
    assert all(map(math.isfinite, numbers))


def test_the_other_side() -> None:
    """Counts the other way round: the lead has the other sign, the error stays."""
    one, other = estimate_score([3, 1, 10, 4, 9]), estimate_score([9, 4, 10, 1, 3])
    assert one.elo == pytest.approx(-other.elo)
    assert one.elo_error == pytest.approx(other.elo_error)
    assert one.superiority == pytest.approx(1 - other.superiority)
    assert one.normalized_elo == pytest.approx(-other.normalized_elo)


def test_scale() -> None:
    """400 Elo are ten to one, both ways; shares at the ends are cut."""
    assert share_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_share(10 / 11) == pytest.approx(400)
    assert elo_of_share(1) == elo_of_share(2) == -elo_of_share(0) == pytest.approx(400 * math.log10(999))
