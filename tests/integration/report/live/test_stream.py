"""Events on the wire: begun anew, gone on with, kept alive, ended; a reader that takes nothing is given up."""

import asyncio
from collections.abc import Awaitable, Callable

from support.live import Reader, settled

from referee.report.live.channel import Channel
from referee.report.live.stream import Stream

BEGIN = "retry: 2000\n\n"


def run(scene: Callable[[Channel], Awaitable[None]], *, limit: int = 9) -> None:
    """A scene with a channel on which `one` was told."""

    async def play() -> None:
        channel = Channel("e", limit=limit)
        channel.publish("one")
        await scene(channel)

    asyncio.run(play())


def test_events_are_sent_as_they_come() -> None:
    """With their ids, one line of data each; nothing may keep or hold them back."""

    async def scene(channel: Channel) -> None:
        reader = Reader(Stream(channel), "/")
        await settled()
        channel.publish('{"two": 2}')
        await settled()
        assert reader.answer.text == f'{BEGIN}id: e-1\ndata: one\n\nid: e-2\ndata: {{"two": 2}}\n\n'
        headers = dict(reader.answer.messages[0]["headers"])
        assert headers[b"content-type"] == b"text/event-stream; charset=utf-8"
        assert headers[b"cache-control"] == b"no-store"
        assert headers[b"x-accel-buffering"] == b"no"
        reader.leave()
        await reader.task

    run(scene)


def test_a_reader_that_comes_back_goes_on() -> None:
    """By the header of a browser that connects again by itself, or by the address of one that began anew."""

    async def scene(channel: Channel) -> None:
        header = {"host": "localhost", "last-event-id": "e-1"}
        readers = [Reader(Stream(channel), "/", headers=header), Reader(Stream(channel), "/", query="last=e-1")]
        await settled()
        assert [reader.answer.text for reader in readers] == [BEGIN, BEGIN]
        channel.publish("two")
        channel.publish("three")
        await settled()
        assert [reader.answer.text for reader in readers] == [f"{BEGIN}id: e-3\ndata: three\n\n"] * 2
        channel.close()
        await asyncio.gather(*(reader.task for reader in readers))

    run(scene)


def test_signs_of_life() -> None:
    """When nothing happens; they have no id, so what was heard last stays known."""

    async def scene(channel: Channel) -> None:
        reader = Reader(Stream(channel, beat_s=0), "/")
        await reader.has_got("event: beat")
        assert reader.answer.text.startswith(f"{BEGIN}id: e-1\ndata: one\n\nevent: beat\ndata:\n\n")
        reader.leave()
        await reader.task

    run(scene)


def test_the_end_of_the_server_ends_the_stream() -> None:
    """In order: the last part is sent, and nobody listens any more."""

    async def scene(channel: Channel) -> None:
        reader = Reader(Stream(channel), "/")
        await settled()
        channel.close()
        await reader.task
        assert reader.answer.is_ended
        assert channel.listener_count == 0

    run(scene)


def test_a_reader_that_leaves_is_forgotten() -> None:
    """At once, not at the next event."""

    async def scene(channel: Channel) -> None:
        reader = Reader(Stream(channel), "/")
        await settled()
        assert channel.listener_count == 1
        reader.leave()
        await reader.task
        assert channel.listener_count == 0

    run(scene)


def test_a_reader_that_takes_nothing_is_given_up() -> None:
    """Without the last part, so that the connection is cut."""

    async def scene(channel: Channel) -> None:
        reader = Reader(Stream(channel, send_s=0), "/")
        reader.is_stuck = False
        await settled()
        assert channel.listener_count == 1
        reader.is_stuck = True
        channel.publish("two")
        await reader.task
        assert channel.listener_count == 0
        assert not reader.answer.is_ended

    run(scene)


def test_one_reader_too_many_is_asked_to_wait() -> None:
    """With a status that says so, and when to try again."""

    async def scene(channel: Channel) -> None:
        first = Reader(Stream(channel), "/")
        await settled()
        second = Reader(Stream(channel), "/")
        await second.task
        assert second.answer.status == 503
        assert (b"retry-after", b"30") in second.answer.messages[0]["headers"]
        first.leave()
        await first.task

    run(scene, limit=1)
