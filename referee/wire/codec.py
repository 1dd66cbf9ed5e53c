"""Messages of the protocol as bytes: what the referee says, and what a bot answers. TakeTurn has a module of its own.

Requests are encoded deterministically, so that equal views are equal bytes. Replies are parsed here and not by
gRPC: an undecodable reply is then certainly the bot's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from google.protobuf.message import DecodeError, Message

from referee.errors import MalformedReplyError
from referee.rules.cards import CARDS, Card
from referee.rules.turns import DECK, Placement, Turn
from referee.rules.variant import MATCHES_PER_SERIES, Variant
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

NOTE_BYTES: Final = 256
_SHORT_BYTES: Final = 8
"""Length of a reply that is a turn without a note."""

_BONUS_COUNTS: Final = {"all": game.BONUS_COUNTS_ALL, "numbers": game.BONUS_COUNTS_NUMBERS}
_HANDSHAKES_ALONE: Final = {"scored": game.HANDSHAKES_ALONE_SCORED, "free": game.HANDSHAKES_ALONE_FREE}


@dataclass(frozen=True, kw_only=True, slots=True)
class StartSeries:
    """What a bot is told before a series.

    Attributes:
        series_id: 16 random hex digits, fresh per seat and attempt.
        variant: the rules.
        turn_ms, bank_ms, increment_ms: the clock, in milliseconds; 0 is not limited (increment: none).
        memory_mb, cpu_cores: what its box allows; 0 is not limited.
        random_seed: 64 bits for the bot's own dice.
        opponent_name: None unless the tournament reveals it.
        strikes: turns that the referee would play for it in this series; 0 under forfeit-series.
    """

    series_id: str
    variant: Variant
    turn_ms: int
    bank_ms: int
    increment_ms: int
    memory_mb: int = 0
    cpu_cores: int = 0
    random_seed: int = 0
    opponent_name: str | None = None
    strikes: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishMatch:
    """What a bot is told after a match: the boards as they stand, points and cards by color."""

    series_id: str
    match_number: int
    is_forfeit: bool
    my_score: int
    opponent_score: int
    my_expeditions: Sequence[Card]
    opponent_expeditions: Sequence[Card]


@dataclass(frozen=True, kw_only=True, slots=True)
class FinishSeries:
    """What a bot is told after a series.

    Attributes:
        series_id: as in StartSeries.
        outcome: 1 for won, 0 for drawn, -1 for lost.
        my_points, opponent_points: of the matches, added.
        fault: the sentence of this bot's own fault; "" if it had none.
    """

    series_id: str
    outcome: int
    my_points: int
    opponent_points: int
    fault: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Description:
    """What a bot says of itself; untrusted text. max_concurrent_series is at least 1."""

    name: str = ""
    version: str = ""
    author: str = ""
    language: str = ""
    max_concurrent_series: int = 1


def encode_start_series(start: StartSeries) -> bytes:
    """The bytes of a StartSeriesRequest."""
    limits = game.Limits(
        turn_ms=start.turn_ms,
        bank_ms=start.bank_ms,
        increment_ms=start.increment_ms,
        memory_mb=start.memory_mb,
        cpu_cores=start.cpu_cores,
    )
    return _bytes(
        service.StartSeriesRequest(
            series_id=start.series_id,
            rules=rules_message(start.variant),
            limits=limits,
            random_seed=start.random_seed,
            opponent_name=start.opponent_name,
            strikes=start.strikes,
        )
    )


def encode_finish_match(finish: FinishMatch) -> bytes:
    """The bytes of a FinishMatchRequest."""
    reason = service.MATCH_END_FORFEIT if finish.is_forfeit else service.MATCH_END_DECK_EMPTY
    return _bytes(
        service.FinishMatchRequest(
            series_id=finish.series_id,
            match_number=finish.match_number,
            reason=reason,
            my_score=finish.my_score,
            opponent_score=finish.opponent_score,
            my_expeditions=finish.my_expeditions,
            opponent_expeditions=finish.opponent_expeditions,
        )
    )


def encode_finish_series(finish: FinishSeries) -> bytes:
    """The bytes of a FinishSeriesRequest."""
    outcomes = {
        1: service.SERIES_OUTCOME_WON,
        0: service.SERIES_OUTCOME_DRAWN,
        -1: service.SERIES_OUTCOME_LOST,
    }
    return _bytes(
        service.FinishSeriesRequest(
            series_id=finish.series_id,
            outcome=outcomes[finish.outcome],
            my_points=finish.my_points,
            opponent_points=finish.opponent_points,
            fault=finish.fault,
        )
    )


def decode_turn(reply: bytes) -> tuple[Turn, str]:
    """The turn and the note (as the bot wrote it, cut at 256 bytes, not escaped) of a TakeTurnResponse.

    Raises:
        MalformedReplyError: not decodable, or a value unset or unknown. Whether the turn is legal is not asked.
    """
    return _decode_short_turn(reply) if len(reply) <= _SHORT_BYTES else _decode_turn(reply)


def _decode_turn(reply: bytes) -> tuple[Turn, str]:
    try:
        response = service.TakeTurnResponse.FromString(reply)
    except DecodeError:
        raise _undecodable("TakeTurnResponse", reply) from None
    if not response.HasField("turn"):
        raise MalformedReplyError("answered without a turn")
    turn = response.turn
    if turn.card not in CARDS:
        raise _unknown("card", turn.card)
    if turn.placement not in (Placement.EXPEDITION, Placement.DISCARD):
        raise _unknown("placement", turn.placement)
    if not 1 <= turn.draw_from <= DECK:
        raise _unknown("draw_from", turn.draw_from)
    return Turn(Card(turn.card), Placement(turn.placement), int(turn.draw_from)), cut_note(response.note)


_decode_short_turn: Final = lru_cache(maxsize=1024)(_decode_turn)
"""Without a note there are 840 replies: reading the last ones again takes a tenth of the time."""


def decode_description(reply: bytes) -> Description:
    """What a DescribeResponse says.

    Raises:
        MalformedReplyError: not decodable.
    """
    try:
        response = service.DescribeResponse.FromString(reply)
    except DecodeError:
        raise _undecodable("DescribeResponse", reply) from None
    return Description(
        name=response.name,
        version=response.version,
        author=response.author,
        language=response.language,
        max_concurrent_series=max(1, response.max_concurrent_series),
    )


def cut_note(note: str) -> str:
    """The note, cut at 256 bytes of UTF-8 without splitting a character."""
    return note.encode()[:NOTE_BYTES].decode(errors="ignore")


def rules_message(variant: Variant) -> game.Rules:
    """The Rules message of a variant."""
    return game.Rules(
        colors=variant.colors,
        bonus_counts=_BONUS_COUNTS[variant.bonus_counts],
        handshakes_alone=_HANDSHAKES_ALONE[variant.handshakes_alone],
        deck_only_after=variant.deck_only_after,
        matches_per_series=MATCHES_PER_SERIES,
    )


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def _undecodable(expected: str, reply: bytes) -> MalformedReplyError:
    return MalformedReplyError(f"answered {len(reply)} bytes that are not a {expected}")


def _unknown(field: str, value: int) -> MalformedReplyError:
    if value == 0:
        return MalformedReplyError(f"answered a turn whose {field} is not set")
    return MalformedReplyError(f"answered a turn whose {field} has the unknown value {value}")
