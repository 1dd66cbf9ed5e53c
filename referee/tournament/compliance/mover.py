"""The opponent of every examination: it plays at random, inside this process."""

import random
from typing import Final

from referee.bots.connection import Answer, Method
from referee.rules.turns import DECK
from referee.wire.counterpart import encode_turn, offered_turns

NAME: Final = "(random mover)"
"""What no bot can be called."""

PILE_SHARE: Final = 0.4
"""How often it takes from a discard pile if it can: often enough for a bot to see it, seldom enough to end a match."""


class RandomMover:
    """Plays any legal turn; the same turns whenever it is asked the same questions.

    Args:
        seed: of its dice.
    """

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - to be repeated, not to be kept secret

    @property
    def exit_status(self) -> int | None:
        """None: it has no process."""
        return None

    def log_tail(self) -> str:
        """Nothing: it does not print."""
        return ""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Take a turn in no time; the other calls it does not implement."""
        if method is not Method.TAKE_TURN:
            return None
        offered = offered_turns(request)
        choices = [turn for turn in offered if turn.draw_from != DECK]
        if not choices or self._dice.random() >= PILE_SHARE:
            choices = [turn for turn in offered if turn.draw_from == DECK]
        return Answer(reply=encode_turn(self._dice.choice(choices)), elapsed_ms=0.0)
