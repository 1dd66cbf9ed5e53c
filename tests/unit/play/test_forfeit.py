"""Faults under `forfeit-series`: kind, sentence, end, scores, times and evidence, for each thing a bot can do wrong."""

import pytest
from support.fake_bot import FakeBot, Reply, choices, discarding, eager
from support.fake_series import Played, play

from referee.bots.connection import Method
from referee.errors import (
    BotFaultError,
    BotStatusError,
    CrashedError,
    DisconnectedError,
    FaultKind,
    LateError,
    MalformedReplyError,
    NotStartedError,
    Symptoms,
)
from referee.play.player import AbsentBot
from referee.play.records import MatchEnd, SeriesEnd
from referee.rules.notation import format_turn
from referee.rules.scoring import scores
from referee.rules.state import Seat, deal_match
from referee.rules.turns import apply_turn
from referee.rules.variant import Variant
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service

SYMPTOMS = Symptoms(elapsed_ms=3.2, limit_ms=1000, exit_status=-9, log_tail="Traceback")

# What greedy, which sits second in match 2, does in turn 18; the kind of fault; how its sentence ends.
FAULTS = [
    (Reply(error=CrashedError("crashed: killed by SIGKILL", SYMPTOMS)), "crashed", "crashed: killed by SIGKILL"),
    (Reply(error=DisconnectedError("closed the connection", SYMPTOMS)), "disconnected", "closed the connection"),
    (Reply(error=BotStatusError("answered with gRPC status UNKNOWN", SYMPTOMS)), "bot-error",
     "answered with gRPC status UNKNOWN"),
    (Reply(error=MalformedReplyError("answered with more than 65536 bytes", SYMPTOMS)), "malformed-reply",
     "answered with more than 65536 bytes"),
    (Reply(elapsed_ms=1021), "timeout", "did not answer within 1000 ms (1021 ms)"),
    (Reply(raw=b""), "malformed-reply", "answered without a turn"),
    (Reply(raw=b"\xff"), "malformed-reply", "answered 1 bytes that are not a TakeTurnResponse"),
    (Reply(raw=b"\x0a\x00"), "malformed-reply", "answered a turn whose card is not set"),
    (Reply(raw=b"\x0a\x06\x08\x1b\x10\x01\x18\x07"), "malformed-reply",
     "answered a turn whose card has the unknown value 27"),
    (Reply(turn="+P5 deck"), "illegal-turn", "played +P5 deck: purple is not in a pack of 5 colors"),
    (Reply(turn="-B2 deck"), "illegal-turn", "played -B2 deck: B2 is not in its hand"),
    (Reply(turn="+W7 deck"), "illegal-turn", "played +W7 deck: the white expedition is already at 9"),
    (Reply(turn="-W2 W"), "illegal-turn",
     "played -W2 W: the white pile is closed in the turn that discards to it"),
    (Reply(turn="+G8 R"), "illegal-turn", "played +G8 R: the red discard pile is empty"),
]  # fmt: skip
FAULT_IDS = [f"{kind}-{number}" for number, (_, kind, _) in enumerate(FAULTS)]


def forfeit(reply: Reply) -> tuple[Played, FakeBot, FakeBot]:
    """A series in which greedy commits a fault in its turn 18 of match 2."""
    greedy, random = FakeBot(script={(2, 18): reply}, exit_status=None), FakeBot()
    return play(greedy, random), greedy, random


@pytest.mark.parametrize(("reply", "kind", "reason"), FAULTS, ids=FAULT_IDS)
def test_fault_ends_the_series_with_its_kind_and_sentence(reply: Reply, kind: str, reason: str) -> None:
    """The match ends as a forfeit, the third is not played, the offender loses, and one sentence says why."""
    played, _, _ = forfeit(reply)
    (fault,) = played.last.faults
    assert (fault.kind, fault.bot, fault.seat, fault.match, fault.turn) == (kind, "greedy", Seat.SECOND, 2, 18)
    assert fault.detail == f"match 2, turn 18: greedy (second) {reason}"
    assert [match.end for match in played.record.matches] == [MatchEnd.DECK_EMPTY, MatchEnd.FORFEIT]
    assert (played.record.end, played.record.losers) == (SeriesEnd.FORFEIT, ("greedy",))
    assert played.record.points == (0.0, 1.0)


