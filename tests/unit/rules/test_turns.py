"""Turns: what may be played, why not, and what a turn does. Each rule of DESIGN section 2 by example."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from support.positions import cards, position

from referee.errors import IllegalTurnError, Rule
from referee.rules.notation import format_turn, parse_turn
from referee.rules.state import MatchState, Seat
from referee.rules.turns import DECK, apply_turn, check_turn, drawable, is_legal, legal_turns, playable_cards
from referee.rules.variant import Variant

HAND = "Y7 Y8 B2 W10 GH R2 RH RH"


def broken_rule(state: MatchState, text: str) -> IllegalTurnError:
    """Why a turn is illegal; also checks that asking, and trying to play it, changes nothing."""
    before = copy.deepcopy(state)
    with pytest.raises(IllegalTurnError) as caught:
        check_turn(state, parse_turn(text))
    with pytest.raises(IllegalTurnError) as applied:
        apply_turn(state, parse_turn(text))
    assert state == before
    assert not is_legal(state, parse_turn(text))
    assert str(applied.value) == str(caught.value) == caught.value.reason
    return caught.value


def in_hand(**changes: Any) -> Callable[[], MatchState]:
    """A maker of positions with HAND in the hand and the rest as `position` takes it."""
    return lambda: position(hand=HAND, **changes)


# One case a rule at least: the rule, the position, the turn, the exact sentence.
ILLEGAL = [
    (Rule.MATCH_OVER, in_hand(deck=""), "-B2 deck", "the deck is empty and the match is over"),
    (Rule.CARD_IN_PACK, in_hand(), "+P5 deck", "purple is not in a pack of 5 colors"),
    (Rule.CARD_IN_PACK, in_hand(), "-PH deck", "purple is not in a pack of 5 colors"),
    (Rule.CARD_IN_HAND, in_hand(), "+R7 deck", "R7 is not in its hand"),
    (Rule.CARD_IN_HAND, in_hand(), "-YH deck", "YH is not in its hand"),
    (Rule.CARD_IN_HAND, in_hand(opponent="W3"), "+W3 deck", "W3 is not in its hand"),
    (Rule.CARD_IN_HAND, in_hand(variant=Variant(colors=6)), "+P5 deck", "P5 is not in its hand"),
    (Rule.ASCENDING, in_hand(mine="Y3 Y9"), "+Y8 deck", "the yellow expedition is already at 9"),
    (Rule.ASCENDING, in_hand(mine="R4"), "+R2 deck", "the red expedition is already at 4"),
    (
        Rule.HANDSHAKES_FIRST,
        in_hand(mine="RH R3"),
        "+RH deck",
        "the red expedition is already at 3, and a handshake may follow only handshakes",
    ),
    (Rule.PILE_IN_PACK, in_hand(), "-B2 P", "there is no purple pile in a pack of 5 colors"),
    (Rule.PILE_EMPTY, in_hand(piles="B9 W3"), "+Y7 G", "the green discard pile is empty"),
    (Rule.PILE_EMPTY, in_hand(variant=Variant(colors=6)), "+Y7 P", "the purple discard pile is empty"),
    (Rule.OWN_DISCARD, in_hand(), "-B2 B", "the blue pile is closed in the turn that discards to it"),
    (Rule.OWN_DISCARD, in_hand(piles="R9"), "-RH R", "the red pile is closed in the turn that discards to it"),
    (Rule.DECK_ONLY, in_hand(piles="B9", turn_number=301), "+Y7 B", "after turn 300 only the deck can be drawn from"),
    (
        Rule.DECK_ONLY,
        in_hand(piles="B9", turn_number=1, variant=Variant(deck_only_after=0)),
        "+Y7 B",
        "after turn 0 only the deck can be drawn from",
    ),
]


@pytest.mark.parametrize(
    ("rule", "make", "text", "sentence"), ILLEGAL, ids=[f"{rule}-{text}" for rule, _, text, _ in ILLEGAL]
)
def test_illegal_turn_names_the_rule_and_says_why(
    rule: Rule, make: Callable[[], MatchState], text: str, sentence: str
) -> None:
    """An illegal turn raises its rule with its exact sentence, and nothing is changed."""
    error = broken_rule(make(), text)
    assert (error.rule, error.reason) == (rule, sentence)


def test_every_rule_has_an_example() -> None:
    """No rule of the enum is without its sentence above."""
    assert {rule for rule, *_ in ILLEGAL} == set(Rule)


def test_first_broken_rule_is_named() -> None:
    """Match, card, placement, draw: of several broken rules the first is told."""
    state = position(hand=HAND, mine="Y9", piles="")
    assert broken_rule(state, "+Y8 G").rule is Rule.ASCENDING
    assert broken_rule(state, "+W4 G").rule is Rule.CARD_IN_HAND
    assert broken_rule(position(hand=HAND, mine="Y9", deck=""), "+Y8 G").rule is Rule.MATCH_OVER


def test_first_turn_with_eight_different_cards_has_sixteen_legal_turns() -> None:
    """Each card may open its expedition or be discarded, and only the deck can be drawn from: 8 × 2."""
    state = position(hand="YH Y3 B2 W10 GH G4 R2 R9", turn_number=1)
    assert len(legal_turns(state)) == 16
    assert {turn.draw_from for turn in legal_turns(state)} == {DECK}


def test_legal_turns_are_sorted_and_each_stands_once() -> None:
    """By card, expedition before discard, then draw source; equal cards make equal turns, listed once."""
    state = position(hand="RH B3 RH", mine="B5", piles="R4 Y2")
    texts = [format_turn(turn) for turn in legal_turns(state)]
    assert texts == ["-B3 Y", "-B3 R", "-B3 deck", "+RH Y", "+RH R", "+RH deck", "-RH Y", "-RH deck"]


def test_no_turn_is_legal_when_the_match_is_over() -> None:
    """The deck is empty: nobody moves again."""
    assert legal_turns(position(hand=HAND, deck="", piles="Y2")) == []


def test_pile_is_closed_for_the_turn_that_discards_to_it() -> None:
    """After discarding a red card the red pile is closed though older cards lie there; other piles are open."""
    state = position(hand="R3 Y9", piles="R8 R5 G4")
    assert not is_legal(state, parse_turn("-R3 R"))
    assert is_legal(state, parse_turn("-R3 G"))
    assert is_legal(state, parse_turn("+R3 R"))


def test_opponent_may_take_a_discard_at_once() -> None:
    """The card just discarded is the next seat's to draw, and its own again two turns later."""
    state = position(hand="R3 Y9", opponent="G5 G6", piles="R8")
    apply_turn(state, parse_turn("-R3 deck"))
    assert apply_turn(state, parse_turn("+G5 R")) == cards("R3")[0]
    apply_turn(state, parse_turn("-Y9 R"))
    assert state.hands[Seat.FIRST] == cards("B2 R8")


