"""What went wrong in a call, and whose fault it is: a pure function of what was seen (DESIGN section 7).

A bot may send any status it likes. So a status decides only what clock, process and channel have left open; except for
two that gRPC never makes up and that a bot has no use for as a lie: a refusal of the series, and an empty answer.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import grpc

from referee.bots.connection import REPLY_LIMIT_BYTES, Method
from referee.bots.text import escape_text, status_text
from referee.errors import (
    BotFaultError,
    BotStatusError,
    CrashedError,
    DisconnectedError,
    LateError,
    MalformedReplyError,
    NotStartedError,
    Symptoms,
)

_DETAILS_LIMIT = 200
# What gRPC says of an answer that it does not take; a bot may send the same status for reasons of its own.
_EXCESSES = {
    "larger than max": f"more than {REPLY_LIMIT_BYTES} bytes",
    "metadata size": "more headers than gRPC takes",
}

FAULT_OF_STATUS: Mapping[grpc.StatusCode, type[BotFaultError]] = {
    grpc.StatusCode.OK: MalformedReplyError,  # without a message
    grpc.StatusCode.RESOURCE_EXHAUSTED: MalformedReplyError,  # a message, or its metadata, beyond the limit
    grpc.StatusCode.CANCELLED: BotStatusError,
    grpc.StatusCode.UNKNOWN: BotStatusError,
    grpc.StatusCode.INVALID_ARGUMENT: BotStatusError,
    grpc.StatusCode.DEADLINE_EXCEEDED: BotStatusError,  # sent by the bot: the own clock says it is not late
    grpc.StatusCode.NOT_FOUND: BotStatusError,
    grpc.StatusCode.ALREADY_EXISTS: BotStatusError,
    grpc.StatusCode.PERMISSION_DENIED: BotStatusError,
    grpc.StatusCode.FAILED_PRECONDITION: BotStatusError,  # but for StartSeries
    grpc.StatusCode.ABORTED: BotStatusError,
    grpc.StatusCode.OUT_OF_RANGE: BotStatusError,
    grpc.StatusCode.UNIMPLEMENTED: BotStatusError,  # where the call is not optional
    grpc.StatusCode.INTERNAL: BotStatusError,
    grpc.StatusCode.UNAVAILABLE: BotStatusError,  # sent by the bot: process and channel are there
    grpc.StatusCode.DATA_LOSS: BotStatusError,
    grpc.StatusCode.UNAUTHENTICATED: BotStatusError,
}
"""What a status is when nothing else is known to be wrong."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Observation:
    """A call that brought no message, or brought it late, and what was seen of the bot right after it.

    Attributes:
        method: what was called.
        code: the gRPC status.
        details: its text, as it came.
        reply: the message that came late; None if none came.
        elapsed_ms: wall time of the call, in milliseconds, by the own clock, less the lag.
        lag_ms: how long this machine kept the referee from running meanwhile.
        limit_ms: what the bot was given.
        margin_ms: what is tolerated beyond it.
        exit_status: of its process, negative for a signal; None while it lives or is remote.
        exit_note: why we ended its process; "" if we did not.
        exited_after_ms: from the start of the call to the process's end, negative if it was gone before; None likewise.
        is_connected: whether the channel is still READY.
        is_remote: whether the process is not ours to see.
        log_tail: the last lines it wrote.
    """

    method: Method
    code: grpc.StatusCode
    details: str = ""
    reply: bytes | None = None
    elapsed_ms: float
    lag_ms: float = 0.0
    limit_ms: float
    margin_ms: float
    exit_status: int | None = None
    exit_note: str = ""
    exited_after_ms: float | None = None
    is_connected: bool = True
    is_remote: bool = False
    log_tail: str = ""

    @property
    def is_late(self) -> bool:
        """Whether limit and margin were over when the call ended."""
        return self.elapsed_ms > self.limit_ms + self.margin_ms

    @property
    def ended_in_time(self) -> bool:
        """Whether the process ended before limit and margin were over."""
        return self.exited_after_ms is not None and self.exited_after_ms <= self.limit_ms + self.margin_ms


