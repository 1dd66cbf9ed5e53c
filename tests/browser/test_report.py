"""The static pages in a browser: every control and key, both themes, a phone, paper, without scripts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visit, check_width
from support.pages_in_files import hostile_site, large_site, league_site

from referee.report.site import paths

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

Opener = Callable[..., Page]
Check = Callable[[Page], None]


@pytest.fixture(scope="session")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of three bots, with faults of all kinds."""
    return league_site(tmp_path_factory.mktemp("league"))


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of 130 bots: further lines, and a heat map."""
    return large_site(tmp_path_factory.mktemp("large"))


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of bots whose names were written into the results file by hand."""
    return hostile_site(tmp_path_factory.mktemp("hostile"))


def visit_file(page: Page, site: Path, path: str) -> Page:
    """Open a page of a site as a file."""
    page.goto(f"{site.as_uri()}/{path}")
    return page


PAGES = ("index.html", "bots/greedy.html", "encounters/greedy/1.html")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_read_it(page: Opener, axe: Check, league: Path, theme: str, screen: str, path: str) -> None:
    """No violation of WCAG A or AA, no console error, no sideways scrolling."""
    shown = visit_file(page(theme=theme, screen=screen), league, path)
    expect(shown.locator("h1")).to_be_visible()
    axe(shown)
    check_width(shown)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_many_bots_and_hostile_names(page: Opener, axe: Check, large: Path, hostile: Path, screen: str) -> None:
    """The same with a heat map, and with names of 300 characters; nothing that a name says is done, on replays too."""
    others = [path.relative_to(hostile).as_posix() for path in hostile.glob("*/*.html")]
    others += [path.relative_to(hostile).as_posix() for path in hostile.glob("encounters/*/*.html")]
    others += [paths.replay_link(3, 2, 5), paths.replay_link(5, 1, 1)]
    for site, path in [(large, paths.FRONT), (hostile, paths.FRONT), *((hostile, path) for path in others)]:
        shown = visit_file(page(screen=screen), site, path)
        axe(shown)
        check_width(shown)


def test_order_and_search(page: Opener, league: Path) -> None:
    """Points or Strength; `/` goes to the search, Escape leaves it; what is found is said."""
    shown = visit_file(page(), league, paths.FRONT)
    names = shown.locator("table.standings tbody tr:visible th")
    assert [name.split()[0] for name in names.all_inner_texts()] == ["random", "alpha", "greedy"]
    shown.get_by_role("button", name="Strength").click()
    expect(shown.get_by_role("button", name="Strength")).to_have_attribute("aria-pressed", "true")
    expect(shown.get_by_role("button", name="Points")).to_have_attribute("aria-pressed", "false")
    expect(shown.locator("#standings .note").first).to_have_text("Ranked by Strength.", use_inner_text=True)
    shown.keyboard.press("/")
    expect(shown.get_by_label("Find a bot")).to_be_focused()
    shown.keyboard.type("GREE")
    expect(names).to_have_count(1)
    expect(shown.get_by_role("status").first).to_contain_text("1 of 3 bots match")
    shown.keyboard.press("Escape")
    expect(names).to_have_count(3)
    expect(shown.get_by_label("Find a bot")).not_to_be_focused()


def test_theme(page: Opener, league: Path) -> None:
    """`t` and the button turn it, the next page keeps it, and typing a t in the search does not turn it."""
    shown = visit_file(page(theme="light"), league, paths.FRONT)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = shown.evaluate(ground)
    shown.keyboard.press("t")
    dark = shown.evaluate(ground)
    assert dark != light
    visit_file(shown, league, paths.bot_page("greedy"))
    assert shown.evaluate(ground) == dark
    shown.get_by_role("button", name="Theme").click()
    assert shown.evaluate(ground) == light
    visit_file(shown, league, paths.FRONT).keyboard.press("/")
    shown.keyboard.type("t")
    assert shown.evaluate(ground) == light