@pytest.mark.parametrize("reply", [reply for reply, _, _ in FAULTS], ids=FAULT_IDS)
def test_match_is_recorded_as_it_stood(reply: Reply) -> None:
    """17 turns and 18 times, the faulted turn's last; the boards of the 17 turns; nothing of the 18th."""
    played, _, _ = forfeit(reply)
    match = played.last
    state = deal_match(match.deal.cards, Variant())
    for turn in match.turns:
        apply_turn(state, turn)
    assert (len(match.turns), len(match.think_ms)) == (17, 18)
    assert match.think_ms[-1] == match.faults[0].elapsed_ms
    assert match.scores == scores(state)
    assert match.scores != (0, 0)
    assert match.substituted == ()


@pytest.mark.parametrize("reply", [reply for reply, _, _ in FAULTS], ids=FAULT_IDS)
def test_fault_keeps_its_evidence(reply: Reply) -> None:
    """The bytes of the request, every legal turn, the limit; and what the error brought along."""
    played, greedy, _ = forfeit(reply)
    fault = played.last.faults[0]
    asked = [call for call in greedy.calls if call.method is Method.TAKE_TURN][-1]
    assert fault.evidence.request == asked.raw
    assert sorted(fault.evidence.legal) == sorted(format_turn(turn) for turn in choices(asked.request.view))
    assert fault.evidence.limit_ms == 1000
    if reply.error is not None:
        assert (fault.elapsed_ms, fault.evidence.exit_status, fault.evidence.log_tail) == (3.2, -9, "Traceback")


@pytest.mark.parametrize("reply", [Reply(turn="+P5 deck", note="so there"), Reply(raw=b"\xff"), Reply(elapsed_ms=5000)])
def test_reply_that_does_not_count_is_kept_as_it_came(reply: Reply) -> None:
    """Illegal, malformed or late: the bytes and the time stand in the evidence, a note of it does not in the notes."""
    played, _, _ = forfeit(reply)
    fault = played.last.faults[0]
    assert fault.evidence.reply
    assert fault.evidence.reply == (reply.raw or fault.evidence.reply)
    assert fault.elapsed_ms == (reply.elapsed_ms or 1.0)
    assert played.last.notes == {}


@pytest.mark.parametrize("reply", [Reply(turn="+P5 deck"), Reply(raw=b"\xff")])
def test_log_and_exit_status_are_kept_where_the_answer_was_wrong(reply: Reply) -> None:
    """A bot whose answer is illegal or malformed has a log too, and may be dead by then."""
    greedy = FakeBot(script={(1, 1): reply}, log="line 1\nline 2", exit_status=3)
    evidence = play(greedy, FakeBot()).last.faults[0].evidence
    assert (evidence.log_tail, evidence.exit_status) == ("line 1\nline 2", 3)


def test_both_bots_are_told_of_the_forfeit_and_only_the_offender_why() -> None:
    """FinishMatch says forfeit with the boards; FinishSeries won or lost, and to the offender the sentence."""
    played, greedy, random = forfeit(Reply(turn="+P5 deck"))
    sentence = played.last.faults[0].detail
    assert [r.reason for r in greedy.requests(Method.FINISH_MATCH)] == [
        service.MATCH_END_DECK_EMPTY,
        service.MATCH_END_FORFEIT,
    ]
    told, told_other = greedy.requests(Method.FINISH_SERIES)[0], random.requests(Method.FINISH_SERIES)[0]
    assert (told.outcome, told.fault) == (service.SERIES_OUTCOME_LOST, sentence)
    assert (told_other.outcome, told_other.fault) == (service.SERIES_OUTCOME_WON, "")
    assert (told.my_points, told.opponent_points) == played.record.totals


