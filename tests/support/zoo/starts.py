"""What can go wrong before a bot serves, or instead of it."""

import os
import socket
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

import grpc

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service

_SETTINGS = b"\0\0\0\x04\0\0\0\0\0"
"""An empty SETTINGS frame of HTTP/2: what a server says first."""


class Start:
    """How a bot starts: here, as it should."""

    service: str = ""
    """The service it implements, as the path of its calls; "" for the right one."""

    def describe(self, context: Any) -> bytes:
        """Answer Describe."""
        return b""

    def start_series(self, context: Any) -> None:
        """Take the announcement of a series."""


class OtherService(Start):
    """Implements another service than ours."""

    def __init__(self, name: str) -> None:
        self.service = f"/{name}/"


class HangingDescribe(Start):
    """Never answers Describe."""

    def describe(self, context: Any) -> bytes:
        """Hang."""
        time.sleep(60)
        return b""


class FailingDescribe(Start):
    """Answers Describe with an error of these words."""

    def __init__(self, words: str) -> None:
        self._words = unescape(words)

    def describe(self, context: Any) -> bytes:
        """Fail."""
        context.abort(grpc.StatusCode.INTERNAL, self._words)
        return b""


class Scrawler(Start):
    """Writes these words wherever it may: here into its description and its log."""

    def __init__(self, words: str) -> None:
        self._words = unescape(words)
        print(self._words, flush=True)  # noqa: T201 - bots print to their log

    def describe(self, context: Any) -> bytes:
        """Answer with the words in every field."""
        described = service.DescribeResponse(
            name=self._words, version=self._words, author=self._words, language=self._words
        )
        raw: bytes = described.SerializeToString()
        return raw


class Refusal(Start):
    """Refuses every series, with these words."""

    def __init__(self, words: str) -> None:
        self._words = unescape(words)

    def start_series(self, context: Any) -> None:
        """Refuse."""
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, self._words)


class SlowSeries(Start):
    """Needs some seconds to begin a series."""

    def __init__(self, seconds: str) -> None:
        self._seconds = float(seconds)

    def start_series(self, context: Any) -> None:
        """Dawdle."""
        time.sleep(self._seconds)


def sleep(seconds: str) -> Start:
    """Be slow, then serve."""
    time.sleep(float(seconds))
    return Start()


def end(status: str) -> NoReturn:
    """Say a word, and end with that status."""
    print("last words", file=sys.stderr, flush=True)  # noqa: T201 - bots print to their log
    os._exit(int(status))


def die(number: str) -> NoReturn:
    """Be killed by that signal."""
    os.kill(os.getpid(), int(number))
    raise AssertionError


def never_listen(_: str) -> NoReturn:
    """Live, and do nothing."""
    print("deaf", flush=True)  # noqa: T201 - bots print to their log
    time.sleep(60)
    raise AssertionError


def listen(greeting: str) -> NoReturn:
    """Accept every connection at the bot's address, greet it in that way, and keep it open."""
    greet = RAW[greeting]
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:"))
    listening.listen()
    kept = []
    while True:
        connection, _ = listening.accept()
        kept.append(connection)
        try:
            greet(connection)
        except OSError:  # whoever knocked is gone already
            continue


RAW: dict[str, Callable[[socket.socket], None]] = {
    "silence": lambda _: None,
    "garbage": lambda connection: connection.sendall(os.urandom(1000)),
    "half-a-frame": lambda connection: connection.sendall(_SETTINGS[:5]),
    "never-reads": lambda connection: connection.sendall(_SETTINGS),
    "http1": lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
    "hangs-up": lambda connection: connection.close(),
}
"""Servers that are none of gRPC: what they do with a connection."""

STARTS: dict[str, Callable[[str], Start]] = {
    "serves-another-service": OtherService,
    "describe-hangs": lambda _: HangingDescribe(),
    "describe-fails": FailingDescribe,
    "refuses": Refusal,
    "scrawls": Scrawler,
    "slow-series": SlowSeries,
    "slow-start": sleep,
    "ends": end,
    "killed": die,
    "never-listens": never_listen,
    "raw": listen,
}
"""By name, what happens at the start, given the argument; what does not end returns how the bot serves."""


def unescape(words: str) -> str:
    r"""Words as they came on the command line, with `\n`, `\x1b` and the like meant."""
    return words.encode().decode("unicode_escape")
