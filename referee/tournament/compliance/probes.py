"""Steps: a few turns in which something happens that a good bot does not mind."""

from typing import Final

from referee.bots.connection import Answer, Method
from referee.errors import DisconnectedError, LateError, MalformedReplyError
from referee.play.player import Callee
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.excerpt import NOT_AWAITED, play_excerpt
from referee.tournament.compliance.findings import Finding, Status, Step
from referee.tournament.compliance.specimen import Specimen
from referee.tournament.compliance.witness import Passing
from referee.wire.codec import (
    FinishMatch,
    FinishSeries,
    decode_turn,
    encode_finish_match,
    encode_finish_series,
)
from referee.wire.counterpart import add_unknown_fields, offered_turns

CANCELLED_AFTER_S: Final = (0.001, 0.005, 0.02)
"""When calls are cancelled: about when they arrive, and while the bot thinks; one turn each."""

VISIT_MS: Final = 2000
"""How long a second client waits to be answered."""

_FINISHES: Final = {
    Method.FINISH_MATCH: encode_finish_match(
        FinishMatch(
            series_id="0123456789abcdef",
            match_number=1,
            is_forfeit=True,
            my_score=0,
            opponent_score=0,
            my_expeditions=(),
            opponent_expeditions=(),
        )
    ),
    Method.FINISH_SERIES: encode_finish_series(
        FinishSeries(series_id="0123456789abcdef", outcome=0, my_points=0, opponent_points=0, fault="")
    ),
}


def answers_a_turn_asked_twice(candidate: Candidate) -> Finding:
    """Both answers are legal turns; they need not be the same."""
    sentence = "both answers are legal turns"
    return _probe(candidate, Step.ASKED_TWICE, AskedTwice(candidate.witness), sentence)


def ignores_unknown_fields(candidate: Candidate) -> Finding:
    """Fields of a later protocol in every message of every call change nothing."""
    callee = FromLater(candidate.witness)
    finding = _probe(candidate, Step.UNKNOWN_FIELDS, callee, "fields of a later protocol changed nothing")
    if finding.status is Status.PASSED:
        broken = {call.method for call in candidate.seen.calls if call.fault is not None}
        notify_ms = candidate.settings.play.clock.notify_ms
        for method, request in _FINISHES.items():
            if method not in broken:  # it has its own step, and fails without unknown fields too
                callee.call(method, request, limit_ms=notify_ms, margin_ms=0, optional=True)
    return finding


def survives_a_cancelled_call(candidate: Candidate) -> Finding:
    """After a call that was cancelled, as for a turn that the referee plays itself, the next turn is answered."""
    callee = CancelledCalls(candidate.witness, candidate.specimen)
    return _probe(candidate, Step.CANCELLED_CALL, callee, "the next turn is answered as ever")


def survives_a_second_client(candidate: Candidate) -> Finding:
    """Another connection is accepted, and its abrupt end disturbs nothing."""
    callee = SecondClient(candidate.witness, candidate.specimen)
    sentence = "another connection is accepted, and its abrupt end disturbs nothing"
    return _probe(candidate, Step.SECOND_CLIENT, callee, sentence)


class AskedTwice(Passing):
    """Asks for every turn twice; the answer that is passed on is the second, unless the first is no legal turn."""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot."""
        first = super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        if first is None or method is not Method.TAKE_TURN or not _is_offered(first.reply, request):
            return first
        return super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)


class FromLater(Passing):
    """Adds fields that the bot cannot know to all that it is sent."""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot."""
        extended = add_unknown_fields(method.label, request)
        return super().call(method, extended, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)


class CancelledCalls(Passing):
    """Lets the calls for some turns be cancelled, and those after them count."""

    def __init__(self, callee: Callee, specimen: Specimen) -> None:
        super().__init__(callee)
        self._specimen = specimen
        self._pauses_s = [pause_s for after_s in CANCELLED_AFTER_S for pause_s in (after_s, None)]

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot; it may have to finish first what nobody waits for any more.

        Raises:
            LateError: the call was cancelled: the referee is to play this turn.
        """
        pause_s = self._pauses_s.pop(0) if method is Method.TAKE_TURN and self._pauses_s else None
        if pause_s is None:
            return super().call(method, request, limit_ms=2 * limit_ms, margin_ms=margin_ms, optional=optional)
        visitor = self._specimen.visit()
        visitor.refusal(limit_ms=VISIT_MS)  # once it is connected, what it begins arrives at once
        visitor.break_off(method, request, after_s=pause_s)
        visitor.close()
        raise LateError(NOT_AWAITED)


class SecondClient(Passing):
    """Before each turn a second client connects, is answered, and goes away in the middle of a call."""

    def __init__(self, callee: Callee, specimen: Specimen) -> None:
        super().__init__(callee)
        self._specimen = specimen

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot.

        Raises:
            DisconnectedError: the second client is not answered.
        """
        if method is Method.TAKE_TURN:
            visitor = self._specimen.visit()
            refusal = visitor.refusal(limit_ms=VISIT_MS)
            visitor.hang_up()
            if refusal is not None:
                raise DisconnectedError(f"does not answer a second client: {refusal}")
        return super().call(method, request, limit_ms=2 * limit_ms, margin_ms=margin_ms, optional=optional)


def _probe(candidate: Candidate, step: Step, callee: Callee, sentence: str) -> Finding:
    fault = play_excerpt(candidate, step, callee)
    if fault is None:
        return Finding.passed(sentence)
    candidate.retire()
    return Finding.of_fault(fault)


def _is_offered(reply: bytes, request: bytes) -> bool:
    """Whether a reply says a turn that its request offers."""
    try:
        return decode_turn(reply)[0] in offered_turns(request)
    except MalformedReplyError:
        return False