def test_forfeit_overrules_the_boards() -> None:
    """A bot that leads after two matches and commits a fault in the third loses all the same."""
    played = play(FakeBot(policy=discarding, script={(3, 1): Reply(raw=b"")}), FakeBot(policy=eager))
    assert played.record.totals[0] > played.record.totals[1]
    assert played.record.points == (0.0, 1.0)


def test_only_the_offenders_instance_is_spent() -> None:
    """The other bot's process may be used again."""
    played, _, _ = forfeit(Reply(turn="+P5 deck"))
    assert [player.is_spent for player in played.players] == [True, False]


def start_failure(error: BotFaultError) -> FakeBot:
    """A bot that fails when a series is announced."""
    return FakeBot(failures={Method.START_SERIES: error})


REFUSAL = NotStartedError("refused the series: five colors only", Symptoms(elapsed_ms=2.0, limit_ms=1000))


@pytest.mark.parametrize(
    ("leg", "seat", "bots"), [(1, Seat.FIRST, ("greedy", "random")), (2, Seat.SECOND, ("random", "greedy"))]
)
def test_bot_that_does_not_start_loses_before_the_first_turn(leg: int, seat: Seat, bots: tuple[str, str]) -> None:
    """One match without turns, times or points; the sentence says the seat it would have had."""
    random = FakeBot()
    played = play(start_failure(REFUSAL), random, leg=leg)
    (match,) = played.record.matches
    (fault,) = match.faults
    assert fault.detail == (
        f"match 1, before the first turn: greedy ({seat.label}) refused the series: five colors only"
    )
    assert (fault.kind, fault.seat, fault.turn, fault.elapsed_ms) == (FaultKind.NOT_STARTED, seat, 0, None)
    assert fault.evidence.limit_ms == 1000
    assert (match.bots, match.turns, match.think_ms, match.scores) == (bots, (), (), (0, 0))
    assert (played.record.losers, played.record.points) == (("greedy",), (0.0, 1.0))
    assert random.requests(Method.TAKE_TURN) == []
    assert random.requests(Method.FINISH_SERIES)[0].outcome == service.SERIES_OUTCOME_WON


def test_both_at_fault_before_the_start_is_a_loss_for_both() -> None:
    """0 points each, two faults in the order A, B, nobody wins; and nobody is told."""
    random = start_failure(REFUSAL)
    played = play(AbsentBot(NotStartedError("is not there")), random)
    assert [call.method for call in random.calls] == [Method.START_SERIES]
    assert [fault.bot for fault in played.last.faults] == ["greedy", "random"]
    assert [fault.seat for fault in played.last.faults] == [Seat.FIRST, Seat.SECOND]
    assert (played.record.losers, played.record.points) == (("greedy", "random"), (0.0, 0.0))
    assert (played.record.end, played.last.end) == (SeriesEnd.FORFEIT, MatchEnd.FORFEIT)
    assert [player.is_spent for player in played.players] == [True, True]


def test_bot_that_did_not_start_is_not_called_again() -> None:
    """It is not waited for a second time."""
    greedy = start_failure(LateError("did not answer"))
    play(greedy, FakeBot())
    assert [call.method for call in greedy.calls] == [Method.START_SERIES]


def test_absent_bot_raises_its_reason_at_every_call() -> None:
    """It has no process, so no exit status and no log."""
    reason = NotStartedError("is not there")
    bot = AbsentBot(reason)
    for method in Method:
        with pytest.raises(NotStartedError) as caught:
            bot.call(method, b"", limit_ms=1, margin_ms=0)
        assert caught.value is reason
    assert (bot.exit_status, bot.log_tail()) == (None, "")
