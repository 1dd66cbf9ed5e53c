"""The view: what a seat knows, and that nothing else reaches it. DESIGN section 4."""

import copy
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.hidden import redeal_hidden, reshuffle_hidden
from support.positions import cards, position
from support.sent_views import request_bytes
from support.strategies import Game, games, play_game

from referee.rules.notation import parse_turn
from referee.rules.state import SEATS, MatchState, Seat, deal_match
from referee.rules.turns import DECK, apply_turn, legal_turns
from referee.rules.variant import Variant
from referee.view import View, build_view

Door = Callable[[MatchState, Seat], View]


def sent_bytes(state: MatchState, seat: Seat, door: Door = build_view) -> bytes:
    """The TakeTurn that the seat would get."""
    return request_bytes(door(state, seat), turn_number=state.turn_number, variant=state.variant)


def all_requests(game: Game, seat: Seat) -> list[bytes]:
    """The TakeTurn of the seat before each turn of the game, also the opponent's, and after the last."""
    state = deal_match(game.deal, game.variant)
    requests = [sent_bytes(state, seat)]
    for turn in game.turns:
        apply_turn(state, turn)
        requests.append(sent_bytes(state, seat))
    return requests


def leaks(door: Door, state: MatchState, seat: Seat, chance: Random) -> bool:
    """Whether the bytes through a door change when hidden cards do."""
    other = reshuffle_hidden(state, seat, chance)
    return sent_bytes(state, seat, door) != sent_bytes(other, seat, door)


@given(game=games(), seat=st.sampled_from(SEATS), seed=st.integers(0, 2**16))
def test_hidden_cards_never_change_the_bytes_of_a_view(game: Game, seat: Seat, seed: int) -> None:
    """Deck order and the opponent's unknown cards shuffled together: the encoded request is the same bytes."""
    assert not leaks(build_view, game.state(), seat, Random(seed))


@given(game=games(), seat=st.sampled_from(SEATS), seed=st.integers(0, 2**16))
def test_hidden_cards_never_changed_a_view_on_the_way(game: Game, seat: Seat, seed: int) -> None:
    """Another deal that differs only where the seat never looked: every request of the whole match is the same."""
    other = redeal_hidden(game, seat, Random(seed))
    assert all_requests(other, seat) == all_requests(game, seat)


def test_hidden_cards_are_really_changed() -> None:
    """The two properties above compare different positions: else they could not fail."""
    game = play_game(Variant(), seed=3, style="piles", turn_limit=20)
    state = game.state()
    other = reshuffle_hidden(state, Seat.FIRST, Random(1))
    assert other.deck != state.deck
    assert other.hands[Seat.SECOND] != state.hands[Seat.SECOND]
    assert other.hands[Seat.FIRST] == state.hands[Seat.FIRST]
    again = redeal_hidden(game, Seat.FIRST, Random(1)).state()
    assert again.deck != state.deck
    assert again.hands[Seat.SECOND] != state.hands[Seat.SECOND]


def leaky(**fields: Callable[[MatchState, Seat], object]) -> Door:
    """A door that lets one thing through that it should not."""

    def door(state: MatchState, seat: Seat) -> View:
        changes = {name: value(state, seat) for name, value in fields.items()}
        return build_view(state, seat)._replace(**changes)  # type: ignore[arg-type]  # made to fit by the caller

    return door


@pytest.mark.parametrize(
    "door",
    [
        leaky(opponent_known_hand=lambda state, seat: bytes(state.hands[seat.other])),
        leaky(opponent_known_hand=lambda state, _: bytes(state.deck)[:1]),
        leaky(deck_count=lambda state, _: sum(state.deck)),
        leaky(my_points=lambda state, _: state.deck[-1]),
        leaky(opponent_points=lambda state, seat: max(state.hands[seat.other])),
    ],
    ids=["opponent's hand", "next card", "sum of the deck", "last card", "opponent's best card"],
)
def test_leak_would_be_noticed(door: Door) -> None:
    """A door that told hidden cards, or a number made of them, fails the property."""
    state = play_game(Variant(), seed=3, turn_limit=10).state()
    assert any(leaks(door, state, Seat.FIRST, Random(seed)) for seed in range(10))
    assert not any(leaks(build_view, state, Seat.FIRST, Random(seed)) for seed in range(10))


def change_hand(state: MatchState) -> None:
    """Another card in the own hand."""
    state.hands[Seat.FIRST][0] = cards("R10")[0]


def change_pile_order(state: MatchState) -> None:
    """The blue pile the other way up."""
    state.piles[2].reverse()


def change_known(state: MatchState) -> None:
    """A card of the opponent that was taken from a pile, no longer known."""
    state.known[Seat.SECOND].clear()


def change_deck(state: MatchState) -> None:
    """A card fewer in the deck."""
    state.deck.pop()


def change_opponent_expedition(state: MatchState) -> None:
    """One more card on the opponent's board."""
    state.expeditions[Seat.SECOND][1].append(cards("Y9")[0])


def change_own_expedition(state: MatchState) -> None:
    """One more card on the own board."""
    state.expeditions[Seat.FIRST][1].append(cards("Y10")[0])


def change_opponent_turn(state: MatchState) -> None:
    """Another last turn of the opponent."""
    state.last_turns[Seat.SECOND] = parse_turn("-B5 Y")


def change_own_turn(state: MatchState) -> None:
    """Another last turn of its own."""
    state.last_turns[Seat.FIRST] = parse_turn("-B5 Y")


