"""Hypothesis strategies: variants, games reached by legal play, turns.

A game is drawn as a few small numbers (a seed, a style, a length) and played from them: quick, and a failing
example prints the rules, the deal and the turns.
"""

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from referee.rules.cards import CARDS, Card, format_card, pack
from referee.rules.notation import format_turn
from referee.rules.state import MatchState, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn, legal_turns
from referee.rules.variant import Variant

STYLES = ("any", "piles", "handshakes")
"""How a game is played: any legal turn; drawing from piles while it can; handshakes first and piles at times."""


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Game:
    """Rules, a deal, and turns that were played from it."""

    variant: Variant
    deal: tuple[Card, ...]
    turns: tuple[Turn, ...]

    def state(self) -> MatchState:
        """The position after the turns, built anew each time."""
        state = deal_match(self.deal, self.variant)
        for turn in self.turns:
            apply_turn(state, turn)
        return state

    def __repr__(self) -> str:
        deal, turns = " ".join(map(format_card, self.deal)), ", ".join(map(format_turn, self.turns))
        return f"Game({self.variant}, deal: {deal}, turns: {turns})"


def shuffled_pack(colors: int, seed: int) -> tuple[Card, ...]:
    """A deal that follows from a small number."""
    cards = list(pack(colors))
    Random(seed).shuffle(cards)
    return tuple(cards)


def pick_turn(state: MatchState, style: str, chance: Random) -> Turn:
    """A legal turn in one of the STYLES; the match must not be over."""
    turns = legal_turns(state)
    if style == "piles" or (style == "handshakes" and chance.random() < 0.5):
        turns = [turn for turn in turns if turn.draw_from != DECK] or turns
    if style == "handshakes":
        turns = [turn for turn in turns if turn.card % 16 == 1] or turns
    return chance.choice(turns)


def play_game(variant: Variant, *, seed: int, style: str = "any", turn_limit: int = 1000) -> Game:
    """A game of at most `turn_limit` turns; with the default it is played to the end."""
    chance, deal = Random(seed), shuffled_pack(variant.colors, seed)
    state = deal_match(deal, variant)
    turns: list[Turn] = []
    while not state.is_over and len(turns) < turn_limit:
        turns.append(pick_turn(state, style, chance))
        apply_turn(state, turns[-1])
    return Game(variant=variant, deal=deal, turns=tuple(turns))


def variants() -> st.SearchStrategy[Variant]:
    """Every variant that a tournament can name; piles close never, at once, or somewhere in the match."""
    return st.builds(
        Variant,
        colors=st.sampled_from((5, 6)),
        draw=st.sampled_from(("own-end", "shared")),
        bonus_counts=st.sampled_from(("all", "numbers")),
        handshakes_alone=st.sampled_from(("scored", "free")),
        deck_only_after=st.sampled_from((300, 400, 0, 1, 20, 60)),
    )


@st.composite
def games(draw: st.DrawFn, *, is_whole: bool = False) -> Game:
    """A game that goes on (`state()` has a seat to move), or with `is_whole` one played to the end."""
    variant, style = draw(variants()), draw(st.sampled_from(STYLES))
    seed = draw(st.integers(0, 2**32 - 1))
    if is_whole:
        return play_game(variant, seed=seed, style=style)
    game = play_game(variant, seed=seed, style=style, turn_limit=draw(st.integers(0, 120)))
    if not game.state().is_over:
        return game
    return Game(variant=game.variant, deal=game.deal, turns=game.turns[:-1])


def turns() -> st.SearchStrategy[Turn]:
    """Every turn that can be said, legal or not."""
    return st.builds(Turn, st.sampled_from(sorted(CARDS)), st.sampled_from(Placement), st.integers(1, DECK))
