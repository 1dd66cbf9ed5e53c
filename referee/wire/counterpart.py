"""The other side of the codec, for what plays inside the referee: what a request offers, and a turn as a reply."""

from collections.abc import Mapping
from typing import Final

from google.protobuf.message import Message

from referee.rules.cards import LETTERS, Card, color_of, format_card
from referee.rules.turns import DECK, Placement, Turn
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

REQUESTS: Final[Mapping[str, type[Message]]] = {
    "Describe": service.DescribeRequest,
    "StartSeries": service.StartSeriesRequest,
    "TakeTurn": service.TakeTurnRequest,
    "FinishMatch": service.FinishMatchRequest,
    "FinishSeries": service.FinishSeriesRequest,
}
"""The message that each call takes, by the call's name."""

_UNKNOWN: Final = bytes.fromhex("c0bb01 2ad2bb01 05 6c61746572")
"""Field 3000, a varint, and field 3002, the text `later`: what a later version of the protocol could add."""


def offered_turns(request: bytes) -> list[Turn]:
    """Every legal turn, as an encoded TakeTurnRequest tells it; each once, sorted."""
    view = service.TakeTurnRequest.FromString(request).view
    played = {Turn(Card(c), Placement.EXPEDITION, int(s)) for c in view.playable_cards for s in view.drawable}
    thrown = {Turn(Card(c), Placement.DISCARD, int(s)) for c in view.hand for s in view.drawable if s != color_of(c)}
    return sorted(played | thrown)


def brief_view(request: bytes) -> dict[str, str]:
    """What an encoded TakeTurnRequest tells a bot, in the notation of records; without what is empty."""
    message = service.TakeTurnRequest.FromString(request)
    view = message.view
    cards = {
        "hand": view.hand,
        "playable": view.playable_cards,
        "mine": view.my_expeditions,
        "theirs": view.opponent_expeditions,
        "piles": view.discard_piles,
        "they hold": view.opponent_known_hand,
    }
    told = {name: " ".join(map(format_card, held)) for name, held in cards.items() if held}
    sources = " ".join("deck" if source == DECK else LETTERS[source] for source in view.drawable)
    return {**told, "draw from": sources, "deck": str(view.deck_count), "time left": f"{message.time_left_ms} ms"}


def encode_turn(turn: Turn) -> bytes:
    """The bytes of a TakeTurnResponse without a note."""
    message = game.Turn(card=turn.card, placement=turn.placement, draw_from=turn.draw_from)
    reply: bytes = service.TakeTurnResponse(turn=message).SerializeToString(deterministic=True)
    return reply


def add_unknown_fields(call: str, request: bytes) -> bytes:
    """A request with fields that this version of the protocol does not have, in every message of it.

    Args:
        call: one of `REQUESTS`.
        request: as the codec encodes it; all that it says stays.
    """
    message = REQUESTS[call]()
    message.ParseFromString(request)
    _extend(message)
    return message.SerializeToString(deterministic=True)


def _extend(message: Message) -> None:
    message.MergeFromString(_UNKNOWN)
    for _, value in message.ListFields():
        if isinstance(value, Message):
            _extend(value)
