"""The example bots in Python: always legal, reproducible, and of different strength."""

import pytest
from hypothesis import given
from support.example_bots import CLASSES, ExampleBot, mean_margin, play_match
from support.positions import position
from support.strategies import Game, games, play_game, shuffled_pack

from referee.rules.notation import format_turn
from referee.rules.scoring import scores
from referee.rules.state import MatchState, deal_match
from referee.rules.turns import DECK, Placement, apply_turn, legal_turns
from referee.rules.variant import Variant

every_bot = pytest.mark.parametrize("name", CLASSES)


def answers(name: str, states: list[MatchState], random_seed: int = 0) -> list[str]:
    """What a fresh bot answers to these positions, in their order."""
    bot = ExampleBot(name, random_seed=random_seed)
    return [format_turn(bot.take_turn(state)[0]) for state in states]


@every_bot
@given(game=games())
def test_every_choice_is_legal(name: str, game: Game) -> None:
    """Whatever the rules and the position, reached by any play, a bot's turn is one of the legal ones."""
    state = game.state()
    turn, note = ExampleBot(name).take_turn(state)
    assert turn in legal_turns(state)
    assert len(note.encode()) <= 256


@every_bot
def test_same_views_give_same_turns(name: str) -> None:
    """A bot that is started again with the same seed plays the same turns."""
    states = [play_game(Variant(), seed=seed, turn_limit=20).state() for seed in range(20)]
    assert answers(name, states, random_seed=7) == answers(name, states, random_seed=7)


def test_random_bot_follows_the_seed_of_the_series() -> None:
    """Another random_seed gives other turns, and StartSeries begins them anew."""
    states = [deal_match(shuffled_pack(5, seed), Variant()) for seed in range(20)]
    assert answers("random_bot", states, random_seed=1) != answers("random_bot", states, random_seed=2**64 - 1)


def test_random_bot_chooses_every_legal_turn() -> None:
    """Each legal turn is chosen as often as any other."""
    state = position(hand="YH YH Y5 B2", mine="Y4", piles="Y2 R3")
    bot = ExampleBot("random_bot", random_seed=3)
    legal = [format_turn(turn) for turn in legal_turns(state)]
    chosen = [format_turn(bot.take_turn(state)[0]) for _ in range(200 * len(legal))]
    counts = {turn: chosen.count(turn) for turn in legal}
    assert sum(counts.values()) == len(chosen)
    assert 150 < min(counts.values()) <= max(counts.values()) < 250


def test_discarder_scores_nothing() -> None:
    """It discards the first card of the sorted hand, draws from the deck, and ends with 0 points."""
    state = deal_match(shuffled_pack(5, 1), Variant())
    bot = ExampleBot("discarder")
    while not state.is_over:
        turn, _ = bot.take_turn(state)
        assert turn == (state.hands[state.seat][0], Placement.DISCARD, DECK)
        apply_turn(state, turn)
    assert scores(state) == (0, 0)


@pytest.mark.parametrize(
    ("stronger", "weaker", "margin"),
    [("planner", "greedy", 10), ("greedy", "discarder", 10), ("discarder", "random_bot", 20)],
)
def test_bots_differ_in_strength(stronger: str, weaker: str, margin: int) -> None:
    """Planner beats greedy, greedy beats the discarder, and the discarder beats random."""
    deals = [shuffled_pack(5, seed) for seed in range(4)]
    assert mean_margin((ExampleBot(stronger), ExampleBot(weaker)), deals, Variant()) > margin


def test_planner_scores_well_against_itself() -> None:
    """Two planners average more than 10 points a match, each."""
    bots = (ExampleBot("planner"), ExampleBot("planner"))
    totals = [sum(play_match(bots, shuffled_pack(5, seed), Variant())) for seed in range(4)]
    assert sum(totals) / (2 * len(totals)) > 10


def test_planner_plays_the_end_of_the_deck() -> None:
    """With its last turn it plays the highest card that fits, though the gap is wide."""
    state = position(hand="B7 B10 WH W2 W3 RH R2 G2", mine="B2 B3", deck="Y2")
    assert format_turn(ExampleBot("planner").take_turn(state)[0]).startswith("+B10")
