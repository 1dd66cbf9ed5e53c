"""How fast a run goes."""

import pytest
from support.manual_clock import ManualClock

from referee.report.pace import Pace, duration


def test_before_the_first_series() -> None:
    """Nothing is known of the speed, and nothing is claimed."""
    pace = Pace(100, 20, ManualClock())
    assert (pace.per_second, pace.left_s) == (None, None)
    assert str(pace) == "20 of 100 series"


def test_speed_and_time_left() -> None:
    """Series that were final before the start say nothing about the speed."""
    clock = ManualClock()
    pace = Pace(1000, 900, clock)
    for _ in range(50):
        clock.now_s += 0.2
        pace.count()
    assert str(pace) == "950 of 1000 series · 5.0 a second · 0:00:10 left"


def test_last_minute_counts() -> None:
    """A run that slows down is told by its last minute."""
    clock = ManualClock()
    pace = Pace(10_000, 0, clock)
    for pause_s in [0.1] * 600 + [3.0] * 40:
        clock.now_s += pause_s
        pace.count()
    assert pace.per_second == pytest.approx(1 / 3, rel=0.1)


def test_slow_series() -> None:
    """Where a series takes minutes, the whole run tells the speed."""
    clock = ManualClock()
    pace = Pace(10, 0, clock)
    for _ in range(3):
        clock.now_s += 300
        pace.count()
    clock.now_s += 100
    assert pace.per_second == 3 / 1000
    assert str(pace) == "3 of 10 series · 0.003 a second · 0:38:53 left"


def test_no_time_has_passed() -> None:
    """A first series at once does not divide by zero."""
    pace = Pace(2, 0, ManualClock())
    pace.count()
    assert pace.per_second is None


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00:00"), (59.6, "0:01:00"), (274, "0:04:34"), (97_200, "27:00:00")]
)
def test_duration(seconds: float, text: str) -> None:
    """Hours, minutes, seconds."""
    assert duration(seconds) == text
