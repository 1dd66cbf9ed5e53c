"""A second client of a bot, with a connection of its own, that breaks off what it began."""

import time
from typing import Final

import grpc

from referee.bots.connection import CallFailedError, Connection, Method

_REACHED_S: Final = 0.001
"""How long a call is left alone, so that it is under way when the connection is closed."""


class Visitor(Connection):
    """A connection beside the one that a series is played over."""

    def refusal(self, *, limit_ms: float) -> str | None:
        """Why Describe gets no answer over this connection; None if it gets one, of any kind but silence."""
        try:
            self.call(Method.DESCRIBE, b"", limit_ms=limit_ms, margin_ms=0)
        except CallFailedError as error:
            if error.code.name in {"UNAVAILABLE", "DEADLINE_EXCEEDED"}:
                return f"{error.code.name}: {error.details}"
        return None

    def break_off(self, method: Method, request: bytes, *, after_s: float) -> None:
        """Make a call, and cancel it after so many seconds; what the bot makes of it is not waited for."""
        call = self._begin(method, request)
        time.sleep(after_s)
        call.cancel()

    def hang_up(self) -> None:
        """Close the connection while a call is under way, one that changes nothing."""
        self._begin(Method.DESCRIBE, b"")
        time.sleep(_REACHED_S)
        self.close()

    def _begin(self, method: Method, request: bytes) -> "grpc.Future[bytes]":
        ask: grpc.UnaryUnaryMultiCallable[bytes, bytes] = self._channel.unary_unary(method.value)
        return ask.future(request, metadata=self._metadata)
