"""TakeTurn as bytes: what is encoded is what a bot decodes, and what the message object would be as bytes."""

from inspect import signature
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import strategies
from support.sent_views import SERIES_ID, check_rules, request_bytes, sent_view
from support.strategies import Game, games, play_game

from referee.rules.state import SEATS, Seat
from referee.rules.turns import Placement, Turn
from referee.rules.variant import Variant
from referee.view import View, build_view
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game
from referee.wire.take_turn import TurnRequests

INT32 = st.integers(0, 2**31 - 1)
VIEW = build_view(play_game(Variant(), seed=3, turn_limit=9).state(), Seat.FIRST)


def decoded_turn(message: Any) -> Turn:
    """A Turn message as ours."""
    return Turn(message.card, Placement(message.placement), message.draw_from)


def decoded_view(message: Any) -> View:
    """A PlayerView message as ours, field by field, by the names of the proto file."""
    fields: dict[str, Any] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.message_type is not None:
            fields[field.name] = decoded_turn(value) if message.HasField(field.name) else None
        else:
            fields[field.name] = value if isinstance(value, int) else bytes(value)
    return View(**fields)


@given(played=games(), seat=st.sampled_from(SEATS), points=st.tuples(*[st.integers(-2400, 2400)] * 2))
def test_view_comes_back_field_by_field(played: Game, seat: Seat, points: tuple[int, int]) -> None:
    """Every field of the wire's view has the value that ours has, and there is none that ours has not."""
    view = build_view(played.state(), seat, points=points, substituted=points[0] > 0)
    assert decoded_view(sent_view(view)) == view


@given(
    match_number=st.integers(1, 3),
    turn_number=st.integers(1, 500),
    times=st.tuples(INT32, st.none() | INT32, INT32),
    strikes_left=st.integers(0, 3),
    variant=strategies.variants(),
)
def test_take_turn_comes_back(
    match_number: int, turn_number: int, times: tuple[int, int | None, int], strikes_left: int, variant: Variant
) -> None:
    """All numbers stand where the proto file says; an absent bank is absent, an empty one is 0."""
    time_left_ms, bank_left_ms, charged_ms = times
    data = request_bytes(
        VIEW,
        match_number=match_number,
        turn_number=turn_number,
        time_left_ms=time_left_ms,
        bank_left_ms=bank_left_ms,
        last_turn_charged_ms=charged_ms,
        strikes_left=strikes_left,
        variant=variant,
    )
    message = service.TakeTurnRequest.FromString(data)
    assert (message.series_id, message.match_number, message.turn_number) == (
        SERIES_ID,
        match_number,
        turn_number,
    )
    assert (message.time_left_ms, message.last_turn_charged_ms) == (time_left_ms, charged_ms)
    assert message.strikes_left == strikes_left
    assert (message.bank_left_ms if message.HasField("bank_left_ms") else None) == bank_left_ms
    assert decoded_view(message.view) == VIEW
    check_rules(message.rules, variant)


@given(
    played=games(),
    seat=st.sampled_from(SEATS),
    points=st.tuples(*[st.integers(-2400, 2400)] * 2),
    numbers=st.tuples(INT32, st.none() | INT32, INT32, st.integers(0, 3)),
)
def test_bytes_are_those_of_the_message_object(
    played: Game, seat: Seat, points: tuple[int, int], numbers: tuple[int, int | None, int, int]
) -> None:
    """Read and written again by protobuf they are the same: keys in order, nothing that is 0, no byte too many."""
    view = build_view(played.state(), seat, points=points, substituted=points[0] > 0)
    time_left_ms, bank_left_ms, charged_ms, strikes_left = numbers
    data = request_bytes(
        view,
        variant=played.variant,
        turn_number=len(played.turns) + 1,
        time_left_ms=time_left_ms,
        bank_left_ms=bank_left_ms,
        last_turn_charged_ms=charged_ms,
        strikes_left=strikes_left,
    )
    message = service.TakeTurnRequest.FromString(data)
    check_rules(message.rules, played.variant)
    assert message.SerializeToString(deterministic=True) == data


@pytest.mark.parametrize("number", [127, 128, 2**14 - 1, 2**14, 2**31 - 1])
def test_number_has_as_many_bytes_as_it_needs(number: int) -> None:
    """At the borders of seven bits, where an encoding by hand goes wrong first."""
    data = request_bytes(VIEW, time_left_ms=number)
    message = service.TakeTurnRequest.FromString(data)
    assert message.time_left_ms == number
    assert message.SerializeToString(deterministic=True) == data


@pytest.mark.parametrize("series_id", ["", "a", "x" * 200, "é"])
def test_any_text_may_be_the_id_of_a_series(series_id: str) -> None:
    """Also none, and one whose length takes two bytes."""
    data = request_bytes(VIEW, series_id=series_id)
    assert service.TakeTurnRequest.FromString(data).series_id == series_id


def test_equal_requests_are_equal_bytes() -> None:
    """Encoding is deterministic: the non-interference property can compare bytes."""
    assert request_bytes(VIEW) == request_bytes(View(*VIEW))
    assert request_bytes(VIEW) != request_bytes(VIEW, strikes_left=1)


def test_wire_has_a_field_for_each_of_ours_and_no_other() -> None:
    """Nothing hidden has a field: the view on the wire is the view of `referee.view`."""
    assert {field.name for field in game.PlayerView.DESCRIPTOR.fields} == set(View._fields)
    ours = {*signature(TurnRequests).parameters, *signature(TurnRequests.encode).parameters} - {"self", "variant"}
    assert {field.name for field in service.TakeTurnRequest.DESCRIPTOR.fields} == ours | {"rules"}
