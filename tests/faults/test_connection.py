"""Calls to real bad bots: each failure becomes the right fault, in exact words."""

import os
import signal
import time
from collections.abc import Iterator

import grpc
import pytest
from support.bots import bad_bot
from support.processes import eventually, marked_processes

from referee.bots.connection import REPLY_LIMIT_BYTES, Answer, Method
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import (
    BotFaultError,
    BotStatusError,
    CrashedError,
    DisconnectedError,
    LateError,
    MalformedReplyError,
    NotStartedError,
    StalledError,
)

SETTINGS = ProcessSettings(stop_grace_ms=100)
# Long enough for a busy machine, where the limit is not what is tested.
AMPLE_MS = 5000


@pytest.fixture
def bot(mark: str, guardian: Guardian) -> Iterator[Instance]:
    """A bot that does as it is told."""
    instance = Instance.start(bad_bot(mark), SETTINGS, guardian)
    yield instance
    instance.stop()


def ask(
    bot: Instance, order: str, *, limit_ms: float = AMPLE_MS, margin_ms: float = 0, method: Method = Method.TAKE_TURN
) -> Answer:
    """The answer of a call that must bring one."""
    answer = bot.call(method, order.encode("latin-1"), limit_ms=limit_ms, margin_ms=margin_ms)
    assert answer is not None
    return answer


def fails(
    bot: Instance, order: str, *, limit_ms: float = AMPLE_MS, margin_ms: float = 0, method: Method = Method.TAKE_TURN
) -> BotFaultError:
    """The fault that a call ends in, or would end in if this machine had not stood still."""
    with pytest.raises((BotFaultError, StalledError)) as caught:
        ask(bot, order, limit_ms=limit_ms, margin_ms=margin_ms, method=method)
    error = caught.value.fault if isinstance(caught.value, StalledError) else caught.value
    assert isinstance(error, BotFaultError)
    return error


def test_bytes_are_passed_through(bot: Instance) -> None:
    """What is no message to us, or an empty one, or just small enough, is an answer here."""
    for reply in ("\xff\x00garbage\x80", "", "x" * REPLY_LIMIT_BYTES):
        answer = ask(bot, f"echo {reply}")
        assert answer.reply == reply.encode("latin-1")
        assert 0 < answer.elapsed_ms < AMPLE_MS


def test_late_within_the_margin_is_in_time(bot: Instance) -> None:
    """The margin is tolerated, and the time told as it was."""
    answer = ask(bot, "sleep 0.3", limit_ms=200, margin_ms=AMPLE_MS)
    assert answer.reply == b"at last"
    assert answer.elapsed_ms + answer.lag_ms > 300


def test_late_reply_is_a_timeout_and_dropped(bot: Instance) -> None:
    """The fault tells limit and elapsed time; the next call gets its own answer, not the late one."""
    error = fails(bot, "sleep 0.4", limit_ms=200, margin_ms=20)
    assert type(error) is LateError
    assert error.reason.startswith("did not answer within 200 ms (2")
    assert error.symptoms.limit_ms == 200
    assert error.symptoms.elapsed_ms is not None
    assert error.symptoms.elapsed_ms > 220
    assert error.symptoms.reply is None
    assert error.symptoms.exit_status is None
    assert error.symptoms.log_tail == "up"
    assert ask(bot, "echo mine").reply == b"mine"
    time.sleep(0.3)
    assert ask(bot, "echo still mine").reply == b"still mine"


def test_reply_between_limit_and_backstop_is_late(bot: Instance) -> None:
    """A reply that came before the gRPC deadline, but after the limit, is late all the same, and kept as evidence."""
    ask(bot, "echo warm")
    for sleep_ms in range(200, 226, 5):
        error = fails(bot, f"sleep {sleep_ms / 1000}", limit_ms=199)
        assert type(error) is LateError
        if error.symptoms.reply is not None:
            assert error.symptoms.reply == b"at last"
            return
    pytest.skip("the machine is too slow to answer within the backstop")


def test_stopped_bot_is_late(bot: Instance) -> None:
    """A bot that stops itself neither crashed nor disconnected."""
    error = fails(bot, f"kill {int(signal.SIGSTOP)}", limit_ms=200)
    assert type(error) is LateError
    assert bot.is_alive


