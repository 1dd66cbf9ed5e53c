"""The newest event for everybody, whatever they missed; nothing else is kept."""

import asyncio

import pytest

from referee.report.live.channel import Channel, Event, FullChannelError, Listener

NOW = 0.001
"""Seconds to wait where nothing is to come."""


def listen(*steps: str, last_id: str = "", before: tuple[str, ...] = ("one",)) -> list[Event | None]:
    """What a listener hears: after `before` it joins, then hears, then hears once more after each step."""

    async def heard() -> list[Event | None]:
        channel = Channel("e")
        for data in before:
            channel.publish(data)
        listener = channel.join(last_id)
        events = [await listener.next(NOW)]
        for data in steps:
            channel.publish(data)
            events.append(await listener.next(NOW))
        return events

    return asyncio.run(heard())


def event(number: int, data: str) -> Event:
    """Of the epoch `e`."""
    return Event(id=f"e-{number}", data=data)


def test_who_joins_hears_the_newest() -> None:
    """At once, and only that one; before the first event nothing."""
    assert listen(before=("one", "two")) == [event(2, "two")]
    assert listen(before=()) == [None]


def test_every_event_is_heard_once() -> None:
    """And no event where nothing has changed."""
    assert listen("two", "two", "three") == [event(1, "one"), event(2, "two"), None, event(3, "three")]


def test_who_comes_back_hears_what_is_new_to_it() -> None:
    """Nothing where it knows the newest; else the newest alone, however many it missed."""
    assert listen(last_id="e-1") == [None]
    assert listen("two", last_id="e-1") == [None, event(2, "two")]
    assert listen(last_id="e-1", before=("one", "two", "three")) == [event(3, "three")]


@pytest.mark.parametrize("last_id", ["f-1", "e-7", "e", "-1", "e-1 ", "\x00", "e-01", "9" * 5000])
def test_ids_of_another_server_are_unknown(last_id: str) -> None:
    """A server that was started again begins anew; nonsense is no harm."""
    assert listen(last_id=last_id) == [event(1, "one")]


def test_a_slow_listener_skips() -> None:
    """It hears the newest when it asks again; what came between is gone."""

    async def heard() -> list[Event | None]:
        channel = Channel("e")
        listener = channel.join()
        for number in range(1000):
            channel.publish(str(number))
        return [await listener.next(NOW), await listener.next(NOW)]

    assert asyncio.run(heard()) == [event(1000, "999"), None]


def test_a_waiting_listener_is_woken() -> None:
    """By an event, and by the end."""

    async def heard() -> tuple[Event | None, Event | None]:
        channel = Channel("e")
        listener = channel.join()
        waiting = asyncio.ensure_future(listener.next(60))
        await asyncio.sleep(0)
        channel.publish("one")
        first = await waiting
        waiting = asyncio.ensure_future(listener.next(60))
        await asyncio.sleep(0)
        channel.close()
        assert channel.is_closed
        return first, await waiting

    assert asyncio.run(heard()) == (event(1, "one"), None)


def test_listeners_are_bounded() -> None:
    """One more is refused until one has left; leaving twice is fine."""

    async def join() -> None:
        channel = Channel(limit=2)
        first, _ = channel.join(), channel.join()
        with pytest.raises(FullChannelError):
            channel.join()
        channel.leave(first)
        channel.leave(first)
        assert isinstance(channel.join(), Listener)
        assert channel.listener_count == 2

    asyncio.run(join())


def test_epochs_differ() -> None:
    """Those of two servers."""
    assert Channel().epoch != Channel().epoch
