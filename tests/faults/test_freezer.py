"""The freezer with its own thread and the real clock, on what only counts."""

import time

import pytest
from support.freezing import Frozen
from support.processes import eventually

from referee.bots import freezer as module
from referee.bots.freezer import Freezer

FREEZES = 100


class Sluggish(Frozen):
    """Takes a while to be frozen."""

    def freeze(self) -> None:
        """Note it, late."""
        time.sleep(1e-4)
        super().freeze()


def test_each_rest_is_followed_by_frost() -> None:
    """From the first on, and also after nobody rested for a while, when the thread sleeps."""
    freezer, bot = Freezer(), Frozen()
    for _ in range(3):
        bot.acts.clear()
        freezer.rest(bot)
        assert eventually(lambda: bot.acts == ["freeze"])
        freezer.wake(bot)
        assert bot.acts == ["freeze", "thaw"]


def test_bot_that_thinks_is_never_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though it is due as soon as it rests, and woken in the same moment: whoever was frozen has been thawed."""
    monkeypatch.setattr(module, "REST_S", 0.0)
    freezer, bot = Freezer(), Sluggish()

    def is_frozen_often() -> bool:
        for wait_s in (0.0, 1e-6, 1e-5, 1e-4) * 20:
            freezer.rest(bot)
            time.sleep(wait_s)
            freezer.wake(bot)
            assert bot.acts == ["freeze", "thaw"] * (len(bot.acts) // 2)
        return len(bot.acts) >= 2 * FREEZES

    assert eventually(is_frozen_often)
