"""A match replayed into arrays: where the cards lie as dealt and before every draw from the deck."""

from collections import Counter
from typing import Any

import numpy as np
from support.positions import cards

from referee.luck.census import Census, take_census
from referee.rules.cards import format_card, make_card, pack
from referee.rules.notation import parse_turn
from referee.rules.variant import Variant

HANDS = cards("YH Y5 BH B2 B3 W4 G9 R7  Y2 Y3 YH G2 G3 GH R2 R3")
DECK = [*(Counter(pack(5)) - Counter(HANDS)).elements()]  # in the order of the pack: YH in front, R10 at the back
FIRST, SECOND = 0, 1


def census_after(*texts: str) -> Census:
    """The census of the beginning of a match from HANDS and DECK."""
    return take_census([*HANDS, *DECK], [parse_turn(text) for text in texts], Variant())


def words(counts: Any) -> str:
    """The cards that an array [rank, color] counts, in the order of the pack."""
    counts = counts.T
    places = [place for place in np.argwhere(counts) for _ in range(int(counts[tuple(place)]))]
    return " ".join(format_card(make_card(color + 1, rank + 1)) for color, rank in places)


def test_dealt_state_has_hands_and_deck() -> None:
    """As dealt: eight cards a hand, the rest in the deck, nothing played, and no draw."""
    census = census_after()
    assert words(census.dealt.deck[..., 0, 0]) == " ".join(map(format_card, DECK))
    assert words(census.dealt.hands[..., FIRST, 0]) == "YH Y5 BH B2 B3 W4 G9 R7"
    assert words(census.dealt.hands[..., SECOND, 0]) == "YH Y2 Y3 GH G2 G3 R2 R3"
    assert not census.dealt.expeditions.any()
    assert census.before_draws.deck.shape == (10, 5, 1, 0)
    assert census.drawers.shape == census.drawn.shape == (0,)


def test_state_before_a_draw_is_that_between_placing_and_drawing() -> None:
    """The drawer has seven cards, its card is placed, and the deck still holds the card about to be drawn."""
    seen = census_after("+BH deck", "-Y2 deck").before_draws
    assert words(seen.hands[..., FIRST, 0]) == "YH Y5 B2 B3 W4 G9 R7"
    assert words(seen.expeditions[..., FIRST, 0]) == "BH"
    assert words(seen.deck[..., 0, 0]) == " ".join(map(format_card, DECK))
    assert words(seen.hands[..., SECOND, 1]) == "YH Y3 GH G2 G3 R2 R3"
    assert not seen.expeditions[..., SECOND, 1].any()
    assert words(seen.deck[..., 0, 1]) == " ".join(map(format_card, DECK[1:]))


def test_cards_from_piles_are_in_the_hand_like_any_other() -> None:
    """A draw from a pile is no draw of the census; the card is in the hand at the next one."""
    census = census_after("+BH deck", "-Y2 deck", "+B2 Y", "-R2 deck")
    assert words(census.before_draws.hands[..., FIRST, 2]) == "YH YH Y2 Y5 B3 W4 G9 R7"
    assert census.drawers.tolist() == [FIRST, SECOND, SECOND]
    assert census.drawn.tolist() == cards("YH R10 R9")
