"""A match replayed into arrays: which cards lie where, as dealt and before every draw from the deck."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.rules.cards import COLOR_SLOTS, RANKS, Card
from referee.rules.state import SEATS, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn
from referee.rules.variant import Variant

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True, slots=True)
class Cards:
    """Counts of every card in many states side by side: arrays [rank, color, seat, state].

    Attributes:
        deck: D; its seat axis has length 1.
        hands: H.
        expeditions: the cards played.
    """

    deck: Floats
    hands: Floats
    expeditions: Floats


@dataclass(frozen=True, kw_only=True, slots=True)
class Census:
    """What the luck model asks of a match.

    Attributes:
        dealt: the one state before the first turn.
        before_draws: the states of section 1, one for each draw from the deck, in order.
        drawers: the seats that drew, 0 or 1.
        drawn: the cards they drew.
    """

    dealt: Cards
    before_draws: Cards
    drawers: Ints
    drawn: Ints


def take_census(deal: Sequence[Card], turns: Sequence[Turn], variant: Variant) -> Census:
    """Replay a match, or the beginning of one.

    Raises:
        IllegalTurnError: the turns do not follow from the deal and the rules.
    """
    state = deal_match(deal, variant)
    deck = _count(state.deck)
    hands = [_count(hand) for hand in state.hands]
    expeditions = [_count([]) for _ in SEATS]
    zones = [deck, *hands, *expeditions]
    dealt = b"".join(zones)
    snapshots, draws = [], []
    for turn in turns:
        seat = state.seat
        drawn = apply_turn(state, turn)
        hands[seat][turn.card] -= 1
        if turn.placement == Placement.EXPEDITION:
            expeditions[seat][turn.card] += 1
        if turn.draw_from == DECK:
            snapshots.append(b"".join(zones))
            draws.append((seat, drawn))
            deck[drawn] -= 1
        hands[seat][drawn] += 1
    drawers, cards = np.array(draws, dtype=np.int64).reshape(len(draws), 2).T
    return Census(
        dealt=_read([dealt], variant.colors),
        before_draws=_read(snapshots, variant.colors),
        drawers=drawers,
        drawn=cards,
    )


def _count(cards: Iterable[Card]) -> bytearray:
    """How many of every card there are, by the card's value."""
    counts = bytearray(16 * COLOR_SLOTS)
    for card in cards:
        counts[card] += 1
    return counts


def _read(snapshots: Sequence[bytes], colors: int) -> Cards:
    """Joined zones as arrays. A card's value, 16 × color + rank, becomes its color and its rank, both from 0."""
    flat = np.frombuffer(b"".join(snapshots), dtype=np.uint8)
    zones = flat.reshape(len(snapshots), 5, COLOR_SLOTS, 16)
    counts = zones[..., 1 : colors + 1, RANKS.start : RANKS.stop].T.astype(np.float64, order="C")
    return Cards(deck=counts[:, :, 0:1], hands=counts[:, :, 1:3], expeditions=counts[:, :, 3:5])
