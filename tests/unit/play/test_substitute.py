"""The policy `substitute`: the referee plays for a bot that is late or illegal, a few times a series."""

from dataclasses import replace

import pytest
from support.fake_bot import FakeBot, Reply, eager
from support.fake_series import SETTINGS, play

from referee.bots.connection import Method
from referee.errors import CrashedError, FaultKind, MalformedReplyError
from referee.play.records import MatchEnd, SeriesEnd
from referee.play.series import PlaySettings
from referee.rules.notation import format_turn
from referee.rules.state import deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn
from referee.rules.variant import Variant

ILLEGAL, LATE = Reply(turn="+P5 deck"), Reply(elapsed_ms=1500)


def lenient(strikes: int = 3) -> PlaySettings:
    """The usual settings with strikes."""
    return replace(SETTINGS, strikes=strikes)


@pytest.mark.parametrize(("reply", "kind"), [(ILLEGAL, FaultKind.ILLEGAL_TURN), (LATE, FaultKind.TIMEOUT)])
def test_referee_plays_the_first_card_to_a_pile_and_draws_from_the_deck(reply: Reply, kind: FaultKind) -> None:
    """The turn is the first of the sorted hand, discarded; the series goes on to its end."""
    greedy = FakeBot(script={(1, 3): reply})
    played = play(greedy, FakeBot(), settings=lenient())
    match = played.record.matches[0]
    state = deal_match(match.deal.cards, Variant())
    for turn in match.turns[:2]:
        apply_turn(state, turn)
    assert match.turns[2] == Turn(state.hands[0][0], Placement.DISCARD, DECK)
    assert (played.record.end, len(played.record.matches)) == (SeriesEnd.PLAYED, 3)
    assert [(f.kind, f.turn, f.bot) for f in match.substituted] == [(kind, 3, "greedy")]
    assert (match.end, match.faults) == (MatchEnd.DECK_EMPTY, ())
    assert len(match.think_ms) == len(match.turns)
    assert match.think_ms[2] == (reply.elapsed_ms or 1.0)


def test_substituted_turn_keeps_sentence_and_evidence() -> None:
    """The fault is told as under forfeit-series, with request, reply and legal choices."""
    greedy = FakeBot(script={(1, 3): ILLEGAL})
    match = play(greedy, FakeBot(), settings=lenient()).record.matches[0]
    (fault,) = match.substituted
    assert fault.detail == "match 1, turn 3: greedy (first) played +P5 deck: purple is not in a pack of 5 colors"
    assert fault.evidence.request == greedy.calls[2].raw
    assert fault.evidence.reply
    assert format_turn(match.turns[2]) in fault.evidence.legal


def test_bot_is_told_that_the_referee_played_for_it() -> None:
    """Its next view says so, with the turn; the view after that does not any more, and the opponent never reads it."""
    greedy, random = FakeBot(script={(1, 3): ILLEGAL}), FakeBot()
    match = play(greedy, random, settings=lenient()).record.matches[0]
    views = {r.turn_number: r.view for r in greedy.requests(Method.TAKE_TURN) if r.match_number == 1}
    assert [views[number].my_last_turn_substituted for number in (1, 3, 5, 7)] == [False, False, True, False]
    assert views[5].my_last_turn.card == match.turns[2].card
    assert not any(r.view.my_last_turn_substituted for r in random.requests(Method.TAKE_TURN))


def test_substitution_is_not_carried_into_the_next_match() -> None:
    """A bot whose last turn of a match was substituted begins the next with a clean view."""
    last_turn = len(play(FakeBot(), FakeBot()).record.matches[0].turns)
    greedy, random = (FakeBot(script={(1, number): ILLEGAL}) for number in (last_turn - 1, last_turn))
    play(greedy, random, settings=lenient())
    for bot in (greedy, random):
        second = [r for r in bot.requests(Method.TAKE_TURN) if r.match_number == 2]
        assert not any(r.view.my_last_turn_substituted for r in second)


def test_strikes_are_counted_over_the_series() -> None:
    """Each bot has its own; they are told before each turn, and the one after the last loses the series."""
    script = {(1, 1): ILLEGAL, (1, 5): LATE, (2, 4): ILLEGAL, (3, 3): ILLEGAL}
    greedy, random = FakeBot(script=script), FakeBot(script={(1, 2): ILLEGAL})
    played = play(greedy, random, settings=lenient(strikes=3))
    told = [(r.match_number, r.strikes_left) for r in greedy.requests(Method.TAKE_TURN)]
    assert [told[0], told[1], told[2], told[3]] == [(1, 3), (1, 2), (1, 2), (1, 1)]
    assert {strikes for match, strikes in told if match == 3} == {0}
    assert {r.strikes_left for r in random.requests(Method.TAKE_TURN)} == {3, 2}
    assert [len(match.substituted) for match in played.record.matches] == [3, 1, 0]
    (fault,) = played.last.faults
    assert (fault.match, fault.turn, fault.kind) == (3, 3, FaultKind.ILLEGAL_TURN)
    assert (played.record.losers, played.record.points) == (("greedy",), (0.0, 1.0))


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply(error=CrashedError("crashed: killed by SIGKILL")), FaultKind.CRASHED),
        (Reply(error=MalformedReplyError("answered without a message")), FaultKind.MALFORMED_REPLY),
        (Reply(raw=b"\xff"), FaultKind.MALFORMED_REPLY),
    ],
)
def test_other_faults_are_not_substituted(reply: Reply, kind: FaultKind) -> None:
    """Only timeouts and illegal turns are; the rest loses the series at once, with all strikes left."""
    played = play(FakeBot(script={(1, 3): reply}), FakeBot(), settings=lenient())
    assert played.last.substituted == ()
    assert [fault.kind for fault in played.last.faults] == [kind]
    assert played.players[0].strikes_left == 3


def test_late_turn_empties_the_bank_it_overran() -> None:
    """A timeout is charged in full: what it took too long is taken off the bank, which stays at 0 or above."""
    clock = replace(SETTINGS.clock, bank_ms=2000, increment_ms=50)
    greedy = FakeBot(script={(1, 1): LATE, (1, 3): Reply(elapsed_ms=900)}, elapsed_ms=10)
    play(greedy, FakeBot(), settings=replace(lenient(), clock=clock))
    told = {r.turn_number: r for r in greedy.requests(Method.TAKE_TURN) if r.match_number == 1}
    assert [told[number].bank_left_ms for number in (1, 3, 5)] == [2000, 550, 50]
    assert [told[number].time_left_ms for number in (1, 3, 5)] == [1000, 550, 50]
    assert told[3].last_turn_charged_ms == 1500


def test_instance_that_was_substituted_is_spent_after_the_series() -> None:
    """It committed a fault, and is discarded at the end of the series; it serves the whole series nevertheless."""
    greedy = FakeBot(script={(1, 3): ILLEGAL})
    played = play(greedy, FakeBot(), settings=lenient())
    assert [player.is_spent for player in played.players] == [True, False]
    assert len(greedy.requests(Method.FINISH_MATCH)) == 3


def test_without_strikes_the_first_fault_loses() -> None:
    """`forfeit-series` is no strikes: the bot is told 0."""
    greedy = FakeBot(policy=eager, script={(1, 3): ILLEGAL})
    played = play(greedy, FakeBot())
    assert {r.strikes_left for r in greedy.requests(Method.TAKE_TURN)} == {0}
    assert played.record.losers == ("greedy",)
