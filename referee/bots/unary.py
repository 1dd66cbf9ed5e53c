"""One unary call, bytes in and bytes out, without what gRPC for Python does around it for calls of other kinds.

2026-11-30: by the public way, `channel.unary_unary`, a call makes a lock, a condition and a set of awaited events, for
other threads that may watch it. Of a bare call of a Go bot that is 28 of 190 us, of its CPU time 22 of 109: a quarter
of what the referee adds to it. So the layer below is asked. It is private: that is done with releases on which it was
tested, and with all others the public way is taken. What comes back is the same.
"""

import importlib
import time
from collections.abc import Callable, Sequence
from typing import Final

import grpc

Metadata = Sequence[tuple[str, str]]
Outcome = tuple[bytes | None, grpc.StatusCode, str]
"""Of a call: the message or None, the status, and its text."""
Call = Callable[[bytes, float], Outcome]
"""Sends a request; waits for at most so many seconds, and a little longer."""

_TESTED: Final = "1.85."
_CODES: Final = {code.value[0]: code for code in grpc.StatusCode}


def unary(channel: grpc.Channel, method: str, metadata: Metadata | None = None) -> Call:
    """What calls a method, in the quickest way that this release of gRPC is known to have.

    Args:
        channel: not closed while a call is running.
        method: its path.
        metadata: sent with every call.
    """
    make = direct_call if grpc.__version__.startswith(_TESTED) else public_call
    return make(channel, method, metadata)


def public_call(channel: grpc.Channel, method: str, metadata: Metadata | None = None) -> Call:
    """As `unary`, by what gRPC promises to keep."""
    ask: Callable[..., bytes | None] = channel.unary_unary(method)

    def call(request: bytes, timeout_s: float) -> Outcome:
        try:
            return ask(request, timeout=timeout_s, metadata=metadata), grpc.StatusCode.OK, ""
        except grpc.RpcError as error:
            return None, error.code(), str(error.details() or "")

    return call


def direct_call(channel: grpc.Channel, method: str, metadata: Metadata | None = None) -> Call:
    """As `unary`, by the layer below."""
    cygrpc = importlib.import_module("grpc._cython.cygrpc")  # not above: other releases need not have it
    defaults = cygrpc.PropagationConstants.GRPC_PROPAGATE_DEFAULTS
    start = channel._channel.segregated_call  # type: ignore[attr-defined]  # noqa: SLF001 - see above
    path = method.encode()

    def call(request: bytes, timeout_s: float) -> Outcome:
        message, status = cygrpc.ReceiveMessageOperation(0), cygrpc.ReceiveStatusOnClientOperation(0)
        batch = (
            cygrpc.SendInitialMetadataOperation(metadata, 0),
            cygrpc.SendMessageOperation(request, 0),
            cygrpc.SendCloseFromClientOperation(0),
            cygrpc.ReceiveInitialMetadataOperation(0),
            message,
            status,
        )
        deadline_s = time.time() + timeout_s
        start(defaults, path, None, deadline_s, None, None, ((batch, None),), None, None).next_event()
        code = _CODES.get(status.code(), grpc.StatusCode.UNKNOWN)
        if code is grpc.StatusCode.OK:
            return message.message(), code, ""
        return None, code, status.details() or ""

    return call
