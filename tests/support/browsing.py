"""Pages looked at with the system's Chromium, and what must hold on every one of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped] # it has no types
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Playwright, Request, Response, ViewportSize

Theme = Literal["light", "dark"]
Screen = Literal["desktop", "phone"]

SCREENS: Final[dict[Screen, ViewportSize]] = {
    "desktop": {"width": 1240, "height": 900},
    "phone": {"width": 390, "height": 844},
}
CHROMIUM: Final = Path("/usr/bin/chromium")
FLAGS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]
# Without `preload` axe reads no style sheets, which it may not of pages opened from files.
RULES: Final = {
    "preload": False,
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
}
NOT_MODIFIED: Final = 304
LOCAL: Final = ("file", "data", "blob")


def launch(playwright: Playwright) -> Browser:
    """The system's Chromium, without a window and without calls home."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@dataclass(kw_only=True)  # without slots: Playwright writes into the objects whose methods it calls
class Visit:
    """Pages opened in one test.

    Attributes:
        browser: what they are opened in.
        problems: console errors, exceptions of scripts, alerts and failed requests, in the order they came.
        contexts: of the pages, to be closed.
    """

    browser: Browser
    problems: list[str] = field(default_factory=list)
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, *, theme: Theme = "light", screen: Screen = "desktop", has_scripts: bool = True) -> Page:
        """A blank page in a context of its own; whatever goes wrong in it is noted."""
        context = self.browser.new_context(
            viewport=SCREENS[screen],
            color_scheme=theme,
            java_script_enabled=has_scripts,
            has_touch=screen == "phone",
            reduced_motion="reduce",
        )
        self.contexts.append(context)
        context.on("request", self._note_foreign)
        page = context.new_page()
        page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        page.on("dialog", self._note_alert)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("requestfailed", lambda request: self._note(f"{request.url}: {request.failure}"))
        page.on("response", self._note_refusal)
        return page

    def close(self) -> None:
        """Close all pages; what happens to their requests then is no problem."""
        noted = list(self.problems)
        for context in self.contexts:
            context.close()
        self.problems = noted

    def _note(self, problem: str) -> None:
        self.problems.append(problem)

    def _note_alert(self, alert: Dialog) -> None:
        self._note(f"alert: {alert.message}")
        alert.dismiss()

    def _note_refusal(self, answer: Response) -> None:
        if not answer.ok and answer.status != NOT_MODIFIED:
            self._note(f"{answer.url}: {answer.status}")

    def _note_foreign(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in LOCAL and address.hostname != "127.0.0.1":
            self._note(f"asks elsewhere: {request.url}")


@contextmanager
def visiting(browser: Browser) -> Iterator[Visit]:
    """Pages for one test, which fails if anything went wrong in one; a test that expects it clears `problems`."""
    visit = Visit(browser=browser)
    try:
        yield visit
    finally:
        visit.close()
    assert not visit.problems, "\n".join(visit.problems)


def check_accessibility(page: Page) -> None:
    """Fail if axe-core finds a violation of WCAG A or AA in the page as it is now."""
    results = Axe().run(page, options=RULES)
    found = [
        f"{one['id']}: {one['help']}: {', '.join(str(node['target']) for node in one['nodes'][:5])}"
        for one in results.response["violations"]
    ]
    assert not found, "\n".join(found)


def check_width(page: Page) -> None:
    """Fail if the page is wider than its screen, so that it would have to be scrolled sideways."""
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= screen
