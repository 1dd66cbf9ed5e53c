"""Deterministic movers: functions that choose a turn from what their seat may see; and matches between them.

None looks at the deck or at the opponent's hand: the order of the cards left changes nothing before they are drawn.
"""

from collections.abc import Callable, Sequence

from referee.rules.cards import Card, color_of, rank_of
from referee.rules.state import MatchState, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn, legal_turns
from referee.rules.variant import Variant

Mover = Callable[[MatchState], Turn]


def play(deal: Sequence[Card], variant: Variant, first: Mover, second: Mover) -> list[Turn]:
    """The turns of a whole match."""
    return play_on(deal_match(deal, variant), first, second)


def play_on(state: MatchState, first: Mover, second: Mover, *, until_left: int = 0) -> list[Turn]:
    """Play until so many cards are left in the deck, and return the turns; the state goes with them."""
    turns = []
    while len(state.deck) > until_left:
        turns.append((first, second)[state.seat](state))
        apply_turn(state, turns[-1])
    return turns


def first_legal(state: MatchState) -> Turn:
    """The first turn in the order of `legal_turns`: low cards first, piles before the deck."""
    return legal_turns(state)[0]


def climber(state: MatchState) -> Turn:
    """The smallest step up in an open color, else a color it holds three cards of, else its lowest card is discarded.

    It takes the top of a pile that fits an expedition of its own, else a card from the deck.
    """
    return min(legal_turns(state), key=lambda turn: _climber_cost(state, turn))


def _climber_cost(state: MatchState, turn: Turn) -> tuple[int, int, Turn]:
    color = color_of(turn.card)
    expedition = state.expeditions[state.seat][color]
    if turn.placement == Placement.DISCARD:
        cost = 20 + rank_of(turn.card)
    elif expedition:
        cost = turn.card - expedition[-1]
    else:
        held = sum(color_of(card) == color for card in state.hands[state.seat])
        cost = 10 + rank_of(turn.card) if held >= 3 else 40
    return cost, _draw_cost(state, turn), turn


def _draw_cost(state: MatchState, turn: Turn) -> int:
    if turn.draw_from == DECK:
        return 1
    expedition = state.expeditions[state.seat][turn.draw_from]
    return 0 if expedition and state.piles[turn.draw_from][-1] > max(expedition[-1], turn.card) else 2
