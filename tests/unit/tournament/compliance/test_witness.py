"""What is noted of every call."""

from contextlib import suppress

import pytest
from support.fake_bot import FakeBot
from support.fake_series import play

from referee.bots.connection import Method
from referee.errors import BotFaultError, CrashedError, LateError, NotStartedError, StalledError, Symptoms
from referee.tournament.compliance.mover import RandomMover
from referee.tournament.compliance.witness import Call, Passing, Witness


def no_look() -> None:
    """Look at nothing."""


def test_series_passes_unchanged() -> None:
    """The bot gets the same calls, the series has the same turns."""
    calls: list[Call] = []
    bot, twin = FakeBot(), FakeBot()
    watched = play(Witness(bot, calls, no_look), RandomMover(1)).record
    assert [match.turns for match in watched.matches] == [
        match.turns for match in play(twin, RandomMover(1)).record.matches
    ]
    assert (
        [call.method for call in calls] == [call.method for call in bot.calls] == [call.method for call in twin.calls]
    )
    assert {(call.elapsed_ms, call.fault, call.is_implemented) for call in calls} == {(1.0, None, True)}
    assert {call.limit_ms for call in calls} == {1000}


def test_bot_is_looked_at_after_each_turn() -> None:
    """And what is seen then can end the match as its fault."""
    looks: list[None] = []

    def look() -> None:
        looks.append(None)
        if len(looks) == 3:
            raise CrashedError("uses 600 MB of memory")

    record = play(Witness(FakeBot(), [], look), RandomMover(1)).record
    (fault,) = record.matches[-1].faults
    assert fault.detail == "match 1, turn 5: greedy (first) uses 600 MB of memory"


def test_faults_and_what_is_left_out_are_noted() -> None:
    """An error passes on; UNIMPLEMENTED is told from an answer."""
    error = LateError("too late", Symptoms(elapsed_ms=70))
    bot = FakeBot(lacks=frozenset({Method.START_SERIES}), failures={Method.FINISH_MATCH: error})
    calls: list[Call] = []
    witness = Witness(bot, calls, no_look)
    assert witness.call(Method.START_SERIES, b"", limit_ms=5, margin_ms=0, optional=True) is None
    with pytest.raises(LateError):
        witness.call(Method.FINISH_MATCH, b"", limit_ms=50, margin_ms=0, optional=True)
    assert calls == [
        Call(method=Method.START_SERIES, limit_ms=5, elapsed_ms=None, is_implemented=False),
        Call(method=Method.FINISH_MATCH, limit_ms=50, elapsed_ms=70, is_implemented=True, fault=error),
    ]


@pytest.mark.parametrize(
    ("method", "fault", "expected"),
    [
        (Method.START_SERIES, NotStartedError("refused", Symptoms(elapsed_ms=3)), True),
        (Method.START_SERIES, NotStartedError("late", Symptoms(elapsed_ms=1003)), False),
        (Method.START_SERIES, CrashedError("crashed", Symptoms(elapsed_ms=3)), False),
        (Method.TAKE_TURN, NotStartedError("odd", Symptoms(elapsed_ms=3)), False),
        (Method.START_SERIES, None, False),
    ],
)
def test_refusal_is_an_answer_in_time(method: Method, fault: BotFaultError | None, *, expected: bool) -> None:
    """A late or broken StartSeries is no refusal of the rules."""
    elapsed_ms = fault.symptoms.elapsed_ms if fault else 1
    call = Call(method=method, limit_ms=1000, elapsed_ms=elapsed_ms, is_implemented=True, fault=fault)
    assert call.is_refusal is expected


def test_stall_of_this_machine_is_not_noted() -> None:
    """It says nothing of the bot."""

    class Stalling(FakeBot):
        def call(self, *_: object, **__: object) -> None:
            raise StalledError("stood still", LateError("late"))

    calls: list[Call] = []
    with suppress(StalledError):
        Witness(Stalling(), calls, no_look).call(Method.TAKE_TURN, b"", limit_ms=1, margin_ms=0)
    assert calls == []


def test_exit_status_and_log_are_the_bots() -> None:
    """A fault's evidence is taken through it."""
    passing = Passing(FakeBot(exit_status=4, log="one\ntwo"))
    assert (passing.exit_status, passing.log_tail()) == (4, "one\ntwo")
