"""The luck model `luck-1`: against its oracle, its symmetries, and that it favours nobody."""

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.movers import Mover, climber, first_legal, play, play_on
from support.plain_luck import plain_luck
from support.strategies import Game, games, shuffled_pack, variants

from referee.errors import IllegalTurnError
from referee.luck import Luck, match_luck
from referee.luck.census import Cards, take_census
from referee.luck.model import draw_terms
from referee.rules.cards import HAND_SIZE, Card
from referee.rules.scoring import scores
from referee.rules.state import deal_match
from referee.rules.turns import DECK, Turn, apply_turn
from referee.rules.variant import Variant

PLAIN_EXAMPLES = settings().max_examples // 3  # the plain loops take some 40 ms a match
OWN_END = Variant()
SHARED_NUMBERS = Variant(colors=6, draw="shared", bonus_counts="numbers", deck_only_after=400)
both_variants = pytest.mark.parametrize("variant", [OWN_END, SHARED_NUMBERS], ids=["own-end", "shared-numbers-six"])


def near(expected: object) -> Any:
    """Equal within 1e-9 points."""
    return pytest.approx(expected, rel=0, abs=1e-9)


def assert_as_in_the_oracle(deal: Sequence[Card], turns: Sequence[Turn], variant: Variant) -> None:
    """Opening and terms are those of the plain loops."""
    luck, plain = match_luck(deal, turns, variant), plain_luck(deal, turns, variant)
    assert luck.opening == near(plain.opening)
    assert luck.terms == near(tuple(term.term for term in plain.terms))


@settings(max_examples=PLAIN_EXAMPLES)
@given(game=games())
def test_oracle_agrees_wherever_legal_play_leads(game: Game) -> None:
    """Any rules, any turns, broken off anywhere: opening and terms are those of the plain loops."""
    assert_as_in_the_oracle(game.deal, game.turns, game.variant)


@settings(max_examples=PLAIN_EXAMPLES)
@given(seed=st.integers(0, 2**32 - 1), variant=variants(), data=st.data())
def test_oracle_agrees_where_expeditions_grow_long(seed: int, variant: Variant, data: st.DataObject) -> None:
    """Seats that build expeditions, up to the bonus: opening and terms are those of the plain loops."""
    deal = shuffled_pack(variant.colors, seed)
    turns = play(deal, variant, climber, climber)
    start = data.draw(st.integers(0, len(turns)), label="turns")
    assert_as_in_the_oracle(deal, turns[:start], variant)


@both_variants
def test_finished_match_has_a_term_for_every_card_of_the_deck(variant: Variant) -> None:
    """44 terms with five colors and 56 with six, however many turns were drawn from piles."""
    deal = shuffled_pack(variant.colors, 1)
    turns = play(deal, variant, climber, first_legal)
    expected = {5: 44, 6: 56}[variant.colors]
    assert len(turns) > expected
    assert len(match_luck(deal, turns, variant).terms) == expected


@both_variants
def test_last_card_is_no_luck(variant: Variant) -> None:
    """With one card left there is nothing to be lucky about: the term is exactly 0."""
    for seed in range(5):
        deal = shuffled_pack(variant.colors, seed)
        assert match_luck(deal, play(deal, variant, climber, climber), variant).terms[-1] == 0


def test_no_turns_leave_the_opening() -> None:
    """A match without turns has no terms, and its luck is that of the hands."""
    luck = match_luck(shuffled_pack(5, 1), [], OWN_END)
    assert luck.terms == ()
    assert luck.total == luck.opening != 0


def test_a_draw_from_a_pile_is_no_luck() -> None:
    """A choice has no term: as many terms as draws from the deck, for every length of a match."""
    deal = shuffled_pack(5, 3)
    turns = play(deal, OWN_END, first_legal, first_legal)[:60]
    deck_draws = [turn.draw_from == DECK for turn in turns]
    assert 0 < sum(deck_draws) < len(turns)
    for length in range(0, len(turns), 7):
        assert len(match_luck(deal, turns[:length], OWN_END).terms) == sum(deck_draws[:length])


def test_later_turns_change_no_earlier_term() -> None:
    """A match broken off has the terms of the whole match up to there."""
    deal = shuffled_pack(5, 2)
    turns = play(deal, OWN_END, climber, climber)
    whole = match_luck(deal, turns, OWN_END)
    part = match_luck(deal, turns[:20], OWN_END)
    assert part.opening == whole.opening
    assert part.terms == near(whole.terms[: len(part.terms)])


def test_turns_that_do_not_follow_are_refused() -> None:
    """A turn of another deal is illegal here, and no luck is made up for it."""
    turns = play(shuffled_pack(5, 1), OWN_END, climber, climber)
    with pytest.raises(IllegalTurnError, match="is not in its hand"):
        match_luck(shuffled_pack(5, 2), turns, OWN_END)


