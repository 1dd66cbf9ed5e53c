"""Cards and turns as text, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import strategies
from support.rulebook import every_turn_text

from referee.errors import InvalidTurnError
from referee.rules.cards import CARDS, Card, format_card
from referee.rules.notation import format_turn, parse_card, parse_turn
from referee.rules.turns import DECK, Placement, Turn


def test_turn_texts_of_the_design_are_read() -> None:
    """`+R7 deck` is to the expedition, from the deck; `-B2 R` discarded, drew from the red pile."""
    assert parse_turn("+R7 deck") == Turn(Card(16 * 5 + 7), Placement.EXPEDITION, DECK)
    assert parse_turn("-B2 R") == Turn(Card(16 * 2 + 2), Placement.DISCARD, 5)


def test_every_turn_text_comes_back() -> None:
    """All 840 texts of turns are read and written as they were."""
    texts = every_turn_text()
    assert len(set(texts)) == 840
    assert [format_turn(parse_turn(text)) for text in texts] == texts


@given(turn=strategies.turns())
def test_every_turn_comes_back(turn: Turn) -> None:
    """A turn that is written and read is the same turn, with the placement as an enum."""
    read = parse_turn(format_turn(turn))
    assert read == turn
    assert isinstance(read.placement, Placement)


@pytest.mark.parametrize("card", sorted(CARDS))
def test_every_card_comes_back(card: Card) -> None:
    """A card that is written and read is the same card."""
    assert parse_card(format_card(card)) == card


@pytest.mark.parametrize(
    "text",
    [
        "", "R", "R7", "+R7", "+R7 ", "+R7  deck", " +R7 deck", "+R7 deck ", "+R7 deck\n", "+R7 Deck", "+R7 DECK",
        "R7 deck", "*R7 deck", "++R7 deck", "+r7 deck", "+R7 r", "+R1 deck", "+R11 deck", "+R0 deck", "+R07 deck",
        "+RH7 deck", "+RHH deck", "+X7 deck", "+R7 X", "+R7 RR", "+R٧ deck", "+Rh deck", "\u2212R7 deck", "+R7\tdeck",
    ],
)  # fmt: skip
def test_near_misses_are_no_turns(text: str) -> None:
    """What is almost a turn is refused with the text and an example."""
    with pytest.raises(InvalidTurnError) as caught:
        parse_turn(text)
    assert str(caught.value) == f"expected a turn such as '+R7 deck' or '-B2 R', got {text!r}"


@pytest.mark.parametrize("text", ["", "R", "R1", "R11", "r7", "7R", "R7 ", " R7", "RH ", "XH", "R٧", "R7\n"])
def test_near_misses_are_no_cards(text: str) -> None:
    """What is almost a card is refused with the text and an example."""
    with pytest.raises(InvalidTurnError) as caught:
        parse_card(text)
    assert str(caught.value) == f"expected a card such as RH or W10, got {text!r}"


@given(text=st.one_of(st.text(), st.text(alphabet="+-YBWGRPHdeck 0123456789", max_size=12)))
def test_garbage_raises_only_invalid_turn(text: str) -> None:
    """Any text is a turn that is written the same way, or an InvalidTurnError: nothing else is raised."""
    try:
        turn = parse_turn(text)
    except InvalidTurnError:
        assert text not in every_turn_text()
    else:
        assert format_turn(turn) == text


@given(text=st.one_of(st.text(), st.text(alphabet="YBWGRPH0123456789", max_size=4)))
def test_garbage_raises_only_invalid_turn_for_cards(text: str) -> None:
    """Any text is a card that is written the same way, or an InvalidTurnError."""
    try:
        card = parse_card(text)
    except InvalidTurnError:
        assert text not in map(format_card, CARDS)
    else:
        assert format_card(card) == text
