"""The one message that is sent at every turn, TakeTurnRequest, as bytes.

It is written key by key as protobuf's encoding has it (protobuf.dev, "Encoding"), in the order of the fields, what is 0
or empty left out: the bytes are those of the message object, and tests compare them. A key is 8 x the field's number,
plus 2 if a length follows.

2026-11-30: the object's many small lists took a tenth of a quick bot's turn. Between two calls others fill the core's
caches, so that not work counts but how much code it is: the object takes 5 us of its own and made a turn 26 us longer,
this makes it 12 us longer. Refused: a function for each kind of field, which reads better and takes 5 us more.
"""

from dataclasses import dataclass
from functools import cache

from referee.rules.turns import Turn
from referee.rules.variant import Variant
from referee.view import View
from referee.wire.codec import rules_message


@dataclass(kw_only=True, slots=True)
class TakeTurn:
    """What a bot is asked.

    Attributes:
        series_id: as in StartSeries.
        match_number: 1..3.
        turn_number: from 1, both seats counted.
        view: what it may know.
        variant: the rules.
        time_left_ms: for this turn, never negative.
        bank_left_ms: for this match; None without a bank.
        last_turn_charged_ms: what its last turn cost it; 0 before there was one.
        strikes_left: as StartSeries.strikes, less those used.
    """

    series_id: str
    match_number: int
    turn_number: int
    view: View
    variant: Variant
    time_left_ms: int
    bank_left_ms: int | None
    last_turn_charged_ms: int
    strikes_left: int


def encode_take_turn(request: TakeTurn) -> bytes:
    """The bytes of a TakeTurnRequest; equal requests are equal bytes."""
    series_id, view, bank_left_ms = request.series_id.encode(), _view(request.view), request.bank_left_ms
    # fmt: off
    return bytes((
        *(10, *_varint(len(series_id)), *series_id),
        *(16, *_varint(request.match_number)),
        *(24, *_varint(request.turn_number)),
        *(34, *_varint(len(view)), *view),
        *_rules(request.variant),
        *((48, *_varint(request.time_left_ms)) if request.time_left_ms else ()),
        *((56, *_varint(bank_left_ms)) if bank_left_ms is not None else ()),
        *((64, *_varint(request.last_turn_charged_ms)) if request.last_turn_charged_ms else ()),
        *((72, *_varint(request.strikes_left)) if request.strikes_left else ()),
    ))
    # fmt: on


@cache
def _rules(variant: Variant) -> bytes:
    """The field `rules`."""
    rules = rules_message(variant).SerializeToString()
    return bytes((42, *_varint(len(rules)), *rules))


def _view(view: View) -> tuple[int, ...]:
    """The bytes of a PlayerView. Cards and draw sources are below 128, and so is how many there are: a byte each."""
    mine, theirs, piles = view.my_expeditions, view.opponent_expeditions, view.discard_piles
    hand, known, playable = view.hand, view.opponent_known_hand, view.playable_cards
    # fmt: off
    return (
        *((10, len(hand), *hand) if hand else ()),
        *((18, len(mine), *mine) if mine else ()),
        *((26, len(theirs), *theirs) if theirs else ()),
        *((34, len(piles), *piles) if piles else ()),
        *((42, len(known), *known) if known else ()),
        *((48, *_varint(view.deck_count)) if view.deck_count else ()),
        *((58, len(playable), *playable) if playable else ()),
        *((66, len(view.drawable), *view.drawable) if view.drawable else ()),
        *((74, *_turn(view.opponent_last_turn)) if view.opponent_last_turn else ()),
        *((82, *_turn(view.my_last_turn)) if view.my_last_turn else ()),
        *((88, 1) if view.my_last_turn_substituted else ()),
        *((96, *_varint(view.my_points)) if view.my_points else ()),
        *((104, *_varint(view.opponent_points)) if view.opponent_points else ()),
        *((112, *_varint(view.turns_until_deck_only)) if view.turns_until_deck_only else ()),
    )
    # fmt: on


def _turn(turn: Turn) -> tuple[int, ...]:
    """A Turn message and its length: none of its fields is 0, and each is a byte."""
    card, placement, draw_from = turn
    return 6, 8, card, 16, placement, 24, draw_from


def _varint(value: int) -> tuple[int, ...]:
    """A number, seven bits a byte, the lowest first; one below 0 as 64 bits."""
    if 0 <= value < 128:
        return (value,)
    value &= 0xFFFF_FFFF_FFFF_FFFF
    return value & 127 | 128, *_varint(value >> 7)
