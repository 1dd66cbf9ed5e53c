"""The luck of the draw: the luck model `luck-1`, from the deal and the turns of a match alone.

    model      the formulas below, for all draws of a match at once
    census     a match replayed into arrays: which cards lie where before every draw

Every draw from the deck is a uniform pick from the cards left in it, whatever the bots do. So for any value
g(card, state) the term g(drawn card) − mean of g over the cards left has expectation zero. A sum of such terms may be
subtracted from a margin: its mean stays, and the variance that the terms explain is gone. The idea is AIVAT's (Burch,
Schmid, Moravčík, Morrill, Bowling: arXiv 1612.06915). A bad g costs precision, never fairness.

The luck model, by sections. A change of any number or rule in them gets a new name, never to be mixed with this one.

 1. State. There is a term for every draw from the deck, none for a draw from a discard pile: a choice, not chance.
    The state is that between placing and drawing: seat p draws, o is the other. D is the deck as a set of n cards,
    the one about to be drawn included. If everybody draws from the deck, the turns left after this draw are
    T_p = (n − 1) // 2 and T_o = n // 2. H is a seat's hand: 7 cards of p, 8 of o. A seat's expedition of a color
    holds X cards, W of them handshakes; S is the sum of its numbers, L the last of them (0 if there is none). The
    color is open if X > 0. A card fits if it may go there: a handshake if L = 0, a number if it is above L.
 2. Two functions. project, the points that a color promises a seat:
        (S + M + 0.35 · min(1, T / 16) · rest − 20) · (1 + W + w) + (20 if count ≥ 8 else 0)
    where M is the sum of the T highest numbers of H above L and m how many they are (all, if fewer than T), w the
    handshakes of H if L = 0 (else 0), rest the sum of the numbers of D above L, and count = X + m + w, or with
    `bonus_counts = "numbers"` X − W + m. And top, the best that a hand can still play: the sum of the T largest
    v · (1 + W) over the numbers v of H that fit an open color.
 3. Value of a card k of D. Let H get k and D lose it. If the color is open, B is what top gains and E what project
    gains. If not, N = ramp · what max(0, project) gains, with ramp = min(1, max(0, (T − 4) / 4)). What is not named
    is 0, and all three are 0 if k does not fit or T = 0. With σ = +1 if p is `first` and −1 if it is `second`:
        g = 0.31 · B_p + 0.47 · E_p + 0.73 · N_p + 0.27 · B_o + 0.11 · N_o
        term = σ · (g(the card drawn) − the mean of g over the n cards of D)
 4. Opening hands. As dealt, with T = n // 2, h is a seat's sum of max(0, project) over the colors;
        opening = 0.74 · (h(first) − h(second))
 5. Luck of a match = opening + the sum of its terms, in points. Positive: `first` was lucky.

2026-11-29: g is evaluated for every card of the deck at every draw in one numpy pass a match. Plain loops were
refused: they read like the sections above but take some forty times as long; the tests keep them as an oracle.
"""

from referee.luck.model import LUCK_MODEL, Luck, match_luck

__all__ = ["LUCK_MODEL", "Luck", "match_luck"]
