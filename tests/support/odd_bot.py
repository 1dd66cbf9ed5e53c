"""A bot that is honest but for one oddity, told by name; a program of its own: `python -m support.odd_bot ODDITY`.

It discards its first card and draws from the deck. Its oddities are what only an examination finds: those that end a
series in a tournament are in support/zoo.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

PREFIX = "/lostcities.v1.BotService/"
NAME = "odd\x1b[31m one"


class OddBot:
    """Honest in everything: each oddity changes one of these."""

    def start(self) -> None:
        """It is about to listen."""

    def describe(self, context: Any) -> bytes:
        """It is asked who it is."""
        raw: bytes = service.DescribeResponse(name=NAME, version="1", language="Python").SerializeToString()
        return raw

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """It is told something: StartSeries, FinishMatch, FinishSeries."""

    def asked(self, raw: bytes, context: Any) -> None:
        """It is asked for a turn."""

    def choose(self, request: Any) -> Any:
        """Its turn."""
        return game.Turn(card=request.view.hand[0], placement=2, draw_from=7)


class SecondSeries(OddBot):
    """Ends when a second series is announced."""

    def __init__(self) -> None:
        self.count = 0

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """Count the series."""
        self.count += method == "StartSeries"
        if self.count == 2:
            print("not again", flush=True)  # noqa: T201 - bots print to their log
            os._exit(3)


class OnceOnly(OddBot):
    """Remembers each turn from StartSeries on, and fails if one is asked for again."""

    def __init__(self) -> None:
        self.open: set[int] = set()

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """Forget the last series and match."""
        self.open = set(range(1, 1000))

    def asked(self, raw: bytes, context: Any) -> None:
        """Raise if the turn is not open."""
        self.open.remove(service.TakeTurnRequest.FromString(raw).turn_number)


class Strict(OddBot):
    """Refuses requests that it does not understand whole."""

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """Look for what it does not know."""
        if b"later" in raw:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "what is field 3000?")

    def asked(self, raw: bytes, context: Any) -> None:
        """The same."""
        self.told("TakeTurn", raw, context)


class StrictAboutTurns(OddBot):
    """Refuses only turns that it does not understand whole."""

    def asked(self, raw: bytes, context: Any) -> None:
        """Look for what it does not know."""
        Strict().asked(raw, context)


class Offended(OddBot):
    """Ends when nobody waits for its answer."""

    def asked(self, raw: bytes, context: Any) -> None:
        """Think a little, and look up."""
        time.sleep(0.01)
        if not context.is_active():
            os._exit(4)


class Recluse(OddBot):
    """Removes its socket once it is connected."""

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """Remove it."""
        Path(os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:")).unlink(missing_ok=True)


class Chatty(OddBot):
    """Prints two hundred kilobytes a turn."""

    def asked(self, raw: bytes, context: Any) -> None:
        """Print."""
        os.write(2, b"la la la\n" * 22_000)


class Growing(OddBot):
    """Keeps so many kilobytes of each turn."""

    def __init__(self, kilobytes: int) -> None:
        self.kilobytes = kilobytes
        self.kept: list[bytes] = []

    def asked(self, raw: bytes, context: Any) -> None:
        """Keep more."""
        self.kept.append(b"x" * (1024 * self.kilobytes))


class Collector(OddBot):
    """Opens hundreds of files when it starts."""

    def start(self) -> None:
        """Open them."""
        self.files = [os.open(os.devnull, os.O_RDONLY) for _ in range(300)]


class Deaf(OddBot):
    """Ignores SIGTERM."""

    def start(self) -> None:
        """Ignore it."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class Parent(OddBot):
    """Leaves a child in a session of its own."""

    def start(self) -> None:
        """Start it."""
        subprocess.Popen(
            [sys.executable, "-S", "-c", "import time; time.sleep(61)"],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
        )


class FiveOnly(OddBot):
    """Plays with five colors only, and by the usual way to count."""

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """Refuse anything else."""
        if method == "StartSeries":
            rules = service.StartSeriesRequest.FromString(raw).rules
            if (rules.colors, rules.bonus_counts, rules.handshakes_alone) != (5, 1, 1):
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, "not by these rules")


class Hothead(OddBot):
    """Goes on drawing from piles when only the deck is open."""

    def choose(self, request: Any) -> Any:
        """Draw from a pile that holds something, if there is any."""
        card = request.view.hand[0]
        piles = [pile // 16 for pile in request.view.discard_piles if pile // 16 != card // 16]
        is_closed = request.view.turns_until_deck_only == 0
        return game.Turn(card=card, placement=2, draw_from=piles[0] if piles and is_closed else 7)


class Careless(OddBot):
    """Fails in FinishMatch."""

    def told(self, method: str, raw: bytes, context: Any) -> None:
        """Raise."""
        if method == "FinishMatch":
            raise KeyError("score")


class Slow(OddBot):
    """Is late with its fifth turn of a match."""

    def asked(self, raw: bytes, context: Any) -> None:
        """Think."""
        if service.TakeTurnRequest.FromString(raw).turn_number in (9, 10):
            time.sleep(0.5)


class Unreadable(OddBot):
    """Describes itself in bytes that say nothing."""

    def describe(self, context: Any) -> bytes:
        """Answer garbage."""
        return b"\xff\xff"


ODDITIES: dict[str, Callable[[], OddBot]] = {
    "honest": OddBot,
    "second-series": SecondSeries,
    "once-only": OnceOnly,
    "strict": Strict,
    "strict-about-turns": StrictAboutTurns,
    "offended": Offended,
    "recluse": Recluse,
    "chatty": Chatty,
    "growing": lambda: Growing(1000),
    "eating": lambda: Growing(100_000),
    "collector": Collector,
    "deaf": Deaf,
    "parent": Parent,
    "five-only": FiveOnly,
    "hothead": Hothead,
    "careless": Careless,
    "slow": Slow,
    "unreadable": Unreadable,
}


class Handler(grpc.GenericRpcHandler):
    """Takes every call of the service, and passes the bytes on."""

    def __init__(self, bot: OddBot) -> None:
        self._bot = bot

    def service(self, handler_call_details: Any) -> Any:
        """Find what handles a call."""
        method = handler_call_details.method.removeprefix(PREFIX)
        return grpc.unary_unary_rpc_method_handler(lambda raw, context: self._take(method, raw, context))

    def _take(self, method: str, raw: bytes, context: Any) -> bytes:
        if method == "Describe":
            return self._bot.describe(context)
        if method != "TakeTurn":
            self._bot.told(method, raw, context)
            return b""
        self._bot.asked(raw, context)
        turn = self._bot.choose(service.TakeTurnRequest.FromString(raw))
        answer: bytes = service.TakeTurnResponse(turn=turn).SerializeToString()
        return answer


def main(oddity: str) -> None:
    """Serve until SIGTERM."""
    bot = ODDITIES[oddity]()
    bot.start()
    server = grpc.server(ThreadPoolExecutor(2), handlers=[Handler(bot)])
    server.add_insecure_port(os.environ["LOST_CITIES_BOT_ADDRESS"])
    server.start()
    server.wait_for_termination()


if __name__ == "__main__":
    main(sys.argv[1])
