"""A bot that misbehaves in one way, told by name; a program of its own: `python -m support.zoo.bot [later] WORDS`.

WORDS are one of

    starts.STARTS     something wrong before it serves, or instead of serving
    answers.ANSWERS   something wrong in an answer, from its second turn of a match on
    lives.LIVES       something wrong beside its answers

and an argument, if it takes one. In all else it is honest: it discards its first card and draws from the deck. So it
passes its rehearsal, which asks for one turn; with `later` its first process is wholly honest, and only the others
misbehave.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from support.zoo.answers import ANSWERS, STREAMS, Reply, count_up, honest
from support.zoo.lives import LIVES, Life
from support.zoo.starts import STARTS, Start

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service

SERVICE = "/lostcities.v1.BotService/"


class Handler(grpc.GenericRpcHandler):
    """Takes every call of one service."""

    def __init__(self, words: list[str], life: Life, start: Start) -> None:
        self._answer = ANSWERS.get(words[0], honest)
        self._argument = " ".join(words[1:])
        self._life = life
        self._prefix = start.service or SERVICE
        self._start = start

    def service(self, handler_call_details: Any) -> Any:
        """Find what handles a call."""
        prefix, _, method = handler_call_details.method.rpartition("/")
        if f"{prefix}/" != self._prefix:
            return None
        if method == "TakeTurn" and self._answer in STREAMS:
            # A stream, so that any number of messages can be sent; on the wire that looks the same.
            return grpc.unary_stream_rpc_method_handler(self._take_turn)
        if method == "TakeTurn":
            return grpc.unary_unary_rpc_method_handler(self._take_turn)
        return grpc.unary_unary_rpc_method_handler(lambda request, context: self._take(method, request, context))

    def _take(self, method: str, request: bytes, context: Any) -> bytes:
        """Everything that is no turn."""
        if method == "Describe":
            return self._start.describe(context)
        if method == "StartSeries":
            self._start.start_series(context)
        self._life.told(method, request, context)
        return b""

    def _take_turn(self, raw: bytes, context: Any) -> Reply:
        request = service.TakeTurnRequest.FromString(raw)
        if request.turn_number == 1:
            answer = honest(request, context, "")
            return iter([answer]) if self._answer in STREAMS else answer
        self._life.asked(request, context)
        return self._answer(request, context, self._argument)


def main(words: list[str]) -> None:
    """Start as told, then serve for ever."""
    if words[0] == "later":
        words = words[1:] if count_up("started") else ["honest"]
    start = STARTS[words[0]](" ".join(words[1:])) if words[0] in STARTS else Start()
    life = LIVES[words[0]](" ".join(words[1:])) if words[0] in LIVES else Life()
    server = grpc.server(ThreadPoolExecutor(4), handlers=[Handler(words, life, start)])
    server.add_insecure_port(os.environ["LOST_CITIES_BOT_ADDRESS"])
    server.start()
    print("up", flush=True)  # noqa: T201 - bots print to their log
    server.wait_for_termination()


if __name__ == "__main__":
    main(sys.argv[1:])
