"""The same strategy in six languages: each bot answers every recorded view alike, so that among them all is a draw."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from support.languages import TOML, TOOLS, build, specs
from support.pathfinder_views import recorded_views

from referee.bots.connection import Method
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import ProcessSettings
from referee.rules.notation import format_turn
from referee.wire.codec import decode_description, decode_turn

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3000)]

LANGUAGES = {"python": "Python", "go": "Go", "rust": "Rust", "java": "Java", "typescript": "TypeScript", "cpp": "C++"}
TURN_MS = 5000.0
EXIT_STATUS_AFTER_SIGTERM = {"java": 143}
"""A JVM that SIGTERM ended says so, also after an orderly stop; the others exit with 0."""


@pytest.fixture(scope="module", params=TOOLS)
def language(request: pytest.FixtureRequest) -> str:
    """A language whose bot is built."""
    name: str = request.param
    build(name, specs()[name].dir)
    return name


@pytest.fixture(scope="module")
def bot(language: str) -> Iterator[Instance]:
    """The running bot in the language."""
    with Guardian() as guardian:
        instance = Instance.start(specs()[language], ProcessSettings(startup_ms=30_000), guardian)
        try:
            yield instance
        finally:
            instance.stop()


def answer(bot: Instance, request: bytes) -> str:
    """The notation of the turn that a bot answers."""
    reply = bot.call(Method.TAKE_TURN, request, limit_ms=TURN_MS, margin_ms=0)
    assert reply is not None
    return format_turn(decode_turn(reply.reply)[0])


def test_bot_says_who_it_is(language: str, bot: Instance) -> None:
    """It describes itself with name, version and language."""
    assert bot.describe_reply is not None
    description = decode_description(bot.describe_reply)
    assert (description.name, description.version, description.language) == ("pathfinder", "1", LANGUAGES[language])


def test_recorded_views_give_the_recorded_turns(bot: Instance) -> None:
    """It plays the turn that stands beside each of 2,000 views."""
    differences = [
        f"view {number}: expected {turn}, got {played}"
        for number, (request, turn) in enumerate(recorded_views())
        if (played := answer(bot, request)) != turn
    ]
    assert differences == []


@pytest.mark.parametrize("method", [Method.START_SERIES, Method.FINISH_MATCH, Method.FINISH_SERIES])
def test_other_calls_do_no_harm(bot: Instance, method: Method) -> None:
    """What it has no use for it answers with an empty message or UNIMPLEMENTED, and it goes on."""
    reply = bot.call(method, b"", limit_ms=TURN_MS, margin_ms=0, optional=True)
    assert reply is None or reply.reply == b""
    request, turn = recorded_views()[0]
    assert answer(bot, request) == turn


def free_port() -> str:
    """An address of this machine that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"127.0.0.1:{listener.getsockname()[1]}"


def test_sigterm_stops_it(language: str, tmp_path: Path) -> None:
    """It ends within a second of SIGTERM, though a client is still connected, with the status of an orderly end."""
    spec = specs()[language]
    assert spec.command is not None
    address = free_port() if spec.transport == "tcp" else f"unix:{tmp_path / 'bot.sock'}"
    command = [sys.executable if word == "{python}" else word for word in spec.command]
    environment = os.environ | {"LOST_CITIES_BOT_ADDRESS": address, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(command, cwd=spec.dir, env=environment) as process:
        try:
            with grpc.insecure_channel(address, options=[("grpc.default_authority", "localhost")]) as channel:
                describe: grpc.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(Method.DESCRIBE.value)
                describe(b"", timeout=30, wait_for_ready=True)
                asked_s = time.monotonic()
                process.send_signal(signal.SIGTERM)
                assert process.wait(10) == EXIT_STATUS_AFTER_SIGTERM.get(language, 0)
                assert time.monotonic() - asked_s < 1
        finally:
            process.kill()


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """All matches of the tournament of languages, played by the real referee."""
    for name, spec in specs().items():
        build(name, spec.dir)
    out = tmp_path_factory.mktemp("languages") / "results"
    subprocess.run([sys.executable, "-m", "referee", "run", str(TOML), "--out", str(out)], check=True, timeout=1200)
    export = [sys.executable, "-m", "referee", "export", str(out), "--format", "jsonl"]
    text = subprocess.run(export, check=True, capture_output=True, text=True, timeout=60).stdout
    return [json.loads(line) for line in text.splitlines()[1:]]


def test_every_encounter_is_a_draw(league: list[dict[str, Any]]) -> None:
    """In the mirror of each deal the same turns are played, so that the margins of an encounter cancel exactly."""
    legs: dict[tuple[str, int], dict[str, Any]] = {(match["deal_id"], match["leg"]): match for match in league}
    deals = {match["deal_id"] for match in league}
    assert len(deals) == 15 * 3
    assert {match["end"] for match in league} == {"deck-empty"}
    for deal in deals:
        one, mirror = legs[deal, 1], legs[deal, 2]
        assert one["bots"]["first"] == mirror["bots"]["second"]
        assert (one["turns"], one["scores"]) == (mirror["turns"], mirror["scores"])
