"""Something costly is done no more often than its share of the time allows."""

import pytest
from support.manual_clock import ManualClock

from referee.report.live.allowance import Allowance


def spend(allowance: Allowance, clock: ManualClock, cost_s: float) -> None:
    """Do something that takes so long."""
    with allowance.spend():
        clock.now_s += cost_s


def fail(allowance: Allowance, clock: ManualClock, cost_s: float) -> None:
    """Do something that fails after so long."""
    with allowance.spend():
        clock.now_s += cost_s
        raise ZeroDivisionError


def test_the_first_time_is_at_once() -> None:
    """And the next one after the least time, however cheap it was."""
    clock = ManualClock()
    allowance = Allowance(0.2, 2.0, clock=clock, meter=clock)
    assert allowance.is_due
    spend(allowance, clock, 0.0)
    clock.now_s += 1.9
    assert not allowance.is_due
    clock.now_s += 0.2
    assert allowance.is_due


def test_what_takes_long_is_done_seldom() -> None:
    """A fifth of the time: ten seconds of work, then forty of rest."""
    clock = ManualClock()
    allowance = Allowance(0.2, 2.0, clock=clock, meter=clock)
    spend(allowance, clock, 10.0)
    clock.now_s += 39.9
    assert not allowance.is_due
    clock.now_s += 0.2
    assert allowance.is_due


def test_failures_cost_too() -> None:
    """What fails after a long time is not tried again at once."""
    clock = ManualClock()
    allowance = Allowance(0.5, 0.0, clock=clock, meter=clock)
    with pytest.raises(ZeroDivisionError):
        fail(allowance, clock, 3.0)
    assert not allowance.is_due


def test_what_counts_is_work() -> None:
    """On a busy machine, where a second of work takes a minute, it is done as often as on an idle one."""
    clock, meter = ManualClock(), ManualClock()
    allowance = Allowance(0.2, 2.0, clock=clock, meter=meter)
    with allowance.spend():
        clock.now_s += 60.0
        meter.now_s += 1.0
    assert allowance.is_due
