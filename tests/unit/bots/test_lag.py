"""The referee's own delay is measured, and never charged to a bot."""

import time
from types import SimpleNamespace

import grpc
import pytest

from referee.bots.connection import CallFailedError, Connection, Method
from referee.bots.instance import Instance
from referee.bots.lag import LagMeter
from referee.bots.unary import Outcome
from referee.errors import LateError, StalledError


class StandingStill(LagMeter):
    """A meter that saw a stall of so many milliseconds in every call."""

    def __init__(self, stall_ms: float) -> None:
        super().__init__()
        self._stall_ms = stall_ms

    def since(self, total_ms: float, *, settle: bool) -> float:
        """The stall, whenever it is asked for."""
        return self._stall_ms


class IdleChannel:
    """Nobody is at its other end, and nothing is ever told of it."""

    def __init__(self) -> None:
        self._channel = SimpleNamespace(segregated_call=None)

    def subscribe(self, callback: object) -> None:
        """Nothing to tell."""

    unsubscribe = unary_unary = subscribe


def make_connection(seconds: float, stall_ms: float, *, answers: bool) -> Connection:
    """Each call takes so long, on a machine that stands still for so long, and is then answered or out of time."""

    def call(_request: bytes, _timeout_s: float) -> Outcome:
        time.sleep(seconds)
        if answers:
            return b"reply", grpc.StatusCode.OK, ""
        return None, grpc.StatusCode.DEADLINE_EXCEEDED, "Deadline Exceeded"

    connection = Connection(IdleChannel(), meter=StandingStill(stall_ms))  # type: ignore[arg-type]
    connection._calls = dict.fromkeys(Method, call)
    return connection


def make_instance(seconds: float, stall_ms: float, *, answers: bool) -> Instance:
    """A bot with such a connection."""
    return Instance(make_connection(seconds, stall_ms, answers=answers), None)


def test_time_that_the_machine_stood_still_is_not_charged() -> None:
    """A reply 25 ms after the question, in a machine that stood still for 20 ms, took 5 ms: within 10 ms."""
    answer = make_instance(0.025, 20, answers=True).call(Method.TAKE_TURN, b"", limit_ms=10, margin_ms=0)
    assert answer is not None
    assert answer.lag_ms == 20
    assert answer.elapsed_ms < 10


def test_reply_that_is_late_even_without_the_stall_is_late() -> None:
    """What the bot took itself is over the limit."""
    with pytest.raises(LateError) as caught:
        make_instance(0.025, 2, answers=True).call(Method.TAKE_TURN, b"", limit_ms=10, margin_ms=0)
    assert caught.value.symptoms.lag_ms == 2


def test_no_reply_while_the_machine_stood_still_is_nobodys_fault() -> None:
    """Whether the bot would have answered in time is not known, so it is not judged; what it would be is kept."""
    with pytest.raises(StalledError) as caught:
        make_instance(0.025, 20, answers=False).call(Method.TAKE_TURN, b"", limit_ms=10, margin_ms=0)
    assert isinstance(caught.value.fault, LateError)


def test_no_reply_and_a_short_stall_is_a_timeout() -> None:
    """The bot lacked more than the stall."""
    with pytest.raises(LateError):
        make_instance(0.025, 2, answers=False).call(Method.TAKE_TURN, b"", limit_ms=10, margin_ms=0)


def test_failure_tells_time_and_lag_apart() -> None:
    """The connection reports both, and their sum is the wall time."""
    connection = make_connection(0.02, 15, answers=False)
    with pytest.raises(CallFailedError) as caught:
        connection.call(Method.TAKE_TURN, b"", limit_ms=5, margin_ms=0)
    assert caught.value.lag_ms == 15
    assert caught.value.elapsed_ms >= 5


def test_meter_counts_from_a_mark() -> None:
    """What was before the mark is not counted."""
    meter = LagMeter()
    meter.total_ms = 40.0
    mark = meter.total_ms
    meter.total_ms += 25.0
    assert meter.since(mark, settle=False) == 25.0
