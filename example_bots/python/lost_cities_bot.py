"""Everything about a bot but its play: listen, answer the referee, stop. Plus a few words for cards.

A bot derives from `Bot`, decides in `choose_turn`, and ends with `serve(MyBot())`. The rules of the game and
the meaning of every field stand in `game.proto`; a card is the int 16 * color + rank, rank 1 is the handshake.
"""

import logging
import os
import signal
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import NoReturn

import grpc
from grpc import ServicerContext
from lostcities.v1 import bot_service_pb2_grpc, game_pb2
from lostcities.v1.bot_service_pb2 import (
    DescribeRequest,
    DescribeResponse,
    StartSeriesRequest,
    StartSeriesResponse,
    TakeTurnRequest,
    TakeTurnResponse,
)
from lostcities.v1.game_pb2 import PlayerView, Rules, Turn

DECK = game_pb2.DRAW_FROM_DECK
HANDSHAKE = 1


def color_of(card: int) -> int:
    """Return the color of a card, 1 to 6; the discard pile of a color has the same number as a draw source."""
    return card // 16


def rank_of(card: int) -> int:
    """Return the rank of a card: 1 for a handshake, else its number, 2 to 10."""
    return card % 16


def by_color(cards: Iterable[int]) -> list[list[int]]:
    """Return the ranks of the cards by color, in the order given: index 1 to 6, index 0 stays empty."""
    columns: list[list[int]] = [[] for _ in range(7)]
    for card in cards:
        columns[card // 16].append(card % 16)
    return columns


def play(card: int, draw_from: int = DECK, note: str = "") -> TakeTurnResponse:
    """Return the reply that plays a card on its expedition; the note is shown in replays, never to the opponent."""
    turn = Turn(card=card, placement=game_pb2.PLACEMENT_EXPEDITION, draw_from=draw_from)
    return TakeTurnResponse(turn=turn, note=note)


def discard(card: int, draw_from: int = DECK, note: str = "") -> TakeTurnResponse:
    """Return the reply that discards a card; `draw_from` must not be the pile of its own color."""
    turn = Turn(card=card, placement=game_pb2.PLACEMENT_DISCARD, draw_from=draw_from)
    return TakeTurnResponse(turn=turn, note=note)


class Bot:
    """A player. Only `choose_turn` must be written."""

    name = "unnamed"
    version = "1"

    def start_series(self, request: StartSeriesRequest) -> None:
        """Forget the last series, look at the rules and limits of the next. Nothing to do without a memory."""

    def choose_turn(self, view: PlayerView, rules: Rules) -> TakeTurnResponse:
        """Return the next turn, made by `play` or `discard`. The view holds all that may be known."""
        raise NotImplementedError


class _Service(bot_service_pb2_grpc.BotServiceServicer):
    """Hands the referee's calls to the bot, and declines the news at the end of a match and of a series."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def Describe(self, _request: DescribeRequest, _context: ServicerContext) -> DescribeResponse:  # noqa: N802 (gRPC's name)
        return DescribeResponse(name=self._bot.name, version=self._bot.version, language="Python")

    def StartSeries(self, request: StartSeriesRequest, _context: ServicerContext) -> StartSeriesResponse:  # noqa: N802 (the same)
        self._bot.start_series(request)
        return StartSeriesResponse()

    def TakeTurn(self, request: TakeTurnRequest, _context: ServicerContext) -> TakeTurnResponse:  # noqa: N802 (the same)
        return self._bot.choose_turn(request.view, request.rules)

    def _decline(self, _request: object, context: ServicerContext) -> NoReturn:
        context.abort(grpc.StatusCode.UNIMPLEMENTED, "this bot needs no news")  # the base class would log a traceback

    FinishMatch = FinishSeries = _decline


def serve(bot: Bot) -> None:
    """Answer the referee on LOST_CITIES_BOT_ADDRESS (by hand: 127.0.0.1:50051) until SIGTERM or Ctrl-C."""
    logging.basicConfig()  # an exception in a turn is told to gRPC's logger, and to nobody else
    address = os.environ.get("LOST_CITIES_BOT_ADDRESS", "127.0.0.1:50051")
    stopping = {signal.SIGTERM, signal.SIGINT}
    # Blocked before any thread starts: a handler could run just before a wait, which then would not end.
    signal.pthread_sigmask(signal.SIG_BLOCK, stopping)
    # One thread is enough: the referee asks one question at a time.
    server = grpc.server(ThreadPoolExecutor(max_workers=1), options=[("grpc.so_reuseport", 0)])
    bot_service_pb2_grpc.add_BotServiceServicer_to_server(_Service(bot), server)
    server.add_insecure_port(address)
    server.start()
    print(f"{bot.name} listens on {address}", flush=True)
    signal.sigwait(stopping)
    server.stop(grace=0.2).wait()
