"""The rules of the game once more, in plain words on plain text, to check the real ones against.

Nothing of `referee.rules` is used here: cards are words such as `RH` or `W10`, turns are texts such as `+R7 deck`.
Slow, and written to be read beside the rule book. Source: DESIGN sections 2, 3 and 4.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

RANKS = ("H", "2", "3", "4", "5", "6", "7", "8", "9", "10")


class PlainGame:
    """One match, told in words.

    Args:
        deal: all cards of the pack; first holds cards 0–7, second 8–15, the rest is the deck.
        own_end: whether second draws from the back of the deck.
        deck_only_after: last turn on which a discard pile may be drawn from.
    """

    def __init__(self, deal: Sequence[str], *, own_end: bool, deck_only_after: int) -> None:
        self.hands = [list(deal[:8]), list(deal[8:16])]
        self.deck = list(deal[16:])
        self.expeditions: list[dict[str, list[str]]] = [defaultdict(list), defaultdict(list)]
        self.piles: dict[str, list[str]] = defaultdict(list)
        self.known: list[Counter[str]] = [Counter(), Counter()]
        self.turn_number = 1
        self._own_end = own_end
        self._deck_only_after = deck_only_after

    @property
    def seat(self) -> int:
        """Who is to move: 0 for first, who plays the odd turns."""
        return 0 if self.turn_number % 2 else 1

    def allows(self, text: str) -> bool:
        """Whether the seat to move may play the turn."""
        where, (card, source) = text[0], text[1:].split()
        if not self.deck or card not in self.hands[self.seat]:
            return False
        if where == "+" and not self._may_follow(card):
            return False
        return source == "deck" or self._is_open(source, discarded_to=card[0] if where == "-" else None)

    def play(self, text: str) -> str:
        """Play a turn that is allowed; the card drawn."""
        where, (card, source) = text[0], text[1:].split()
        seat = self.seat
        self.hands[seat].remove(card)
        self.known[seat] -= Counter([card])  # stays at 0 where none was known
        (self.expeditions[seat] if where == "+" else self.piles)[card[0]].append(card)
        drawn = self._draw(source)
        self.hands[seat].append(drawn)
        self.turn_number += 1
        return drawn

    def all_cards(self) -> Counter[str]:
        """Every card, wherever it lies."""
        columns = [*self.piles.values(), *self.expeditions[0].values(), *self.expeditions[1].values()]
        return Counter([*self.hands[0], *self.hands[1], *self.deck, *(card for column in columns for card in column)])

    def _may_follow(self, card: str) -> bool:
        column = self.expeditions[self.seat][card[0]]
        if card[1:] == "H":
            return all(earlier[1:] == "H" for earlier in column)
        return all(earlier[1:] == "H" or int(earlier[1:]) < int(card[1:]) for earlier in column)

    def _is_open(self, pile: str, *, discarded_to: str | None) -> bool:
        return self.turn_number <= self._deck_only_after and pile != discarded_to and len(self.piles[pile]) > 0

    def _draw(self, source: str) -> str:
        if source == "deck":
            return self.deck.pop(-1 if self._own_end and self.seat == 1 else 0)
        drawn = self.piles[source].pop()
        self.known[self.seat][drawn] += 1
        return drawn


def every_turn_text() -> list[str]:
    """Every turn that can be said of a pack with six colors, legal or not: 60 different cards × 2 × 7."""
    cards = [color + rank for color in "YBWGRP" for rank in RANKS]
    return [f"{sign}{card} {source}" for card in cards for sign in "+-" for source in (*"YBWGRP", "deck")]
