"""The static pages on a phone: nothing of a table is cut off without a sign."""

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from support.browsing import check_accessibility, check_width
from support.pages_in_files import LONG_NAME, large_site, long_named_site

from referee.play.records import SeriesEnd
from referee.report.live.panel import live_asset, render_panel
from referee.report.live.situation import Situation, State
from referee.report.site import paths
from referee.results.newest import FinishedEncounter, FinishedLeg

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

Opener = Callable[..., Page]
FEW, MANY = 4, 14


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of three bots, with faults of all kinds, and a name of 40 characters."""
    return long_named_site(tmp_path_factory.mktemp("long"))


@pytest.fixture
def phone(page: Opener) -> Page:
    """A page of 390 px."""
    return page(screen="phone")


def goto(page: Page, site: Path, path: str) -> Page:
    """Open a page of a site as a file."""
    page.goto(f"{site.as_uri()}/{path}")
    return page


def cut_texts(page: Page) -> list[str]:
    """The cells that are beyond the edge of a box that does not say so."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.scroll td, .scroll th')].filter(cell => {
            const box = cell.closest('.scroll'), edge = box.getBoundingClientRect().right + 0.5;
            const isShown = getComputedStyle(cell.closest('thead, tbody')).clipPath === 'none';
            return isShown && cell.getBoundingClientRect().right > edge && !box.dataset.more;
        }).map(cell => cell.innerText)"""
    )
    return found


@pytest.mark.parametrize("path", ["index.html", "bot", "opponent", "encounters"])
def test_no_cell_is_cut_off(phone: Page, league: Path, path: str) -> None:
    """All cells are within the screen."""
    pages = {
        "bot": paths.bot_page(LONG_NAME),
        "opponent": paths.bot_page("greedy"),
        "encounters": paths.encounters_page("greedy", 1),
    }
    goto(phone, league, pages.get(path, path))
    check_accessibility(phone)
    check_width(phone)
    assert cut_texts(phone) == []
    expect(phone.locator("[data-more~=right]")).to_have_count(0)


def test_an_encounter_has_both_scores_in_full(phone: Page, league: Path) -> None:
    """The mirror stands below its series, with score and result."""
    goto(phone, league, paths.encounters_page("greedy", 1))
    cells = phone.locator(".encounters tbody tr").first.locator("td, th")
    for cell in cells.all():
        expect(cell).to_be_visible()
        assert cell.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    first, second = (phone.locator(".encounters tbody tr").first.locator(".c-leg").nth(place) for place in (0, 1))
    assert top(second) > top(first)


def test_a_fault_is_a_card_with_its_link(phone: Page, league: Path) -> None:
    """Bot, kind, sentence, opponent and the link to the turn are on the screen."""
    goto(phone, league, paths.FRONT)
    card = phone.locator(".faults tbody tr").filter(has=phone.locator("a[href*=replay]")).first
    link = card.get_by_role("link").last
    link.scroll_into_view_if_needed()
    expect(link).to_be_in_viewport(ratio=1)
    expect(card.locator(".against")).to_be_in_viewport(ratio=1)


def test_a_long_name_takes_two_lines(phone: Page, league: Path) -> None:
    """In tables; the full name is its title."""
    for path in (paths.FRONT, paths.bot_page("greedy")):
        name = goto(phone, league, path).locator(f".standings .name[title='{LONG_NAME}']")
        assert name.evaluate("name => name.clientHeight <= 3 * parseFloat(getComputedStyle(name).fontSize) + 6")


def test_a_long_name_at_fault_stays_in_the_live_panel(phone: Page) -> None:
    """It takes two lines, the widest letters too."""
    wide = "W" * 40
    leg = FinishedLeg(number=1, end=SeriesEnd.FORFEIT, losers=(wide,), points=(0.0, 1.0), totals=(0, 0))
    newest = FinishedEncounter(round="1", a=wide, b="z", legs=(leg, leg), finished_utc="2026-11-29T19:45:53Z")
    panel = render_panel(
        Situation(state=State.STOPPED, version=(1, 1, 1), final_count=2, planned_count=4, newest=(newest,))
    )
    theme = (files("referee.report.site") / "assets" / "theme.css").read_text()
    live = live_asset(paths.asset("live.css")).decode()
    phone.set_content(f"<style>{theme}{live}</style><main>{panel}</main>")
    tag = phone.locator(".live-newest .tag").first
    assert tag.evaluate("tag => tag.getBoundingClientRect().right <= tag.closest('li').getBoundingClientRect().right")


def test_a_page_that_is_one_table_has_a_gap_above_it(phone: Page, tmp_path: Path) -> None:
    """As there is between all parts of a page."""
    goto(phone, large_site(tmp_path), paths.standings_page(1))
    header, panel = (phone.locator(of).first.bounding_box() for of in (".top", "main .panel"))
    assert header is not None
    assert panel is not None
    assert panel["y"] - header["y"] - header["height"] >= 16


def test_a_small_crosstable_fits(phone: Page, tmp_path: Path) -> None:
    """Four bots need no scrolling."""
    goto(phone, large_site(tmp_path, FEW), paths.FRONT)
    assert cut_texts(phone) == []
    expect(phone.locator(".square[data-more~=right]")).to_have_count(0)


def test_a_crosstable_that_does_not_fit_says_so(phone: Page, tmp_path: Path) -> None:
    """It fades where it goes on, has a name, and is scrolled with the keyboard."""
    goto(phone, large_site(tmp_path, MANY), paths.FRONT)
    box = phone.get_by_role("region", name="Crosstable: wider than the screen, scroll sideways")
    assert box.evaluate("box => getComputedStyle(box).maskImage") != "none"
    box.focus()
    phone.keyboard.press("ArrowRight")
    expect(phone.locator(".square[data-more='left right']")).to_have_count(1)
    box.evaluate("box => box.scrollTo(9999, 0)")
    expect(phone.locator(".square[data-more='left']")).to_have_count(1)
    check_accessibility(phone)


def top(shown: Locator) -> float:
    """Where something begins, from the top of the screen."""
    box = shown.bounding_box()
    assert box is not None
    return box["y"]
