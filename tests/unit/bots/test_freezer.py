"""Bots that rest are frozen, those that are asked again at once are left alone."""

from referee.bots.freezer import Freezer


class Bot:
    """Keeps what is done to it."""

    def __init__(self) -> None:
        self.acts: list[str] = []

    def freeze(self) -> None:
        """Note it."""
        self.acts.append("freeze")

    def thaw(self) -> None:
        """Note it."""
        self.acts.append("thaw")


class SteppedFreezer(Freezer):
    """Beats only when a test says so."""

    def _run(self) -> None:
        pass


def test_bot_is_frozen_after_one_whole_period() -> None:
    """At the second beat after its answer, and only then."""
    freezer, bot = SteppedFreezer(), Bot()
    freezer.rest(bot)
    freezer.beat()
    assert bot.acts == []
    freezer.beat()
    freezer.beat()
    assert bot.acts == ["freeze"]


def test_frozen_bot_is_thawed_when_it_is_asked() -> None:
    """And stays awake however long it thinks."""
    freezer, bot = SteppedFreezer(), Bot()
    freezer.rest(bot)
    freezer.beat()
    freezer.beat()
    freezer.wake(bot)
    freezer.beat()
    freezer.beat()
    assert bot.acts == ["freeze", "thaw"]


def test_quick_bots_are_never_frozen() -> None:
    """Asked again within a period, they are not signalled at all."""
    freezer, bot = SteppedFreezer(), Bot()
    for _ in range(10):
        freezer.rest(bot)
        freezer.beat()
        freezer.wake(bot)
    freezer.beat()
    freezer.beat()
    assert bot.acts == []


def test_bot_that_is_being_ended_is_left_alone() -> None:
    """It could not end while it is frozen."""
    freezer, bot = SteppedFreezer(), Bot()
    freezer.rest(bot)
    freezer.beat()
    freezer.forget(bot)
    freezer.beat()
    assert bot.acts == []


def test_each_bot_has_its_own_time() -> None:
    """One that came to rest later is frozen later."""
    freezer, early, late = SteppedFreezer(), Bot(), Bot()
    freezer.rest(early)
    freezer.beat()
    freezer.rest(late)
    freezer.beat()
    assert (early.acts, late.acts) == (["freeze"], [])
    freezer.beat()
    assert late.acts == ["freeze"]
