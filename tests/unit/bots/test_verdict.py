"""Whose fault a failed call is: every status, and every order in which clock, process and channel contradict it."""

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bots.connection import Method
from referee.bots.verdict import FAULT_OF_STATUS, Observation, verdict
from referee.errors import (
    BotFaultError,
    BotStatusError,
    CrashedError,
    DisconnectedError,
    LateError,
    MalformedReplyError,
    NotStartedError,
)

STATUSES = list(grpc.StatusCode)
OK = grpc.StatusCode.OK
UNAVAILABLE = grpc.StatusCode.UNAVAILABLE
DEADLINE_EXCEEDED = grpc.StatusCode.DEADLINE_EXCEEDED
RESOURCE_EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED
FAILED_PRECONDITION = grpc.StatusCode.FAILED_PRECONDITION
UNIMPLEMENTED = grpc.StatusCode.UNIMPLEMENTED
# Those whose meaning does not depend on anything but the clock.
ANSWERS = {OK, RESOURCE_EXHAUSTED}


def seen(
    code: grpc.StatusCode,
    *,
    elapsed_ms: float = 10,
    exit_status: int | None = None,
    exited_after_ms: float | None = None,
    is_connected: bool = True,
    is_remote: bool = False,
    reply: bytes | None = None,
    method: Method = Method.TAKE_TURN,
    details: str = "",
) -> Observation:
    """What was seen after a call with 1000 ms and a margin of 20 ms."""
    return Observation(
        method=method,
        code=code,
        details=details,
        reply=reply,
        elapsed_ms=elapsed_ms,
        limit_ms=1000,
        margin_ms=20,
        exit_status=exit_status,
        exited_after_ms=exited_after_ms,
        is_connected=is_connected,
        is_remote=is_remote,
        log_tail="last words",
    )


def is_fault(fault: BotFaultError, kind: type[BotFaultError], reason: str) -> bool:
    """Whether it is exactly of that kind, in those words."""
    return (type(fault), fault.reason) == (kind, reason)


def test_every_status_has_a_fault() -> None:
    """Also those that a future gRPC adds."""
    assert set(FAULT_OF_STATUS) == set(grpc.StatusCode)


@pytest.mark.parametrize("code", STATUSES)
def test_status_in_time_from_a_living_connected_bot(code: grpc.StatusCode) -> None:
    """Its own words: a bot-error, but for a reply that is too large or not there."""
    fault = verdict(seen(code, details="why"))
    expected: dict[grpc.StatusCode, tuple[type[BotFaultError], str]] = {
        OK: (MalformedReplyError, "answered without a message"),
        RESOURCE_EXHAUSTED: (MalformedReplyError, "answered with gRPC status RESOURCE_EXHAUSTED: why"),
        UNIMPLEMENTED: (
            BotStatusError,
            "answered with gRPC status UNIMPLEMENTED: why; expected it to serve /lostcities.v1.BotService/TakeTurn",
        ),
    }
    assert is_fault(fault, *expected.get(code, (BotStatusError, f"answered with gRPC status {code.name}: why")))


@pytest.mark.parametrize("code", STATUSES)
def test_any_status_after_limit_and_margin_is_a_timeout(code: grpc.StatusCode) -> None:
    """The own clock is believed first; only a reply that is too large is that whenever it comes."""
    fault = verdict(seen(code, elapsed_ms=1042.1, is_connected=False))
    if code is RESOURCE_EXHAUSTED:
        assert type(fault) is MalformedReplyError
    else:
        assert is_fault(fault, LateError, "did not answer within 1000 ms (1043 ms)")


@pytest.mark.parametrize("code", STATUSES)
def test_any_status_from_a_dead_bot_is_a_crash(code: grpc.StatusCode) -> None:
    """The process is believed next, whatever the status and the channel say."""
    fault = verdict(seen(code, exit_status=-9, exited_after_ms=9, is_connected=False))
    if code in ANSWERS:
        assert type(fault) is MalformedReplyError
    else:
        assert is_fault(fault, CrashedError, "crashed: killed by SIGKILL")


@pytest.mark.parametrize("code", STATUSES)
def test_any_status_over_a_lost_channel_is_a_disconnection(code: grpc.StatusCode) -> None:
    """The channel is believed before the status."""
    fault = verdict(seen(code, is_connected=False))
    if code in ANSWERS:
        assert type(fault) is MalformedReplyError
    else:
        assert is_fault(fault, DisconnectedError, "closed the connection, but its process lives")


@pytest.mark.parametrize(
    ("details", "what"),
    [
        ("CLIENT: Received message larger than max (70000 vs. 65536)", "more than 65536 bytes"),
        ("received metadata size exceeds hard limit (16461 vs. 16384)", "more headers than gRPC takes"),
        ("RST_STREAM (Received RST_STREAM with error code 11)", "gRPC status RESOURCE_EXHAUSTED"),
    ],
)
def test_what_was_too_much_is_told(details: str, what: str) -> None:
    """All have one status; the text says what it was."""
    fault = verdict(seen(RESOURCE_EXHAUSTED, details=details))
    assert is_fault(fault, MalformedReplyError, f"answered with {what}: {details}")