def test_head_to_head_by_mouse_and_address(page: Opener, league: Path) -> None:
    """A cell shows its pair, the address keeps it, and the address alone shows it again."""
    shown = visit_file(page(), league, paths.FRONT)
    panel = shown.get_by_role("region", name="Head to head")
    expect(panel).to_contain_text("random against alpha")
    shown.locator("#square tbody tr").nth(2).locator("td").nth(0).click()
    expect(panel).to_contain_text("greedy against random")
    assert shown.url.endswith("#versus=greedy,random")
    other = page()
    other.goto(shown.url)
    expect(other.get_by_role("region", name="Head to head")).to_contain_text("greedy against random")
    expect(other.locator("#square [aria-selected=true]")).to_have_count(1)


def test_address_keeps_what_is_seen(page: Opener, league: Path) -> None:
    """Order, search, kind of crosstable and pair, which comes into view; what is as ever leaves the address."""
    shown = visit_file(page(), league, paths.FRONT)
    shown.get_by_role("button", name="Strength").click()
    shown.get_by_label("Find a bot").fill("gree")
    shown.get_by_role("button", name="Margin").click()
    shown.locator("#square tbody tr").nth(2).locator("td").nth(0).click()
    other = page()
    other.goto(shown.url)
    expect(other.get_by_role("button", name="Strength")).to_have_attribute("aria-pressed", "true")
    expect(other.get_by_role("button", name="Margin")).to_have_attribute("aria-pressed", "true")
    expect(other.locator("table.standings tbody tr:visible")).to_have_count(1)
    expect(other.locator("#kind-note")).to_contain_text("Mean margin")
    expect(other.get_by_role("region", name="Head to head")).to_contain_text("greedy against random")
    expect(other.locator("#crosstable-title")).to_be_in_viewport()
    other.get_by_role("button", name="Points").click()
    other.get_by_role("button", name="Score %").click()
    other.get_by_label("Find a bot").fill("")
    assert other.url.endswith("#versus=greedy,random")


def test_head_to_head_by_keyboard(page: Opener, league: Path) -> None:
    """One stop for Tab; arrows, Home and End move, Enter and blank choose; the panel follows."""
    shown = visit_file(page(), league, paths.FRONT)
    panel = shown.get_by_role("region", name="Head to head")
    expect(shown.locator("#square td[tabindex='0']")).to_have_count(1)
    shown.locator("#square td[tabindex='0']").focus()
    for key in ("ArrowDown", "Home", "Enter"):
        shown.keyboard.press(key)
    expect(panel).to_contain_text("alpha against random")
    for key in ("End", "ArrowUp", "ArrowLeft", "ArrowRight", " "):
        shown.keyboard.press(key)
    expect(panel).to_contain_text("random against greedy")
    shown.keyboard.press("ArrowUp")
    expect(shown.locator("#square td:focus")).to_have_count(1)


def test_kinds_of_the_crosstable(page: Opener, league: Path) -> None:
    """Score, margin and probability, each with what it is; back again as it was."""
    shown = visit_file(page(), league, paths.FRONT)
    cells = shown.locator("#square tbody td")
    before = cells.all_inner_texts()
    for button, words in (("Margin", "Mean margin"), ("P(stronger)", "Probability"), ("Score %", "Points of")):
        shown.get_by_role("button", name=button).click()
        expect(shown.locator("#kind-note")).to_contain_text(words)
        expect(shown.get_by_role("button", name=button)).to_have_attribute("aria-pressed", "true")
    assert cells.all_inner_texts() == before


def test_address_that_names_nobody(page: Opener, league: Path) -> None:
    """It shows the first pair; nothing fails."""
    for address in ("#versus=a,b", "#versus=greedy", "#versus=%ff,%ff", "#versus=greedy,greedy", "#else"):
        shown = visit_file(page(), league, f"{paths.FRONT}{address}")
        expect(shown.locator("#square td[tabindex='0']")).to_have_count(1)
        expect(shown.get_by_role("region", name="Head to head")).to_contain_text("against")


