"""A view as it goes over the wire, and the rules."""

from typing import Any

from referee.rules.variant import Variant
from referee.view import View
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game
from referee.wire.take_turn import TakeTurn, encode_take_turn


def turn_request(view: View, *, turn_number: int = 1, variant: Variant | None = None) -> TakeTurn:
    """A request with that view, in a first match where everything else is as it mostly is."""
    return TakeTurn(
        series_id="0123456789abcdef",
        match_number=1,
        turn_number=turn_number,
        view=view,
        variant=variant or Variant(),
        time_left_ms=1000,
        bank_left_ms=30_000,
        last_turn_charged_ms=0,
        strikes_left=0,
    )


def sent_view(view: View) -> Any:
    """The PlayerView message that a bot finds in its request."""
    return service.TakeTurnRequest.FromString(encode_take_turn(turn_request(view))).view


def check_rules(rules: Any, variant: Variant) -> None:
    """Fail unless the Rules message says the variant; how cards are drawn is not told."""
    assert game.BonusCounts.Name(rules.bonus_counts) == f"BONUS_COUNTS_{variant.bonus_counts.upper()}"
    assert game.HandshakesAlone.Name(rules.handshakes_alone) == f"HANDSHAKES_ALONE_{variant.handshakes_alone.upper()}"
    numbers = (rules.colors, rules.deck_only_after, rules.matches_per_series)
    assert numbers == (variant.colors, variant.deck_only_after, 3)
