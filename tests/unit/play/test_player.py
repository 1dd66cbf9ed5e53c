"""A bot in its chair: notes, messages it does not take, calls it does not implement."""

from typing import Any

import pytest
from support.fake_bot import FakeBot, Reply
from support.fake_series import play

from referee.bots.connection import Method
from referee.errors import BotFaultError, CrashedError, LateError
from referee.play.records import SeriesEnd
from referee.wire.codec import NOTE_BYTES


def test_notes_are_kept_with_their_turn() -> None:
    """By turn number; no note is no entry."""
    greedy = FakeBot(script={(1, 1): Reply(note="opening"), (1, 3): Reply(note=" "), (2, 2): Reply(note="\x1b[31m")})
    matches = play(greedy, FakeBot(script={(1, 2): Reply(note="answer")})).record.matches
    assert [match.notes for match in matches] == [{1: "opening", 2: "answer", 3: " "}, {2: "\x1b[31m"}, {}]


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("x" * 256, "x" * 256),
        ("x" * 257, "x" * 256),
        ("é" * 200, "é" * 128),
        ("x" + "é" * 200, "x" + "é" * 127),
        ("😀" * 100, "😀" * 64),
        ("xx" + "😀" * 100, "xx" + "😀" * 63),
    ],
    ids=["256", "257", "two-byte", "two-byte odd", "four-byte", "four-byte odd"],
)
def test_note_is_cut_at_256_bytes_between_characters(note: str, kept: str) -> None:
    """Of a longer note as many whole characters are kept as fit into 256 bytes of UTF-8."""
    match = play(FakeBot(script={(1, 1): Reply(note=note)}), FakeBot()).record.matches[0]
    assert match.notes == {1: kept}
    assert len(kept.encode()) <= NOTE_BYTES


def test_note_is_never_sent_to_the_opponent() -> None:
    """Nothing that the other bot is told holds it, nor anything that the bot itself is told later."""
    greedy, random = FakeBot(script={(1, 1): Reply(note="my secret plan")}), FakeBot()
    play(greedy, random)
    assert not any(b"secret" in call.raw for call in (*greedy.calls, *random.calls))


@pytest.mark.parametrize("method", [Method.FINISH_MATCH, Method.FINISH_SERIES])
@pytest.mark.parametrize("error", [LateError("did not answer"), CrashedError("crashed: exited with status 1")])
def test_failure_to_take_a_message_costs_the_instance_and_nothing_else(method: Method, error: BotFaultError) -> None:
    """The series is played to its end and counts; only the instance is not used again."""
    clean = play(FakeBot(), FakeBot())
    played = play(FakeBot(failures={method: error}), FakeBot())
    assert played.record.matches == clean.record.matches
    assert (played.record.end, played.record.losers) == (SeriesEnd.PLAYED, ())
    assert [player.is_spent for player in played.players] == [True, False]


def test_bot_that_missed_a_message_gets_no_more_of_them_but_plays_on() -> None:
    """One that does not listen is not waited for twice: one FinishMatch in three matches, no FinishSeries."""
    greedy = FakeBot(failures={Method.FINISH_MATCH: LateError("did not answer")})
    play(greedy, FakeBot())
    assert len(greedy.requests(Method.FINISH_MATCH)) == 1
    assert greedy.requests(Method.FINISH_SERIES) == []
    assert {request.match_number for request in greedy.requests(Method.TAKE_TURN)} == {1, 2, 3}


def test_only_take_turn_must_be_implemented() -> None:
    """UNIMPLEMENTED from all other calls is fine: the series is played, the instance stays good."""
    optional = frozenset({Method.START_SERIES, Method.FINISH_MATCH, Method.FINISH_SERIES})
    greedy = FakeBot(lacks=optional)
    played = play(greedy, FakeBot())
    assert played.record.matches == play(FakeBot(), FakeBot()).record.matches
    assert [player.is_spent for player in played.players] == [False, False]
    assert len(greedy.requests(Method.FINISH_MATCH)) == 3


def test_take_turn_is_no_optional_call() -> None:
    """An instance is asked for a turn in a way that lets it say that the bot does not implement it."""
    with pytest.raises(AssertionError, match="TakeTurn must be implemented"):
        play(FakeBot(lacks=frozenset({Method.TAKE_TURN})), FakeBot())


def test_clean_series_spends_no_instance() -> None:
    """Both may serve again."""
    assert [player.is_spent for player in play(FakeBot(), FakeBot()).players] == [False, False]


def test_turn_that_goes_unanswered_without_a_fault_is_our_own_failure() -> None:
    """`None` is for optional calls; TakeTurn is not one."""

    class Silent(FakeBot):
        def call(self, *_: Any, **__: Any) -> None:
            """Answer nothing at all."""

    with pytest.raises(AssertionError, match="only an optional call may go unanswered"):
        play(Silent(), FakeBot())
