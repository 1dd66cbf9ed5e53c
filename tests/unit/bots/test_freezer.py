"""Bots that rest are frozen, those that are asked again at once are left alone."""

import threading

import pytest

from referee.bots.freezer import Freezer
from referee.errors import RefereeError


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


class Warm(Bot):
    """Cannot be frozen."""

    def freeze(self) -> None:
        """In vain."""
        raise PermissionError(1, "Operation not permitted")


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


def test_bot_that_cannot_be_frozen_is_told_when_it_is_asked() -> None:
    """It is our own failure, and costs the others nothing: they are frozen all the same."""
    freezer, warm, bot = SteppedFreezer(), Warm(), Bot()
    freezer.rest(warm)
    freezer.rest(bot)
    freezer.beat()
    freezer.beat()
    assert bot.acts == ["freeze"]
    with pytest.raises(RefereeError, match=r"^a bot could not be frozen between its turns: Operation not permitted$"):
        freezer.wake(warm)
    freezer.forget(warm)
    freezer.wake(bot)
    assert bot.acts == ["freeze", "thaw"]


def test_freezing_begins_later_where_there_is_no_room_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not given up for ever."""
    freezer, started = SteppedFreezer(), list[str]()

    def fails(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", fails)
        with pytest.raises(RuntimeError):
            freezer.rest(Bot())
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.name))
    freezer.rest(Bot())
    freezer.rest(Bot())
    assert started == ["freezer"]
