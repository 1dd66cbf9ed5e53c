"""What can be wrong with an answer to TakeTurn; each is asked from a bot's second turn of a match on."""

import os
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import grpc
from support.zoo.starts import unescape

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

Reply = bytes | Iterator[bytes]
Answer = Callable[[Any, Any, str], Reply]
"""From the request, gRPC's context and the argument to the bytes of an answer, or to any number of messages."""

DECK, PURPLE = 7, 6
EXPEDITION, DISCARD = 1, 2
PACK = [16 * color + rank for color in range(1, 6) for rank in range(1, 11)]
REFUSALS = [code for code in grpc.StatusCode if code is not grpc.StatusCode.OK]


def turn(card: int, placement: int, draw_from: int = DECK, note: str = "") -> bytes:
    """The bytes of a TakeTurnResponse."""
    message = game.Turn(card=card, placement=placement, draw_from=draw_from)
    raw: bytes = service.TakeTurnResponse(turn=message, note=note).SerializeToString()
    return raw


def honest(request: Any, _context: Any, note: str) -> bytes:
    """Discard the first card, draw from the deck."""
    return turn(request.view.hand[0], DISCARD, note=note)


def hold_on(view: Any) -> bytes:
    """Play the highest card that fits, so that lower ones of its color fit no more."""
    if not view.playable_cards:
        return turn(view.hand[0], DISCARD)
    return turn(max(view.playable_cards, key=lambda card: (card % 16, card)), EXPEDITION)


def not_in_hand(view: Any) -> bytes:
    """A card of the pack that is elsewhere."""
    return turn(next(card for card in PACK if card not in view.hand), EXPEDITION)


