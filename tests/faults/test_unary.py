"""The quick way to call a bot brings back what gRPC's own way does."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from support.bots import bad_bot

from referee.bots.connection import REPLY_LIMIT_BYTES, Method
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import ProcessSettings
from referee.bots.unary import Call, Metadata, direct_call, public_call, unary

# More than any of these takes on a busy machine.
AMPLE_S = 10.0
PATH = Method.TAKE_TURN.value
Make = Callable[[grpc.Channel, str, Metadata | None], Call]


@pytest.fixture
def address(mark: str, guardian: Guardian) -> Iterator[str]:
    """Where a bot listens that does as it is told."""
    bot = Instance.start(bad_bot(mark), ProcessSettings(stop_grace_ms=100), guardian)
    assert bot.process is not None
    yield bot.process.address
    bot.stop()


def dial(address: str) -> grpc.Channel:
    """A connection of one's own."""
    options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", REPLY_LIMIT_BYTES)]
    return grpc.insecure_channel(address, options=options)


@pytest.mark.parametrize("order", ["echo bytes \xff", "echo ", "messages 0", "big 70000", r"status INTERNAL one\ntwo"])
def test_both_ways_bring_back_the_same(address: str, order: str) -> None:
    """Message, status and text, also without a message, with an empty one, and with one that is too large."""
    with dial(address) as channel:
        direct, public = direct_call(channel, PATH), public_call(channel, PATH)
        assert direct(order.encode("latin-1"), AMPLE_S) == public(order.encode("latin-1"), AMPLE_S)


def test_every_status_is_the_same_by_both_ways(address: str) -> None:
    """With its text."""
    with dial(address) as channel:
        for code in set(grpc.StatusCode) - {grpc.StatusCode.OK}:
            request = f"status {code.name} words".encode()
            outcome = direct_call(channel, PATH)(request, AMPLE_S)
            assert outcome == public_call(channel, PATH)(request, AMPLE_S)
            assert outcome == (None, code, "words")


@pytest.mark.parametrize("make", [direct_call, public_call])
def test_deadline_holds_and_the_next_call_gets_its_own_answer(address: str, make: Make) -> None:
    """By both ways."""
    with dial(address) as channel:
        call = make(channel, PATH, None)
        reply, code, _ = call(b"sleep 0.4", 0.2)
        assert (reply, code) == (None, grpc.StatusCode.DEADLINE_EXCEEDED)
        assert call(b"echo mine", AMPLE_S) == (b"mine", grpc.StatusCode.OK, "")


@pytest.mark.parametrize("make", [direct_call, public_call])
def test_end_of_the_bot_ends_the_call(address: str, make: Make) -> None:
    """By both ways, and the next one fails at once."""
    with dial(address) as channel:
        call = make(channel, PATH, None)
        for request in (b"kill 9", b"echo anybody?"):
            reply, code, details = call(request, AMPLE_S)
            assert (reply, code) == (None, grpc.StatusCode.UNAVAILABLE)
            assert details


def test_release_that_was_not_tested_is_called_as_it_promises(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing private of it is touched."""
    monkeypatch.setattr(grpc, "__version__", "1.185.0")
    monkeypatch.setattr("importlib.import_module", None)
    with dial(address) as channel:
        assert unary(channel, PATH)(b"echo on", AMPLE_S) == (b"on", grpc.StatusCode.OK, "")


def test_release_that_was_tested_is_called_directly(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the slower way."""
    monkeypatch.setattr(grpc, "__version__", "1.85.3")
    monkeypatch.setattr("referee.bots.unary.public_call", None)
    with dial(address) as channel:
        assert unary(channel, PATH)(b"echo on", AMPLE_S) == (b"on", grpc.StatusCode.OK, "")


@pytest.mark.parametrize("make", [direct_call, public_call])
def test_metadata_are_sent(mark: str, tmp_path: Path, make: Make) -> None:
    """By both ways."""

    class Mirror(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> "grpc.RpcMethodHandler[bytes, bytes]":
            """Answer with what came as `word`."""
            word = str(dict(handler_call_details.invocation_metadata)["word"])
            return grpc.unary_unary_rpc_method_handler(lambda _, __: word.encode())

    server = grpc.server(ThreadPoolExecutor(1), handlers=[Mirror()])
    server.add_insecure_port(f"unix:{tmp_path}/{mark}")
    server.start()
    with dial(f"unix:{tmp_path}/{mark}") as channel:
        assert make(channel, PATH, (("word", "open sesame"),))(b"", AMPLE_S)[0] == b"open sesame"
    server.stop(None).wait()