def test_status_of_the_bot_is_a_bot_error(bot: Instance) -> None:
    """Whatever it says: also UNAVAILABLE and DEADLINE_EXCEEDED are its own words while it lives and is connected."""
    for code in set(grpc.StatusCode) - {grpc.StatusCode.OK, grpc.StatusCode.RESOURCE_EXHAUSTED}:
        error = fails(bot, rf"status {code.name} one\ntwo\x1b[2J")
        assert type(error) is BotStatusError
        advice = "; expected it to serve /lostcities.v1.BotService/TakeTurn" if code.name == "UNIMPLEMENTED" else ""
        assert error.reason == rf"answered with gRPC status {code.name}: one\ntwo\x1b[2J{advice}"
        assert ask(bot, "echo on").reply == b"on"


def test_exhausted_resources_are_malformed(bot: Instance) -> None:
    """The bot's own word for it cannot be told from gRPC's."""
    error = fails(bot, "status RESOURCE_EXHAUSTED tired")
    assert type(error) is MalformedReplyError
    assert error.reason == "answered with gRPC status RESOURCE_EXHAUSTED: tired"


def test_long_status_text_is_cut(bot: Instance) -> None:
    """A bot does not fill our records."""
    error = fails(bot, "status INTERNAL " + "x" * 5000)
    assert error.reason == "answered with gRPC status INTERNAL: " + "x" * 199 + "…"


def test_huge_status_text_is_malformed(bot: Instance) -> None:
    """Beyond 16 KB gRPC refuses it."""
    assert type(fails(bot, "status INTERNAL " + "x" * 40_000)) is MalformedReplyError


@pytest.mark.parametrize("size", [REPLY_LIMIT_BYTES + 1, 50_000_000])
def test_reply_beyond_the_limit_is_malformed(bot: Instance, size: int) -> None:
    """By one byte or by far."""
    error = fails(bot, f"big {size}")
    assert type(error) is MalformedReplyError
    assert error.reason.startswith("answered with more than 65536 bytes: ")


def test_no_message_is_malformed(bot: Instance) -> None:
    """OK without a message is an answer, and a wrong one."""
    error = fails(bot, "messages 0")
    assert type(error) is MalformedReplyError
    assert error.reason == "answered without a message"
    assert ask(bot, "echo on").reply == b"on"


def test_second_message_is_an_error(bot: Instance) -> None:
    """Two messages are no answer: gRPC says so, or waits in vain."""
    assert type(fails(bot, "messages 2", limit_ms=500)) in {BotStatusError, LateError}
    assert ask(bot, "echo on").reply == b"on"


@pytest.mark.parametrize(
    ("order", "status", "words"),
    [
        ("kill 9", -9, "crashed: killed by SIGKILL"),
        ("kill 6", -6, "crashed: killed by SIGABRT"),
        ("exit 3", 3, "crashed: exited with status 3"),
        ("exit 0", 0, "crashed: exited with status 0"),
        ("closes-and-dies", 5, "crashed: exited with status 5"),
    ],
)
def test_end_of_the_process_is_a_crash(bot: Instance, order: str, status: int, words: str) -> None:
    """Told by the process's exit, with its status; and again at every later call."""
    error = fails(bot, order)
    assert type(error) is CrashedError
    assert error.reason == words
    assert error.symptoms.exit_status == status
    assert error.symptoms.log_tail == "up"
    assert not bot.is_alive
    assert fails(bot, "echo anybody?").reason == words


def test_crash_behind_an_open_connection_is_a_crash(bot: Instance) -> None:
    """A child that holds the connection makes the call time out, but its parent died in time."""
    error = fails(bot, "leave", limit_ms=500)
    assert type(error) is CrashedError
    assert error.reason == "crashed: exited with status 7"


def test_death_after_the_limit_is_a_timeout(bot: Instance) -> None:
    """A bot that thinks too long and dies of it was late first; that it is dead is told all the same at the next."""
    assert type(fails(bot, "die-after 0.2", limit_ms=150, margin_ms=0)) is LateError
    assert eventually(lambda: not bot.is_alive)
    assert fails(bot, "echo anybody?").reason == "crashed: exited with status 8"


def test_death_between_calls_is_a_crash_at_the_next(bot: Instance, mark: str) -> None:
    """Nobody is asked, nobody notices; the next call tells."""
    (pid,) = [pid for pid, command in marked_processes(mark).items() if "bad_bot" in command]
    os.kill(pid, signal.SIGSEGV)
    assert eventually(lambda: not bot.is_alive)
    error = fails(bot, "echo anybody?")
    assert type(error) is CrashedError
    assert error.reason == "crashed: killed by SIGSEGV"


