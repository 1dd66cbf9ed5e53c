"""A plain engine of the game in pure Python, to measure the referee's rules against: honest, simple, nothing clever.

Cards are pairs (color, rank), rank 1 a handshake; a turn is (card, to_pile, source), source -1 the deck. It knows five
colors, both drawing from the front, no limit of turns. Every turn is checked in full before it is played.
"""

from random import Random
from typing import Final

Card = tuple[int, int]
Turn = tuple[Card, bool, int]

DECK: Final = -1
PACK: Final = [(color, rank) for color in range(5) for rank in (1, 1, 1, *range(2, 11))]


class Game:
    """One match between two players, 0 and 1."""

    def __init__(self, deal: list[Card]) -> None:
        self.hands = [deal[:8], deal[8:16]]
        self.deck = deal[:15:-1]
        self.tables: list[list[list[Card]]] = [[[] for _ in range(5)] for _ in range(2)]
        self.piles: list[list[Card]] = [[] for _ in range(5)]
        self.player = 0

    def fits(self, card: Card) -> bool:
        """Whether the player may add the card to its column."""
        column = self.tables[self.player][card[0]]
        return not column or card >= column[-1]

    def turns(self) -> list[Turn]:
        """All legal turns."""
        sources = [DECK, *(color for color in range(5) if self.piles[color])]
        found: list[Turn] = []
        for card in set(self.hands[self.player]):
            if self.fits(card):
                found += [(card, False, source) for source in sources]
            found += [(card, True, source) for source in sources if source != card[0]]
        return found

    def check(self, turn: Turn) -> None:
        """Raise ValueError if the turn is not legal."""
        card, to_pile, source = turn
        if not self.deck:
            raise ValueError("the match is over")
        if card not in self.hands[self.player]:
            raise ValueError("not in the hand")
        if not to_pile and not self.fits(card):
            raise ValueError("does not fit")
        if source != DECK and (not self.piles[source] or (to_pile and source == card[0])):
            raise ValueError("cannot be drawn from")

    def play(self, turn: Turn) -> None:
        """Check and play a turn."""
        self.check(turn)
        card, to_pile, source = turn
        hand = self.hands[self.player]
        hand.remove(card)
        (self.piles[card[0]] if to_pile else self.tables[self.player][card[0]]).append(card)
        hand.append(self.deck.pop() if source == DECK else self.piles[source].pop())
        self.player = 1 - self.player


def playout(dice: Random) -> int:
    """Play a match by chance; how many turns it took."""
    deal = PACK[:]
    dice.shuffle(deal)
    game, count = Game(deal), 0
    while game.deck:
        game.play(dice.choice(game.turns()))
        count += 1
    return count
