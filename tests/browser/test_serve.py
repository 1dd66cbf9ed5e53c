"""Live pages in a browser: they follow a tournament, and keep what the reader chose."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect
from support.browsing import Visit, check_width
from support.processes import mark
from support.real_league import RealLeague
from support.records import bots, encounter, new_store, play_series
from support.stages import (
    PATIENCE_MS,
    PROGRAMS,
    Axe,
    Open,
    Stage,
    final_count,
    stage,
    visit,
    wait_for_final,
    wait_for_state,
)

from referee.results.rows import SeriesRow
from referee.results.store import Store

__all__ = ["mark", "stage", "visit"]

pytestmark = pytest.mark.slow

NAMES = "[...document.querySelectorAll('.standings tbody tr')].map(row => row.dataset.name)"
WATCH = """
() => {
  globalThis.wrong = [];
  const text = (of) => document.querySelector(of)?.textContent ?? "";
  new MutationObserver(() => {
    const table = text(".verdict .progress").match(/\\d+ of/)?.[0] ?? "all of";
    if (text("#live").includes("what stands below is final") && table !== "all of") globalThis.wrong.push(table);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A finished tournament that is served, with its pages made; nobody changes it."""
    league = RealLeague(tmp_path_factory.mktemp("finished"), "finished", programs=PROGRAMS, rounds=2)
    league.run()
    stage = Stage(league)
    wait_for_pages(stage.address)
    yield stage
    stage.end()


def wait_for_pages(address: str) -> None:
    """Wait until the front page has its table: a page without scripts does not come by it later."""
    until_s = time.monotonic() + PATIENCE_MS / 1000
    while b"standings-title" not in urlopen(address).read():  # noqa: S310 - our own server
        assert time.monotonic() < until_s
        time.sleep(0.1)


def save(store: Store, rows: Sequence[SeriesRow]) -> None:
    """Make series final."""
    for row in rows:
        store.save(row, play_series(row))


def test_page_follows_a_tournament_to_its_end(stage: Stage, page: Open, axe: Axe) -> None:
    """It waits, begins by itself, shows what is played and what is new, fills the table, and says that it is over."""
    front = page()
    front.goto(stage.address)
    wait_for_state(front, "waiting")
    run = stage.run()
    wait_for_state(front, "running")
    expect(front.locator(".live-running li").first).to_contain_text("round 1, leg", timeout=PATIENCE_MS)
    expect(front.locator(".live-newest li").first).to_contain_text("round 1", timeout=PATIENCE_MS)
    wait_for_final(front, 4)
    axe(front)
    wait_for_state(front, "finished")
    run.wait()
    expect(front.locator("#live")).to_contain_text("Every series is played")
    wait_for_final(front, 24)
    assert final_count(front) == 24
    expect(front.locator(".eyebrow").first).to_contain_text("final")
    front.locator(".live-newest a[href^=replay]").first.click()
    front.wait_for_url("**/replay.html#series=*")


def test_no_table_is_called_final_that_is_not(stage: Stage, page: Open) -> None:
    """At no moment does the panel say more of the tables below it than they do; before, it says of what they are."""
    run = stage.run()
    front = page()
    front.goto(stage.address)
    wait_for_final(front, 2)
    front.evaluate(WATCH)
    expect(front.locator(".live-count")).to_contain_text("the tables below are of")
    expect(front.locator("#live")).to_contain_text("what stands below is final", timeout=PATIENCE_MS)
    run.wait()
    assert front.evaluate("globalThis.wrong") == []
    expect(front.locator(".live-count")).not_to_contain_text("the tables below are of")


def test_what_the_reader_chose_stays(stage: Stage, page: Open) -> None:
    """Order, search, focus, the kind of the crosstable, the chosen pair, and what is in view; the numbers are new."""
    run = stage.run()
    front = page()
    front.goto(stage.address)
    wait_for_final(front, 4)
    front.reload()
    front.wait_for_selector("#square [aria-selected=true]")
    front.click("[data-sort=strength]")
    front.click("[data-kind=margin]")
    front.click("#square tbody tr:nth-child(1) td:nth-child(4)")
    pair = front.locator("#versus h3").first.inner_text()
    front.fill("#find", "e")
    before = front.locator("[data-edition]").get_attribute("data-edition")
    front.evaluate("document.documentElement.dataset.mine = 'kept'")
    where = front.evaluate("document.getElementById('standings').getBoundingClientRect().top")
    count = final_count(front)
    wait_for_final(front, count + 6)
    assert front.evaluate("document.documentElement.dataset.mine") == "kept", "the page was loaded again"
    assert before == front.locator("[data-edition]").get_attribute("data-edition")
    expect(front.locator("[data-sort=strength]")).to_have_attribute("aria-pressed", "true")
    expect(front.locator("[data-kind=margin]")).to_have_attribute("aria-pressed", "true")
    expect(front.locator("#kind-note")).to_contain_text("Mean margin")
    expect(front.locator("#find")).to_be_focused()
    expect(front.locator("#find")).to_have_value("e")
    expect(front.locator(".standings tbody tr[data-name=slow]")).to_be_hidden()
    expect(front.locator(".standings tbody tr[data-name=greedy]")).to_be_visible()
    assert front.locator("#versus h3").first.inner_text() == pair
    assert abs(front.evaluate("document.getElementById('standings').getBoundingClientRect().top") - where) < 300
    run.terminate()
    run.wait()


def test_reading_further_down_is_not_disturbed(stage: Stage, page: Open) -> None:
    """What is in view stays where it is, though the list above it grows."""
    run = stage.run()
    front = page(screen="phone")
    front.goto(stage.address)
    wait_for_final(front, 2)
    front.evaluate("document.getElementById('standings').scrollIntoView()")
    where = front.evaluate("document.getElementById('standings').getBoundingClientRect().top")
    wait_for_final(front, 12)
    assert abs(front.evaluate("document.getElementById('standings').getBoundingClientRect().top") - where) < 2
    run.terminate()
    run.wait()


def test_bot_page_follows_too(stage: Stage, page: Open) -> None:
    """Without a panel of its own."""
    run = stage.run()
    front = page()
    front.goto(stage.address)
    wait_for_final(front, 2)
    front.goto(f"{stage.address}bots/greedy.html")
    front.evaluate("document.documentElement.dataset.mine = 'kept'")
    expect(front.locator("header .meta")).to_contain_text("16 series", timeout=PATIENCE_MS)
    assert front.evaluate("document.documentElement.dataset.mine") == "kept"
    run.wait()


def test_table_of_many_bots_stays_whole(mark: str, tmp_path: Path, page: Open) -> None:
    """The lines that were loaded besides the first hundred are renewed too, and none is lost or twice there."""
    league = RealLeague(tmp_path / "league", mark, programs=PROGRAMS)
    names = [f"bot{number:03}" for number in range(250)]
    with new_store(league.out, [*encounter(*names[:2]), *encounter("bot002", "bot249", pairing=2)]) as store:
        store.put_bots(bots(*names))
        rows = list(store.pending(1))
        save(store, rows[:2])
        stage = Stage(league)
        try:
            front = page()
            front.goto(stage.address)
            front.locator("table.standings").wait_for(timeout=PATIENCE_MS)
            front.click("#all-lines")
            lines = front.locator(".standings tbody tr")
            expect(lines).to_have_count(250)
            front.fill("#find", "bot249")
            save(store, rows[2:])
            wait_for_final(front, 4)
            expect(lines).to_have_count(250)
            assert len(set(front.evaluate(NAMES))) == 250
            expect(front.locator(".standings tbody tr:visible")).to_have_count(1)
        finally:
            stage.end()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_live_pages_are_accessible(finished: Stage, page: Open, axe: Axe, theme: str, screen: str) -> None:
    """No violation of WCAG A or AA, nothing wider than the screen, with the note that the connection is lost too."""
    front = page(theme=theme, screen=screen)
    front.goto(finished.address)
    wait_for_final(front, 12)
    axe(front)
    check_width(front)
    expect(front.locator(".scroll[data-more~=right]")).to_have_count(0)
    front.evaluate(
        "const note = document.getElementById('live-lost'); note.hidden = false; note.textContent = 'Connection lost'"
    )
    axe(front)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_of_nothing_are_accessible(stage: Stage, page: Open, visit: Visit, axe: Axe, theme: str) -> None:
    """The one that waits, and the one that does not exist."""
    front = page(theme=theme, screen="phone")
    front.goto(stage.address)
    wait_for_state(front, "waiting")
    axe(front)
    check_width(front)
    front.goto(f"{stage.address}nothing/here.html")
    expect(front.locator("h1")).to_have_text("There is no such page")
    axe(front)
    check_width(front)
    visit.problems.remove(f"{stage.address}nothing/here.html: 404")
    visit.problems.remove("Failed to load resource: the server responded with a status of 404 (Not Found)")


def test_without_scripts_the_page_is_whole(finished: Stage, page: Open) -> None:
    """Standings and panel are in it, and it says that it stands still."""
    front = page(has_scripts=False)
    front.goto(finished.address)
    expect(front.locator(".standings tbody tr")).to_have_count(3)
    expect(front.locator("#live")).to_contain_text("Every series is played")
    expect(front.locator("#live noscript")).to_be_attached()
