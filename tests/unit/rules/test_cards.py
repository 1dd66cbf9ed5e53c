"""Cards, colors and the pack."""

from collections import Counter

import pytest

from referee.rules import cards
from referee.rules.cards import Color


@pytest.mark.parametrize(("colors", "count"), [(5, 60), (6, 72)])
def test_pack_has_twelve_cards_a_color(colors: int, count: int) -> None:
    """Five colors are 60 cards, six are 72: three equal handshakes and one of each number in a color."""
    pack = cards.pack(colors)
    assert len(pack) == count
    copies = Counter(pack)
    assert {copies[card] for card in pack if cards.is_handshake(card)} == {3}
    assert {copies[card] for card in pack if not cards.is_handshake(card)} == {1}


def test_pack_begins_in_the_order_of_the_deal() -> None:
    """The pack is Y B W G R P, and H H H 2 … 10 within a color: what the deals are derived from."""
    words = [cards.format_card(card) for card in cards.pack(6)]
    color = ["H", "H", "H", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert words == [letter + rank for letter in "YBWGRP" for rank in color]


def test_smaller_pack_is_the_beginning_of_the_larger() -> None:
    """Five colors are the pack of six without purple."""
    assert cards.pack(6)[:60] == cards.pack(5)


@pytest.mark.parametrize("color", Color)
def test_card_is_sixteen_times_color_plus_rank(color: Color) -> None:
    """A card's value takes its color and rank apart again, and the rank 1 is the handshake."""
    for rank in cards.RANKS:
        card = cards.make_card(color, rank)
        assert (card, cards.color_of(card), cards.rank_of(card)) == (16 * color + rank, color, rank)
        assert cards.is_handshake(card) == (rank == 1)


def test_all_cards_are_those_of_the_large_pack() -> None:
    """60 different values are cards; zero, the gaps between colors and a seventh color are not."""
    assert frozenset(cards.pack(6)) == cards.CARDS
    assert len(cards.CARDS) == 60
    assert not cards.CARDS & {0, 1, 16, 27, 32, 112, 113, -17}


def test_labels_of_colors_are_lower_case_names() -> None:
    """A sentence says `yellow`, in the order of the pack."""
    assert [color.label for color in Color] == ["yellow", "blue", "white", "green", "red", "purple"]


def test_card_words_are_letter_and_rank() -> None:
    """`RH` is a red handshake and `W10` the white ten."""
    assert cards.format_card(cards.make_card(Color.RED, 1)) == "RH"
    assert cards.format_card(cards.make_card(Color.WHITE, 10)) == "W10"
