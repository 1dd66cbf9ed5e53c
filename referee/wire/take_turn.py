"""The one message that is sent at every turn, TakeTurnRequest, as bytes.

It is written key by key as protobuf's encoding has it (protobuf.dev, "Encoding"), in the order of the fields, what is 0
or empty left out: the bytes are those of the message object, and tests compare them. A key is 8 x the field's number,
plus 2 if a length follows.

2026-11-30: the object's many small lists took a tenth of a quick bot's turn. Between two calls others fill the core's
caches, so that not work counts but how much code it is: the object takes 5 us of its own and made a turn 26 us longer.
What only a match or a length decides is made once and looked up: that is a third less than to write it at each turn.
"""

from functools import cache, lru_cache
from typing import Final

from referee.rules.turns import Turn
from referee.rules.variant import Variant
from referee.view import View
from referee.wire.codec import rules_message


def _lengths(number: int) -> tuple[bytes, ...]:
    """Key and length of a field, by its length, which is below 128; nothing where it is empty."""
    return b"", *(bytes((8 * number + 2, length)) for length in range(1, 128))


_HAND, _MY_EXPEDITIONS, _OPPONENT_EXPEDITIONS, _PILES, _KNOWN_HAND = map(_lengths, range(1, 6))
_PLAYABLE, _DRAWABLE = map(_lengths, (7, 8))
_SUBSTITUTED: Final = (b"", b"\x58\x01")


class TurnRequests:
    """Writes what one seat is asked in one match; equal questions are equal bytes.

    Args:
        series_id: as in StartSeries; never empty.
        match_number: 1..3.
        variant: the rules.
    """

    def __init__(self, series_id: str, match_number: int, variant: Variant) -> None:
        name, rules = series_id.encode(), rules_message(variant).SerializeToString()
        self._head = b"".join((b"\x0a", _varint(len(name)), name, _number(16, match_number)))
        self._rules = b"".join((b"\x2a", _varint(len(rules)), rules))

    def encode(
        self,
        view: View,
        *,
        turn_number: int,
        time_left_ms: int,
        bank_left_ms: int | None,
        last_turn_charged_ms: int,
        strikes_left: int,
    ) -> bytes:
        """The bytes of a TakeTurnRequest.

        Args:
            view: what the seat may know.
            turn_number: from 1, both seats counted.
            time_left_ms: for this turn, never negative.
            bank_left_ms: for this match; None without a bank.
            last_turn_charged_ms: what its last turn cost it; 0 before there was one.
            strikes_left: as StartSeries.strikes, less those used.
        """
        seen = _view(view)
        parts = (
            self._head,
            _number(24, turn_number),
            b"\x22",
            _varint(len(seen)),
            seen,
            self._rules,
            _number(48, time_left_ms),
            b"" if bank_left_ms is None else b"\x38" + _varint(bank_left_ms),
            _number(64, last_turn_charged_ms),
            _number(72, strikes_left),
        )
        return b"".join(parts)


def _view(view: View) -> bytes:
    """The bytes of a PlayerView. No list in it is longer than 127, and no value in a list is higher: a byte each."""
    (
        hand, mine, theirs, piles, known, deck_count, playable, drawable, opponent_last_turn, my_last_turn,
        is_substituted, my_points, opponent_points, turns_until_deck_only,
    ) = view  # fmt: skip
    parts = (
        _HAND[len(hand)], hand,
        _MY_EXPEDITIONS[len(mine)], mine,
        _OPPONENT_EXPEDITIONS[len(theirs)], theirs,
        _PILES[len(piles)], piles,
        _KNOWN_HAND[len(known)], known,
        _number(48, deck_count),
        _PLAYABLE[len(playable)], playable,
        _DRAWABLE[len(drawable)], drawable,
        _turn(74, opponent_last_turn),
        _turn(82, my_last_turn),
        _SUBSTITUTED[is_substituted],
        _number(96, my_points),
        _number(104, opponent_points),
        _number(112, turns_until_deck_only),
    )  # fmt: skip
    return b"".join(parts)


@cache
def _turn(key: int, turn: Turn | None) -> bytes:
    """A field that is a Turn message, in which nothing is 0 and each number is a byte; nothing where there is none."""
    if turn is None:
        return b""
    card, placement, draw_from = turn
    return bytes((key, 6, 8, card, 16, placement, 24, draw_from))


@lru_cache(maxsize=4096)
def _number(key: int, value: int) -> bytes:
    """A field that is a number; nothing where it is 0."""
    return bytes((key,)) + _varint(value) if value else b""


def _varint(value: int) -> bytes:
    """A number, seven bits a byte, the lowest first; one below 0 as 64 bits."""
    value &= 0xFFFF_FFFF_FFFF_FFFF
    return bytes((value,)) if value < 128 else bytes((value & 127 | 128,)) + _varint(value >> 7)
