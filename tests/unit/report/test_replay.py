"""Stored matches as moments."""

from dataclasses import replace

import pytest
from support.records import HOSTILE, eventful_records

from referee.errors import ReplayError
from referee.play.records import MatchEnd
from referee.report.replay import replay_frames
from referee.rules.notation import parse_turn
from referee.rules.scoring import scores
from referee.rules.state import Seat
from referee.rules.variant import Variant


def test_a_frame_a_turn() -> None:
    """The deal, then one moment after each turn, and the last one has the recorded score."""
    match = eventful_records()[1].matches[0]
    frames = list(replay_frames(match, Variant()))
    assert len(frames) == len(match.turns) + 1
    assert frames[0].move is None
    assert [frame.move.turn for frame in frames[1:] if frame.move] == list(match.turns)
    assert frames[-1].state.is_over
    assert scores(frames[-1].state) == match.scores


def test_frames_are_apart() -> None:
    """A moment stays what it was when the next one comes."""
    frames = list(replay_frames(eventful_records()[1].matches[0], Variant()))
    assert [frame.state.turn_number for frame in frames] == list(range(1, len(frames) + 1))
    assert len(frames[0].state.deck) == 44


def test_notes_and_times() -> None:
    """Each turn has its own milliseconds and note."""
    match = eventful_records()[1].matches[0]
    frames = list(replay_frames(match, Variant()))
    third = frames[3].move
    assert third is not None
    assert (third.number, third.seat, third.note, third.think_ms) == (3, Seat.FIRST, HOSTILE, match.think_ms[2])
    assert third.drawn in frames[3].state.hands[Seat.FIRST]


def test_substituted_turn() -> None:
    """A turn that the referee played says so."""
    match = eventful_records()[3].matches[1]
    moves = [frame.move for frame in replay_frames(match, Variant()) if frame.move is not None]
    assert [move.number for move in moves if move.is_substituted] == [fault.turn for fault in match.substituted] == [3]


def test_forfeit_ends_before_its_fault() -> None:
    """The faulted turn is none: the last moment is the one it was asked at."""
    match = eventful_records()[3].matches[1]
    assert match.end is MatchEnd.FORFEIT
    assert list(replay_frames(match, Variant()))[-1].state.turn_number == match.faults[0].turn


def test_tampered_record() -> None:
    """A turn that cannot have been is refused with its place."""
    match = eventful_records()[1].matches[0]
    broken = replace(match, turns=(parse_turn("+P5 deck"), *match.turns[1:]))
    with pytest.raises(ReplayError, match=r"^match 1, turn 1: \+P5 deck is recorded, but purple is not in a pack of 5"):
        list(replay_frames(broken, Variant()))