def too_low(view: Any) -> bytes:
    """A number below the last one of its expedition."""
    tops = {card // 16: card for card in view.my_expeditions}
    low = [card for card in view.hand if card % 16 > 1 and card < tops.get(card // 16, 0)]
    return turn(low[0], EXPEDITION) if low else hold_on(view)


def late_handshake(view: Any) -> bytes:
    """A handshake after a number."""
    tops = {card // 16: card for card in view.my_expeditions}
    late = [card for card in view.hand if card % 16 == 1 and card < tops.get(card // 16, 0)]
    return turn(late[0], EXPEDITION) if late else hold_on(view)


def own_discard(view: Any) -> bytes:
    """Take back what was discarded in the same turn."""
    return turn(view.hand[0], DISCARD, view.hand[0] // 16)


def empty_pile(view: Any) -> bytes:
    """Draw where nothing lies."""
    color = view.hand[0] // 16
    return turn(view.hand[0], DISCARD, next(c for c in range(1, 6) if c not in view.drawable and c != color))


def closed_pile(view: Any) -> bytes:
    """Draw from a pile when only the deck is open; waits until then."""
    piles = [card // 16 for card in view.discard_piles if card // 16 != view.hand[0] // 16]
    return turn(view.hand[0], DISCARD, piles[0] if piles and not view.turns_until_deck_only else DECK)


def count_up(name: str) -> int:
    """How often this was asked before in the bot's folder, by all its processes: counted by files."""
    for number in count():
        try:
            os.close(os.open(f"{name}-{number}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        return number
    raise AssertionError


def send_status(context: Any, code: str, text: str) -> bytes:
    """Fail the call."""
    context.abort(grpc.StatusCode[code], unescape(text))
    return b""


def each_status(context: Any) -> bytes:
    """Fail the call, each time with the next code, all over again after the last."""
    code = REFUSALS[count_up("status") % len(REFUSALS)]
    return send_status(context, code.name, f"{code.name.lower()} it is")


def no_message(_request: Any, _context: Any, _: str) -> Iterator[bytes]:
    """OK, and nothing."""
    return iter(())


def two_messages(request: Any, context: Any, _: str) -> Iterator[bytes]:
    """Two honest turns at once."""
    return iter([honest(request, context, "")] * 2)


def large_metadata(request: Any, context: Any, size: str) -> bytes:
    """An honest turn with so many bytes of trailing metadata."""
    context.set_trailing_metadata((("x-ballast", "x" * int(size)),))
    return honest(request, context, "")


def think(request: Any, context: Any, words: str) -> bytes:
    """An honest turn after some seconds; until turn 5 if `early` is said too, 3 if `once`. The note tells the turn."""
    seconds, _, when = words.partition(" ")
    if request.turn_number <= {"": 9999, "early": 5, "once": 3}[when]:
        time.sleep(float(seconds))
    return honest(request, context, f"turn {request.turn_number}")


def ponder(request: Any, context: Any, seconds: str) -> bytes:
    """An honest turn after some seconds of hard thinking, without a pause."""
    end_s = time.monotonic() + float(seconds)
    while time.monotonic() < end_s:
        pass
    return honest(request, context, "")


def scrawl(request: Any, context: Any, words: str) -> bytes:
    """An honest turn with a remark in match 1, and an error with the same words later."""
    if request.match_number == 1:
        return honest(request, context, unescape(words))
    return send_status(context, "INTERNAL", words)


def allocate() -> bytes:
    """Eat memory until there is no more: in large bites, so that what is left is enough for gRPC's own threads."""
    eaten = []
    while True:
        eaten.append(bytearray(64 << 20))


def raise_error(words: str) -> bytes:
    """Fail by an exception."""
    raise RuntimeError(unescape(words))


def enum(field: str, value: int) -> Answer:
    """A turn with a value that is unset or unknown."""

    def answer(request: Any, _: Any, __: str) -> bytes:
        honest_turn = {"card": request.view.hand[0], "placement": DISCARD, "draw_from": DECK}
        return turn(**{**honest_turn, field: value})

    return answer


def by_view(choose: Callable[[Any], bytes]) -> Answer:
    """An answer that depends on the view alone."""
    return lambda request, _, __: choose(request.view)


ANSWERS: dict[str, Answer] = {
    "honest": honest,
    "plays-card-not-in-hand": by_view(not_in_hand),
    "plays-too-low": by_view(too_low),
    "plays-late-handshake": by_view(late_handshake),
    "plays-purple": by_view(lambda _: turn(16 * PURPLE + 5, EXPEDITION)),
    "draws-own-discard": by_view(own_discard),
    "draws-from-empty-pile": by_view(empty_pile),
    "draws-from-purple": by_view(lambda view: turn(view.hand[0], DISCARD, PURPLE)),
    "draws-from-closed-pile": by_view(closed_pile),
    "card-unset": enum("card", 0),
    "card-unknown": enum("card", 16),
    "placement-unset": enum("placement", 0),
    "placement-unknown": enum("placement", 3),
    "draw-unset": enum("draw_from", 0),
    "draw-unknown": enum("draw_from", 8),
    "no-turn": lambda _, __, ___: service.TakeTurnResponse(note="none").SerializeToString(),
    "empty-reply": lambda _, __, ___: b"",
    "garbage": lambda _, __, ___: b"\xff" * 40,
    "large-reply": lambda _, __, size: b"\0" * int(size),
    "large-note": lambda request, context, size: honest(request, context, "n" * int(size)),
    "large-metadata": large_metadata,
    "no-message": no_message,
    "two-messages": two_messages,
    "status": lambda _, context, words: send_status(context, *words.split(" ", 1)),
    "each-status": lambda _, context, __: each_status(context),
    "raises": lambda _, __, words: raise_error(words),
    "thinks": think,
    "ponders": ponder,
    "scrawls": scrawl,
    "eats-memory": lambda _, __, ___: allocate(),
}
"""By name, how a bot answers."""

STREAMS: frozenset[Answer] = frozenset({no_message, two_messages})
"""Those that send none or many messages."""
