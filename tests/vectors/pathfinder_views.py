"""Write pathfinder_views.json: views of every kind, and the turn that example_bots/python/pathfinder.py answers.

    python tests/vectors/pathfinder_views.py

Half of the positions are reached by play at random, half by pathfinders; with five and six colors, both ways to count
the bonus and to score handshakes alone, piles that never close, that are closed, and that close on the way. The same
code writes the same file. Run it again only when the strategy itself is changed, and then in all six languages.
"""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # for `support`, as pytest has it

from support.example_bots import ExampleBot, importable, take_turn_request  # noqa: E402
from support.strategies import STYLES, Game, play_game, shuffled_pack  # noqa: E402

from referee.rules.notation import format_turn  # noqa: E402
from referee.rules.state import MatchState, deal_match  # noqa: E402
from referee.rules.turns import apply_turn  # noqa: E402
from referee.rules.variant import Variant  # noqa: E402

VIEW_COUNT: Final = 2000
VIEWS_A_MATCH: Final = 4


def pick_variant(chance: Random) -> Variant:
    """A variant that a tournament may name."""
    return Variant(
        colors=chance.choice((5, 6)),
        draw=chance.choice(("own-end", "shared")),
        bonus_counts=chance.choice(("all", "numbers")),
        handshakes_alone=chance.choice(("scored", "free")),
        deck_only_after=chance.choice((300, 400, 0, 20, 40)),
    )


def bot_game(bot: ExampleBot, variant: Variant, seed: int) -> Game:
    """A match of the bot against itself."""
    deal = shuffled_pack(variant.colors, seed)
    state, turns = deal_match(deal, variant), []
    while not state.is_over:
        turns.append(bot.take_turn(state)[0])
        apply_turn(state, turns[-1])
    return Game(variant=variant, deal=deal, turns=tuple(turns))


def positions(bot: ExampleBot) -> Iterator[MatchState]:
    """Positions for ever, a few of each match, their turns in no order."""
    chance = Random(1)
    for seed in range(sys.maxsize):
        variant = pick_variant(chance)
        if seed % 2:
            game = bot_game(bot, variant, seed)
        else:
            game = play_game(variant, seed=seed, style=STYLES[seed // 2 % len(STYLES)])
        for length in chance.sample(range(len(game.turns)), VIEWS_A_MATCH):
            yield Game(variant=variant, deal=game.deal, turns=game.turns[:length]).state()


def lines() -> list[str]:
    """One line of JSON for each view: its TakeTurnRequest in base64, and the turn."""
    with importable():
        bot = ExampleBot("pathfinder")
        rows = {}
        for state in positions(bot):
            request = base64.b64encode(take_turn_request(state)).decode()
            rows[request] = json.dumps([request, format_turn(bot.take_turn(state)[0])])
            if len(rows) == VIEW_COUNT:
                return list(rows.values())
    raise AssertionError("positions never end")


if __name__ == "__main__":
    (HERE / "pathfinder_views.json").write_text("[\n" + ",\n".join(lines()) + "\n]\n", "utf-8")