def verdict(seen: Observation) -> BotFaultError:
    """The fault that a failed or late call is, with its reason and symptoms."""
    for judge in _JUDGES:
        if fault := judge(seen):
            return fault
    reason = f"answered{_call_name(seen)} with gRPC status {seen.code.name}{_details(seen)}{_advice(seen)}"
    return _fault(seen, FAULT_OF_STATUS[seen.code], reason)


def _judge_size(seen: Observation) -> BotFaultError | None:
    """Whenever it comes: reading a reply that is too large may take longer than the deadline."""
    if seen.code is not grpc.StatusCode.RESOURCE_EXHAUSTED:
        return None
    what = next((words for sign, words in _EXCESSES.items() if sign in seen.details), f"gRPC status {seen.code.name}")
    return _fault(seen, FAULT_OF_STATUS[seen.code], f"answered{_call_name(seen)} with {what}{_details(seen)}")


def _judge_clock(seen: Observation) -> BotFaultError | None:
    """The own clock; but a bot that died in time did not think too long."""
    if not seen.is_late or (seen.reply is None and seen.ended_in_time):
        return None
    kind = NotStartedError if seen.method is Method.START_SERIES else LateError
    took_ms = math.ceil(seen.elapsed_ms)
    return _fault(seen, kind, f"did not answer{_call_name(seen)} within {seen.limit_ms:.0f} ms ({took_ms} ms)")


def _judge_answer(seen: Observation) -> BotFaultError | None:
    """Answers by intent, whatever became of the bot afterwards."""
    if seen.code is grpc.StatusCode.OK:
        return _fault(seen, FAULT_OF_STATUS[seen.code], f"answered{_call_name(seen)} without a message")
    if seen.code is grpc.StatusCode.FAILED_PRECONDITION and seen.method is Method.START_SERIES:
        return _fault(seen, NotStartedError, f"refused the series{_details(seen)}")
    return None


def _judge_process(seen: Observation) -> BotFaultError | None:
    if seen.exit_status is None:
        return None
    return _fault(seen, CrashedError, f"crashed: {status_text(seen.exit_status, seen.exit_note)}")


def _judge_channel(seen: Observation) -> BotFaultError | None:
    if seen.is_connected:
        return None
    reason = "cannot be reached" if seen.is_remote else "closed the connection, but its process lives"
    # Of a bot that breaks the rules of HTTP/2 gRPC says what was wrong; with UNAVAILABLE only that nobody is there.
    is_told = seen.is_remote or seen.code is not grpc.StatusCode.UNAVAILABLE
    return _fault(seen, DisconnectedError, f"{reason}{_details(seen) if is_told else ''}")


_JUDGES: tuple[Callable[[Observation], BotFaultError | None], ...] = (
    _judge_size,
    _judge_clock,
    _judge_answer,
    _judge_process,
    _judge_channel,
)
"""In the order in which they are believed; what none of them takes is what the status says."""


def _fault(seen: Observation, kind: type[BotFaultError], reason: str) -> BotFaultError:
    symptoms = Symptoms(
        elapsed_ms=seen.elapsed_ms,
        limit_ms=seen.limit_ms,
        reply=seen.reply,
        exit_status=seen.exit_status,
        log_tail=seen.log_tail,
        lag_ms=seen.lag_ms,
    )
    return kind(reason, symptoms)


def _call_name(seen: Observation) -> str:
    """Which call, where it is not a turn: that goes without saying."""
    return "" if seen.method is Method.TAKE_TURN else f" {seen.method.label}"


def _details(seen: Observation) -> str:
    details = seen.details.strip()
    return f": {escape_text(details, _DETAILS_LIMIT)}" if details else ""


def _advice(seen: Observation) -> str:
    """What is wrong with a bot that does not know the call: usually the name of its package."""
    is_unknown = seen.code is grpc.StatusCode.UNIMPLEMENTED and seen.method is Method.TAKE_TURN
    return f"; expected it to serve {seen.method.value}" if is_unknown else ""
