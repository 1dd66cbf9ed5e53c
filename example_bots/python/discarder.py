"""Discarder: starts no expedition, so that each match ends with 0 points for it. Who loses to it loses points.

It discards the first card of its sorted hand and draws from the deck: the same turn that the referee
plays for a bot under the policy "substitute".
"""

from lost_cities_bot import Bot, discard, serve
from lostcities.v1.bot_service_pb2 import TakeTurnResponse
from lostcities.v1.game_pb2 import PlayerView, Rules


class Discarder(Bot):
    """Scores 0 in every match."""

    name = "discarder"

    def choose_turn(self, view: PlayerView, rules: Rules) -> TakeTurnResponse:
        """Discard the first card."""
        return discard(view.hand[0])


if __name__ == "__main__":
    serve(Discarder())
