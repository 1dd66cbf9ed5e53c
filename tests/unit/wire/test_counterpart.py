"""The bot's side of the wire, as the referee's own players use it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.example_bots import take_turn_request
from support.positions import position
from support.sent_views import request_bytes
from support.strategies import Game, games

from referee.rules.state import Seat
from referee.rules.turns import legal_turns
from referee.rules.variant import Variant
from referee.view import build_view
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire.codec import (
    FinishMatch,
    FinishSeries,
    StartSeries,
    decode_turn,
    encode_finish_match,
    encode_finish_series,
    encode_start_series,
)
from referee.wire.counterpart import REQUESTS, add_unknown_fields, brief_view, encode_turn, offered_turns

ID = "0123456789abcdef"
ENCODED = {
    "Describe": b"",
    "StartSeries": encode_start_series(
        StartSeries(series_id=ID, variant=Variant(), turn_ms=1000, bank_ms=30_000, increment_ms=0)
    ),
    "FinishMatch": encode_finish_match(
        FinishMatch(
            series_id=ID,
            match_number=2,
            is_forfeit=False,
            my_score=-3,
            opponent_score=8,
            my_expeditions=(),
            opponent_expeditions=(),
        )
    ),
    "FinishSeries": encode_finish_series(
        FinishSeries(series_id=ID, outcome=1, my_points=9, opponent_points=-7, fault="")
    ),
}


@given(played=games())
def test_offered_turns_are_the_legal_ones(played: Game) -> None:
    """What the view offers is what the rules allow, no more and no less."""
    state = played.state()
    if not state.is_over:
        assert offered_turns(take_turn_request(state)) == sorted(legal_turns(state))


@given(played=games(), data=st.data())
def test_encoded_turn_comes_back(played: Game, data: st.DataObject) -> None:
    """A turn as a reply is read by the codec as that turn, without a note."""
    state = played.state()
    if not state.is_over:
        turn = data.draw(st.sampled_from(legal_turns(state)))
        assert decode_turn(encode_turn(turn)) == (turn, "")


def test_brief_view_is_in_the_notation_of_records() -> None:
    """Every list by its name in words, the deck last among the sources, numbers as text."""
    state = position(
        hand="Y7 W5 RH", mine="Y8 WH", theirs="R2 R5", piles="B4 B2 R3", opponent="G3 G4", opponent_known="G4"
    )
    assert brief_view(request_bytes(build_view(state, Seat.FIRST), time_left_ms=950)) == {
        "hand": "Y7 W5 RH",
        "playable": "W5 RH",
        "mine": "Y8 WH",
        "theirs": "R2 R5",
        "piles": "B4 B2 R3",
        "they hold": "G4",
        "draw from": "B R deck",
        "deck": "2",
        "time left": "950 ms",
    }


def test_brief_view_leaves_out_what_is_empty() -> None:
    """At a first turn: no boards, no piles, and nothing known of the other hand."""
    request = request_bytes(build_view(position(hand="Y7"), Seat.FIRST))
    assert list(brief_view(request)) == ["hand", "playable", "draw from", "deck", "time left"]


@pytest.mark.parametrize("call", ENCODED)
def test_unknown_fields_change_nothing_that_is_known(call: str) -> None:
    """Without them the message is what it was; with them it is longer."""
    extended = add_unknown_fields(call, ENCODED[call])
    message: Any = REQUESTS[call].FromString(extended)
    assert len(extended) > len(ENCODED[call])
    message.DiscardUnknownFields()
    assert message.SerializeToString(deterministic=True) == ENCODED[call]


@given(played=games())
def test_unknown_fields_are_in_every_message_of_a_turn_request(played: Game) -> None:
    """Request, view, rules, and the turns in the view each have them; the choices stay."""
    state = played.state()
    if state.is_over:
        return
    request = take_turn_request(state)
    extended = add_unknown_fields("TakeTurn", request)
    message = service.TakeTurnRequest.FromString(extended)
    inner = [message.view.opponent_last_turn, message.view.my_last_turn]
    present = 3 + sum(map(message.view.HasField, ("opponent_last_turn", "my_last_turn")))
    assert extended.count(b"later") == present
    assert present == 3 + sum(turn.ByteSize() > 0 for turn in inner)
    assert offered_turns(extended) == offered_turns(request)
