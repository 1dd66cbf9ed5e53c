"""Thinking time: limits, bank, increment and margin, added up by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bots.clock import ClockSettings, SeatClock


def test_defaults_are_those_of_the_design() -> None:
    """1 s a turn, 30 s a match, no increment, 20 ms margin, 10 s to start, 1 s for a message."""
    assert ClockSettings() == ClockSettings(
        turn_ms=1000, bank_ms=30_000, increment_ms=0, margin_ms=20, startup_ms=10_000, notify_ms=1000
    )


def test_clock_begins_with_a_full_bank() -> None:
    """The limit of the first turn is the turn's; nothing is charged yet."""
    clock = SeatClock(ClockSettings())
    assert (clock.bank_left_ms, clock.limit_ms, clock.last_charged_ms, clock.margin_uses) == (30_000, 1000, 0, 0)


def test_turn_is_taken_off_the_bank_and_the_increment_added() -> None:
    """The bank is then max(0, bank − elapsed) + increment."""
    clock = SeatClock(ClockSettings(bank_ms=2000, increment_ms=100))
    clock.charge(300.5)
    assert clock.bank_left_ms == 1799.5
    assert clock.last_charged_ms == 300.5


def test_bank_never_falls_below_zero_and_the_increment_comes_after() -> None:
    """A turn that used the margin empties the bank; then the increment is given, whole."""
    clock = SeatClock(ClockSettings(bank_ms=500, increment_ms=100))
    clock.charge(515)
    assert clock.bank_left_ms == 100
    assert clock.limit_ms == 100


def test_limit_is_the_smaller_of_turn_and_bank() -> None:
    """With 700 ms in the bank a turn of 1000 ms has 700."""
    clock = SeatClock(ClockSettings(bank_ms=1500))
    clock.charge(800)
    assert clock.limit_ms == 700


def test_empty_bank_leaves_no_time_at_all() -> None:
    """An empty bank is a limit of 0, not an absent bank."""
    clock = SeatClock(ClockSettings(bank_ms=500))
    clock.charge(500)
    assert (clock.bank_left_ms, clock.limit_ms) == (0, 0)


def test_without_a_bank_each_turn_has_its_limit() -> None:
    """`bank_ms = 0`: no bank is told, charged or refilled."""
    clock = SeatClock(ClockSettings(bank_ms=0, increment_ms=100))
    for _ in range(5):
        clock.charge(900)
    assert (clock.bank_left_ms, clock.limit_ms) == (None, 1000)


def test_without_a_turn_limit_the_bank_is_the_limit() -> None:
    """`turn_ms = 0`: a turn may take all that the bank holds, down to nothing."""
    clock = SeatClock(ClockSettings(turn_ms=0, bank_ms=5000))
    assert clock.limit_ms == 5000
    clock.charge(5000)
    assert clock.limit_ms == 0


def test_bank_may_grow_by_increments_without_a_cap() -> None:
    """A turn faster than the increment leaves more than the bank began with."""
    clock = SeatClock(ClockSettings(bank_ms=1000, increment_ms=100))
    clock.charge(10)
    assert clock.bank_left_ms == 1090


@pytest.mark.parametrize(
    ("elapsed_ms", "uses"), [(999.9, 0), (1000, 0), (1000.01, 1), (1020, 1), (1020.01, 0), (5000, 0)]
)
def test_margin_use_is_a_turn_between_limit_and_margin(elapsed_ms: float, uses: int) -> None:
    """Later than the limit, but not than limit + margin: counted. A timeout is no margin use."""
    clock = SeatClock(ClockSettings())
    clock.charge(elapsed_ms)
    assert clock.margin_uses == uses


def test_margin_use_is_measured_against_the_bank_before_the_turn() -> None:
    """With 300 ms in the bank a turn of 310 ms used the margin; each use is counted."""
    clock = SeatClock(ClockSettings(bank_ms=300, increment_ms=300))
    clock.charge(310)
    clock.charge(310)
    assert clock.margin_uses == 2


@given(
    bank_ms=st.integers(0, 5000),
    increment_ms=st.integers(0, 500),
    turn_ms=st.integers(1, 2000),
    elapsed=st.lists(st.floats(0, 3000)),
)
def test_no_time_is_ever_negative(bank_ms: int, increment_ms: int, turn_ms: int, elapsed: list[float]) -> None:
    """However long a bot thinks, bank and limit stay at 0 or above, and the limit at most the turn's."""
    clock = SeatClock(ClockSettings(turn_ms=turn_ms, bank_ms=bank_ms, increment_ms=increment_ms))
    for elapsed_ms in elapsed:
        clock.charge(elapsed_ms)
        assert 0 <= clock.limit_ms <= turn_ms
        assert (clock.bank_left_ms is None) == (bank_ms == 0)
        assert (clock.bank_left_ms or 0) >= 0


@given(elapsed=st.lists(st.integers(0, 1000), max_size=20))
def test_bank_is_what_was_given_less_what_was_used(elapsed: list[int]) -> None:
    """While the bank lasts, it is bank + increments − times, to the millisecond."""
    clock = SeatClock(ClockSettings(bank_ms=30_000, increment_ms=7))
    for elapsed_ms in elapsed:
        clock.charge(elapsed_ms)
    assert clock.bank_left_ms == 30_000 + 7 * len(elapsed) - sum(elapsed)
