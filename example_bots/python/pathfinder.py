"""Pathfinder: follows the paths that its hand opens, and skips little. The same strategy stands here in six languages.

The steps are numbered as in example_bots/README.md, and give the same turn for the same view in every language. All
numbers are ints. Write your own bot in the place of `choose_turn`.
"""

from lost_cities_bot import DECK, Bot, by_color, color_of, discard, play, rank_of, serve
from lostcities.v1.bot_service_pb2 import TakeTurnResponse
from lostcities.v1.game_pb2 import PlayerView, Rules

TO_OPEN = 72  # what an expedition costs, 20 points, in quarters of a point and a little less
TO_DOUBLE = 8  # outlook, in quarters of a point, that is worth a handshake
FULL_OUTLOOK = 20  # turns that are left when every missing number counts for a quarter
EARLY = 8  # turns that are left when something new may be begun
PATIENCE = 6  # points that may be skipped without need
SLACK = 3  # turns that it likes to have left over


class Pathfinder(Bot):
    """Plays the waiting card that skips the least."""

    name = "pathfinder"

    def choose_turn(self, view: PlayerView, rules: Rules) -> TakeTurnResponse:
        """Choose a turn from a view: this is the function to write anew."""
        road = Road(view)
        skipped, card = min(((road.missing_below(card), card) for card in road.waiting), default=(0, None))
        if card is not None and (road.is_busy or skipped <= PATIENCE):  # step 7
            road.mine[color_of(card)].append(rank_of(card))
            return play(card, road.source(closed=None))
        card = min(view.hand, key=lambda card: (road.loss(card), card))  # step 8
        return discard(card, road.source(closed=color_of(card)))


class Road:
    """What the view means to me, by color."""

    def __init__(self, view: PlayerView) -> None:
        self.view = view
        self.mine = by_color(view.my_expeditions)
        self.theirs = by_color(view.opponent_expeditions)
        self.piles = by_color(view.discard_piles)
        self.playable = set(view.playable_cards)
        self.seen = {
            *view.hand,
            *view.my_expeditions,
            *view.opponent_expeditions,
            *view.discard_piles,
            *view.opponent_known_hand,
        }
        self.turns = (view.deck_count + 1) // 2  # step 1
        outlooks = [self.outlook(color) for color in range(7)]
        early = self.turns >= EARLY
        self.chosen = [bool(self.mine[color]) or (early and outlooks[color] >= 0) for color in range(7)]  # step 3
        waiting = [
            card
            for card in view.playable_cards
            if self.chosen[color_of(card)] and (rank_of(card) > 1 or (early and outlooks[color_of(card)] >= TO_DOUBLE))
        ]  # step 4
        waiting.sort(key=lambda card: (-self.value(card), card))
        self.waiting = waiting[: self.turns]  # step 5
        self.is_busy = len(self.waiting) + SLACK >= self.turns  # step 6

    def last(self, color: int) -> int:
        """Return the highest rank of my expedition; 0 if it is empty."""
        return max(self.mine[color], default=0)

    def value(self, card: int) -> int:
        """Return what the card adds to my expedition, in points."""
        return rank_of(card) * (1 + self.mine[color_of(card)].count(1))

    def missing(self, color: int, below: int) -> int:
        """Return the sum of the numbers between my last card and `below` that may still come."""
        first = max(self.last(color) + 1, 2)
        return sum(rank for rank in range(first, below) if 16 * color + rank not in self.seen)

    def missing_below(self, card: int) -> int:
        """Return what is skipped if the card is played, in points."""
        return self.missing(color_of(card), rank_of(card))

    def outlook(self, color: int) -> int:
        """Return what the color promises, in quarters of a point (step 2)."""
        ranks = [*self.mine[color], *(rank_of(card) for card in self.playable if color_of(card) == color)]
        numbers = sum(rank for rank in ranks if rank > 1)
        hope = self.missing(color, 11) * min(self.turns, FULL_OUTLOOK) // FULL_OUTLOOK
        return 4 * numbers + hope - TO_OPEN

    def loss(self, card: int) -> int:
        """Return what is lost, in points, when the card is discarded (step 8)."""
        rank, theirs = rank_of(card), self.theirs[color_of(card)]
        keep = self.value(card) if card in self.waiting else rank // 2 if card in self.playable else 0
        if not theirs:
            return keep + rank // 4
        return keep + (rank * (1 + theirs.count(1)) if rank >= theirs[-1] else 0)

    def source(self, closed: int | None) -> int:
        """Return where to draw from when the card is placed; `closed` is the color discarded to (step 9)."""
        best, source = 0, DECK
        if len(self.waiting) >= self.turns:
            return DECK
        for color in self.view.drawable:
            if color in (DECK, closed) or not self.chosen[color]:
                continue
            top = self.piles[color][-1]
            value = self.value(16 * color + top)
            if top > max(self.last(color), 1) and value > best:
                best, source = value, color
        return source


if __name__ == "__main__":
    serve(Pathfinder())
