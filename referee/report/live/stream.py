"""The channel as server-sent events: one response that does not end (HTML standard, section 9.2)."""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from referee.report.live.channel import Channel, Event, FullChannelError, Listener

BEAT_S: Final = 10.0
"""When nothing has happened for so long, that is told: so the page knows that the connection lives."""
SEND_S: Final = 30.0
"""A reader that takes nothing for so long is given up."""
RETRY_MS: Final = 2000
LAST_PARAMETER: Final = "last"
"""Where a page that connects anew tells the id of its last event; a browser that does so uses `Last-Event-ID`."""

_BEAT: Final = b"event: beat\ndata:\n\n"


class Stream:
    """Answers a request with events, until its reader leaves or the channel is closed.

    Args:
        channel: where they come from.
        beat_s: seconds between signs of life.
        send_s: seconds that a reader may take nothing.
    """

    def __init__(self, channel: Channel, *, beat_s: float = BEAT_S, send_s: float = SEND_S) -> None:
        self._channel = channel
        self._beat_s = beat_s
        self._send_s = send_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, by the rules of ASGI."""
        request = Request(scope)
        last_id = request.headers.get("last-event-id") or request.query_params.get(LAST_PARAMETER, "")
        try:
            listener = self._channel.join(last_id)
        except FullChannelError:
            words = "Too many pages are open; this one tries again by itself.\n"
            await PlainTextResponse(words, 503, {"Retry-After": "30"})(scope, receive, send)
            return
        leaving = asyncio.ensure_future(_leave(receive, listener))
        try:
            await self._tell(listener, leaving, send, is_head=request.method == "HEAD")
        finally:
            leaving.cancel()
            self._channel.leave(listener)

    async def _tell(self, listener: Listener, leaving: "asyncio.Future[None]", send: Send, *, is_head: bool) -> None:
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]
        # For nginx: pass events on as they come.
        headers.append((b"x-accel-buffering", b"no"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        body = f"retry: {RETRY_MS}\n\n".encode()
        # Given up without the last message: then the server cuts the connection.
        with suppress(TimeoutError):
            while not (leaving.done() or self._channel.is_closed or is_head):
                async with asyncio.timeout(self._send_s):
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                body = _encoded(await listener.next(self._beat_s))
            if not leaving.done():
                async with asyncio.timeout(self._send_s):
                    await send({"type": "http.response.body", "body": b""})


async def _leave(receive: Receive, listener: Listener) -> None:
    """Wait until the reader leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.wake()


def _encoded(event: Event | None) -> bytes:
    return _BEAT if event is None else f"id: {event.id}\ndata: {event.data}\n\n".encode()
