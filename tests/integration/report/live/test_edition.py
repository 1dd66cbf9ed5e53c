"""All pages of one moment: made when they are asked for, kept, and made live."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from support.live import SmallSite
from support.records import encounter, finish, new_store

from referee.errors import ConfigError
from referee.report.live import edition as module
from referee.report.live.edition import Edition, Page, pack
from referee.report.live.panel import put_in
from referee.results.reader import Results

FRONT, BOT = "index.html", "bots/ann.html"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two final series."""
    with new_store(tmp_path, encounter("ann", "bob")) as store:
        finish(store)
    return tmp_path


def with_edition(folder: Path, scene: Callable[[Edition, SmallSite], Awaitable[None]]) -> None:
    """A scene with an edition and what makes its pages."""
    sites: list[SmallSite] = []

    def make_site(results: Results) -> SmallSite:
        sites.append(SmallSite(results))
        return sites[0]

    async def play() -> None:
        edition = await Edition.make(folder, id_="e.1", make_site=make_site)
        try:
            await scene(edition, sites[0])
        finally:
            edition.close()
            edition.join()

    asyncio.run(play())


def text(page: Page | None) -> str:
    """The body."""
    assert page is not None
    return page.body.decode()


def test_a_page_is_made_once(folder: Path) -> None:
    """The front page with the edition, the others when they are asked for."""

    async def scene(edition: Edition, site: SmallSite) -> None:
        assert site.rendered == [FRONT]
        for _ in range(3):
            assert "bots/ann.html: 2 final" in text(await edition.page(BOT, "", 1))
            assert "index.html: 2 final" in text(await edition.page(FRONT, "", 1))
        assert site.rendered == [FRONT, BOT]

    with_edition(folder, scene)


def test_the_front_page_has_the_panel_of_its_time(folder: Path) -> None:
    """Another panel is another page; other pages have none."""

    async def scene(edition: Edition, _: SmallSite) -> None:
        first = text(await edition.page(FRONT, "<p>early</p>", 1))
        second = text(await edition.page(FRONT, "<p>late</p>", 2))
        assert "<p>early</p>" in first
        assert "<p>late</p>" in second
        assert "early" not in second
        assert "early" not in text(await edition.page(BOT, "<p>early</p>", 1))

    with_edition(folder, scene)


def test_pages_are_live_and_data_are_not_touched(folder: Path) -> None:
    """The script is told the edition; addresses are relative to the page; scripts and replays stay as they are."""

    async def scene(edition: Edition, _: SmallSite) -> None:
        page = text(await edition.page(BOT, "", 1))
        assert '<script src="../assets/live.js" defer data-edition="e.1" data-events="../live/events"></script>' in page
        for path in ("series/0/1.js", "replay.html"):
            assert "live" not in text(await edition.page(path, "<p>live</p>", 1))

    with_edition(folder, scene)


def test_there_is_no_page(folder: Path) -> None:
    """None; and what went wrong in one page is no harm to the next."""

    async def scene(edition: Edition, _: SmallSite) -> None:
        assert await edition.page("nothing.html", "", 1) is None
        with pytest.raises(ZeroDivisionError):
            await edition.page("broken.html", "", 1)
        assert await edition.page(BOT, "", 1) is not None

    with_edition(folder, scene)


def test_what_is_kept_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that was asked for longest ago is made again."""

    async def scene(edition: Edition, site: SmallSite) -> None:
        for path in (BOT, "replay.html", BOT, "series/0/1.js", BOT, "replay.html"):
            await edition.page(path, "", 1)
        assert site.rendered[1:] == [BOT, "replay.html", "series/0/1.js", "replay.html"]

    sizes = [len(pack(path, put_in(_body(path), path, "e.1")).packed) for path in (BOT, "replay.html")]
    monkeypatch.setattr(module, "KEPT_BYTES", sum(sizes) + 10)
    with_edition(folder, scene)


def _body(path: str) -> bytes:
    return f'<html><head></head><body><main id="main">\n{path}: 2 final</main></body></html>'.encode()


def test_without_results_there_is_no_edition(tmp_path: Path) -> None:
    """And no thread is left waiting."""

    async def make() -> None:
        await Edition.make(tmp_path, id_="e.1", make_site=SmallSite)

    with pytest.raises(ConfigError, match="no results here"):
        asyncio.run(make())


def test_a_page_is_packed_and_typed() -> None:
    """By its path; the same body has the same tag, whenever it is packed."""
    page = pack("a/b.css", b"p {}" * 100)
    assert gzip.decompress(page.packed) == page.body == b"p {}" * 100
    assert (page.media_type, len(page.body)) == ("text/css; charset=utf-8", 400)
    assert pack("x.html", b"p {}" * 100).tag == page.tag != pack("a/b.css", b"q").tag
    assert pack("x.bin", b"").media_type == "application/octet-stream"
