"""The replay page in a browser: opened at a place, and what it says about where it is."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.records import eventful_folder
from support.replays import write_replays


def eventful_site(factory: pytest.TempPathFactory) -> str:
    """The address of the replay page of six series in which everything happens."""
    folder: Path = factory.mktemp("replays")
    eventful_folder(folder / "results")
    return write_replays(folder / "results", folder / "site")


def shown(page: Page, address: str, fragment: str) -> Page:
    """The page with a fragment, when it is drawn."""
    page.goto(f"{address}#{fragment}" if fragment else address)
    expect(page.locator("#place")).not_to_have_text("replay")
    return page


def with_stopped_clock(page: Page, address: str, fragment: str) -> Page:
    """The same in a page whose time passes only when it is told to."""
    page.clock.install(time=datetime(2026, 11, 29, tzinfo=UTC))
    shown(page, address, fragment)
    page.clock.pause_at(datetime(2026, 11, 30, tzinfo=UTC))
    return page


def expect_turn(page: Page, turn: int) -> None:
    """Label, slider, list and address agree on the turn."""
    expect(page.locator("#turn-label")).to_have_text(re.compile(rf"Turn {turn} / "))
    expect(page.locator("#graph")).to_have_attribute("aria-valuenow", str(turn))
    expect(page.locator("#track")).to_have_value(str(turn))
    expect(page.locator("#turns [aria-current] .number")).to_have_text(str(turn))
    expect(page).to_have_url(re.compile(rf"&turn={turn}(&|$)"))


def last_turn(page: Page) -> int:
    """The number of the last turn of the match shown."""
    return int(page.locator("#graph").get_attribute("aria-valuemax") or "")
