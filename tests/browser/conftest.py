"""Chromium for the tests of pages: one for the tests of a file, and pages of its own for every test.

browser   the system's Chromium
visit     what went wrong in the pages of a test, which fails for it; a test that expects that clears `problems`
page      page(theme="dark", screen="phone"): a blank page; a console error or failed request fails the test
axe       axe(page): WCAG A and AA
address   the replay page of six series in which everything happens, one for the run; nobody writes there
replay    that page at a turn
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from support.browsing import CHROMIUM, Visit, check_accessibility, launch, visiting
from support.replay_page import eventful_site, shown
from support.requires import skip_unless


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium: not for the whole run, beside whose other tests it would take memory and time."""
    skip_unless(CHROMIUM.exists(), f"{CHROMIUM} is not there: apt install chromium")
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """The pages of one test, and what went wrong in them."""
    with visiting(browser) as visit:
        yield visit


@pytest.fixture
def page(visit: Visit) -> Callable[..., Page]:
    """Opens pages: `page(theme="dark", screen="phone", has_scripts=False)`, each in a context of its own."""
    return visit.open


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Checks a page: it fails for a violation of WCAG A or AA."""
    return check_accessibility


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the replay page of six series in which everything happens."""
    return eventful_site(tmp_path_factory)


@pytest.fixture
def replay(page: Callable[..., Page], address: str) -> Page:
    """Turn 10 of match 1 of series 2, on a desktop."""
    return shown(page(), address, "series=2&match=1&turn=10")
