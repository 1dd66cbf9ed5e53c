"""Messages as bytes: what is encoded is what a bot decodes, and what a bot may answer."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import strategies
from support.fake_bot import encode_reply
from support.positions import cards
from support.sent_views import check_rules

from referee.errors import MalformedReplyError
from referee.rules.notation import parse_turn
from referee.rules.turns import DECK, Placement, Turn
from referee.rules.variant import Variant
from referee.wire import codec
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

INT32 = st.integers(0, 2**31 - 1)
START = codec.StartSeries(series_id="0123456789abcdef", variant=Variant(), turn_ms=1000, bank_ms=30_000, increment_ms=0)


@given(
    variant=strategies.variants(),
    limits=st.tuples(INT32, INT32, INT32, INT32, INT32),
    random_seed=st.integers(0, 2**64 - 1),
    opponent_name=st.none() | st.text(max_size=40),
    strikes=st.integers(0, 9),
)
def test_start_series_comes_back(
    variant: Variant, limits: tuple[int, ...], random_seed: int, opponent_name: str | None, strikes: int
) -> None:
    """Rules, limits, dice of 64 bits, and the opponent's name, which is absent if it is not revealed."""
    names = ("turn_ms", "bank_ms", "increment_ms", "memory_mb", "cpu_cores")
    start = replace(
        START,
        variant=variant,
        random_seed=random_seed,
        opponent_name=opponent_name,
        strikes=strikes,
        **dict(zip(names, limits, strict=True)),  # type: ignore[arg-type]  # all of them int
    )
    message = service.StartSeriesRequest.FromString(codec.encode_start_series(start))
    assert message.series_id == "0123456789abcdef"
    assert tuple(getattr(message.limits, name) for name in names) == limits
    assert (message.random_seed, message.strikes) == (random_seed, strikes)
    assert (message.opponent_name if message.HasField("opponent_name") else None) == opponent_name
    check_rules(message.rules, variant)


def test_start_series_limits_nothing_that_is_left_out() -> None:
    """No box, no strikes, no dice and no name, unless there are."""
    message = service.StartSeriesRequest.FromString(codec.encode_start_series(START))
    assert (message.limits.memory_mb, message.limits.cpu_cores, message.strikes, message.random_seed) == (0, 0, 0, 0)
    assert not message.HasField("opponent_name")


