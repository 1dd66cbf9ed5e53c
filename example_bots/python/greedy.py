"""Greedy: sees little more than its own cards, and takes the cheapest step. A good bot to start from.

- It plays the card that skips the fewest numbers of an expedition.
- It starts an expedition when its hand holds enough of the color, with the lowest card.
- Otherwise it discards the card that is worth least to it, if possible one that is of no use to the opponent.
- It draws the top of a discard pile if that card soon fits one of its expeditions, else from the deck.
"""

from lost_cities_bot import DECK, HANDSHAKE, Bot, by_color, color_of, discard, play, rank_of, serve
from lostcities.v1.bot_service_pb2 import TakeTurnResponse
from lostcities.v1.game_pb2 import PlayerView, Rules

ENOUGH = 18  # points of one color in hand that start an expedition; it costs 20
ENOUGH_TO_DOUBLE = 24  # the same for a handshake
START = 5  # an expedition that starts with this number or a lower one skips nothing
SMALL_GAP = 1  # numbers skipped; with a wider gap it waits for a better card
HURRY = 16  # cards left in the deck when it stops waiting, and starts nothing more


class Greedy(Bot):
    """Plays the smallest gap, and starts what its hand can pay for."""

    name = "greedy"

    def choose_turn(self, view: PlayerView, rules: Rules) -> TakeTurnResponse:
        """Play the best card if it is good enough, else discard the worst."""
        mine, hand = by_color(view.my_expeditions), by_color(view.hand)
        hurry = view.deck_count <= HURRY
        steps = [
            (gap(card, mine), card)
            for card in view.playable_cards
            if mine[color_of(card)] or (not hurry and is_start(card, hand[color_of(card)]))
        ]
        skipped, card = min(steps, default=(0, None))
        if card is not None and (skipped <= SMALL_GAP or hurry):
            mine[color_of(card)].append(rank_of(card))
            return play(card, source(view, mine, closed=None))
        card = min(view.hand, key=lambda card: (worth(card, view, mine, hand), card))
        return discard(card, source(view, mine, closed=color_of(card)))


def gap(card: int, mine: list[list[int]]) -> int:
    """Return how many numbers the card skips."""
    last = max(mine[color_of(card)], default=0)
    return max(0, rank_of(card) - max(last, START - 1 if last <= HANDSHAKE else last) - 1)


def is_start(card: int, held: list[int]) -> bool:
    """Tell whether the card may open its color, of which these ranks are held."""
    points = sum(rank for rank in held if rank > HANDSHAKE)
    return points >= (ENOUGH_TO_DOUBLE if rank_of(card) == HANDSHAKE else ENOUGH)


def worth(card: int, view: PlayerView, mine: list[list[int]], hand: list[list[int]]) -> int:
    """Return what is lost, in points more or less, when the card is discarded."""
    color, rank = color_of(card), rank_of(card)
    value = 0
    if card in view.playable_cards:
        value += rank + 10 if mine[color] else sum(hand[color]) // 2
    theirs = by_color(view.opponent_expeditions)[color]
    if theirs and rank >= theirs[-1]:
        value += rank
    return value


def source(view: PlayerView, mine: list[list[int]], closed: int | None) -> int:
    """Return where to draw from: the highest top card that fits well, from a pile that is not closed; else the deck."""
    piles = by_color(view.discard_piles)
    fitting = [
        (piles[color][-1], color)
        for color in view.drawable
        if color not in (DECK, closed) and mine[color] and 0 <= piles[color][-1] - mine[color][-1] <= SMALL_GAP + 1
    ]
    return max(fitting, default=(0, DECK))[1]


if __name__ == "__main__":
    serve(Greedy())
