"""Planner: counts the cards, projects all expeditions to the end, takes the turn after which it stands best.

The strategy, from the inside out:

 1. One expedition (`expected_scores`). What will it score in the end, if so many of the cards that are held
    are played? To those come the cards that may still arrive, each with its chance. The three decisions of the
    game all follow from this number. To play over a gap loses what might have filled it. To open an expedition pays
    if hand and hopes together are worth more than 20. A handshake doubles the hopes and the risk.
 2. All expeditions (`Position.total`). Each turn plays or discards one card, and the deck says how many turns are left.
    If there is no time to play all that is held, the turns go where they bring most. So the end of the deck
    takes care of itself: what would come too late counts nothing, and what is lost by waiting is played first.
 3. The opponent (`Position.their_value`). Its hand is not known, but what is not seen is known: each such card has
    a chance to be in its hand or to get there. A discard that it can use raises its projection, and this
    counts against the discard. For the same reason a card that it could use is taken from a pile.
 4. The draw (`Position.best_source`). The top of each pile is compared with the average of the cards that are
    not seen. A card from a pile has one more merit: the deck, and so the match, lasts one turn longer.

All is deterministic: the same view gives the same turn. The constants were found by playing tens of thousands of
matches.
"""

from collections.abc import Iterable

from lost_cities_bot import DECK, HANDSHAKE, Bot, by_color, color_of, discard, play, rank_of, serve
from lostcities.v1 import game_pb2
from lostcities.v1.bot_service_pb2 import TakeTurnResponse
from lostcities.v1.game_pb2 import PlayerView, Rules

