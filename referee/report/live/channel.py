"""Events, and who listens to them: everybody gets the newest one, nothing else is kept."""

import asyncio
import secrets
from dataclasses import dataclass
from typing import Final

LISTENER_LIMIT: Final = 200


class FullChannelError(Exception):
    """There are as many listeners as there may be."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """The newest state of things.

    Attributes:
        id: of this event, as `Last-Event-ID` tells it back.
        data: one line of text.
    """

    id: str
    data: str


class Channel:
    """The newest event. All calls are made in one event loop.

    Args:
        epoch: begins every id, so that those of another server are not taken for ours; None for a random one.
        limit: listeners at once.

    Attributes:
        epoch: as given.
        is_closed: whether all listeners are to leave.
    """

    def __init__(self, epoch: str | None = None, *, limit: int = LISTENER_LIMIT) -> None:
        self.is_closed = False
        self.epoch = epoch or secrets.token_hex(4)
        self._limit = limit
        self._number = 0
        self._data = ""
        self._listeners: set[Listener] = set()

    @property
    def number(self) -> int:
        """Of the newest event, from 1; 0 before the first one."""
        return self._number

    @property
    def listener_count(self) -> int:
        """How many listen."""
        return len(self._listeners)

    def publish(self, data: str) -> None:
        """Tell everybody, unless it is what was told last."""
        if data == self._data:
            return
        self._number += 1
        self._data = data
        for listener in self._listeners:
            listener.wake()

    def close(self) -> None:
        """Have all listeners leave."""
        self.is_closed = True
        for listener in self._listeners:
            listener.wake()

    def join(self, last_id: str = "") -> "Listener":
        """Begin to listen; `leave` ends it.

        Args:
            last_id: of the last event that was received, on an earlier connection; anything else: none was.

        Raises:
            FullChannelError: too many do already.
        """
        if len(self._listeners) >= self._limit:
            raise FullChannelError
        known = last_id == f"{self.epoch}-{self._number}"
        listener = Listener(self, self._number if known else 0)
        self._listeners.add(listener)
        return listener

    def leave(self, listener: "Listener") -> None:
        """Listen no more; twice is fine."""
        self._listeners.discard(listener)

    def newest(self, seen: int) -> Event | None:
        """The newest event if it is later than that number."""
        return Event(id=f"{self.epoch}-{self._number}", data=self._data) if self._number > seen else None


class Listener:
    """One that listens: made by `Channel.join`.

    Args:
        channel: to listen to.
        seen: number of the last event that is known.
    """

    def __init__(self, channel: Channel, seen: int) -> None:
        self._channel = channel
        self._seen = seen
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Look again whether there is something."""
        self._woken.set()

    async def next(self, timeout_s: float) -> Event | None:
        """The newest event that was not told yet; None if none came in time, or this was woken without one."""
        if (event := self._take()) is not None:
            return event
        try:
            async with asyncio.timeout(timeout_s):
                await self._woken.wait()
        except TimeoutError:
            return None
        return self._take()

    def _take(self) -> Event | None:
        self._woken.clear()
        event = self._channel.newest(self._seen)
        self._seen = self._channel.number
        return event
