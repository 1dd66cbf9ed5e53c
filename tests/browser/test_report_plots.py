"""Plots of intervals where one bot is far from all others: short bars are seen, and labels run into nothing."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from support.browsing import check_accessibility
from support.league import league
from support.pages import overview

from referee.report.site import paths
from referee.report.site.duels import Portfolio
from referee.report.site.faultlist import FaultList
from referee.report.site.front import front_page
from referee.report.site.lines import Lines
from referee.report.site.portrait import Portrait
from referee.report.site.shell import asset_names, read_asset
from referee.report.site.square import Square

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]
STRENGTHS: Final = {"top": 500, "middle": 10, "other": 0, "last": -500}
ROUNDS: Final = 10
WIDTHS: Final = [360, 390, 800, 1280]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The front page of four bots, two of which are far away from the others, and the page of one."""
    folder: Path = tmp_path_factory.mktemp("plots")
    tournament = overview(STRENGTHS, league(STRENGTHS, ROUNDS))
    square, faults, top = Square(tournament), FaultList(tournament), Portfolio(tournament, "top")
    page = front_page(
        tournament,
        lines=Lines(tournament),
        square=square,
        faults=faults,
        duel=top.duel("middle"),
    )
    files = {
        paths.FRONT: page.encode(),
        paths.CROSSTABLE: square.script(),
        paths.versus_script("top"): square.versus(top),
        paths.bot_page("top"): Portrait(tournament, top, faults).page().encode(),
        **{paths.asset(name): read_asset(name) for name in asset_names()},
    }
    for path, content in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def opened(page: Opener, address: str, width: int) -> Page:
    """A page on a screen so wide."""
    shown = page(screen="phone" if width < 500 else "desktop")
    shown.set_viewport_size({"width": width, "height": 900})
    shown.goto(address)
    return shown


@pytest.mark.parametrize("width", WIDTHS[2:])
def test_a_short_interval_is_seen(page: Opener, site: Path, width: int) -> None:
    """The mark of the value leaves both ends of its bar free."""
    shown = opened(page, f"{site.as_uri()}/{paths.FRONT}#standings", width)
    found = shown.evaluate(
        """() => [...document.querySelectorAll('.standings .interval')].map(plot => {
            const box = plot.querySelector('.error').getBoundingClientRect();
            const at = (x) => document.elementFromPoint(x, plot.getBoundingClientRect().top + 22).classList[0];
            return [at(box.left + 0.4), at((box.left + box.right) / 2), at(box.right - 0.4)];
        })"""
    )
    assert found == [["error", "value", "error"]] * len(STRENGTHS)


@pytest.mark.parametrize("width", WIDTHS)
def test_labels_keep_off_the_headings(page: Opener, site: Path, width: int) -> None:
    """Those of the scale, from each other and from the words beside the plot."""
    shown = opened(page, f"{site.as_uri()}/{paths.FRONT}#standings", width)
    boxes = shown.evaluate(
        """() => [...document.querySelectorAll('.standings thead th')].flatMap(cell => {
            const labels = [...cell.querySelectorAll('text')];
            const shown = (labels.length ? labels : [cell]).map(one => {
                const range = document.createRange();
                range.selectNodeContents(one);
                return labels.length ? one.getBoundingClientRect() : range.getBoundingClientRect();
            });
            return shown.filter(box => box.width > 0).map(box => [box.left, box.right]);
        })"""
    )
    assert len(boxes) > len(STRENGTHS)
    assert all(right + 2 <= left for (_, right), (left, _) in pairwise(boxes)), boxes
    check_accessibility(shown)


@pytest.mark.parametrize(("width", "is_shown"), [(390, False), (1280, True)])
def test_no_words_of_bars_that_are_not_shown(page: Opener, site: Path, width: int, *, is_shown: bool) -> None:
    """On a phone the page of a bot has no bars; on a desktop they are explained."""
    shown = opened(page, f"{site.as_uri()}/{paths.bot_page('top')}", width)
    expect(shown.locator(".opponents .interval").first).to_be_visible(visible=is_shown)
    expect(shown.get_by_text("Bars: top’s margin")).to_be_visible(visible=is_shown)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", [paths.FRONT, paths.bot_page("top")])
def test_every_table_fits_its_screen(page: Opener, site: Path, path: str, width: int) -> None:
    """On phones, tablets and desktops: nothing has to be scrolled sideways to."""
    shown = opened(page, f"{site.as_uri()}/{path}", width)
    expect(shown.locator("[data-more]").first).to_be_attached()
    expect(shown.locator("[data-more*=right]")).to_have_count(0)