def test_closed_connection_of_a_living_bot_is_a_disconnection(bot: Instance) -> None:
    """The channel left READY, the process lives; also at the next call, where nobody listens any more."""
    error = fails(bot, "close")
    assert type(error) is DisconnectedError
    assert error.reason == "closed the connection, but its process lives"
    assert error.symptoms.exit_status is None
    assert bot.is_alive
    assert type(fails(bot, "echo anybody?")) is DisconnectedError


def test_lost_remote_bot_is_a_disconnection(mark: str, guardian: Guardian) -> None:
    """Without a process to look at, the channel decides."""
    local = Instance.start(bad_bot(mark, transport="tcp"), SETTINGS, guardian)
    assert local._process is not None
    remote = Instance.start(BotSpec(name="far", address=local._process.address), SETTINGS, guardian)
    assert ask(remote, "echo far").reply == b"far"
    error = fails(remote, "kill 9")
    assert type(error) is DisconnectedError
    assert error.reason.startswith("cannot be reached: ")
    remote.stop()
    local.stop()


@pytest.mark.parametrize("method", [Method.START_SERIES, Method.FINISH_MATCH, Method.FINISH_SERIES])
def test_optional_calls_need_not_be_implemented(bot: Instance, method: Method) -> None:
    """UNIMPLEMENTED is no answer and no fault there, and costs no time to speak of."""
    before_s = time.monotonic()
    for _ in range(5):
        assert bot.call(method, b"status UNIMPLEMENTED no", limit_ms=AMPLE_MS, margin_ms=0, optional=True) is None
    assert time.monotonic() - before_s < 1.0


@pytest.mark.parametrize("method", [Method.FINISH_MATCH, Method.FINISH_SERIES])
def test_news_that_nobody_listens_to_are_told_once(bot: Instance, method: Method) -> None:
    """A process that does not implement them is not asked again; what it would answer then is not seen."""
    for request in (b"status UNIMPLEMENTED no", b"status INTERNAL not asked"):
        assert bot.call(method, request, limit_ms=AMPLE_MS, margin_ms=0, optional=True) is None


def test_a_series_is_always_announced(bot: Instance) -> None:
    """Also to a process that did not implement that: so its end is seen before the first turn."""
    request = b"status UNIMPLEMENTED no"
    assert bot.call(Method.START_SERIES, request, limit_ms=AMPLE_MS, margin_ms=0, optional=True) is None
    with pytest.raises(BotStatusError):
        bot.call(Method.START_SERIES, b"status INTERNAL asked", limit_ms=AMPLE_MS, margin_ms=0, optional=True)


def test_series_may_be_refused_or_announced_in_vain(bot: Instance) -> None:
    """FAILED_PRECONDITION and lateness are `not-started` for StartSeries, with the bot's own message."""
    error = fails(bot, "status FAILED_PRECONDITION six colors are too many", method=Method.START_SERIES)
    assert type(error) is NotStartedError
    assert error.reason == "refused the series: six colors are too many"
    error = fails(bot, "sleep 0.4", limit_ms=200, method=Method.START_SERIES)
    assert type(error) is NotStartedError
    assert error.reason.startswith("did not answer StartSeries within 200 ms (2")
    assert type(fails(bot, "exit 1", method=Method.START_SERIES)) is CrashedError


def test_proxy_settings_are_not_for_bots(mark: str, guardian: Guardian, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are dialled directly, whatever http_proxy says."""
    for name in ("http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    bot = Instance.start(bad_bot(mark, transport="tcp"), SETTINGS, guardian)
    assert ask(bot, "echo direct").reply == b"direct"
    bot.stop()


def test_flood_of_output_does_not_block_a_bot(bot: Instance) -> None:
    """A chatty bot is read for ever."""
    assert ask(bot, "flood 5000000", limit_ms=30_000).reply == b"flooded"
    assert len(bot.log_tail()) <= 4096


def test_instances_do_not_share_connections(mark: str, guardian: Guardian) -> None:
    """Two instances of one bot at two addresses: the end of one is not the end of the other."""
    first, second = (Instance.start(bad_bot(mark), SETTINGS, guardian) for _ in range(2))
    assert type(fails(first, "kill 9")) is CrashedError
    assert ask(second, "echo alive").reply == b"alive"
    first.stop()
    second.stop()
