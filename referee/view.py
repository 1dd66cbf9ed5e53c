"""The only door from a match to a bot: what one seat may legally know before its turn (DESIGN section 4).

A view is built from scratch, and everything in it is either the seat's own or was seen by both. Never in it: seed,
deal id, order of the deck, the opponent's hand (but for cards it took from a pile before everybody's eyes), or
anything else that differs between the two legs of an encounter. The property is tested on the encoded bytes:
permute all that the seat cannot know, and the view stays the same.
"""

from itertools import chain
from typing import NamedTuple

from referee.rules.state import MatchState, Seat
from referee.rules.turns import Turn, drawable, playable_cards


class View(NamedTuple):
    """What one seat knows; the fields are those of the wire's PlayerView. Cards and draw sources are a byte each.

    Attributes:
        hand: its cards, sorted by value.
        my_expeditions, opponent_expeditions: by color, cards in the order played.
        discard_piles: by color, bottom to top.
        opponent_known_hand: cards that the opponent took from piles and has not shown again, sorted.
        deck_count: cards left in the deck.
        playable_cards: cards of the hand that may go to an expedition, sorted, with multiplicity.
        drawable: open draw sources: piles by color 1..6, then `DECK`.
        opponent_last_turn, my_last_turn: None before there was one.
        my_last_turn_substituted: whether the referee played that turn for the bot.
        my_points, opponent_points: of the finished matches of this series.
        turns_until_deck_only: turns of both seats until only the deck is open, this one included; 0 when it is so now.
    """

    hand: bytes
    my_expeditions: bytes
    opponent_expeditions: bytes
    discard_piles: bytes
    opponent_known_hand: bytes
    deck_count: int
    playable_cards: bytes
    drawable: bytes
    opponent_last_turn: Turn | None
    my_last_turn: Turn | None
    my_last_turn_substituted: bool
    my_points: int
    opponent_points: int
    turns_until_deck_only: int


def build_view(state: MatchState, seat: Seat, *, points: tuple[int, int] = (0, 0), substituted: bool = False) -> View:
    """Build what `seat` may know of a match.

    Args:
        state: the match; only read.
        seat: whose view it is.
        points: finished matches of this series, by the seats of *this* match.
        substituted: whether the referee played this seat's last turn.
    """
    other, known = seat.other, state.known[seat.other]
    # By place, not by name: that takes a third of the time.
    return View(
        bytes(state.hands[seat]),
        bytes(chain.from_iterable(state.expeditions[seat])),
        bytes(chain.from_iterable(state.expeditions[other])),
        bytes(chain.from_iterable(state.piles)),
        bytes(sorted(known)) if known else b"",
        len(state.deck),
        bytes(playable_cards(state, seat)),
        bytes(drawable(state)),
        state.last_turns[other],
        state.last_turns[seat],
        substituted,
        points[seat],
        points[other],
        max(0, state.variant.deck_only_after + 1 - state.turn_number),
    )
