"""A bot that is there already, a program of its own.

    python -m support.remote_bot PORT ROOM [--tls CERTIFICATE KEY] [--token TOKEN] [--last-turn N]

It discards its first card and draws from the deck, and says that it can play ROOM series at once; one more it refuses.
It ends instead of its turn after the last one. Port 0 is any; the one it has is its first line of output.
"""

import argparse
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service
from referee.wire._gen.lostcities.v1 import game_pb2 as game

PREFIX = "/lostcities.v1.BotService/"
REHEARSED_TURNS = 2
"""A series that has not come further may be a rehearsal, whose end is not told."""


class RemoteBot:
    """Answers calls, as long as the token is right.

    Args:
        room: series it takes at once.
        token: what it wants to hear; None for nothing.
        last_turn: after so many turns it ends.
    """

    def __init__(self, room: int, token: str | None, last_turn: int) -> None:
        self._room = room
        self._expected = None if token is None else f"Bearer {token}"
        self._turns_left = last_turn
        self._running: set[str] = set()
        self._lock = threading.Lock()

    def describe(self, _raw: bytes, context: Any) -> bytes:
        """Who it is."""
        self._check(context)
        reply = service.DescribeResponse(name="remote", version="1", max_concurrent_series=self._room)
        return bytes(reply.SerializeToString())

    def take_turn(self, raw: bytes, context: Any) -> bytes:
        """The first card, discarded."""
        self._check(context)
        self._turns_left -= 1
        if self._turns_left < 0:
            os._exit(0)
        request = service.TakeTurnRequest.FromString(raw)
        with self._lock:
            if request.turn_number > REHEARSED_TURNS:
                self._running.add(request.series_id)
            if len(self._running) > self._room:
                context.abort(grpc.StatusCode.FAILED_PRECONDITION, f"more than {self._room} series at once")
        card = request.view.hand[0]
        turn = game.Turn(card=card, placement=game.PLACEMENT_DISCARD, draw_from=game.DRAW_FROM_DECK)
        return bytes(service.TakeTurnResponse(turn=turn).SerializeToString())

    def finish_series(self, raw: bytes, context: Any) -> bytes:
        """One series less."""
        self._check(context)
        with self._lock:
            self._running.discard(service.FinishSeriesRequest.FromString(raw).series_id)
        return b""

    def _check(self, context: Any) -> None:
        heard = dict(context.invocation_metadata()).get("authorization")
        if self._expected is not None and heard != self._expected:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "wrong token")


class Handler(grpc.GenericRpcHandler):
    """Raw bytes in and out."""

    def __init__(self, bot: RemoteBot) -> None:
        self._methods = {
            f"{PREFIX}Describe": bot.describe,
            f"{PREFIX}TakeTurn": bot.take_turn,
            f"{PREFIX}FinishSeries": bot.finish_series,
        }

    def service(self, handler_call_details: Any) -> Any:
        """The handler of a method; None for one that is not implemented."""
        method = self._methods.get(handler_call_details.method)
        return None if method is None else grpc.unary_unary_rpc_method_handler(method)


def main() -> None:
    """Serve until it is killed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("room", type=int)
    parser.add_argument("--tls", nargs=2, type=Path)
    parser.add_argument("--token")
    parser.add_argument("--last-turn", type=int, default=1_000_000)
    options = parser.parse_args()
    bot = RemoteBot(options.room, options.token, options.last_turn)
    server = grpc.server(ThreadPoolExecutor(8), handlers=[Handler(bot)])
    address = f"127.0.0.1:{options.port}"
    if options.tls:
        certificate, key = (path.read_bytes() for path in options.tls)
        port = server.add_secure_port(address, grpc.ssl_server_credentials([(key, certificate)]))
    else:
        port = server.add_insecure_port(address)
    server.start()
    print(port, flush=True)  # noqa: T201 - what the test waits for
    server.wait_for_termination()


if __name__ == "__main__":
    main()