@both_variants
def test_exchanged_hands_change_the_sign_of_the_opening(variant: Variant) -> None:
    """What is good luck for `first` is bad luck for `first` if `second` was dealt it."""
    deal = shuffled_pack(variant.colors, 5)
    exchanged = (*deal[HAND_SIZE : 2 * HAND_SIZE], *deal[:HAND_SIZE], *deal[2 * HAND_SIZE :])
    opening = match_luck(deal, [], variant).opening
    assert opening != 0
    assert match_luck(exchanged, [], variant).opening == near(-opening)


@both_variants
def test_exchanged_seats_change_the_sign_of_every_term(variant: Variant) -> None:
    """The same cards and draws with `first` and `second` exchanged: the luck of each is the other's."""
    deal = shuffled_pack(variant.colors, 6)
    census = take_census(deal, play(deal, variant, climber, first_legal), variant)
    seen = census.before_draws
    exchanged = replace(
        census,
        before_draws=Cards(deck=seen.deck, hands=seen.hands[:, :, ::-1], expeditions=seen.expeditions[:, :, ::-1]),
        drawers=1 - census.drawers,
    )
    terms = draw_terms(census, variant)
    assert abs(terms).max() > 1
    assert draw_terms(exchanged, variant) == near(-terms)


@both_variants
def test_mirrored_encounter_of_a_bot_with_itself_cancels(variant: Variant) -> None:
    """Three deals, each played from either seat: the luck of bot A over the two legs is 0, that of a leg is not."""
    deals = [shuffled_pack(variant.colors, match) for match in range(3)]
    leg_1, leg_2 = (
        [sign * match_luck(deal, play(deal, variant, climber, climber), variant).total for deal in deals]
        for sign in (1, -1)
    )
    assert all(leg_1)
    assert sum(leg_1) + sum(leg_2) == 0


@pytest.mark.parametrize(
    ("variant", "first", "second", "left"),
    [
        pytest.param(OWN_END, climber, first_legal, 4, id="own-end"),
        pytest.param(SHARED_NUMBERS, climber, climber, 4, id="shared-numbers-six"),
        pytest.param(OWN_END, climber, first_legal, 6, id="own-end-six-cards", marks=pytest.mark.slow),
        pytest.param(SHARED_NUMBERS, climber, climber, 5, id="shared-numbers-five-cards", marks=pytest.mark.slow),
    ],
)
def test_terms_are_exactly_fair(variant: Variant, first: Mover, second: Mover, left: int) -> None:
    """Over all orders of the last four (five, six) cards every remaining term has mean 0, whatever the bots do then."""
    remaining = [luck.terms[-left:] for luck in lucks_over_all_ends(variant, first, second, left=left)]
    assert len(remaining) == math.factorial(left)
    *chances, last = zip(*remaining, strict=True)
    for terms in chances:
        assert max(terms) > 0 > min(terms)
        assert statistics.fmean(terms) == near(0)
    assert not any(last)
    assert statistics.fmean(map(sum, remaining)) == near(0)


def lucks_over_all_ends(variant: Variant, first: Mover, second: Mover, *, left: int) -> list[Luck]:
    """The luck of one match with its last cards in every order, each played on from there by the same movers."""
    deal = shuffled_pack(variant.colors, 9)  # one with much at stake to the end
    state = deal_match(deal, variant)
    beginning = play_on(state, first, second, until_left=left)
    drawn_from_front = beginning[::2] if variant.draw == "own-end" else beginning
    start = 2 * HAND_SIZE + sum(turn.draw_from == DECK for turn in drawn_from_front)
    lucks = []
    for end in itertools.permutations(state.deck):
        other = (*deal[:start], *end, *deal[start + left :])
        state = deal_match(other, variant)
        for turn in beginning:
            apply_turn(state, turn)
        lucks.append(match_luck(other, [*beginning, *play_on(state, first, second)], variant))
    return lucks


def test_luck_of_many_matches_is_fair_and_explains_margins() -> None:
    """A bot against itself: mean luck is within four standard errors of 0, and without luck margins vary less."""
    margins, lucks = [], []
    for seed in range(100):
        deal = shuffled_pack(5, seed)
        state = deal_match(deal, OWN_END)
        turns = play_on(state, climber, climber)
        first, second = scores(state)
        margins.append(first - second)
        lucks.append(match_luck(deal, turns, OWN_END).total)
    assert abs(statistics.fmean(lucks)) < 4 * statistics.stdev(lucks) / len(lucks) ** 0.5
    adjusted = [margin - luck for margin, luck in zip(margins, lucks, strict=True)]
    assert statistics.variance(adjusted) < statistics.variance(margins) / 1.3
