"""All pages as the results were at one moment, made in a thread of their own when they are asked for."""

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, Self

from referee.report.live.clerk import Clerk
from referee.report.live.panel import put_in
from referee.report.site import paths
from referee.report.site.site import Site
from referee.results.reader import Results

KEPT_BYTES: Final = 32 * 1024 * 1024
"""Pages that were made are kept up to this size, packed; the one that was asked for longest ago goes first."""

_LEVEL: Final = 5
_MEDIA_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}


class Pages(Protocol):
    """What makes pages: `Site`."""

    @property
    def final_count(self) -> int:
        """Series that are in the tables."""

    def render(self, path: str) -> bytes:
        """The page at a path.

        Raises:
            KeyError: there is none.
        """


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """An answer, ready to be sent.

    Attributes:
        packed: the body, with gzip.
        tag: another one for every other body.
        media_type: as `Content-Type` tells it.
        panel_number: of the live panel in it; 0 where there is none.
    """

    packed: bytes
    tag: str
    media_type: str
    panel_number: int = 0

    @property
    def body(self) -> bytes:
        """As it is to be read."""
        return gzip.decompress(self.packed)


def pack(path: str, body: bytes, *, panel_number: int = 0) -> Page:
    """A body as an answer; its type is that of the path."""
    return Page(
        packed=gzip.compress(body, _LEVEL, mtime=0),
        tag=hashlib.sha256(body).hexdigest()[:20],
        media_type=_MEDIA_TYPES.get(path.rpartition(".")[2], "application/octet-stream"),
        panel_number=panel_number,
    )


class Edition:
    """Pages of one moment: made by `make`; `close` when another one has taken its place.

    Attributes:
        id: another one for every edition.
        final_count: series that are in its tables.
    """

    def __init__(self, id_: str, clerk: Clerk) -> None:
        self.id = id_
        self.final_count = 0
        self._clerk = clerk
        self._results: Results | None = None
        self._kept: OrderedDict[str, Page] = OrderedDict()
        self._kept_bytes = 0

    @classmethod
    async def make(cls, folder: Path, *, id_: str, make_site: Callable[[Results], Pages] = Site) -> Self:
        """Read the results of a folder, which may take long; the event loop goes on meanwhile.

        Raises:
            RefereeError: they cannot be read.
        """
        edition = cls(id_, Clerk(f"edition {id_}"))
        try:
            await asyncio.wrap_future(edition._clerk.call(lambda: edition._open(folder, make_site)))
        except BaseException:
            edition.close()
            raise
        return edition

    async def page(self, path: str, panel: str, panel_number: int) -> Page | None:
        """The page at a path, with that live panel on the front page; None if there is none.

        Raises:
            RefereeError: the results cannot be read any more.
        """
        kept = self._kept.get(path)
        if kept is not None and kept.panel_number in (0, panel_number):
            self._kept.move_to_end(path)
            return kept
        page = await asyncio.wrap_future(self._clerk.call(lambda: self._render(path, panel, panel_number)))
        if page is not None:
            self._keep(path, page)
        return page

    def close(self) -> None:
        """Make no further pages; those that are asked for already still come."""
        self._clerk.call(self._close)
        self._clerk.close()

    def join(self) -> None:
        """Wait, for a moment, until the results are closed."""
        self._clerk.join()

    def _open(self, folder: Path, make_site: Callable[[Results], Pages]) -> None:
        self._results = Results.open(folder)
        self._site: Pages = make_site(self._results)
        self.final_count = self._site.final_count
        self._front = self._site.render(paths.FRONT)

    def _close(self) -> None:
        if self._results is not None:
            self._results.close()

    def _render(self, path: str, panel: str, panel_number: int) -> Page | None:
        if path == paths.FRONT:
            return pack(path, put_in(self._front, path, self.id, panel), panel_number=panel_number)
        try:
            body = self._site.render(path)
        except KeyError:
            return None
        return pack(path, put_in(body, path, self.id))

    def _keep(self, path: str, page: Page) -> None:
        before = self._kept.pop(path, None)
        self._kept[path] = page
        self._kept_bytes += len(page.packed) - (len(before.packed) if before else 0)
        while self._kept_bytes > KEPT_BYTES and len(self._kept) > 1:
            self._kept_bytes -= len(self._kept.popitem(last=False)[1].packed)
