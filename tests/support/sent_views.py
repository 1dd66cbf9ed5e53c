"""A view as it goes over the wire, and the rules."""

from typing import Any, Final

from referee.rules.variant import Variant
from referee.view import View
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game
from referee.wire.take_turn import TurnRequests

SERIES_ID: Final = "0123456789abcdef"


def request_bytes(
    view: View,
    *,
    series_id: str = SERIES_ID,
    match_number: int = 1,
    variant: Variant | None = None,
    turn_number: int = 1,
    time_left_ms: int = 1000,
    bank_left_ms: int | None = 30_000,
    last_turn_charged_ms: int = 0,
    strikes_left: int = 0,
) -> bytes:
    """A TakeTurnRequest with that view; everything else is as it mostly is in a first match, unless told otherwise."""
    return TurnRequests(series_id, match_number, variant or Variant()).encode(
        view,
        turn_number=turn_number,
        time_left_ms=time_left_ms,
        bank_left_ms=bank_left_ms,
        last_turn_charged_ms=last_turn_charged_ms,
        strikes_left=strikes_left,
    )


def sent_view(view: View) -> Any:
    """The PlayerView message that a bot finds in its request."""
    return service.TakeTurnRequest.FromString(request_bytes(view)).view


def check_rules(rules: Any, variant: Variant) -> None:
    """Fail unless the Rules message says the variant; how cards are drawn is not told."""
    assert game.BonusCounts.Name(rules.bonus_counts) == f"BONUS_COUNTS_{variant.bonus_counts.upper()}"
    assert game.HandshakesAlone.Name(rules.handshakes_alone) == f"HANDSHAKES_ALONE_{variant.handshakes_alone.upper()}"
    numbers = (rules.colors, rules.deck_only_after, rules.matches_per_series)
    assert numbers == (variant.colors, variant.deck_only_after, 3)
