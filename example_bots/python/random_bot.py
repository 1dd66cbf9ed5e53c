"""Random: any legal turn, each with the same chance. Who loses to it has a bug.

All its chance comes from the random_seed of StartSeries, so a series can be played again, turn by turn.
"""

import random

from lost_cities_bot import Bot, color_of, discard, play, serve
from lostcities.v1.bot_service_pb2 import StartSeriesRequest, TakeTurnResponse
from lostcities.v1.game_pb2 import PlayerView, Rules


class RandomBot(Bot):
    """Chooses uniformly among all legal turns."""

    name = "random"

    def __init__(self) -> None:
        self._dice = random.Random(0)

    def start_series(self, request: StartSeriesRequest) -> None:
        """Take the dice of this series."""
        self._dice = random.Random(request.random_seed)

    def choose_turn(self, view: PlayerView, rules: Rules) -> TakeTurnResponse:
        """List the legal turns, each once, and pick one."""
        playable = [(play, card, source) for card in sorted(set(view.playable_cards)) for source in view.drawable]
        discards = [
            (discard, card, source)
            for card in sorted(set(view.hand))
            for source in view.drawable
            if source != color_of(card)
        ]
        action, card, source = self._dice.choice(playable + discards)
        return action(card, source)


if __name__ == "__main__":
    serve(RandomBot())
