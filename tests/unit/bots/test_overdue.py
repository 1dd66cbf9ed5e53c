"""Calls that do not end: their bots are stopped, and no others."""

from support.manual_clock import ManualClock

from referee.bots.overdue import PATIENCE_S, OverdueCalls


class Given:
    """A process that only notes that it was given up."""

    given_up = False

    def give_up(self) -> None:
        """Note it."""
        self.given_up = True


def watched(due_in_s: float) -> tuple[OverdueCalls, ManualClock, Given]:
    """A call that is to end in so many seconds, the clock, and its bot."""
    clock, bot = ManualClock(), Given()
    calls = OverdueCalls(clock)
    calls.begin(bot, clock.now_s + due_in_s)
    return calls, clock, bot


def test_bot_whose_call_does_not_end_is_stopped() -> None:
    """Once it was seen to be overdue twice."""
    calls, clock, bot = watched(5)
    clock.now_s += 5 + PATIENCE_S + 0.1
    calls.look()
    assert not bot.given_up
    calls.look()
    assert bot.given_up


def test_call_may_take_its_time_and_a_little_longer() -> None:
    """However often it is looked at."""
    calls, clock, bot = watched(5)
    clock.now_s += 5 + PATIENCE_S - 0.1
    calls.look()
    calls.look()
    assert not bot.given_up


def test_stalled_machine_costs_no_bot_its_life() -> None:
    """The call has ended by the time of the second look; another one to the same bot is another matter."""
    calls, clock, bot = watched(5)
    clock.now_s += 100
    calls.look()
    calls.end(bot)
    calls.begin(bot, clock.now_s - PATIENCE_S - 0.1)
    calls.look()
    assert not bot.given_up


def test_other_bots_are_left_alone() -> None:
    """Only the one whose call hangs is stopped."""
    calls, clock, bot = watched(5)
    clock.now_s += 100
    other = Given()
    calls.begin(other, clock.now_s)
    calls.look()
    calls.look()
    assert (bot.given_up, other.given_up) == (True, False)