@pytest.mark.parametrize(
    "change",
    [
        change_hand,
        change_pile_order,
        change_known,
        change_deck,
        change_opponent_expedition,
        change_own_expedition,
        change_opponent_turn,
        change_own_turn,
    ],
)
def test_visible_change_changes_the_bytes(change: Callable[[MatchState], None]) -> None:
    """What a seat may see is told: if it changes, so does the request."""
    state = position(hand="R2 R3", theirs="Y2", mine="Y3", piles="B2 B5", opponent="W4 W5", opponent_known="W4")
    changed = copy.deepcopy(state)
    change(changed)
    assert sent_bytes(changed, Seat.FIRST) != sent_bytes(state, Seat.FIRST)


def test_view_says_all_that_the_seat_may_know() -> None:
    """Every field, from a position written by hand."""
    state = position(
        hand="RH Y7 RH W2 B5",
        mine="WH Y8 WH",
        theirs="R2 R5 YH",
        piles="R3 B4 B2",
        opponent="P3 P2 Y4",
        opponent_known="P3 P2",
        deck="G2 G3 G4",
        turn_number=298,
        variant=Variant(colors=6),
    )
    state.last_turns[:] = [parse_turn("+WH deck"), parse_turn("-P4 G")]
    state.variant = Variant(colors=6, deck_only_after=300)
    assert build_view(state, Seat.FIRST, points=(12, -40), substituted=True) == View(
        hand=bytes(cards("Y7 B5 W2 RH RH")),
        my_expeditions=bytes(cards("Y8 WH WH")),
        opponent_expeditions=bytes(cards("YH R2 R5")),
        discard_piles=bytes(cards("B4 B2 R3")),
        opponent_known_hand=bytes(cards("P2 P3")),
        deck_count=3,
        playable_cards=bytes(cards("B5 W2 RH RH")),
        drawable=bytes((2, 5, DECK)),
        opponent_last_turn=parse_turn("-P4 G"),
        my_last_turn=parse_turn("+WH deck"),
        my_last_turn_substituted=True,
        my_points=12,
        opponent_points=-40,
        turns_until_deck_only=3,
    )


def test_points_are_told_from_the_seat() -> None:
    """Each seat reads its own points as `my_points`."""
    state = position(hand="R2", opponent="R3")
    view = build_view(state, Seat.SECOND, points=(12, -40))
    assert (view.my_points, view.opponent_points) == (-40, 12)


def test_first_view_of_a_match_has_no_last_turns() -> None:
    """Nobody has moved: both are None, and after one turn only the opponent's is there."""
    state = play_game(Variant(), seed=1, turn_limit=0).state()
    first = build_view(state, Seat.FIRST)
    assert (first.opponent_last_turn, first.my_last_turn) == (None, None)
    turn = legal_turns(state)[0]
    apply_turn(state, turn)
    second = build_view(state, Seat.SECOND)
    assert (second.opponent_last_turn, second.my_last_turn) == (turn, None)


@pytest.mark.parametrize(("turn_number", "left"), [(1, 300), (299, 2), (300, 1), (301, 0), (340, 0)])
def test_turns_until_deck_only_count_down_to_zero(turn_number: int, left: int) -> None:
    """1 on the last turn that may draw from a pile, 0 from then on: max(0, deck_only_after + 1 − turn_number)."""
    view = build_view(position(hand="R2", piles="Y2", turn_number=turn_number), Seat.FIRST)
    assert view.turns_until_deck_only == left
    assert view.drawable == bytes((1, DECK) if left else (DECK,))


def test_card_taken_from_a_pile_is_known_until_it_is_shown() -> None:
    """The opponent's pile draw is known to the other seat, its deck draw is not; a card played is no longer held."""
    state = position(hand="G5 G6", opponent="B2 B3", piles="W4", deck="R2 R3 R4 R5")
    apply_turn(state, parse_turn("+G5 W"))
    assert build_view(state, Seat.SECOND).opponent_known_hand == bytes(cards("W4"))
    apply_turn(state, parse_turn("+B2 deck"))
    assert build_view(state, Seat.FIRST).opponent_known_hand == b""
    apply_turn(state, parse_turn("-W4 deck"))
    assert build_view(state, Seat.SECOND).opponent_known_hand == b""


def test_building_a_view_changes_nothing() -> None:
    """The match is only read."""
    state = play_game(Variant(), seed=3, style="piles", turn_limit=21).state()
    before = copy.deepcopy(state)
    for seat in SEATS:
        build_view(state, seat)
    assert state == before


@given(game=games(), seat=st.sampled_from(SEATS))
def test_view_accounts_for_every_card(game: Game, seat: Seat) -> None:
    """What the view lists, the deck and the opponent's unknown cards are the whole pack: nothing is told twice."""
    view = build_view(game.state(), seat)
    listed = [*view.hand, *view.my_expeditions, *view.opponent_expeditions, *view.discard_piles]
    assert len(listed) + 8 + view.deck_count == 12 * game.variant.colors
    assert len(view.opponent_known_hand) <= 8


@given(game=games())
def test_seats_are_told_the_same_of_the_table(game: Game) -> None:
    """What one seat reads as its own the other reads as the opponent's: the seats are mirror images."""
    state = game.state()
    first, second = (build_view(state, seat, points=(3, 7)) for seat in SEATS)
    assert first.my_expeditions == second.opponent_expeditions
    assert first.opponent_expeditions == second.my_expeditions
    assert first.my_last_turn == second.opponent_last_turn
    assert first.opponent_last_turn == second.my_last_turn
    assert (first.my_points, first.opponent_points) == (second.opponent_points, second.my_points)
    assert first.discard_piles == second.discard_piles
    assert first.deck_count == second.deck_count
    assert first.drawable == second.drawable
    assert first.turns_until_deck_only == second.turns_until_deck_only
