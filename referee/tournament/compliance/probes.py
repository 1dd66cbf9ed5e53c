"""Steps: a few turns in which something happens that a good bot does not mind."""

from typing import Final

from referee.bots.connection import Answer, Method
from referee.errors import DisconnectedError, MalformedReplyError
from referee.play.player import Callee
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.excerpt import play_excerpt
from referee.tournament.compliance.findings import Finding, Step
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

CANCELLED_AFTER_S: Final = (0.0, 0.001, 0.005)
"""When calls are cancelled: as they leave, as they arrive, and while the bot thinks."""

_FINISHED_MATCH: Final = encode_finish_match(
    FinishMatch(
        series_id="0123456789abcdef",
        match_number=1,
        is_forfeit=True,
        my_score=0,
        opponent_score=0,
        my_expeditions=(),
        opponent_expeditions=(),
    )
)
_FINISHED_SERIES: Final = encode_finish_series(
    FinishSeries(series_id="0123456789abcdef", outcome=0, my_points=0, opponent_points=0, fault="")
)


def answers_a_turn_asked_twice(candidate: Candidate) -> Finding:
    """Both answers are legal turns; they need not be the same."""
    sentence = "both answers are legal turns"
    return _probe(candidate, Step.ASKED_TWICE, AskedTwice(candidate.witness), sentence)


def ignores_unknown_fields(candidate: Candidate) -> Finding:
    """Fields of a later protocol in every message of every call change nothing."""
    callee = FromLater(candidate.witness)
    finding = _probe(candidate, Step.UNKNOWN_FIELDS, callee, "fields of a later protocol changed nothing")
    notify_ms = candidate.settings.play.clock.notify_ms
    for method, request in ((Method.FINISH_MATCH, _FINISHED_MATCH), (Method.FINISH_SERIES, _FINISHED_SERIES)):
        if finding.evidence is None:
            callee.call(method, request, limit_ms=notify_ms, margin_ms=0, optional=True)
    return finding


def survives_a_cancelled_call(candidate: Candidate) -> Finding:
    """After calls that were cancelled the next one is answered, in the time that the others may still take."""
    with_cancelled = CancelledCalls(candidate.witness, candidate.specimen)
    return _probe(candidate, Step.CANCELLED_CALL, with_cancelled, "the next call is answered as ever")


def survives_a_second_client(candidate: Candidate) -> Finding:
    """Another connection is accepted, and its abrupt end disturbs nothing."""
    with_client = SecondClient(candidate.witness, candidate.specimen)
    sentence = "another connection is accepted, and its abrupt end disturbs nothing"
    return _probe(candidate, Step.SECOND_CLIENT, with_client, sentence)


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
    """Lets some calls for each turn be cancelled before the one that counts."""

    def __init__(self, callee: Callee, specimen: Specimen) -> None:
        super().__init__(callee)
        self._specimen = specimen

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot, which may have to finish what nobody waits for any more."""
        if method is Method.TAKE_TURN:
            visitor = self._specimen.visit()
            for after_s in CANCELLED_AFTER_S:
                visitor.break_off(method, request, after_s=after_s)
                limit_ms += limit_ms / len(CANCELLED_AFTER_S)
            visitor.close()
        return super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)


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
        if method is not Method.TAKE_TURN:
            return super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        visitor = self._specimen.visit()
        refusal = visitor.refusal(limit_ms=2 * limit_ms)
        visitor.hang_up(method, request)
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
