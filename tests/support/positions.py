"""Positions written down by hand, in the words of the notation."""

from collections import deque

from referee.rules.cards import COLOR_SLOTS, Card, color_of
from referee.rules.notation import parse_card
from referee.rules.state import MatchState, Seat
from referee.rules.variant import Variant


def cards(words: str) -> list[Card]:
    """The cards that words separated by spaces name, in their order."""
    return [parse_card(word) for word in words.split()]


def columns(words: str) -> list[list[Card]]:
    """The cards by color, as expeditions and discard piles are kept."""
    by_color: list[list[Card]] = [[] for _ in range(COLOR_SLOTS)]
    for card in cards(words):
        by_color[color_of(card)].append(card)
    return by_color


def position(
    *,
    hand: str,
    mine: str = "",
    theirs: str = "",
    piles: str = "",
    deck: str = "B2 B3",
    opponent: str = "",
    opponent_known: str = "",
    turn_number: int = 9,
    variant: Variant | None = None,
) -> MatchState:
    """A position with `first` to move; need not be reachable, and hands may be short.

    Args:
        hand: cards of the seat to move.
        mine: expeditions of the seat to move, cards in the order played.
        theirs: the opponent's.
        piles: discard piles, bottom to top.
        deck: front to back.
        opponent: cards of the other hand.
        opponent_known: those of them that were taken from piles.
        turn_number: of the turn to be played.
        variant: the rules; None for the default ones.
    """
    return MatchState(
        variant=variant or Variant(),
        deck=deque(cards(deck)),
        hands=(sorted(cards(hand)), sorted(cards(opponent))),
        expeditions=(columns(mine), columns(theirs)),
        piles=columns(piles),
        known=([], cards(opponent_known)),
        turn_number=turn_number,
        seat=Seat.FIRST,
    )