def test_handshakes_may_follow_handshakes_and_numbers_follow_both() -> None:
    """Three equal handshakes open an expedition, any number follows, and a higher one follows that."""
    state = position(hand="RH RH RH R2 R10", opponent="G2 G3 G4 G5 G6", deck="B2 B3 B4 B5 B6 B7 B8 B9 B10 BH BH")
    for text in ("+RH deck", "+RH deck", "+RH deck", "+R2 deck", "+R10 deck"):
        apply_turn(state, parse_turn(text))
        apply_turn(state, legal_turns(state)[-1])
    assert state.expeditions[Seat.FIRST][5] == cards("RH RH RH R2 R10")


def test_numbers_may_be_skipped_but_not_repeated_or_lowered() -> None:
    """After a 5, 6 and 10 may be played; 4 may not."""
    state = position(hand="W4 W6 W10", mine="W5")
    assert playable_cards(state, Seat.FIRST) == cards("W6 W10")


def test_playable_cards_keep_equal_cards() -> None:
    """Two handshakes that may be played are listed twice."""
    state = position(hand="RH RH Y3 Y5", mine="Y4")
    assert playable_cards(state, Seat.FIRST) == cards("Y5 RH RH")


def test_handshake_after_a_handshake_is_offered() -> None:
    """The one card that may follow an equal one is among the playable cards and the legal turns."""
    state = position(hand="RH Y5", mine="RH")
    assert playable_cards(state, Seat.FIRST) == cards("Y5 RH")
    assert parse_turn("+RH deck") in legal_turns(state)


