"""The formulas of `luck-1`, for all draws of a match at once; sections are those of the package's docstring.

Arrays have the axes [rank, color, seat, state]; an axis that a quantity does not depend on has length 1 or, in front,
is missing. A state is one draw from the deck. The ranks are handshake, 2 … 10, at index 0 … 9.

2026-11-29: sums over ranks are sums of whole rows where ranks come first and states last. Measured: a match takes a
quarter less time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.luck.census import Cards, Census, Floats, take_census
from referee.rules.cards import HANDSHAKE, RANKS, Card
from referee.rules.scoring import BONUS, BONUS_CARDS, EXPEDITION_COST
from referee.rules.state import SEATS, Seat
from referee.rules.turns import Turn
from referee.rules.variant import Variant

LUCK_MODEL: Final = "luck-1"
"""The name of this model with all its numbers; stored with a tournament and printed with its table."""

_BETA: Final = np.array([[0.31, 0.47, 0.73], [0.27, 0.0, 0.11]])
"""What B, E and N count for the drawer (first row) and for the other seat (section 3)."""

_BETA_OPENING: Final = 0.74
_REST_SHARE: Final = 0.35

_RANKS: Final = np.array(RANKS)[:, None, None, None]
_HANDSHAKES: Final = np.where(_RANKS == HANDSHAKE, 1.0, 0.0)
_NUMBERS: Final = np.where(_RANKS == HANDSHAKE, 0.0, _RANKS)
"""By rank, what a card adds to a count of handshakes and to a sum of numbers."""

_NO_CARD: Final = np.zeros((1, 1, 1, 1))


@dataclass(frozen=True, kw_only=True, slots=True)
class Luck:
    """The luck of one match, in points; positive: `first` was lucky.

    Attributes:
        opening: of the hands as dealt; it changes only its sign if they are exchanged.
        terms: one for each draw from the deck, in order, as far as the turns go.
    """

    opening: float
    terms: tuple[float, ...]

    @property
    def total(self) -> float:
        """What to subtract from the margin first − second (section 5)."""
        return self.opening + sum(self.terms)


def match_luck(deal: Sequence[Card], turns: Sequence[Turn], variant: Variant) -> Luck:
    """The luck of a match by `luck-1`, in points; positive: `first` was lucky.

    Args:
        deal: the order of the whole pack.
        turns: in order, those that the referee played too; they may stop early, as at a forfeit, and so do the terms.
        variant: the rules; the model itself reads only `bonus_counts` and `colors`.

    Raises:
        IllegalTurnError: the turns do not follow from the deal and the rules.
    """
    census = take_census(deal, turns, variant)
    terms = draw_terms(census, variant)
    return Luck(opening=opening_luck(census.dealt, variant), terms=tuple(terms.tolist()))


def opening_luck(dealt: Cards, variant: Variant) -> float:
    """The opening term of one state as dealt, in points (section 4)."""
    left = dealt.deck.sum()
    outlook = foresee(dealt, np.full((2, 1), left // 2))
    first, second = np.maximum(0, project(outlook, variant)).sum(axis=(0, 1, 3))
    return _BETA_OPENING * float(first - second)


def draw_terms(census: Census, variant: Variant) -> Floats:
    """One term for each draw from the deck, in points (sections 1 and 3)."""
    deck = census.before_draws.deck[:, :, 0]
    left = deck.sum(axis=(0, 1))
    roles = (np.array(SEATS)[:, None] != census.drawers).astype(int)  # 0: the drawer, 1: the other seat
    outlook = foresee(census.before_draws, (left - 1 + roles) // 2)
    g = sum(beta[roles] * value for beta, value in zip(_BETA.T, card_values(outlook, variant), strict=True)).sum(axis=2)
    colors, ranks = np.divmod(census.drawn, 16)
    surprise = g[ranks - 1, colors - 1, np.arange(len(left))] - (deck * g).sum(axis=(0, 1)) / left
    terms: Floats = np.where(census.drawers == Seat.FIRST, surprise, -surprise)
    return terms


@dataclass(frozen=True, kw_only=True, slots=True)
class Outlook:
    """What both seats can hope for in every color: the quantities of sections 1 and 2.

    Attributes:
        turns_left: T.
        is_open: X > 0.
        fits: by rank, whether a card of it may be played.
        held: by rank, how many cards of the hand fit.
        multiplier: 1 + W.
        handshakes: W + w.
        number_count: X − W + m.
        number_sum: S + M.
        lowest: the lowest of the numbers in M if they are T, else 0.
        rest: the sum of the deck's numbers above L.
    """

    turns_left: Floats
    is_open: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    held: Floats
    multiplier: Floats
    handshakes: Floats
    number_count: Floats
    number_sum: Floats
    lowest: Floats
    rest: Floats


def foresee(cards: Cards, turns: Floats) -> Outlook:
    """Sum up what the cards promise; `turns` is T as an array [seat, state]."""
    played = cards.expeditions
    last = (played * _NUMBERS).max(axis=0)
    fits = last < _RANKS
    held = cards.hands * fits
    numbers = held * (_NUMBERS > 0)
    place = numbers[::-1].cumsum(axis=0)[::-1]  # 1 for the highest number held, 2 for the next …
    mine = numbers * (place <= turns)
    return Outlook(
        turns_left=turns,
        is_open=played.sum(axis=0) > 0,
        fits=fits,
        held=held,
        multiplier=1 + played[0],
        handshakes=played[0] + held[0],
        number_count=played[1:].sum(axis=0) + mine.sum(axis=0),
        number_sum=((played + mine) * _NUMBERS).sum(axis=0),
        lowest=(mine * (place == turns) * _NUMBERS).sum(axis=0),
        rest=(cards.deck * fits * _NUMBERS).sum(axis=0),
    )


def project(outlook: Outlook, variant: Variant, *, numbers: Floats = _NO_CARD, handshakes: Floats = _NO_CARD) -> Floats:
    """The points that every color promises with one card more in the hand and less in the deck (section 2).

    The rank axis of the answer is that of `numbers` and `handshakes`, what each such card adds to a sum of numbers
    and to a count of handshakes; by default it is no card.
    """
    joins = (numbers > 0) & (outlook.lowest == 0)
    number_sum = outlook.number_sum + np.maximum(0, numbers - outlook.lowest)
    handshake_count = outlook.handshakes + handshakes
    count = outlook.number_count + joins
    if variant.bonus_counts == "all":
        count = count + handshake_count
    hope = _REST_SHARE * np.minimum(1, outlook.turns_left / 16) * (outlook.rest - numbers)
    points: Floats = (number_sum + hope - EXPEDITION_COST) * (1 + handshake_count) + BONUS * (count >= BONUS_CARDS)
    return points


def card_values(outlook: Outlook, variant: Variant) -> tuple[Floats, Floats, Floats]:
    """B, E and N of every card for both seats, whether it is in the deck or not (section 3)."""
    turns_left, is_open = outlook.turns_left, outlook.is_open
    before = project(outlook, variant)
    after = project(outlook, variant, numbers=_NUMBERS, handshakes=_HANDSHAKES)
    usable = outlook.fits & (turns_left > 0)
    ramp = np.clip((turns_left - 4) / 4, 0, 1)
    return (
        usable * _top_gain(outlook),
        (usable & is_open) * (after - before),
        (usable & ~is_open) * ramp * (np.maximum(0, after) - np.maximum(0, before)),
    )


def _top_gain(outlook: Outlook) -> Floats:
    """What top gains by one more card: what its v · (1 + W) is above the T-th largest of those held, if at all."""
    points = _NUMBERS * outlook.multiplier * outlook.is_open
    ranks, colors, seats, states = outlook.held.shape
    ascending = np.sort((outlook.held * points).reshape(ranks * colors, seats, states), axis=0)
    # Absent cards count 0 here and fill up the list, so the T-th largest is 0 if there are fewer. T = 0 is unused.
    place = len(ascending) - np.maximum(1, outlook.turns_left).astype(int)
    bar = np.take_along_axis(ascending, place[None], axis=0)
    return np.maximum(0, points - bar)
