"""The freezer with its own thread and the real clock, on what only counts."""

from support.processes import eventually

from referee.bots.freezer import Freezer


class Counted:
    """Keeps what is done to it."""

    def __init__(self) -> None:
        self.acts: list[str] = []

    def freeze(self) -> None:
        """Note it."""
        self.acts.append("freeze")

    def thaw(self) -> None:
        """Note it."""
        self.acts.append("thaw")


def test_each_rest_is_followed_by_frost() -> None:
    """From the first on, and also after nobody rested for a while, when the thread sleeps."""
    freezer, bot = Freezer(), Counted()
    for _ in range(3):
        bot.acts.clear()
        freezer.rest(bot)
        assert eventually(lambda: bot.acts == ["freeze"])
        freezer.wake(bot)
        assert bot.acts == ["freeze", "thaw"]


def test_bot_that_thinks_is_never_frozen() -> None:
    """However its turns and rests come to lie to the looks of the thread: frozen and thawed alternate."""
    freezer, bot, other = Freezer(), Counted(), Counted()
    freezer.rest(other)
    for _ in range(20_000):
        freezer.rest(bot)
        freezer.wake(bot)
        assert bot.acts.count("freeze") == bot.acts.count("thaw")
    assert eventually(lambda: other.acts == ["freeze"])