@pytest.mark.parametrize("is_forfeit", [False, True])
def test_finish_match_comes_back(is_forfeit: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Why the match ended, scores that may be negative, and both boards."""
    finish = codec.FinishMatch(
        series_id="0123456789abcdef",
        match_number=3,
        is_forfeit=is_forfeit,
        my_score=-40,
        opponent_score=156,
        my_expeditions=cards("YH YH R2"),
        opponent_expeditions=cards("P10"),
    )
    message = service.FinishMatchRequest.FromString(codec.encode_finish_match(finish))
    wanted = service.MATCH_END_FORFEIT if is_forfeit else service.MATCH_END_DECK_EMPTY
    assert (message.series_id, message.match_number, message.reason) == ("0123456789abcdef", 3, wanted)
    assert (message.my_score, message.opponent_score) == (-40, 156)
    assert list(message.my_expeditions) == cards("YH YH R2")
    assert list(message.opponent_expeditions) == cards("P10")


@pytest.mark.parametrize(("outcome", "name"), [(1, "WON"), (0, "DRAWN"), (-1, "LOST")])
def test_finish_series_comes_back(outcome: int, name: str) -> None:
    """Outcome, totals and the bot's own fault."""
    finish = codec.FinishSeries(series_id="x", outcome=outcome, my_points=-5, opponent_points=7, fault="why é")
    message = service.FinishSeriesRequest.FromString(codec.encode_finish_series(finish))
    assert service.SeriesOutcome.Name(message.outcome) == f"SERIES_OUTCOME_{name}"
    assert (message.series_id, message.my_points, message.opponent_points, message.fault) == ("x", -5, 7, "why é")


@given(turn=strategies.turns(), note=st.text(max_size=60))
def test_every_turn_and_note_is_understood(turn: Turn, note: str) -> None:
    """All 840 turns, legal or not, decode to themselves; a note of at most 256 bytes is whole."""
    assert codec.decode_turn(encode_reply(turn, note)) == (turn, note)


@pytest.mark.parametrize("text", ["+YH deck", "-P10 P", "+R7 R"])
def test_decoded_placement_is_ours(text: str) -> None:
    """A Turn that a bot sent is equal to one read from text, with the placement as an enum."""
    turn, _ = codec.decode_turn(encode_reply(parse_turn(text)))
    assert turn == parse_turn(text)
    assert isinstance(turn.placement, Placement)


def test_notes_are_not_kept_in_memory() -> None:
    """Bare turns are read once and remembered; what a bot adds could be 64 KiB each time."""
    bare, with_note = (encode_reply(parse_turn("+R7 deck"), note) for note in ("", "x"))
    assert codec.decode_turn(bare) is codec.decode_turn(bare)
    assert codec.decode_turn(with_note) is not codec.decode_turn(with_note)


def raw_turn(card: int = 18, placement: int = 1, draw_from: int = DECK) -> bytes:
    """A TakeTurnResponse with any values: proto3 enums are open, unknown ones arrive as numbers."""
    response: bytes = service.TakeTurnResponse(
        turn=game.Turn(card=card, placement=placement, draw_from=draw_from)
    ).SerializeToString()
    return response


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (b"", "answered without a turn"),
        (service.TakeTurnResponse(note="only a note").SerializeToString(), "answered without a turn"),
        (b"\xff\xff\xff", "answered 3 bytes that are not a TakeTurnResponse"),
        (b"<html>", "answered 6 bytes that are not a TakeTurnResponse"),
        (b"\x12\x02\xc3\x28", "answered 4 bytes that are not a TakeTurnResponse"),  # a note that is no UTF-8
        (b"\x12\x03\xed\xa0\x80", "answered 5 bytes that are not a TakeTurnResponse"),  # half a surrogate pair
        (raw_turn(card=0), "answered a turn whose card is not set"),
        (raw_turn(placement=0), "answered a turn whose placement is not set"),
        (raw_turn(draw_from=0), "answered a turn whose draw_from is not set"),
        (raw_turn(card=16), "answered a turn whose card has the unknown value 16"),
        (raw_turn(card=27), "answered a turn whose card has the unknown value 27"),
        (raw_turn(card=113), "answered a turn whose card has the unknown value 113"),
        (raw_turn(card=-1), "answered a turn whose card has the unknown value -1"),
        (raw_turn(placement=3), "answered a turn whose placement has the unknown value 3"),
        (raw_turn(placement=-1), "answered a turn whose placement has the unknown value -1"),
        (raw_turn(draw_from=8), "answered a turn whose draw_from has the unknown value 8"),
        (raw_turn(draw_from=-7), "answered a turn whose draw_from has the unknown value -7"),
        (raw_turn(card=2**31 - 1), "answered a turn whose card has the unknown value 2147483647"),
    ],
)
def test_reply_that_says_no_turn_is_malformed(reply: bytes, sentence: str) -> None:
    """Not decodable, unset or unknown: each with what is wrong."""
    with pytest.raises(MalformedReplyError) as caught:
        codec.decode_turn(reply)
    assert str(caught.value) == sentence


def test_purple_card_with_five_colors_is_no_malformed_reply() -> None:
    """It decodes to known values; that it is illegal is for the rules to say."""
    assert codec.decode_turn(raw_turn(card=98))[0].card == 98


def test_unknown_fields_of_a_later_protocol_are_ignored() -> None:
    """A bot made for a newer version is understood."""
    assert codec.decode_turn(raw_turn() + b"\xa2\x06\x03abc")[0] == parse_turn("+Y2 deck")


@given(reply=st.binary(max_size=64))
def test_any_bytes_are_a_turn_or_malformed(reply: bytes) -> None:
    """Nothing a bot sends raises anything else."""
    try:
        turn, note = codec.decode_turn(reply)
    except MalformedReplyError:
        return
    assert codec.decode_turn(encode_reply(turn, note)) == (turn, note)


def test_description_comes_back() -> None:
    """What a bot says of itself, as it says it."""
    said = codec.Description(name="n\x1b", version="1", author="é", language="Go", max_concurrent_series=4)
    assert codec.decode_description(service.DescribeResponse(**asdict(said)).SerializeToString()) == said


@pytest.mark.parametrize("number", [0, -3, 1])
def test_bot_that_says_no_number_serves_one_series(number: int) -> None:
    """Unset, or nonsense, is 1."""
    raw = service.DescribeResponse(max_concurrent_series=number).SerializeToString()
    assert codec.decode_description(raw) == codec.Description()


def test_description_that_cannot_be_decoded_is_malformed() -> None:
    """As for turns."""
    with pytest.raises(MalformedReplyError, match=r"^answered 2 bytes that are not a DescribeResponse$"):
        codec.decode_description(b"\xff\xff")


@given(note=st.text(max_size=8).map(lambda piece: piece * 60))
def test_cut_note_is_a_beginning_that_fits(note: str) -> None:
    """At most 256 bytes, whole characters, and nothing is dropped that would fit."""
    kept = codec.cut_note(note)
    assert note.startswith(kept)
    assert len(kept.encode()) <= 256
    assert kept == note or len(note[: len(kept) + 1].encode()) > 256
