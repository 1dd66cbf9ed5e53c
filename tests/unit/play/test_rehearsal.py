"""One bot tried alone before the first match."""

from collections import Counter
from dataclasses import replace

import pytest
from support.fake_bot import FakeBot, Reply
from support.fake_series import SETTINGS, with_rules

from referee.bots.connection import Method
from referee.errors import CrashedError, FaultKind, LateError, NotStartedError, StalledError
from referee.play.player import AbsentBot
from referee.play.rehearsal import rehearse
from referee.rules.cards import color_of
from referee.rules.variant import Variant


def test_bot_that_plays_one_legal_turn_passes() -> None:
    """It is asked StartSeries and one TakeTurn, and nothing else."""
    bot = FakeBot()
    assert rehearse("greedy", bot, SETTINGS) is None
    assert [call.method for call in bot.calls] == [Method.START_SERIES, Method.TAKE_TURN]


@pytest.mark.parametrize("colors", [5, 6])
def test_canned_hand_has_all_rules_in_it(colors: int) -> None:
    """The first turn of a whole match by the announced rules, with cards of several colors."""
    bot = FakeBot()
    rehearse("greedy", bot, with_rules(Variant(colors=colors)))
    (request,) = bot.requests(Method.TAKE_TURN)
    assert (request.match_number, request.turn_number, request.rules.colors) == (1, 1, colors)
    assert request.view.deck_count == 12 * colors - 16
    assert len(Counter(map(color_of, request.view.hand))) >= 3


@pytest.mark.parametrize(
    ("reply", "kind", "sentence"),
    [
        (Reply(raw=b""), FaultKind.MALFORMED_REPLY, "answered without a turn"),
        (Reply(turn="+P5 deck"), FaultKind.ILLEGAL_TURN, "played +P5 deck: purple is not in a pack of 5 colors"),
        (Reply(elapsed_ms=1500), FaultKind.TIMEOUT, "did not answer within 1000 ms (1500 ms)"),
        (
            Reply(error=CrashedError("crashed: exited with status 1")),
            FaultKind.CRASHED,
            "crashed: exited with status 1",
        ),
    ],
)
@pytest.mark.parametrize("strikes", [0, 3])
def test_fault_in_the_first_turn_is_told_under_either_policy(
    reply: Reply, kind: FaultKind, sentence: str, strikes: int
) -> None:
    """Also where strikes would save a turn in a series: before the first match a broken bot is broken."""
    fault = rehearse("greedy", FakeBot(script={(1, 1): reply}), replace(SETTINGS, strikes=strikes))
    assert fault is not None
    assert (fault.kind, fault.detail) == (kind, f"match 1, turn 1: greedy (first) {sentence}")


def test_bot_that_refuses_the_rules_fails() -> None:
    """Not-started, with its message; it is not asked for a turn."""
    bot = FakeBot(failures={Method.START_SERIES: NotStartedError("refused the series: five colors only")})
    fault = rehearse("greedy", bot, SETTINGS)
    assert fault is not None
    assert fault.kind is FaultKind.NOT_STARTED
    assert fault.detail == "match 1, before the first turn: greedy (first) refused the series: five colors only"
    assert bot.requests(Method.TAKE_TURN) == []


def test_bot_that_could_not_be_started_fails_with_the_reason() -> None:
    """As told by whoever tried to start it."""
    fault = rehearse("greedy", AbsentBot(NotStartedError("is not there")), SETTINGS)
    assert fault is not None
    assert fault.detail.endswith("greedy (first) is not there")


@pytest.mark.parametrize("forgives", [True, False])
def test_stall_of_this_machine_is_no_fault_while_it_is_forgiven(*, forgives: bool) -> None:
    """It is raised; but the last time the bot is charged for it."""
    late = LateError("did not answer within 1000 ms (1050 ms)")
    bot = FakeBot(script={(1, 1): Reply(error=StalledError("the machine stood still", late))})
    if forgives:
        with pytest.raises(StalledError, match="stood still"):
            rehearse("greedy", bot, SETTINGS, forgives_stalls=True)
        return
    fault = rehearse("greedy", bot, SETTINGS, forgives_stalls=False)
    assert fault is not None
    assert fault.kind is FaultKind.TIMEOUT
