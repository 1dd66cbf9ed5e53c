"""Threads in the background, and those who need one."""

import threading
from collections.abc import Callable
from functools import partial

import pytest
from support.freezing import Frozen

from referee.bots.freezer import Freezer
from referee.bots.lag import LagMeter
from referee.bots.overdue import OverdueCalls
from referee.errors import RefereeError


@pytest.mark.parametrize(
    ("name", "need"),
    [
        ("lag", LagMeter().start),
        ("overdue", OverdueCalls().start),
        ("freezer", partial(Freezer().rest, Frozen())),
    ],
)
def test_it_begins_later_where_there_is_no_room_for_a_thread(
    monkeypatch: pytest.MonkeyPatch, name: str, need: Callable[[], None]
) -> None:
    """It is not given up for ever: our stalls would be charged, calls might hang, pauses be used."""
    started: list[str] = []

    def fails(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", fails)
        with pytest.raises(RefereeError, match=r"no more threads can be started here: can.t start .*; make room"):
            need()
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.name))
    need()
    need()
    assert started == [name]