def test_each_seat_has_its_own_expeditions() -> None:
    """The opponent's expedition does not close mine, and the other way round."""
    state = position(hand="Y3", theirs="Y10", mine="B9", opponent="B2 Y2")
    assert is_legal(state, parse_turn("+Y3 deck"))
    assert playable_cards(state, Seat.SECOND) == cards("B2")


def test_drawable_piles_are_those_not_empty_and_the_deck() -> None:
    """Open sources ascend by color, the deck is last."""
    assert drawable(position(hand=HAND, piles="R4 Y2 Y3")) == [1, 5, DECK]
    assert drawable(position(hand=HAND)) == [DECK]


def test_piles_are_open_up_to_the_last_turn_named() -> None:
    """Turn `deck_only_after` may still draw from a pile, the next may not."""
    variant = Variant(deck_only_after=7)
    assert drawable(position(hand=HAND, piles="R4", turn_number=7, variant=variant)) == [5, DECK]
    closed = position(hand=HAND, piles="R4", turn_number=8, variant=variant)
    assert drawable(closed) == [DECK]
    assert {turn.draw_from for turn in legal_turns(closed)} == {DECK}
    assert broken_rule(closed, "+Y7 R").rule is Rule.DECK_ONLY


def test_purple_is_played_with_six_colors() -> None:
    """With six colors a purple card is played, discarded and drawn like any other."""
    state = position(hand="P5 Y2", piles="P9", variant=Variant(colors=6))
    assert {format_turn(turn) for turn in legal_turns(state)} >= {"+P5 P", "+P5 deck", "-P5 deck", "-Y2 P"}


def test_turn_moves_the_card_draws_and_passes_the_move() -> None:
    """What a turn does: hand, column, drawn card, sorted hand, number, seat, last turn."""
    state = position(hand="R3 Y9", deck="W2 W3 W4")
    assert apply_turn(state, parse_turn("+R3 deck")) == cards("W2")[0]
    assert state.hands[Seat.FIRST] == cards("Y9 W2")
    assert state.expeditions[Seat.FIRST][5] == cards("R3")
    assert (state.turn_number, state.seat) == (10, Seat.SECOND)
    assert state.last_turns == [parse_turn("+R3 deck"), None]


def test_last_card_of_the_deck_is_drawn_and_ends_the_match() -> None:
    """The turn that draws the last card is complete: placed, drawn, then over."""
    state = position(hand="R3 Y9", deck="W2")
    apply_turn(state, parse_turn("+R3 deck"))
    assert state.is_over
    assert state.hands[Seat.FIRST] == cards("Y9 W2")


def test_pile_draw_from_the_last_turn_keeps_the_match_going() -> None:
    """With one card in the deck a draw from a pile does not end the match."""
    state = position(hand="R3 Y9", deck="W2", piles="G4")
    apply_turn(state, parse_turn("+R3 G"))
    assert not state.is_over


@pytest.mark.parametrize(("draw", "first", "second"), [("own-end", "W2", "W5"), ("shared", "W2", "W3")])
def test_second_draws_from_its_own_end_or_the_same(draw: str, first: str, second: str) -> None:
    """`own-end`: first from the front, second from the back; `shared`: both from the front."""
    variant = Variant(draw=draw)  # type: ignore[arg-type]  # a parameter of a test is a plain str
    state = position(hand="R3", opponent="G3", deck="W2 W3 W4 W5", variant=variant)
    assert apply_turn(state, parse_turn("+R3 deck")) == cards(first)[0]
    assert apply_turn(state, parse_turn("+G3 deck")) == cards(second)[0]
