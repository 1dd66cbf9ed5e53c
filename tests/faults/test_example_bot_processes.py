"""The example bots in Python as the processes that they are: they listen, answer, and stop when told to."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from support.example_bots import CLASSES, FOLDER
from support.processes import PATIENCE_S

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service


def call(channel: grpc.Channel, method: str) -> bytes:
    """The bytes that a bot answers to an empty request, within five seconds."""
    ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/lostcities.v1.BotService/{method}")
    return ask(b"", timeout=5, wait_for_ready=True)


@pytest.fixture(params=CLASSES)
def bot(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running bot and the address it listens on."""
    address = f"unix:{tmp_path / 'bot.sock'}"
    environment = os.environ | {"LOST_CITIES_BOT_ADDRESS": address, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [sys.executable, f"{request.param}.py"],
        cwd=FOLDER,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().endswith(f" listens on {address}\n")
            yield process, address
        finally:
            process.kill()


def test_bot_answers_and_stops(bot: tuple[subprocess.Popen[str], str]) -> None:
    """It says who it is, declines what it leaves out without a word in its log, and ends on SIGTERM."""
    process, address = bot
    with grpc.insecure_channel(address) as channel:
        assert service.DescribeResponse.FromString(call(channel, "Describe")).language == "Python"
        assert call(channel, "StartSeries") == b""
        for method in ("FinishMatch", "FinishSeries"):
            with pytest.raises(grpc.RpcError) as refusal:
                call(channel, method)
            assert refusal.value.code() is grpc.StatusCode.UNIMPLEMENTED
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
        assert process.stdout is not None
        assert process.stdout.read() == ""


def test_bot_says_that_its_address_is_taken(tmp_path: Path) -> None:
    """A bot that cannot listen ends with an error that names the address, and does not hang."""
    address = f"unix:{tmp_path / 'no such folder' / 'bot.sock'}"
    result = subprocess.run(
        [sys.executable, "greedy.py"],
        cwd=FOLDER,
        env=os.environ | {"LOST_CITIES_BOT_ADDRESS": address, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert result.returncode != 0
    assert address in result.stderr
