"""How long a bot is waited for when it starts, on a machine that stands still now and then."""

from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from support.manual_clock import ManualClock

from referee.bots import readiness as module
from referee.bots.connection import Answer, CallFailedError
from referee.bots.readiness import Readiness
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError

STARTUP_S = 3.0


class Machine:
    """A machine with one bot, as its process and as its connection, and with a meter of its stalls.

    Attributes:
        clock: of the machine.
        stall_s: how long it stands still at each look at the bot.
        looks: how often it has to be looked at until it listens, and then how often it is asked until it answers.
    """

    told = "unix:bot.sock"

    def __init__(self, *, stall_s: float, looks: int, asks: int = 1) -> None:
        self.clock = ManualClock()
        self.total_ms = 0.0
        self._stall_s = stall_s
        self._looks = looks
        self._asks = asks

    def since(self, total_ms: float, *, settle: bool) -> float:
        """As a meter."""
        assert settle
        return self.total_ms - total_ms

    def is_listening(self) -> bool:
        """As a process."""
        self._stand_still()
        self._looks -= 1
        return self._looks <= 0

    def wait_exit(self, _timeout_s: float) -> None:
        """As a process that lives."""
        self.clock.now_s += 0.005

    exit_status = log_tail = lambda _: None

    def call(self, *_: object, limit_ms: float, margin_ms: float) -> Answer:
        """As a connection."""
        self._asks -= 1
        if self._asks <= 0:
            return Answer(reply=b"described", elapsed_ms=1 + margin_ms)
        self._stand_still()
        self.clock.now_s += max(0.0, limit_ms / 1000 - self._stall_s)
        late = grpc.StatusCode.DEADLINE_EXCEEDED
        stall_ms = self._stall_s * 1000
        raise CallFailedError(
            late, "", started_s=0.0, elapsed_ms=max(0.0, limit_ms - stall_ms), lag_ms=min(limit_ms, stall_ms)
        )

    def _stand_still(self) -> None:
        self.clock.now_s += self._stall_s
        self.total_ms += self._stall_s * 1000


def wait(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> bytes | None:
    """What the bot answers to Describe."""
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=machine.clock, sleep=lambda _: None))
    settings = ProcessSettings(startup_ms=int(STARTUP_S * 1000))
    bot: Any = machine
    return Readiness(BotSpec(name="a"), settings, bot, bot, meter=bot).wait()


def test_stall_is_no_time_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither before it listens nor while it is asked."""
    assert wait(Machine(stall_s=1.4, looks=3), monkeypatch) == b"described"
    assert wait(Machine(stall_s=2.0, looks=1, asks=2), monkeypatch) == b"described"


def test_without_stalls_time_is_what_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the end of it."""
    machine = Machine(stall_s=0.0, looks=10_000)
    with pytest.raises(NotStartedError, match=r"did not listen on unix:bot\.sock within 3000 ms"):
        wait(machine, monkeypatch)
    assert machine.clock.now_s == pytest.approx(100 + STARTUP_S, abs=0.02)


@pytest.mark.parametrize(("looks", "asks"), [(10_000, 1), (1, 10_000)])
def test_machine_that_always_stands_still_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch, looks: int, asks: int
) -> None:
    """The bot may be what keeps it from running."""
    machine = Machine(stall_s=0.1, looks=looks, asks=asks)
    with pytest.raises(NotStartedError, match=r"within 3000 ms"):
        wait(machine, monkeypatch)
    assert STARTUP_S < machine.clock.now_s - 100 < 2 * STARTUP_S + 0.2
