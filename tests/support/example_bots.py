"""The example bots in Python, asked without a network: the bytes are those of the wire, the calls are direct."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from support.sent_views import request_bytes

from referee.rules.cards import Card
from referee.rules.scoring import scores
from referee.rules.state import MatchState, deal_match
from referee.rules.turns import Turn, apply_turn
from referee.rules.variant import Variant
from referee.view import build_view
from referee.wire.codec import StartSeries, decode_turn, encode_start_series

FOLDER: Final = Path(__file__).resolve().parents[2] / "example_bots" / "python"

CLASSES: Final = {
    "random_bot": "RandomBot",
    "discarder": "Discarder",
    "greedy": "Greedy",
    "planner": "Planner",
    "pathfinder": "Pathfinder",
}
"""The class of the bot in each file."""


@contextmanager
def importable() -> Iterator[None]:
    """Put the folder of the example bots on the path for a while."""
    sys.path.insert(0, str(FOLDER))
    try:
        yield
    finally:
        sys.path.remove(str(FOLDER))


class ExampleBot:
    """One example bot by the name of its file; needs `importable`."""

    def __init__(self, name: str, *, random_seed: int = 0) -> None:
        bot: Any = getattr(import_module(name), CLASSES[name])()
        self._service: Any = import_module("lost_cities_bot")._Service(bot)
        self._messages: Any = import_module("lostcities.v1.bot_service_pb2")
        self.start_series(Variant(), random_seed)

    def start_series(self, variant: Variant, random_seed: int) -> None:
        """Announce a series, without limits."""
        start = StartSeries(
            series_id="0123456789abcdef",
            variant=variant,
            turn_ms=0,
            bank_ms=0,
            increment_ms=0,
            random_seed=random_seed,
        )
        request = self._messages.StartSeriesRequest.FromString(encode_start_series(start))
        self._service.StartSeries(request, None)

    def take_turn(self, state: MatchState) -> tuple[Turn, str]:
        """The turn and the note that it answers for the seat to move."""
        return self.answer(take_turn_request(state))

    def answer(self, request: bytes) -> tuple[Turn, str]:
        """The turn and the note that it answers to an encoded TakeTurnRequest."""
        message = self._messages.TakeTurnRequest.FromString(request)
        return decode_turn(self._service.TakeTurn(message, None).SerializeToString())


def take_turn_request(state: MatchState) -> bytes:
    """What the seat to move is asked, in the bytes of the wire."""
    view = build_view(state, state.seat)
    return request_bytes(view, turn_number=state.turn_number, variant=state.variant, bank_left_ms=None)


def play_match(bots: tuple[ExampleBot, ExampleBot], deal: tuple[Card, ...], variant: Variant) -> tuple[int, int]:
    """Play a match to its end; the points of `first` and of `second`."""
    state = deal_match(deal, variant)
    while not state.is_over:
        turn, _ = bots[state.seat].take_turn(state)
        apply_turn(state, turn)
    return scores(state)


def mean_margin(bots: tuple[ExampleBot, ExampleBot], deals: list[tuple[Card, ...]], variant: Variant) -> float:
    """By how many points a match the first of two bots wins, each deal played from both seats."""
    total = 0
    for deal in deals:
        mine, theirs = play_match(bots, deal, variant)
        their_mirror, my_mirror = play_match(bots[::-1], deal, variant)
        total += mine - theirs + my_mirror - their_mirror
    return total / (2 * len(deals))