def test_heat_map(page: Opener, large: Path) -> None:
    """Arrows move a cursor and say where it is, Enter shows the pair; a click too; colors follow the kind."""
    shown = visit_file(page(), large, paths.FRONT)
    expect(shown.locator("#crosstable")).to_contain_text("Shown are the first 120 of 130 bots")
    heat, note = shown.locator("#map"), shown.locator("#map-note")
    expect(heat).to_have_attribute("role", "application")
    heat.focus()
    for key in ("ArrowDown", "ArrowLeft", "Enter"):
        shown.keyboard.press(key)
    expect(note).to_contain_text("against")
    panel = shown.get_by_role("region", name="Head to head")
    first = note.inner_text().split(" against ")[0]
    expect(panel).to_contain_text(f"{first} against")
    shown.get_by_role("button", name="Margin").click()
    expect(shown.locator("#map path").first).to_be_attached()
    box = shown.locator("#map svg").bounding_box()
    assert box is not None
    shown.locator("#map svg").click(position={"x": box["width"] * 0.5 / 120, "y": box["height"] * 3.5 / 120})
    expect(panel).to_contain_text("against")
    assert "#versus=" in shown.url


def test_further_lines(page: Opener, large: Path) -> None:
    """The search finds bots that the page did not have; the button shows them all, once."""
    shown = visit_file(page(), large, paths.FRONT)
    rows = shown.locator("table.standings tbody tr")
    expect(rows).to_have_count(100)
    last = shown.locator("#square, #map").first.evaluate(
        "() => document.querySelectorAll('.standings tbody tr').length"
    )
    assert last == 100
    shown.get_by_label("Find a bot").fill("bot")
    expect(rows).to_have_count(130)
    expect(shown.get_by_role("button", name="Show all")).to_be_hidden()
    other = visit_file(page(), large, paths.FRONT)
    other.get_by_role("button", name="Show all 130").click()
    expect(other.locator("table.standings tbody tr")).to_have_count(130)


def test_links_of_a_fault_lead_to_its_turn(page: Opener, league: Path) -> None:
    """The replay shows that series."""
    shown = visit_file(page(), league, paths.FRONT)
    fault = shown.locator(".faults tbody tr").filter(has_text="match 2, turn 5")
    fault.get_by_role("link", name="series 3").click()
    shown.wait_for_url("**/replay.html#series=3&match=2&turn=5*")
    expect(shown.locator("main")).to_contain_text("greedy")


def test_without_scripts(page: Opener, league: Path, large: Path) -> None:
    """All is there to read, and what would do nothing is not; further lines are on pages of their own."""
    shown = visit_file(page(has_scripts=False), league, paths.FRONT)
    for text in ("random leads with 3 points", "illegal-turn", "referee verify"):
        expect(shown.get_by_text(text).first).to_be_visible()
    for control in ("#find", "#theme", "[data-sort]", "[data-kind]"):
        expect(shown.locator(control).first).to_be_hidden()
    visit_file(shown, large, paths.FRONT).get_by_role("link", name="2", exact=True).click()
    expect(shown.locator("table.standings tbody tr")).to_have_count(30)


def test_on_paper(page: Opener, league: Path) -> None:
    """No controls, and the tables are there."""
    shown = visit_file(page(), league, paths.FRONT)
    shown.emulate_media(media="print")
    for control in ("#find", "#theme", "[data-sort]", "[data-kind]"):
        expect(shown.locator(control).first).to_be_hidden()
    expect(shown.locator("table.standings")).to_be_visible()
    assert shown.pdf().startswith(b"%PDF")


def test_keyboard_alone_reaches_everything(page: Opener, league: Path) -> None:
    """Tab goes from the link that skips over every control and link; what is reached can be seen to be."""
    shown = visit_file(page(), league, paths.FRONT)
    shown.keyboard.press("Tab")
    expect(shown.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(shown.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    reached = set()
    for _ in range(80):
        shown.keyboard.press("Tab")
        reached.add(
            shown.evaluate(
                "(document.activeElement.id || document.activeElement.textContent || '').trim().slice(0, 40)"
            )
        )
        outline = shown.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none" or shown.evaluate("document.activeElement === document.body")
    assert {"theme", "find", "Points", "Strength", "Margin", "greedy", "biggest win"} <= reached


def test_a_missing_script_is_told(page: Opener, visit: Visit, league: Path) -> None:
    """A site that was copied in part says what is missing."""
    shown = page()
    shown.route("**/versus/**", lambda route: route.abort())
    visit_file(shown, league, paths.FRONT)
    expect(shown.get_by_role("region", name="Head to head")).to_contain_text("is missing")
    visit.problems.clear()
