"""Messages as text for people."""

from referee.rules.notation import parse_turn
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game
from referee.wire.text import reply_text, request_text


def test_request() -> None:
    """Fields by name, lists on one line, enums by name."""
    view = game.PlayerView(hand=[17, 18], deck_count=44)
    request = service.TakeTurnRequest(series_id="0f", turn_number=1, view=view)
    assert request_text(request.SerializeToString()).split("\n") == [
        'series_id: "0f"',
        "turn_number: 1",
        "view {",
        "  hand: [CARD_YELLOW_HANDSHAKE, CARD_YELLOW_2]",
        "  deck_count: 44",
        "}",
    ]


def test_reply() -> None:
    """The turn by name; a note is escaped."""
    turn = parse_turn("+R7 deck")
    reply = service.TakeTurnResponse(
        turn=game.Turn(card=turn.card, placement=turn.placement, draw_from=turn.draw_from), note="\x1b[2J"
    )
    assert reply_text(reply.SerializeToString()).split("\n") == [
        "turn {",
        "  card: CARD_RED_7",
        "  placement: PLACEMENT_EXPEDITION",
        "  draw_from: DRAW_FROM_DECK",
        "}",
        'note: "\\033[2J"',
    ]


def test_unknown_fields_are_shown() -> None:
    """What a bot answers beyond the protocol is part of the evidence, by its number."""
    assert reply_text(b"\xa2\x06\x03abc") == '100: "abc"'


def test_not_decodable() -> None:
    """Bytes that are no message are called so."""
    assert request_text(b"\xff") == reply_text(b"\xff") == "not decodable"