def test_breach_of_the_rules_of_http2_is_told_with_what_grpc_says() -> None:
    """It closed the connection for that; of one that is only gone there is nothing more to say."""
    words, details = "closed the connection, but its process lives", "Failed parsing HTTP/2 (integer overflow)"
    fault = verdict(seen(grpc.StatusCode.UNKNOWN, is_connected=False, details=details))
    assert is_fault(fault, DisconnectedError, f"{words}: {details}")
    fault = verdict(seen(UNAVAILABLE, is_connected=False, details="Socket closed"))
    assert is_fault(fault, DisconnectedError, words)


def test_lost_remote_bot_is_told_with_what_grpc_says() -> None:
    """Nothing is known of its process."""
    fault = verdict(seen(UNAVAILABLE, is_connected=False, is_remote=True, details="re\nset\n"))
    assert is_fault(fault, DisconnectedError, r"cannot be reached: re\nset")


def test_margin_belongs_to_the_time() -> None:
    """Exactly limit and margin is in time."""
    assert type(verdict(seen(UNAVAILABLE, elapsed_ms=1020))) is BotStatusError
    assert type(verdict(seen(UNAVAILABLE, elapsed_ms=1020.001))) is LateError


def test_process_that_ended_in_time_crashed_even_if_that_was_noticed_late() -> None:
    """A stalled machine, or a child that holds the connection, does not turn a crash into a timeout."""
    fault = verdict(seen(DEADLINE_EXCEEDED, elapsed_ms=1055, exit_status=3, exited_after_ms=1020))
    assert is_fault(fault, CrashedError, "crashed: exited with status 3")
    assert type(verdict(seen(DEADLINE_EXCEEDED, elapsed_ms=1055, exit_status=3, exited_after_ms=-5))) is CrashedError


def test_process_that_ended_after_its_time_was_late() -> None:
    """Dying of it does not help."""
    fault = verdict(seen(UNAVAILABLE, elapsed_ms=1030, exit_status=-9, exited_after_ms=1021))
    assert type(fault) is LateError


def test_late_reply_is_a_timeout_even_if_the_process_ended() -> None:
    """It did answer, too late; the reply is kept as evidence."""
    fault = verdict(seen(OK, elapsed_ms=1030, reply=b"turn", exit_status=0, exited_after_ms=500))
    assert type(fault) is LateError
    assert fault.symptoms.reply == b"turn"


def test_start_series_late_is_not_started() -> None:
    """The series never began."""
    fault = verdict(seen(DEADLINE_EXCEEDED, elapsed_ms=1050, method=Method.START_SERIES))
    assert is_fault(fault, NotStartedError, "did not answer StartSeries within 1000 ms (1050 ms)")


@pytest.mark.parametrize("is_dead", [False, True])
def test_start_series_refused_is_not_started(is_dead: bool) -> None:  # noqa: FBT001 - a parameter
    """With the bot's message, also if it ends right after it."""
    exit_status, exited_after_ms = (1, 12.0) if is_dead else (None, None)
    refusal = seen(
        FAILED_PRECONDITION,
        method=Method.START_SERIES,
        details="no purple, please",
        exit_status=exit_status,
        exited_after_ms=exited_after_ms,
        is_connected=not is_dead,
    )
    assert is_fault(verdict(refusal), NotStartedError, "refused the series: no purple, please")


def test_words_end_with_no_blank() -> None:
    """Python's gRPC says why by an exception that may have nothing to say."""
    fault = verdict(seen(grpc.StatusCode.UNKNOWN, details="Exception calling application: "))
    assert is_fault(fault, BotStatusError, "answered with gRPC status UNKNOWN: Exception calling application:")


def test_start_series_with_other_failures_is_what_it_is_elsewhere() -> None:
    """The call is named, the kind stays."""
    fault = verdict(seen(grpc.StatusCode.INTERNAL, method=Method.START_SERIES))
    assert is_fault(fault, BotStatusError, "answered StartSeries with gRPC status INTERNAL")
    assert (
        type(verdict(seen(UNAVAILABLE, method=Method.START_SERIES, exit_status=1, exited_after_ms=1))) is CrashedError
    )


def test_symptoms_tell_what_was_seen() -> None:
    """All of it is kept as evidence."""
    symptoms = verdict(seen(UNAVAILABLE, elapsed_ms=12.5, exit_status=-11, exited_after_ms=12)).symptoms
    assert (symptoms.elapsed_ms, symptoms.limit_ms, symptoms.exit_status) == (12.5, 1000, -11)
    assert (symptoms.log_tail, symptoms.reply) == ("last words", None)


@given(details=st.text(max_size=2000), code=st.sampled_from(STATUSES), method=st.sampled_from(list(Method)))
def test_reason_is_one_short_printable_line(details: str, code: grpc.StatusCode, method: Method) -> None:
    """Whatever the bot says."""
    reason = verdict(seen(code, details=details, method=method)).reason
    assert reason.isprintable()
    assert len(reason) <= 300
