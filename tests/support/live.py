"""The live pages without a socket: a site that is quickly made, and requests by the rules of ASGI."""

import asyncio
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
from starlette.types import ASGIApp

from referee.report.live.app import build_app
from referee.report.live.coverage import Coverage
from referee.report.live.situation import Observer, Situation
from referee.results.reader import Results

Message = MutableMapping[str, Any]

FRAME = '<html><head></head><body><main id="main">\n{}</main></body></html>'


class SmallSite:
    """Pages that say how many series are final; `slow.html` waits for `gate`, `broken.html` is our own bug.

    Attributes:
        rendered: the paths that were asked for.
        final_count: series that were final when this was made.
    """

    def __init__(self, results: Results) -> None:
        self.rendered: list[str] = []
        self.final_count = results.counts().final

    def render(self, path: str) -> bytes:
        """A page."""
        self.rendered.append(path)
        if path == "broken.html":
            raise ZeroDivisionError
        if path not in ("index.html", "bots/ann.html", "replay.html", "series/0/1.js"):
            raise KeyError(path)
        return FRAME.format(f"{path}: {self.final_count} final").encode()


class Scene(Observer):
    """An observer whose situations a test sets, instead of a folder's; None is our own bug."""

    situation: Situation | None

    def look(self) -> Situation:
        """As it was set."""
        if self.situation is None:
            raise ZeroDivisionError
        return self.situation


@dataclass(kw_only=True)
class Answer:
    """What was sent for one request.

    Attributes:
        messages: of ASGI, as they were sent.
    """

    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        """Of HTTP."""
        return int(self.messages[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        """By name in lower case."""
        return {name.decode(): value.decode() for name, value in self.messages[0]["headers"]}

    @property
    def text(self) -> str:
        """All of the body so far."""
        return b"".join(message.get("body", b"") for message in self.messages[1:]).decode()

    @property
    def is_ended(self) -> bool:
        """Whether the last part was sent."""
        return bool(self.messages) and not self.messages[-1].get("more_body", False) and len(self.messages) > 1


class Reader:
    """One request in a running event loop; it may leave, or stop taking what is sent."""

    def __init__(self, app: ASGIApp, path: str, *, headers: dict[str, str] | None = None, query: str = "") -> None:
        self.answer = Answer()
        self.is_stuck = False
        self._left = asyncio.Event()
        self._asked = False
        raw = [(name.encode(), value.encode()) for name, value in (headers or {"host": "localhost"}).items()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode("utf-8", "surrogateescape"),
            "query_string": query.encode(),
            "root_path": "",
            "headers": raw,
        }
        self.task = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if self.is_stuck:
            await asyncio.Event().wait()
        self.answer.messages.append(message)

    async def has_got(self, text: str) -> None:
        """Wait until that was sent."""
        while text not in self.answer.text:  # noqa: ASYNC110 - whoever sends must know nothing of this
            await asyncio.sleep(0)

    def leave(self) -> None:
        """Close the connection."""
        self._left.set()


async def settled(rounds: int = 20) -> None:
    """Let everything in the event loop go as far as it can without time passing."""
    for _ in range(rounds):
        await asyncio.sleep(0)


async def covered(coverage: Coverage) -> None:
    """One look, and the edition that comes of it."""
    await coverage.look()
    await coverage.edition()


class LiveClient:
    """Requests to the live pages of a folder, one after the other, in an event loop of its own.

    Nothing is looked at by itself: a test says when. Use as a context manager.

    Attributes:
        told: what the host was told.
    """

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        self._runner = asyncio.Runner()
        self._runner.run(self._open(folder))

    async def _open(self, folder: Path) -> None:
        self._coverage = Coverage(Observer(folder), self.told.append, make_site=SmallSite)
        self._app = build_app(self._coverage, self.told.append)
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(self._app), base_url="http://127.0.0.1:8321")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._client.aclose())
        self._runner.run(self._coverage.close())
        self._runner.close()

    def look(self) -> None:
        """Look at the folder once, and make an edition if there is cause."""
        self._runner.run(covered(self._coverage))

    def request(
        self, method: str, path: str, headers: dict[str, str] | Sequence[tuple[str, str]] = ()
    ) -> httpx.Response:
        """One request to its end."""
        return self._runner.run(self._client.request(method, path, headers=headers))

    def get(self, path: str, headers: dict[str, str] | Sequence[tuple[str, str]] = ()) -> httpx.Response:
        """Get a page."""
        return self.request("GET", path, headers)

    def head(self, path: str) -> httpx.Response:
        """Get the headers of a page."""
        return self.request("HEAD", path)

    def ask(self, path: str) -> Answer:
        """Get a path as it is."""

        async def asked() -> Answer:
            reader = Reader(self._app, path)
            await reader.task
            return reader.answer

        return self._runner.run(asked())
