"""A bot's chair: whoever ended between two series is replaced, and nobody else is."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.bots.connection import Answer, Method
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.pool import Pool
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import BotFaultError, CrashedError, DisconnectedError, LateError, NotStartedError
from referee.tournament.chair import Chair

SPEC = BotSpec(name="a", command=("a",))
Reply = Callable[[Method], None]


def well(_: Method) -> None:
    """Answer."""


def failing(error: BotFaultError, *methods: Method) -> Reply:
    """Answer, but fail these calls."""

    def reply(method: Method) -> None:
        if method in methods:
            raise error

    return reply


class ScriptedInstance(Instance):
    """Answers as it is told."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.calls: list[Method] = []
        self.stopped = False

    @property
    def is_remote(self) -> bool:
        """Ours."""
        return False

    @property
    def exit_status(self) -> int | None:
        """Always alive, as far as is known."""
        return None

    def log_tail(self, lines: int = 20) -> str:
        """How often it was called."""
        return f"{len(self.calls)} calls"

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Answer or fail."""
        self.calls.append(method)
        self.reply(method)
        return Answer(reply=b"", elapsed_ms=1)

    def stop(self) -> None:
        """Note it."""
        self.stopped = True


class Works:
    """Makes an instance for each reply, then none any more."""

    def __init__(self, *replies: Reply) -> None:
        self.made: list[ScriptedInstance] = []
        self._replies = list(replies)
        self.pool = Pool(ProcessSettings(), 4, start=self._start)

    def _start(self, spec: BotSpec, settings: ProcessSettings, guardian: Guardian) -> Instance:
        if not self._replies:
            raise NotStartedError("did not start")
        self.made.append(ScriptedInstance(self._replies.pop(0)))
        return self.made[-1]

    def serve(self) -> None:
        """One series, after which the instance is kept."""
        with Chair(self.pool, SPEC, 1) as chair:
            ask(chair, Method.START_SERIES)
            chair.discard = False


def ask(chair: Chair, method: Method) -> Answer | None:
    """One call."""
    return chair.call(method, b"", limit_ms=1000, margin_ms=0, optional=True)


@pytest.mark.parametrize("error", [CrashedError("crashed"), DisconnectedError("is gone")])
def test_bot_that_ended_between_series_is_replaced(error: BotFaultError) -> None:
    """Its end is first seen when the next series is announced: a fresh instance is told instead."""
    works = Works(well, well)
    works.serve()
    works.made[0].reply = failing(error, Method.START_SERIES)
    works.serve()
    first, second = works.made
    assert (first.stopped, second.stopped) == (True, False)
    assert second.calls == [Method.START_SERIES]


def test_fresh_bot_that_ends_at_the_announcement_is_not_replaced() -> None:
    """That is its fault."""
    works = Works(failing(CrashedError("crashed"), Method.START_SERIES), well)
    with pytest.raises(CrashedError):
        works.serve()
    assert len(works.made) == 1


def test_bot_is_replaced_once() -> None:
    """If the fresh one ends too, that is its fault."""
    crash = failing(CrashedError("crashed"), Method.START_SERIES)
    works = Works(well, crash, well)
    works.serve()
    works.made[0].reply = crash
    with pytest.raises(CrashedError):
        works.serve()
    assert [instance.stopped for instance in works.made] == [True, True]


def test_bot_that_cannot_be_replaced_is_not_started() -> None:
    """Every call tells why, and there is nothing to give back."""
    works = Works(well)
    works.serve()
    works.made[0].reply = failing(CrashedError("crashed"), Method.START_SERIES)
    with Chair(works.pool, SPEC, 1) as chair:
        for method in (Method.START_SERIES, Method.TAKE_TURN):
            with pytest.raises(NotStartedError, match="did not start"):
                ask(chair, method)
        assert (chair.exit_status, chair.log_tail()) == (None, "")


@pytest.mark.parametrize("method", [Method.TAKE_TURN, Method.FINISH_MATCH, Method.FINISH_SERIES])
def test_instance_is_never_replaced_within_a_series(method: Method) -> None:
    """A kept one neither."""
    works = Works(well, well)
    works.serve()
    works.made[0].reply = failing(CrashedError("crashed"), method)
    with Chair(works.pool, SPEC, 1) as chair:
        ask(chair, Method.START_SERIES)
        assert chair.log_tail() == "2 calls"
        with pytest.raises(CrashedError):
            ask(chair, method)
    assert len(works.made) == 1


def test_kept_bot_that_is_slow_to_begin_is_not_replaced() -> None:
    """It is there, and late: its fault."""
    works = Works(well, well)
    works.serve()
    works.made[0].reply = failing(LateError("late"), Method.START_SERIES)
    with pytest.raises(LateError):
        works.serve()


def test_instance_is_given_back_whatever_happens() -> None:
    """And not used again, unless somebody says that it may be."""
    works = Works(well, well)

    def fail(_: Any) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), Chair(works.pool, SPEC, 1) as chair:
        fail(chair)
    assert works.made[0].stopped
    works.serve()
    assert len(works.made) == 2
