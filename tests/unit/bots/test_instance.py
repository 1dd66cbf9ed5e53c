"""One bot at work, without a process; its calls are tried with real ones."""

from typing import cast

import pytest

from referee.bots import instance as module
from referee.bots.connection import Connection
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import BotSpec, ProcessSettings


class FakeProcess:
    """Runs until it is stopped."""

    address = "unix:/nowhere"
    stopped = 0

    def __init__(self, *_: object) -> None:
        """It has begun."""

    def stop(self) -> None:
        """It has ended."""
        type(self).stopped += 1


def test_bot_to_which_no_connection_can_be_made_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a machine that has no room for another thread: nothing is left of it."""

    def fails(_: str) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(module, "BotProcess", FakeProcess)
    monkeypatch.setattr(Connection, "to_process", fails)
    with pytest.raises(RuntimeError):
        Instance.start(BotSpec(name="greedy", command=("greedy",)), ProcessSettings(), cast("Guardian", None))
    assert FakeProcess.stopped == 1
