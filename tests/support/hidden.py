"""What one seat cannot know of a match, and how to change just that."""

import copy
from random import Random

from support.strategies import Game

from referee.rules.cards import HAND_SIZE, Card
from referee.rules.state import MatchState, Seat
from referee.rules.turns import DECK


def reshuffle_hidden(state: MatchState, seat: Seat, chance: Random) -> MatchState:
    """A position in which all that `seat` cannot know is shuffled: the deck and the opponent's unknown cards together.

    The order of a hand is not shuffled: hands are sorted, for both seats.
    """
    other = copy.deepcopy(state)
    hand, known = other.hands[seat.other], other.known[seat.other]
    hidden = [*other.deck, *_without(hand, known)]
    chance.shuffle(hidden)
    deck_count = len(other.deck)
    other.deck.clear()
    other.deck.extend(hidden[:deck_count])
    hand[:] = sorted([*known, *hidden[deck_count:]])
    return other


def redeal_hidden(game: Game, seat: Seat, chance: Random) -> Game:
    """Another deal from which the same turns are played, and which differs only in cards that `seat` never saw.

    Each card is followed by its place in the deal, from the deck to a hand, a pile and a hand again. Places whose card
    is still in the deck, or came from hand or deck to the opponent's hand and stayed there, are shuffled.
    """
    places = _hidden_places(game, seat)
    cards = [game.deal[place] for place in places]
    chance.shuffle(cards)
    deal = list(game.deal)
    for place, card in zip(places, cards, strict=True):
        deal[place] = card
    return Game(variant=game.variant, deal=tuple(deal), turns=game.turns)


def _hidden_places(game: Game, seat: Seat) -> list[int]:
    """Places of the deal whose card `seat` has not seen when the turns are played."""
    hands = [[*range(HAND_SIZE)], [*range(HAND_SIZE, 2 * HAND_SIZE)]]
    deck = [*range(2 * HAND_SIZE, len(game.deal))]
    piles: dict[int, list[int]] = {}
    seen: set[int] = set()
    for number, turn in enumerate(game.turns):
        mover = number % 2
        # Of equal cards the seen one is shown first, as the view counts.
        equal = [place for place in hands[mover] if game.deal[place] == turn.card]
        place = min(equal, key=lambda place: place not in seen)
        hands[mover].remove(place)
        seen.add(place)
        if turn.placement.name == "DISCARD":
            piles.setdefault(turn.card // 16, []).append(place)
        if turn.draw_from == DECK:
            hands[mover].append(deck.pop(-1 if mover == 1 and game.variant.draw == "own-end" else 0))
        else:
            hands[mover].append(piles[turn.draw_from].pop())
    return [*deck, *(place for place in hands[seat.other] if place not in seen)]


def _without(hand: list[Card], known: list[Card]) -> list[Card]:
    rest = list(hand)
    for card in known:
        rest.remove(card)
    return rest
