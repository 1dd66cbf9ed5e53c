"""What is answered to a request: pages, events, or a page that says why not; read-only, with strict headers."""

import asyncio
import re
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.errors import RefereeError
from referee.report.live.coverage import Coverage
from referee.report.live.edition import Page, pack
from referee.report.live.panel import EVENTS, live_asset, render_notice
from referee.report.live.stream import Stream
from referee.report.site import paths
from referee.report.site.shell import read_asset

_HOST: Final = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
"""Names of this machine, with any port, since it may come through a tunnel. A request for another name comes from a
page of somebody else whose name was made to mean this machine (DNS rebinding), and is refused."""

TOLD_COUNT: Final = 100
"""Failures that the host is told of."""

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    ),
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_CACHING: Final = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
_HTML: Final = "text/html; charset=utf-8"
_BEING_MADE: Final = "The pages are being made. With very many series that takes a while; this page changes by itself."
_NO_PAGES: Final = (
    "The results cannot be read, or no pages can be made of them. Whoever runs this server finds the reason in its"
    " terminal."
)


def build_app(coverage: Coverage, tell: Callable[[str], None]) -> ASGIApp:
    """The application, by the rules of ASGI; its lifespan follows the tournament.

    Args:
        coverage: of the tournament.
        tell: told of our own failures.
    """
    desk = _Desk(coverage, tell)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await coverage.look()  # so that the first answer knows what there is
        following = asyncio.ensure_future(coverage.follow())
        yield
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following
        await coverage.close()

    app = Starlette(
        routes=[
            Route(f"/{EVENTS}", Stream(coverage.channel), methods=["GET"]),
            Route("/{path:path}", desk.answer, methods=["GET"]),
        ],
        exception_handlers={HTTPException: _refuse},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return _Guarded(app)


class _Desk:
    """Answers requests for pages."""

    def __init__(self, coverage: Coverage, tell: Callable[[str], None]) -> None:
        self._coverage = coverage
        self._tell = tell
        self._told: set[str] = set()

    async def answer(self, request: Request) -> Response:
        """The page that was asked for."""
        path = request.path_params["path"] or paths.FRONT
        try:
            page = _asset(path) or await self._coverage.page(path)
        except RefereeError as error:
            self._tell_once(str(error))
            return _notice(path, "Not to be read now", _NO_PAGES, 503)
        except Exception:  # noqa: BLE001 - our own bug, or a damaged file: the next page may be fine
            self._tell_once(traceback.format_exc())
            return _notice(path, "This page cannot be made", _NO_PAGES, 500)
        if page is not None:
            return _respond(request, page)
        if self._coverage.has_edition or path != paths.FRONT:
            return _notice(path, "There is no such page", "Nothing lies at this address.", 404)
        return self._preliminary()

    def _tell_once(self, text: str) -> None:
        """Tell the host, once: whoever asks again and again must not fill a log."""
        if text not in self._told and len(self._told) < TOLD_COUNT:
            self._told.add(text)
            self._tell(text)

    def _preliminary(self) -> Response:
        """The front page before there are pages."""
        situation = self._coverage.situation
        words = ""  # without results the panel says why
        if situation.version is not None:
            words = _NO_PAGES if self._coverage.trouble else _BEING_MADE
        title = situation.tournament or "No results yet"
        body = render_notice(paths.FRONT, title, words, panel=self._coverage.panel)
        return Response(body, media_type=_HTML, headers=_CACHING)


def _asset(path: str) -> Page | None:
    """A style sheet or script, which there are without any results; None for other paths."""
    folder, _, name = path.rpartition("/")
    if folder != paths.ASSETS:
        return None
    for read, key in ((live_asset, path), (read_asset, name)):
        with suppress(KeyError):
            return pack(path, read(key))
    return None


def _respond(request: Request, page: Page) -> Response:
    """A page, packed for those who take it so; nothing but headers for those who have it already."""
    tag = f'W/"{page.tag}"'
    headers = {**_CACHING, "ETag": tag}
    known = {one.strip() for one in request.headers.get("if-none-match", "").split(",")}
    if tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(page.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=page.media_type)
    return Response(page.body, headers=headers, media_type=page.media_type)


def _notice(path: str, title: str, text: str, status: int) -> Response:
    return Response(render_notice(path, title, text), status_code=status, media_type=_HTML, headers=_CACHING)


async def _refuse(request: Request, error: Exception) -> Response:
    """A request that no route takes: only GET and HEAD are answered."""
    assert isinstance(error, HTTPException)  # noqa: S101 - it is registered for these only
    words = "This server only shows pages: expected GET or HEAD."
    notice = _notice(request.url.path.lstrip("/"), "Read only", words, error.status_code)
    notice.headers.update(error.headers or {})
    return notice


class _Guarded:
    """Refuses requests that are for another host, and sees to it that every answer has the strict headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def send_strictly(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
            await send(message)

        app = self._app if _is_ours(Headers(scope=scope)) else _STRANGER
        await app(scope, receive, send_strictly)


def _is_ours(headers: Headers) -> bool:
    """Whether a request is for this machine."""
    hosts = headers.getlist("host")
    return len(hosts) == 1 and _HOST.fullmatch(hosts[0]) is not None


_STRANGER: Final = PlainTextResponse(
    "This server answers to localhost and 127.0.0.1 only: a proxy in front of it has to set the header Host so.\n", 421
)
