"""A match in progress: how it is dealt, and what it says of itself."""

from support.positions import position
from support.strategies import shuffled_pack

from referee.rules.state import SEATS, Seat, deal_match
from referee.rules.variant import Variant


def test_deal_gives_eight_cards_to_each_seat() -> None:
    """First holds cards 0–7 of the deal, second 8–15, sorted; the deck is the rest in order."""
    deal = shuffled_pack(5, 1)
    state = deal_match(deal, Variant())
    assert state.hands == (sorted(deal[:8]), sorted(deal[8:16]))
    assert tuple(state.deck) == deal[16:]
    assert len(state.deck) == 44


def test_deal_of_six_colors_leaves_a_deck_of_56() -> None:
    """72 cards less two hands."""
    assert len(deal_match(shuffled_pack(6, 1), Variant(colors=6)).deck) == 56


def test_match_begins_with_an_empty_table() -> None:
    """No expedition, no pile, nothing known, turn 1, first to move."""
    state = deal_match(shuffled_pack(5, 1), Variant())
    assert not any(state.piles)
    assert not any(column for seat in SEATS for column in state.expeditions[seat])
    assert (state.known, state.last_turns) == (([], []), [None, None])
    assert (state.turn_number, state.seat, state.is_over) == (1, Seat.FIRST, False)


def test_columns_of_a_deal_are_not_shared() -> None:
    """A card laid in one column lies in no other."""
    state = deal_match(shuffled_pack(5, 1), Variant())
    state.piles[1].append(state.hands[0][0])
    assert sum(map(len, (*state.piles, *state.expeditions[0], *state.expeditions[1]))) == 1


def test_seats_are_opposite() -> None:
    """Each seat's other is the other, and their words are those of records."""
    assert [seat.other for seat in SEATS] == [Seat.SECOND, Seat.FIRST]
    assert [seat.label for seat in SEATS] == ["first", "second"]


def test_deck_only_begins_after_the_turn_named() -> None:
    """Turn 300 is open, turn 301 is not."""
    assert not position(hand="R2", turn_number=300).is_deck_only
    assert position(hand="R2", turn_number=301).is_deck_only
