"""The steps in which something odd happens to a bot."""

from collections.abc import Callable
from typing import Any

import pytest
from support.candidates import Stable, candidate, said
from support.fake_bot import FakeBot, Reply, by_hash

from referee.bots.connection import Answer, Method
from referee.errors import BotStatusError, CrashedError, Symptoms
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Finding
from referee.tournament.compliance.probes import (
    answers_a_turn_asked_twice,
    ignores_unknown_fields,
    survives_a_cancelled_call,
    survives_a_second_client,
)

PROBES = [
    answers_a_turn_asked_twice,
    ignores_unknown_fields,
    survives_a_cancelled_call,
    survives_a_second_client,
]


def asked(bot: FakeBot) -> list[int]:
    """The turn numbers of all turns that it was asked for."""
    return [request.turn_number for request in bot.requests(Method.TAKE_TURN)]


class Counting(FakeBot):
    """Answers illegally the second time that a turn is asked for, or the first time if its log says so."""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Answer."""
        answer = super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        is_first = len(self.requests(Method.TAKE_TURN)) % 2 == 1
        if method is Method.TAKE_TURN and is_first is (self.log == "first"):
            return Answer(reply=b"", elapsed_ms=1)
        return answer


class Seeing(FakeBot):
    """Keeps the bytes of all requests, and fails where it sees what it does not know, if its log names the method."""

    raws: list[tuple[Method, bytes]]

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Look, then answer."""
        if b"later" in request and method.label in self.log:
            raise BotStatusError(f"answered {method.label} with gRPC status INVALID_ARGUMENT", Symptoms(elapsed_ms=1))
        return super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)


def test_every_turn_is_asked_twice() -> None:
    """The same bytes, both times; and the game goes on with a legal turn."""
    stable = Stable(make=lambda: FakeBot(policy=by_hash))
    with candidate(stable) as one:
        assert said(answers_a_turn_asked_twice(one)) == ("passed", "both answers are legal turns")
    (bot,) = stable.bots
    raws = [call.raw for call in bot.calls if call.method is Method.TAKE_TURN]
    assert raws[::2] == raws[1::2]
    assert asked(bot) == [1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11]


@pytest.mark.parametrize("which", ["first", "second"])
def test_either_answer_is_judged(which: str) -> None:
    """An illegal one is a failure, whichever it is."""
    with candidate(Stable(make=lambda: Counting(log=which))) as one:
        assert said(answers_a_turn_asked_twice(one)) == (
            "failed",
            "match 1, turn 1: greedy (first) answered without a turn",
        )


def test_unknown_fields_are_in_every_call() -> None:
    """StartSeries, TakeTurn, FinishMatch and FinishSeries."""
    stable = Stable()
    with candidate(stable) as one:
        assert said(ignores_unknown_fields(one))[0] == "passed"
    calls = stable.bots[0].calls
    assert {call.method for call in calls} == set(Method) - {Method.DESCRIBE}
    assert all(b"later" in call.raw for call in calls)


@pytest.mark.parametrize(
    ("method", "place"),
    [
        ("StartSeries", "match 1, before the first turn: greedy (first)"),
        ("TakeTurn", "match 1, turn 1: greedy (first)"),
    ],
)
def test_unknown_fields_that_break_a_bot_are_found(method: str, place: str) -> None:
    """In the announcement as in a turn."""
    with candidate(Stable(make=lambda: Seeing(log=method))) as one:
        assert said(ignores_unknown_fields(one)) == (
            "failed",
            f"{place} answered {method} with gRPC status INVALID_ARGUMENT",
        )


def test_unknown_fields_that_break_a_notice_are_found() -> None:
    """It is raised, for the examination to make a failure of it."""
    with candidate(Stable(make=lambda: Seeing(log="FinishMatch"))) as one, pytest.raises(BotStatusError):
        ignores_unknown_fields(one)


def test_broken_notice_is_not_asked_again_with_unknown_fields() -> None:
    """It fails in its own step, and without them too."""
    error = CrashedError("crashed")
    stable = Stable(make=lambda: FakeBot(failures={Method.FINISH_MATCH: error}))
    with candidate(stable) as one:
        with pytest.raises(CrashedError):
            one.witness.call(Method.FINISH_MATCH, b"", limit_ms=1, margin_ms=0, optional=True)
        assert said(ignores_unknown_fields(one))[0] == "passed"


def test_cancelled_turns_are_played_by_the_referee() -> None:
    """Three calls are broken off; the bot is asked for the turns after them, and told that it did not play."""
    stable = Stable()
    with candidate(stable) as one:
        assert said(survives_a_cancelled_call(one)) == ("passed", "the next turn is answered as ever")
    (bot,) = stable.bots
    assert asked(bot) == [3, 7, 11]
    views = [request.view for request in bot.requests(Method.TAKE_TURN)]
    assert all(view.my_last_turn_substituted for view in views)
    assert [act for act in stable.acts if act.startswith("break")] == [
        f"break off TakeTurn after {ms} ms" for ms in (1, 5, 20)
    ]


@pytest.mark.parametrize("turn", [3, 11])
def test_fault_after_a_cancelled_call_is_found(turn: int) -> None:
    """Also an illegal turn, which the referee would replace while there are strikes."""
    stable = Stable(make=lambda: FakeBot(script={(1, turn): Reply(turn="+P5 deck")}))
    with candidate(stable) as one:
        status, sentence = said(survives_a_cancelled_call(one))
    assert (status, sentence.split(":")[0]) == ("failed", f"match 1, turn {turn}")


def test_second_client_comes_before_every_turn() -> None:
    """It is answered, and gone, before the turn is asked for."""
    stable = Stable()
    with candidate(stable) as one:
        assert said(survives_a_second_client(one))[0] == "passed"
        assert stable.acts == ["visit", "hang up"] * 6


def test_second_client_must_be_answered() -> None:
    """By anything but silence."""
    with candidate(Stable(refusal="UNAVAILABLE: no such file")) as one:
        assert said(survives_a_second_client(one)) == (
            "failed",
            "match 1, turn 1: greedy (first) does not answer a second client: UNAVAILABLE: no such file",
        )


@pytest.mark.parametrize("probe", PROBES)
def test_failure_costs_the_process_and_is_evident(probe: Callable[[Candidate], Finding]) -> None:
    """The next probe gets a fresh one; the view of the turn is kept."""
    crash = CrashedError("crashed: exited with status 3", Symptoms(exit_status=3, log_tail="bye"))
    stable = Stable(make=lambda: FakeBot(script={(1, turn): Reply(error=crash) for turn in (1, 3)}))
    with candidate(stable) as one:
        finding = probe(one)
        assert stable.acts[-1] == "stop"
    assert finding.evidence is not None
    assert (finding.evidence.exit_status, finding.evidence.log_tail) == (3, "bye")
    assert finding.evidence.request


def test_probes_play_different_cards() -> None:
    """So that they look into different corners."""
    hands: list[Any] = []
    for probe in PROBES:
        stable = Stable()
        with candidate(stable) as one:
            probe(one)
        hands.append(tuple(stable.bots[0].requests(Method.TAKE_TURN)[-1].view.hand))
    assert len(set(hands)) == len(PROBES)
