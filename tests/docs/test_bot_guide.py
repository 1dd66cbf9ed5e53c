"""The guide for authors of bots shows what is true: a real request, its answer, and the referee's own sentences."""

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.json_format import ParseDict
from support.example_bots import FOLDER, ExampleBot, importable
from support.pathfinder_views import recorded_views
from support.positions import position

from referee.bots.diagnosis import ended_early, never_listened
from referee.errors import IllegalTurnError, MalformedReplyError
from referee.rules.notation import format_turn, parse_turn
from referee.rules.turns import check_turn
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game
from referee.wire.codec import decode_turn

GUIDE = FOLDER.parent / "README.md"


@pytest.fixture(scope="module")
def guide() -> str:
    """The text of the guide."""
    return GUIDE.read_text("utf-8")


@pytest.fixture(autouse=True)
def _example_bots() -> Iterator[None]:
    with importable():
        yield


def shown_messages(guide: str) -> list[dict[str, Any]]:
    """The messages that the guide shows as JSON, in their order."""
    blocks = re.findall(r"^ {7}\{.*\n(?: {7}.*\n)*", guide, re.MULTILINE)
    return [json.loads(textwrap.dedent(block)) for block in blocks]


def test_request_gets_the_answer(guide: str) -> None:
    """The request is a recorded one, and a pathfinder answers it with the answer shown."""
    request, response = shown_messages(guide)
    encoded = ParseDict(request, service.TakeTurnRequest()).SerializeToString(deterministic=True)
    turn, _ = ExampleBot("pathfinder").answer(encoded)
    shown, _ = decode_turn(ParseDict(response, service.TakeTurnResponse()).SerializeToString())
    assert encoded in {recorded for recorded, _ in recorded_views()}
    assert turn == shown
    assert f"shown as `{format_turn(turn)}`" in guide


@pytest.mark.parametrize(
    ("hand", "mine", "turn"),
    [("G5 Y4", "G10", "+G5 deck"), ("B2 Y4", "", "-YH deck"), ("Y4 B2", "", "-Y4 Y")],
)
def test_illegal_turns_are_named_so(guide: str, hand: str, mine: str, turn: str) -> None:
    """What the guide says of an illegal turn is what the rules say."""
    with pytest.raises(IllegalTurnError) as refusal:
        check_turn(position(hand=hand, mine=mine, piles="Y2"), parse_turn(turn))
    assert f"`played {turn}: {refusal.value.reason}`" in guide


@pytest.mark.parametrize(
    "response",
    [
        service.TakeTurnResponse(),
        service.TakeTurnResponse(turn=game.Turn(card=game.CARD_RED_2, placement=game.PLACEMENT_DISCARD)),
    ],
)
def test_malformed_answers_are_named_so(guide: str, response: service.TakeTurnResponse) -> None:
    """What the guide says of an incomplete answer is what the codec says."""
    with pytest.raises(MalformedReplyError) as refusal:
        decode_turn(response.SerializeToString())
    assert f"`{refusal.value.reason}`" in guide


def test_failed_starts_are_named_so(guide: str) -> None:
    """What the guide says of a bot that does not start is how the referee's sentence begins."""
    for sentence in (ended_early(1), never_listened("unix:…", 10_000)):
        assert f"`{sentence.partition(';')[0]}`" in guide
