"""The table drawn with letters."""

import pytest
from rich.console import Group
from support.positions import position
from support.screens import shown

from referee.report.board import Board, caption
from referee.report.frame import Frame, Move
from referee.rules.notation import parse_card, parse_turn
from referee.rules.state import MatchState, Seat
from referee.rules.variant import Variant

FULL = "H H H 2 3 4 5 6 7 8 9 10"


def frame(state: MatchState, move: Move | None = None) -> Frame:
    """A moment of a match between ann, who moves first, and bob."""
    return Frame(match=2, bots=("ann", "bob"), state=state, move=move)


def move(turn: str, drawn: str, *, seat: Seat = Seat.FIRST, note: str = "", substituted: bool = False) -> Move:
    """Turn 17."""
    return Move(
        number=17,
        seat=seat,
        turn=parse_turn(turn),
        drawn=parse_card(drawn),
        think_ms=1.84,
        note=note,
        is_substituted=substituted,
    )


def said(state: MatchState, last: Move) -> str:
    """The caption."""
    return shown(Group(*caption(frame(state, last))), 200).rstrip("\n")


def test_before_the_first_turn() -> None:
    """The deal says so, and who is to move."""
    text = shown(Board(frame(position(hand="Y2 B3", opponent="R4"))))
    assert text.startswith("match 2: the deal\n\nann (first) · 0 points · to move\nhand      Y2   B3\n")
    assert "bob (second) · 0 points\n" in text


def test_running_scores() -> None:
    """Every expedition has its score and its multiplier, every side its sum."""
    state = position(hand="Y2", mine="YH Y4 Y6 Y7 B2 B3 B7 B8 B10", theirs="RH")
    text = shown(Board(frame(state)))
    assert "          -6 ×2     +10       ·         ·         ·\n" in text
    assert "          ·         ·         ·         ·         -40 ×2\n" in text
    assert "ann (first) · 4 points" in text
    assert "bob (second) · -40 points" in text


def test_newest_cards_meet_in_the_middle() -> None:
    """Above, columns end at the line; below, they begin there."""
    state = position(hand="Y2", mine="Y3 Y5 B4", theirs="R2 R4 G9")
    lines = shown(Board(frame(state))).split("\n")
    rule = next(index for index, line in enumerate(lines) if "───" in line)
    assert lines[rule - 2 : rule] == ["          Y3", "          Y5        B4"]
    assert lines[rule + 3 : rule + 5] == [" " * 40 + "G9        R2", " " * 50 + "R4"]


def test_piles_show_top_and_count() -> None:
    """The top card of each pile, how many lie there, and the deck."""
    text = shown(Board(frame(position(hand="Y2", piles="W3 W9 W4 R2", deck="B2 B3 B4"))))
    assert "discards  ·         ·         W4   (3)  ·         R2   (1)  deck 3\n" in text


def test_last_turn_is_marked() -> None:
    """The card played and the card drawn stand in brackets, each once."""
    state = position(hand="Y2 B7 B7", mine="W3 W8")
    text = shown(Board(frame(state, move("+W8 deck", "B7"))))
    assert "[W8]" in text
    assert "Y2  [B7]  B7" in text
    assert text.count("[") == 2


def test_last_discard_is_marked() -> None:
    """A discarded card is marked on its pile."""
    assert "[R9]  (2)" in shown(Board(frame(position(hand="Y2", piles="R3 R9"), move("-R9 deck", "Y2"))))


def test_equal_handshake_below_is_not_marked() -> None:
    """Of equal cards in an expedition the newest is marked."""
    assert shown(Board(frame(position(hand="Y2", mine="WH WH"), move("+WH deck", "Y2")))).count("[WH]") == 1


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (move("+W8 deck", "G9"), "match 2, turn 17: ann plays W8 and draws G9 from the deck · 1.8 ms"),
        (
            move("-B2 R", "R5", seat=Seat.SECOND),
            "match 2, turn 17: bob discards B2 and draws R5 from the red pile · 1.8 ms",
        ),
        (
            move("-B2 deck", "R5", substituted=True),
            "match 2, turn 17: the referee, for ann, discards B2 and draws R5 from the deck · 1.8 ms",
        ),
    ],
)
def test_caption(last: Move, words: str) -> None:
    """What was played last, in words."""
    assert said(position(hand="Y2"), last) == words


def test_note_is_escaped() -> None:
    """A note cannot reach the terminal."""
    assert said(position(hand="Y2"), move("-B2 deck", "R5", note="\x1b[2J\r")).endswith("\nnote: \\x1b[2J\\r")


def test_end_of_the_match() -> None:
    """When the deck is empty nobody is to move."""
    text = shown(Board(frame(position(hand="Y2", deck=""), move("-B2 deck", "Y2"))))
    assert "the deck is empty: the match is over" in text
    assert "to move" not in text


def test_six_colors_fit_into_80_columns() -> None:
    """The fullest table there is: every expedition complete, piles of twelve, a full hand."""
    words = " ".join(f"{color}{rank}" for color in "YBWGRP" for rank in FULL.split())
    state = position(
        hand="P10 P10 P10 P10 P10 P10 P10 P10", mine=words, theirs=words, piles=words, variant=Variant(colors=6)
    )
    text = shown(Board(frame(state, move("+P10 deck", "P10"))), 200)
    assert max(map(len, text.split("\n"))) <= 80
    assert "+156 ×4" in text
    assert "(12)" in text


def test_deck_has_its_own_line_in_a_narrow_terminal() -> None:
    """Beside the piles there is no room for it then."""
    board = Board(frame(position(hand="Y2", deck="Y3 Y4")))
    assert "deck      2" in shown(board, 65).split("\n")
    assert any(line.startswith("discards") and line.endswith(" deck 2") for line in shown(board, 66).split("\n"))


def test_letters_without_color() -> None:
    """Color adds to the letters and replaces none of them."""
    board = Board(frame(position(hand="Y2 BH W10", mine="P3", variant=Variant(colors=6))))
    colored = shown(board, color="standard")
    assert "\x1b[30;43m Y2 \x1b[0m" in colored
    assert " P3 " in colored


@pytest.mark.parametrize(("height", "blank_count"), [(26, 3), (25, 0), (22, 0)])
def test_low_terminal_has_no_empty_lines(height: int, blank_count: int) -> None:
    """So that the other side of the table is not cut off."""
    words = "Y2 Y3 Y4 Y5 Y6 Y7"
    state = position(hand="B3", opponent="R4", mine=words, theirs=words)
    lines = shown(Board(frame(state)), height=height).rstrip("\n").split("\n")
    assert (len(lines), lines.count("")) == (23 + blank_count, blank_count)
    assert lines[-1] == "bob (second) · 7 points"
