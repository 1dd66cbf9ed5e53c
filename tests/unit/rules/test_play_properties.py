"""What holds in every position that legal play reaches, against the plain rule book of tests/support."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.positions import cards, position
from support.rulebook import PlainGame, every_turn_text
from support.strategies import STYLES, Game, games, play_game, variants

from referee.rules.cards import format_card, pack
from referee.rules.notation import format_turn, parse_turn
from referee.rules.state import SEATS, Expeditions, MatchState, Seat, deal_match
from referee.rules.turns import DECK, apply_turn, drawable, is_legal, legal_turns, playable_cards
from referee.rules.variant import Variant


def plain_game(game: Game) -> PlainGame:
    """The same rules and deal in the plain rule book, before the first turn."""
    own_end = game.variant.draw == "own-end"
    words = [format_card(card) for card in game.deal]
    return PlainGame(words, own_end=own_end, deck_only_after=game.variant.deck_only_after)


def all_cards(state: MatchState) -> Counter[int]:
    """Every card, wherever it lies."""
    columns = (*state.piles, *state.expeditions[0], *state.expeditions[1])
    return Counter([*state.deck, *state.hands[0], *state.hands[1], *(card for column in columns for card in column)])


@given(game=games())
def test_legal_turns_are_those_the_rule_book_allows(game: Game) -> None:
    """Of all 840 turns that can be said the same are listed, checked legal, and allowed by the plain rule book."""
    state, plain = game.state(), plain_game(game)
    for turn in game.turns:
        plain.play(format_turn(turn))
    listed = [format_turn(turn) for turn in legal_turns(state)]
    checked = {text for text in every_turn_text() if is_legal(state, parse_turn(text))}
    allowed = {text for text in every_turn_text() if plain.allows(text)}
    assert len(listed) == len(set(listed))
    assert set(listed) == checked == allowed


@given(game=games())
def test_legal_turns_follow_from_playable_and_drawable(game: Game) -> None:
    """What a view tells is enough: playable cards to expeditions, any card to a pile, minus the pile discarded to."""
    state = game.state()
    sources = drawable(state)
    expected = {f"+{format_card(card)} {s}" for card in playable_cards(state, state.seat) for s in sources}
    expected |= {f"-{format_card(card)} {s}" for card in state.hands[state.seat] for s in sources if s != card // 16}
    assert {f"{format_turn(turn).split()[0]} {turn.draw_from}" for turn in legal_turns(state)} == expected


@given(game=games(is_whole=True))
def test_whole_match_goes_as_in_the_rule_book(game: Game) -> None:
    """Turn by turn: all cards are there once, and hands, piles, boards, deck and known cards are the plain ones."""
    state, plain = deal_match(game.deal, game.variant), plain_game(game)
    pack_of_game = Counter(pack(game.variant.colors))
    for turn in game.turns:
        assert not state.is_over
        assert state.seat == plain.seat
        assert plain.allows(format_turn(turn))
        assert format_card(apply_turn(state, turn)) == plain.play(format_turn(turn))
        assert all_cards(state) == pack_of_game
        assert_same(state, plain)
    assert state.is_over
    assert legal_turns(state) == []
    assert not any(plain.allows(text) for text in every_turn_text())


def assert_same(state: MatchState, plain: PlainGame) -> None:
    """Both say the same of every card."""
    for seat in SEATS:
        assert state.hands[seat] == sorted(state.hands[seat])
        assert len(state.hands[seat]) == 8
        assert Counter(map(format_card, state.hands[seat])) == Counter(plain.hands[seat])
        assert Counter(map(format_card, state.known[seat])) == plain.known[seat]
        assert not Counter(state.known[seat]) - Counter(state.hands[seat])
        assert words(state.expeditions[seat]) == filled(plain.expeditions[seat])
    assert words(state.piles) == filled(plain.piles)
    assert [format_card(card) for card in state.deck] == plain.deck
    assert state.turn_number == plain.turn_number


def words(columns: Expeditions) -> dict[str, list[str]]:
    """Columns that hold cards, by color letter, in words."""
    return {format_card(column[0])[0]: [format_card(card) for card in column] for column in columns if column}


def filled(columns: dict[str, list[str]]) -> dict[str, list[str]]:
    """Columns that hold cards."""
    return {letter: column for letter, column in columns.items() if column}


@given(variant=variants(), style=st.sampled_from(STYLES), seed=st.integers(0, 10**6))
def test_every_match_ends(variant: Variant, style: str, seed: int) -> None:
    """However it is played, a match ends at the latest when a whole deck is drawn after the piles have closed."""
    deck_count = 12 * variant.colors - 16
    turns = len(play_game(variant, seed=seed, style=style).turns)
    assert deck_count <= turns <= variant.deck_only_after + deck_count


@pytest.mark.parametrize("colors", [5, 6])
@pytest.mark.parametrize("draw", ["own-end", "shared"])
def test_match_without_piles_has_one_turn_a_card_of_the_deck(colors: int, draw: str) -> None:
    """With `deck_only_after = 0` no pile is ever open: exactly 44 turns, or 56."""
    variant = Variant(colors=colors, draw=draw, deck_only_after=0)  # type: ignore[arg-type]  # a plain str here
    game = play_game(variant, seed=5, style="piles")
    assert len(game.turns) == 12 * colors - 16
    assert {turn.draw_from for turn in game.turns} == {DECK}


def test_adversaries_that_only_draw_from_piles_are_stopped() -> None:
    """Two bots that draw from piles while they can reach turn 300, then the deck ends it."""
    game = play_game(Variant(), seed=5, style="piles")
    assert len(game.turns) > 300
    assert {turn.draw_from for turn in game.turns[300:]} == {DECK}
    assert len([turn for turn in game.turns if turn.draw_from == DECK]) == 44


def test_known_handshake_is_the_one_played_first() -> None:
    """A seat that took one of its two red handshakes from a pile and plays one holds none that is known."""
    state = position(hand="G5 G6 RH", piles="RH", opponent="B2 B3", deck="W2 W3 W4 W5")
    for text in ("-G5 R", "-B2 deck", "+RH deck"):
        apply_turn(state, parse_turn(text))
    assert state.known[Seat.FIRST] == []
    assert state.hands[Seat.FIRST] == cards("W2 G6 RH")