FULL_COLOR = (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
MY_SHARE = 0.9  # of the cards that I shall draw in time, how many I shall also play
BELOW = 0.85  # chance that a card lower than those on hand comes before they are played
THEIR_TOP = 0.7  # chance that the opponent takes the top of a pile that it can use
THEIR_WEIGHT = 0.75  # a point that the opponent may gain, in points of mine
NEAR_BONUS = 3.0  # cards short of eight at which the bonus begins to count
NUMBERS_ONLY = game_pb2.BONUS_COUNTS_NUMBERS
FREE = game_pb2.HANDSHAKES_ALONE_FREE

Ranks = list[int]
Chances = list[tuple[int, float]]
Plan = list[float]


class Planner(Bot):
    """Plays to the best projection."""

    name = "planner"

    def choose_turn(self, view: PlayerView, rules: Rules) -> TakeTurnResponse:
        """Choose the card and its place first, then the draw."""
        position = Position(view, rules)
        options = [(position.value_if_discarded(card), False, card) for card in sorted(set(view.hand))]
        options += [(position.value_if_played(card), True, card) for card in sorted(set(view.playable_cards))]
        value, plays, card = max(options)
        position.place(card, plays=plays)
        source = position.best_source(view.drawable, closed=None if plays else color_of(card))
        return (play if plays else discard)(card, source, note=f"expects {value:.0f} points")


class Position:
    """What the view tells, by color, and what it is worth."""

    def __init__(self, view: PlayerView, rules: Rules) -> None:
        self.rules = rules
        self.colors = range(1, rules.colors + 1)
        self.deck_count = view.deck_count
        self.turns = (view.deck_count - 1) // 2  # my turns after this one, if both draw from the deck
        self.mine, self.theirs = by_color(view.my_expeditions), by_color(view.opponent_expeditions)
        self.hand, self.known = by_color(view.hand), by_color(view.opponent_known_hand)
        self.piles = by_color(view.discard_piles)
        self.unseen = [self._unseen(color) if color in self.colors else [] for color in range(7)]
        unseen_count = sum(map(len, self.unseen))
        waiting = sum(1 for card in view.playable_cards if self.mine[color_of(card)])
        self.my_chance = MY_SHARE * max(0.0, self.turns - waiting) / unseen_count
        piles_stay_open = view.turns_until_deck_only > 1 and view.deck_count > 2
        self.their_top_chance = THEIR_TOP if piles_stay_open else 0.0
        hidden_count = 8 - len(view.opponent_known_hand)
        self.their_chance = min(1.0, (hidden_count + view.deck_count / 2) / unseen_count)
        self.plans = [self.my_plan(color, self.mine[color], self.hand[color]) for color in range(7)]

    def _unseen(self, color: int) -> Ranks:
        left = list(FULL_COLOR)
        for cards in (self.mine, self.theirs, self.hand, self.known, self.piles):
            for rank in cards[color]:
                left.remove(rank)
        return left

    def my_plan(self, color: int, column: Ranks, held: Ranks) -> Plan:
        """Return my expected scores of a color with this expedition and hand."""
        chances = [(rank, self.my_chance) for rank in self.unseen[color]]
        return expected_scores(column, held, chances, self.rules)

    def their_value(self, color: int, pile: Ranks) -> float:
        """Return what the opponent may expect of a color with this discard pile."""
        chances = [(rank, self.their_chance) for rank in self.unseen[color]]
        if pile:
            chances.append((pile[-1], self.their_top_chance))
        return max(expected_scores(self.theirs[color], self.known[color], chances, self.rules))

    def total(self, turns: int, color: int = 0, plan: Plan | None = None) -> float:
        """Return my expected score with so many turns, with another plan for one color."""
        plans = [*self.plans]
        if plan is not None:
            plans[color] = plan
        if sum(len(scores) - 1 for scores in plans) <= turns:
            return sum(map(max, plans))
        best = [0.0] * (turns + 1)  # by number of turns used
        for scores in plans:
            best = [max(map(sum, zip(best[used::-1], scores))) for used in range(turns + 1)]  # noqa: B905 (the shorter one ends it)
        return best[turns]

    def value_if_played(self, card: int) -> float:
        """Return my expected score after this card is played."""
        color, rank = color_of(card), rank_of(card)
        plan = self.my_plan(color, [*self.mine[color], rank], without(self.hand[color], rank))
        return self.total(self.turns, color, plan)

    def value_if_discarded(self, card: int) -> float:
        """Return my expected score after this card is discarded, less what it gives to the opponent."""
        color, rank = color_of(card), rank_of(card)
        plan = self.my_plan(color, self.mine[color], without(self.hand[color], rank))
        pile = self.piles[color]
        given = self.their_value(color, [*pile, rank]) - self.their_value(color, pile)
        return self.total(self.turns, color, plan) - THEIR_WEIGHT * given

    def place(self, card: int, *, plays: bool) -> None:
        """Move the card from the hand to its expedition or its pile."""
        color, rank = color_of(card), rank_of(card)
        self.hand[color].remove(rank)
        (self.mine if plays else self.piles)[color].append(rank)
        self.plans[color] = self.my_plan(color, self.mine[color], self.hand[color])

    def value_if_drawn(self, color: int, rank: int, turns: int) -> float:
        """Return my expected score with this card in the hand."""
        if rank < max(self.mine[color], default=0):
            return self.total(turns)
        held = sorted([*self.hand[color], rank])
        return self.total(turns, color, self.my_plan(color, self.mine[color], held))

    def best_source(self, drawable: Iterable[int], closed: int | None) -> int:
        """Return where to draw from: a pile, if its top is worth more than an average card from the deck."""
        values = [(self.value_of_pile(color), color) for color in drawable if color not in (DECK, closed)]
        value, color = max(values, default=(0.0, DECK))
        if value <= self.total(self.turns) or value <= self.value_of_deck():
            return DECK
        return color

    def value_of_pile(self, color: int) -> float:
        """Return my expected score with the top of this pile in hand, and what the opponent then misses."""
        pile = self.piles[color]
        denied = self.their_value(color, pile) - self.their_value(color, pile[:-1])
        return self.value_if_drawn(color, pile[-1], self.deck_count // 2) + THEIR_WEIGHT * denied

    def value_of_deck(self) -> float:
        """Return my expected score with one more card from the deck, the mean over all that are not seen."""
        values = [self.value_if_drawn(color, rank, self.turns) for color in self.colors for rank in self.unseen[color]]
        return sum(values) / len(values)


def without(ranks: Ranks, rank: int) -> Ranks:
    """Return the ranks less one."""
    left = [*ranks]
    left.remove(rank)
    return left


def expected_scores(column: Ranks, held: Ranks, chances: Chances, rules: Rules) -> Plan:
    """Return the expected final score of one expedition by the number of held cards that are played, from 0.

    Of the numbers the highest are played. `chances` are the cards that may still come, each with its chance.
    """
    last = column[-1] if column else 0
    wagers = column.count(HANDSHAKE)
    more_wagers = held.count(HANDSHAKE) if last <= HANDSHAKE else 0
    numbers = sorted((rank for rank in held if rank > max(last, HANDSHAKE)), reverse=True)
    coming = [(rank, chance) for rank, chance in chances if rank > max(last, HANDSHAKE)]
    best = [float("-inf")] * (len(numbers) + more_wagers + 1)
    for count in range(len(numbers) + 1):
        lowest = numbers[count - 1] if count else 11
        hopes = [(rank, chance if rank > lowest else chance * BELOW) for rank, chance in coming]
        points = sum(column) - wagers + sum(numbers[:count]) + sum(rank * chance for rank, chance in hopes) - 20
        size = len(column) - wagers + count + sum(chance for _, chance in hopes)
        for more in range(more_wagers + 1):
            score = points * (1 + wagers + more)
            score += bonus(size if rules.bonus_counts == NUMBERS_ONLY else size + wagers + more)
            if not (column or count or more):
                score = 0.0  # hopes alone are not counted
            if rules.handshakes_alone == FREE and wagers == len(column) and not count:
                score = max(score, 0.0)
            best[count + more] = max(best[count + more], score)
    return best


def bonus(size: float) -> float:
    """Return what the bonus for eight cards is worth to an expedition that expects to have so many."""
    short = 8 - size
    if short <= 0:
        return 20
    return 20 * max(0.0, 1 - short / NEAR_BONUS) ** 2


if __name__ == "__main__":
    serve(Planner())
