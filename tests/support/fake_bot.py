"""A bot inside the test's own process: it answers the protocol's calls like an instance, without gRPC or time.

    bot = FakeBot(eager, script={(2, 17): Reply(turn="+Y5 deck")})

It reads each TakeTurnRequest with the generated messages, as a real bot does, and plays by a policy; where the script
names (match, turn) it does what stands there instead: another turn, any bytes, a fault, a long time.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.bots.connection import Answer, Method
from referee.errors import BotFaultError, LateError, StalledError, Symptoms
from referee.rules.cards import Card, color_of
from referee.rules.notation import parse_turn
from referee.rules.turns import DECK, Placement, Turn
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

Policy = Callable[[Any], Turn]
"""From a decoded TakeTurnRequest to a turn."""

REQUESTS = {
    Method.DESCRIBE: service.DescribeRequest,
    Method.START_SERIES: service.StartSeriesRequest,
    Method.TAKE_TURN: service.TakeTurnRequest,
    Method.FINISH_MATCH: service.FinishMatchRequest,
    Method.FINISH_SERIES: service.FinishSeriesRequest,
}


def choices(view: Any) -> list[Turn]:
    """Every legal turn, worked out from a PlayerView alone, each once, sorted."""
    played = {Turn(Card(c), Placement.EXPEDITION, int(s)) for c in view.playable_cards for s in view.drawable}
    thrown = {Turn(Card(c), Placement.DISCARD, int(s)) for c in view.hand for s in view.drawable if s != color_of(c)}
    return sorted(played | thrown)


def eager(request: Any) -> Turn:
    """Plays its lowest playable card, else discards its first; draws from the deck."""
    if request.view.playable_cards:
        return Turn(Card(request.view.playable_cards[0]), Placement.EXPEDITION, DECK)
    return discarding(request)


def discarding(request: Any) -> Turn:
    """Discards its first card and draws from the deck: scores 0."""
    return Turn(Card(request.view.hand[0]), Placement.DISCARD, DECK)


def by_hash(request: Any) -> Turn:
    """Any legal turn, chosen by a hash of the view: reproducible, and another one if anything in the view is other."""
    digest = hashlib.sha256(request.view.SerializeToString(deterministic=True)).digest()
    legal = choices(request.view)
    return legal[int.from_bytes(digest[:8], "big") % len(legal)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What a fake does in one turn instead of playing by its policy.

    Attributes:
        turn: a turn as text, legal or not; None: by the policy.
        note: its remark.
        raw: the bytes of its answer; None: those of the turn and the note.
        elapsed_ms: how long it took; None: as always. Beyond limit and margin it is late.
        lag_ms: how long the machine stood still meanwhile.
        error: raised in place of any answer.
    """

    turn: str | None = None
    note: str = ""
    raw: bytes | None = None
    elapsed_ms: float | None = None
    lag_ms: float = 0.0
    error: BotFaultError | StalledError | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One call that was made: the decoded request, its bytes, and the time it was given."""

    method: Method
    request: Any
    raw: bytes
    limit_ms: float
    margin_ms: float


@dataclass(kw_only=True)
class FakeBot:
    """Answers calls; see the module.

    Attributes:
        policy: how it plays.
        script: by (match, turn), what it does instead.
        failures: by method, what it raises whenever it is called.
        lacks: optional methods that it does not implement.
        elapsed_ms: how long each turn takes.
        exit_status: as `Instance.exit_status`.
        log: what it wrote, as `Instance.log_tail` tells it.
        calls: all calls made, in order.
    """

    policy: Policy = eager
    script: Mapping[tuple[int, int], Reply] = field(default_factory=dict)
    failures: Mapping[Method, BotFaultError | StalledError] = field(default_factory=dict)
    lacks: frozenset[Method] = frozenset()
    elapsed_ms: float = 1.0
    exit_status: int | None = None
    log: str = ""
    calls: list[Call] = field(default_factory=list)

    def log_tail(self, lines: int = 20) -> str:
        """The last lines it wrote."""
        return "\n".join(self.log.splitlines()[-lines:])

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Answer as an instance would: in time, or with a BotFaultError, or a StalledError from the script."""
        decoded = REQUESTS[method].FromString(request)
        self.calls.append(Call(method=method, request=decoded, raw=request, limit_ms=limit_ms, margin_ms=margin_ms))
        if method in self.failures:
            raise self.failures[method]
        if method in self.lacks:
            assert optional, f"{method.label} must be implemented"
            return None
        if method is not Method.TAKE_TURN:
            return Answer(reply=b"", elapsed_ms=self.elapsed_ms)
        answer = self._take_turn(decoded)
        if answer.elapsed_ms > limit_ms + margin_ms:
            raise late(answer, limit_ms)
        return answer

    def requests(self, method: Method) -> list[Any]:
        """The decoded requests of one method, in order."""
        return [call.request for call in self.calls if call.method is method]

    def _take_turn(self, request: Any) -> Answer:
        reply = self.script.get((request.match_number, request.turn_number), Reply())
        if reply.error is not None:
            raise reply.error
        turn = self.policy(request) if reply.turn is None else parse_turn(reply.turn)
        raw = encode_reply(turn, reply.note) if reply.raw is None else reply.raw
        elapsed_ms = self.elapsed_ms if reply.elapsed_ms is None else reply.elapsed_ms
        return Answer(reply=raw, elapsed_ms=elapsed_ms, lag_ms=reply.lag_ms)


def late(answer: Answer, limit_ms: float) -> LateError:
    """The fault that an answer is which comes after limit and margin."""
    symptoms = Symptoms(elapsed_ms=answer.elapsed_ms, limit_ms=limit_ms, reply=answer.reply, lag_ms=answer.lag_ms)
    return LateError(f"did not answer within {limit_ms:.0f} ms ({answer.elapsed_ms:.0f} ms)", symptoms)


def encode_reply(turn: Turn, note: str = "") -> bytes:
    """The bytes of a TakeTurnResponse."""
    message = game.Turn(card=turn.card, placement=turn.placement, draw_from=turn.draw_from)
    raw: bytes = service.TakeTurnResponse(turn=message, note=note).SerializeToString()
    return raw
