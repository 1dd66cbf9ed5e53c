"""A turn: what may be chosen, why a choice is illegal, and what it does.

`check_turn` raises the reason, `is_legal` asks it, `apply_turn` acts after it: an illegal turn, in either half,
changes nothing. Source of every rule: DESIGN section 2.
"""

from bisect import insort
from enum import IntEnum
from typing import Final, NamedTuple

from referee.errors import IllegalTurnError, Rule
from referee.rules.cards import Card, Color, color_of, format_card, is_handshake, rank_of
from referee.rules.state import MatchState, Seat

DECK: Final = 7
"""The draw source that is no pile; the piles have their color's number."""


class Placement(IntEnum):
    """Where the card of a turn goes; the value is the wire's."""

    EXPEDITION = 1
    DISCARD = 2


class Turn(NamedTuple):
    """One card placed, then one drawn.

    Attributes:
        card: the card from the hand.
        placement: to its own color's expedition, or on its color's discard pile.
        draw_from: a pile by its color, 1..6, or `DECK`.
    """

    card: Card
    placement: Placement
    draw_from: int


def playable_cards(state: MatchState, seat: Seat) -> list[Card]:
    """The cards of the hand that may go to an expedition, sorted, with multiplicity."""
    expeditions = state.expeditions[seat]
    return [card for card in state.hands[seat] if _fits(card, expeditions[color_of(card)])]


def drawable(state: MatchState) -> list[int]:
    """The open draw sources, ascending, `DECK` last. The pile that the turn discards to is closed all the same."""
    if state.is_deck_only:
        return [DECK]
    return [color for color, pile in enumerate(state.piles) if pile] + [DECK]


def legal_turns(state: MatchState) -> list[Turn]:
    """Every legal turn, each once, by card, then expedition before discard, then draw source."""
    if state.is_over:
        return []
    sources = drawable(state)
    expeditions = state.expeditions[state.seat]
    turns = []
    for card in dict.fromkeys(state.hands[state.seat]):
        color = color_of(card)
        if _fits(card, expeditions[color]):
            turns += [Turn(card, Placement.EXPEDITION, source) for source in sources]
        turns += [Turn(card, Placement.DISCARD, source) for source in sources if source != color]
    return turns


def check_turn(state: MatchState, turn: Turn) -> None:
    """Check that the seat to move may play the turn; nothing is changed.

    Raises:
        IllegalTurnError: with the first rule broken, in the order match, card, placement, draw.
    """
    if not state.deck:
        raise IllegalTurnError(Rule.MATCH_OVER, "the deck is empty and the match is over")
    card, placement, draw_from = turn
    _check_card(state, card)
    if placement == Placement.EXPEDITION:
        _check_expedition(state, card)
    if draw_from != DECK:
        _check_pile(state, turn)


def is_legal(state: MatchState, turn: Turn) -> bool:
    """Whether the seat to move may play the turn."""
    try:
        check_turn(state, turn)
    except IllegalTurnError:
        return False
    return True


def apply_turn(state: MatchState, turn: Turn) -> Card:
    """Play a turn, in place, and pass the move.

    Returns:
        The card drawn.

    Raises:
        IllegalTurnError: as `check_turn`; the state is then unchanged.
    """
    check_turn(state, turn)
    seat = state.seat
    card, placement, draw_from = turn
    known = state.known[seat]
    state.hands[seat].remove(card)
    if card in known:
        known.remove(card)
    column = state.expeditions[seat] if placement == Placement.EXPEDITION else state.piles
    column[color_of(card)].append(card)
    if draw_from == DECK:
        drawn = _draw_from_deck(state)
    else:
        drawn = state.piles[draw_from].pop()
        known.append(drawn)
    insort(state.hands[seat], drawn)
    state.last_turns[seat] = turn
    state.turn_number += 1
    state.seat = seat.other
    return drawn


def _draw_from_deck(state: MatchState) -> Card:
    if state.seat == Seat.SECOND and state.variant.draw == "own-end":
        return state.deck.pop()
    return state.deck.popleft()


def _fits(card: Card, expedition: list[Card]) -> bool:
    # Values ascend within a color and only handshakes are equal, so one comparison says both rules.
    return not expedition or card >= expedition[-1]


def _check_card(state: MatchState, card: Card) -> None:
    if color_of(card) > state.variant.colors:
        reason = f"{Color(color_of(card)).label} is not in a pack of {state.variant.colors} colors"
        raise IllegalTurnError(Rule.CARD_IN_PACK, reason)
    if card not in state.hands[state.seat]:
        raise IllegalTurnError(Rule.CARD_IN_HAND, f"{format_card(card)} is not in its hand")


def _check_expedition(state: MatchState, card: Card) -> None:
    expedition = state.expeditions[state.seat][color_of(card)]
    if _fits(card, expedition):
        return
    at = f"the {Color(color_of(card)).label} expedition is already at {rank_of(expedition[-1])}"
    if is_handshake(card):
        raise IllegalTurnError(Rule.HANDSHAKES_FIRST, f"{at}, and a handshake may follow only handshakes")
    raise IllegalTurnError(Rule.ASCENDING, at)


def _check_pile(state: MatchState, turn: Turn) -> None:
    color = turn.draw_from
    if color > state.variant.colors:
        reason = f"there is no {Color(color).label} pile in a pack of {state.variant.colors} colors"
        raise IllegalTurnError(Rule.PILE_IN_PACK, reason)
    if state.is_deck_only:
        reason = f"after turn {state.variant.deck_only_after} only the deck can be drawn from"
        raise IllegalTurnError(Rule.DECK_ONLY, reason)
    if turn.placement == Placement.DISCARD and color == color_of(turn.card):
        reason = f"the {Color(color).label} pile is closed in the turn that discards to it"
        raise IllegalTurnError(Rule.OWN_DISCARD, reason)
    if not state.piles[color]:
        raise IllegalTurnError(Rule.PILE_EMPTY, f"the {Color(color).label} discard pile is empty")
