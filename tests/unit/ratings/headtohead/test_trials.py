"""Series as independent trials, against exact values."""

import pytest

from referee.ratings.headtohead.trials import exact_superiority, wilson_interval


def test_exact_values() -> None:
    """60 of 100: [1.4, 139.5]; 7 of 10: [−72.8, 367.2]."""
    assert wilson_interval(60, 100) == pytest.approx((1.4, 139.5), abs=0.05)
    assert wilson_interval(7, 10) == pytest.approx((-72.8, 367.2), abs=0.05)


def test_draw_is_half_a_win() -> None:
    """Two draws weigh as a win and a loss."""
    assert wilson_interval(2 + 2 / 2, 6) == wilson_interval(3, 6)


def test_open_ends() -> None:
    """Without a point there is no lower end, with all of them no upper one; the other end is z² / (n + z²) away."""
    low, high = wilson_interval(3, 3)
    assert high is None
    assert low is not None
    assert low == pytest.approx(-42.9, abs=0.05)
    bottom, top = wilson_interval(0, 3)
    assert bottom is None
    assert top == pytest.approx(-low)


def test_exact_superiority() -> None:
    """60:40 is 97.698 %, 3:0 is 15/16, nothing played is even."""
    assert exact_superiority(60, 40) == pytest.approx(0.97698, abs=5e-6)
    assert exact_superiority(3, 0) == pytest.approx(15 / 16)
    assert exact_superiority(0, 3) == pytest.approx(1 / 16)
    assert exact_superiority(0, 0) == exact_superiority(44, 44) == 0.5
