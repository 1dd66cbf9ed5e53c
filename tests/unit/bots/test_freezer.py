"""Bots that rest are frozen, those that are asked again at once are left alone."""

import pytest
from support.freezing import Frozen
from support.manual_clock import ManualClock

from referee.bots.freezer import REST_S, Freezer
from referee.errors import RefereeError


class Warm(Frozen):
    """Cannot be frozen."""

    def freeze(self) -> None:
        """In vain."""
        raise PermissionError(1, "Operation not permitted")


class SteppedFreezer(Freezer):
    """Freezes only when a test lets time pass."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        super().__init__(self.clock)

    def let_pass(self, rests: float) -> float:
        """Let time pass, in parts of the time that a bot rests before it is frozen; what `freeze_due` says then."""
        self.clock.now_s += rests * REST_S
        return self.freeze_due()

    def _run(self) -> None:
        pass


def test_bot_is_frozen_when_it_has_rested() -> None:
    """Not before, and only once."""
    freezer, bot = SteppedFreezer(), Frozen()
    freezer.rest(bot)
    freezer.let_pass(0.9)
    assert bot.acts == []
    freezer.let_pass(0.2)
    freezer.let_pass(2)
    assert bot.acts == ["freeze"]


def test_frozen_bot_is_thawed_when_it_is_asked() -> None:
    """And stays awake however long it thinks."""
    freezer, bot = SteppedFreezer(), Frozen()
    freezer.rest(bot)
    freezer.let_pass(1.1)
    freezer.wake(bot)
    freezer.let_pass(2)
    assert bot.acts == ["freeze", "thaw"]


def test_quick_bots_are_never_frozen() -> None:
    """Asked again before they have rested, they are not signalled at all."""
    freezer, bot = SteppedFreezer(), Frozen()
    for _ in range(10):
        freezer.rest(bot)
        freezer.let_pass(0.9)
        freezer.wake(bot)
    freezer.let_pass(2)
    assert bot.acts == []


def test_bot_that_is_woken_while_another_is_frozen_is_left_alone() -> None:
    """It was due too, but it has been asked since."""
    freezer, late = SteppedFreezer(), Frozen()

    class Rousing(Frozen):
        def freeze(self) -> None:
            freezer.wake(late)

    freezer.rest(Rousing())
    freezer.rest(late)
    freezer.let_pass(1.1)
    assert late.acts == []


def test_bot_that_is_being_ended_is_left_alone() -> None:
    """It could not end while it is frozen."""
    freezer, bot = SteppedFreezer(), Frozen()
    freezer.rest(bot)
    freezer.forget(bot)
    freezer.let_pass(2)
    assert bot.acts == []


def test_each_bot_has_its_own_time() -> None:
    """One that came to rest later is frozen later."""
    freezer, early, late = SteppedFreezer(), Frozen(), Frozen()
    freezer.rest(early)
    freezer.let_pass(0.6)
    freezer.rest(late)
    freezer.let_pass(0.6)
    assert (early.acts, late.acts) == (["freeze"], [])
    freezer.let_pass(0.6)
    assert late.acts == ["freeze"]


def test_next_look_is_when_the_next_bot_is_due() -> None:
    """Not sooner, since each look takes time from the bots."""
    freezer, early, late = SteppedFreezer(), Frozen(), Frozen()
    freezer.rest(early)
    assert freezer.let_pass(0.3) == pytest.approx(0.7 * REST_S)
    freezer.rest(late)
    assert freezer.let_pass(0.3) == pytest.approx(0.4 * REST_S)
    assert freezer.let_pass(0.5) == pytest.approx(0.2 * REST_S)
    assert (early.acts, late.acts) == (["freeze"], [])
    assert freezer.let_pass(0.3) == 0


def test_bot_that_cannot_be_frozen_is_told_when_it_is_asked() -> None:
    """It is our own failure, and costs the others nothing: they are frozen all the same."""
    freezer, warm, bot = SteppedFreezer(), Warm(), Frozen()
    freezer.rest(warm)
    freezer.rest(bot)
    freezer.let_pass(1.1)
    assert bot.acts == ["freeze"]
    with pytest.raises(RefereeError, match=r"^a bot could not be frozen between its turns: Operation not permitted$"):
        freezer.wake(warm)
    freezer.forget(warm)
    freezer.wake(bot)
    assert bot.acts == ["freeze", "thaw"]
