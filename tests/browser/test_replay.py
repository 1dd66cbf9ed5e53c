"""The replay page in a browser, opened from a file: every key and control, and what the address says."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visit
from support.records import eventful_folder
from support.replays import write_replays

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The replay page of six series in which everything happens."""
    folder = tmp_path_factory.mktemp("replays")
    eventful_folder(folder / "results")
    return write_replays(folder / "results", folder / "site")


@pytest.fixture
def replay(page: Opener, address: str) -> Page:
    """Turn 10 of match 1 of series 2, on a desktop."""
    return shown(page(), address, "series=2&match=1&turn=10")


def shown(page: Page, address: str, fragment: str) -> Page:
    """The page with a fragment, when it is drawn."""
    page.goto(f"{address}#{fragment}" if fragment else address)
    expect(page.locator("#place")).not_to_have_text("replay")
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


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        ("ArrowRight", 11),
        ("ArrowLeft", 9),
        ("Shift+ArrowRight", 20),
        ("Shift+ArrowLeft", 0),
        ("Home", 0),
    ],
)
def test_keys_step_through_turns(replay: Page, key: str, turn: int) -> None:
    """One turn, ten with Shift, and to the deal; never beyond it."""
    replay.keyboard.press(key)
    expect_turn(replay, turn)


def test_end_key(replay: Page) -> None:
    """The last turn, beyond which nothing goes."""
    replay.keyboard.press("End")
    expect_turn(replay, last_turn(replay))
    expect(replay.locator("#say")).to_contain_text("Match over, ")
    replay.keyboard.press("ArrowRight")
    expect_turn(replay, last_turn(replay))


@pytest.mark.parametrize(("button", "turn"), [("To the deal", 0), ("One turn back", 9), ("One turn forward", 11)])
def test_buttons_step_through_turns(replay: Page, button: str, turn: int) -> None:
    """As the keys do."""
    replay.get_by_role("button", name=button).click()
    expect_turn(replay, turn)


def test_end_button(replay: Page) -> None:
    """It is spent at the end, as is the one forward."""
    replay.get_by_role("button", name="To the end").click()
    expect_turn(replay, last_turn(replay))
    expect(replay.get_by_role("button", name="To the end")).to_be_disabled()
    expect(replay.get_by_role("button", name="One turn forward")).to_be_disabled()


def test_play_and_pause(page: Opener, address: str) -> None:
    """Space plays a turn every 0.9 s, pauses, and stops at the end; meanwhile the turns are not read aloud."""
    replay = page()
    replay.clock.install()
    shown(replay, address, "series=2&match=1&turn=10")
    replay.keyboard.press(" ")
    expect(replay.locator("#play")).to_have_text("Pause")
    expect(replay.locator("#say")).to_have_attribute("aria-live", "off")
    replay.clock.run_for(1900)
    expect(replay.locator("#turn-label")).to_have_text(re.compile("Turn 12 / "))
    replay.keyboard.press(" ")
    expect(replay.locator("#play")).to_have_text("Play")
    expect(replay.locator("#say")).to_have_attribute("aria-live", "polite")
    replay.clock.run_for(5000)
    expect(replay.locator("#turn-label")).to_have_text(re.compile("Turn 12 / "))
    replay.locator("#play").click()
    replay.clock.run_for(200_000)
    expect(replay.locator("#play")).to_have_text("Play")
    assert replay.locator("#graph").get_attribute("aria-valuenow") == str(last_turn(replay))
    replay.keyboard.press(" ")
    replay.clock.run_for(1000)
    expect(replay.locator("#turn-label")).to_have_text(re.compile("Turn 1 / "))


def test_speed(page: Opener, address: str) -> None:
    """The key and the button go through the speeds, also while it plays."""
    replay = page()
    replay.clock.install()
    shown(replay, address, "series=2&match=1&turn=0")
    speed = replay.locator("#speed")
    expect(speed).to_have_text("1×")
    replay.keyboard.press(" ")
    replay.keyboard.press("s")
    expect(speed).to_have_text("2×")
    replay.clock.run_for(950)
    expect(replay.locator("#turn-label")).to_have_text(re.compile("Turn 2 / "))
    speed.click()
    expect(speed).to_have_text("4×")
    speed.click()
    expect(speed).to_have_text("½×")
    replay.keyboard.press("s")
    expect(speed).to_have_text("1×")


def test_match_keys_and_tabs(replay: Page) -> None:
    """1, 2, 3 and the tabs open a match at its deal; the tab says which it is."""
    for number in (3, 2, 1):
        replay.keyboard.press(str(number))
        expect(replay).to_have_url(re.compile(rf"series=2&match={number}&turn=0$"))
        expect(replay.locator("#matches [aria-current]")).to_contain_text(f"Match {number}")
    replay.get_by_role("link", name="Match 2").click()
    expect(replay).to_have_url(re.compile("series=2&match=2&turn=0$"))


def test_mirror_and_neighbours(replay: Page) -> None:
    """`m` opens the other leg at the same match, `]` and `[` the next and previous series; so do their links."""
    replay.keyboard.press("2")
    replay.keyboard.press("m")
    expect(replay).to_have_url(re.compile("series=1&match=2&turn=0$"))
    replay.keyboard.press("]")
    expect(replay).to_have_url(re.compile("series=2&match=1&turn=0$"))
    replay.keyboard.press("]")
    expect(replay.locator("#heading")).to_have_text("alpha against greedy")
    replay.keyboard.press("[")
    expect(replay).to_have_url(re.compile("series=2&"))
    replay.get_by_role("link", name="mirror: series 1").click()
    expect(replay).to_have_url(re.compile("series=1&"))
    replay.get_by_title("Next series").click()
    expect(replay).to_have_url(re.compile("series=2&"))
    replay.get_by_title("Previous series").click()
    expect(replay).to_have_url(re.compile("series=1&"))
    replay.keyboard.press("[")
    expect(replay.locator("#message")).to_have_text("There is no series before this one that can be replayed.")
    expect(replay).to_have_url(re.compile("series=1&"))


def test_back_and_forward(replay: Page) -> None:
    """The browser's own way leads through matches and series, to the turn that was shown there."""
    replay.keyboard.press("ArrowRight")
    replay.keyboard.press("2")
    expect(replay).to_have_url(re.compile("match=2&turn=0$"))
    replay.keyboard.press("m")
    expect(replay).to_have_url(re.compile("series=1&match=2"))
    replay.go_back()
    expect(replay).to_have_url(re.compile("series=2&match=2&turn=0$"))
    replay.go_back()
    expect_turn(replay, 11)
    expect(replay.locator("#matches [aria-current]")).to_contain_text("Match 1")
    replay.go_forward()
    expect(replay.locator("#matches [aria-current]")).to_contain_text("Match 2")


def test_every_turn_has_a_link(replay: Page) -> None:
    """In the list, in order, the deal first; it keeps the hands that are shown."""
    links = replay.locator("#turns a")
    assert links.count() == last_turn(replay) + 1
    links.nth(3).click()
    expect_turn(replay, 3)
    replay.keyboard.press("h")
    expect(links.nth(7)).to_have_attribute("href", "#series=2&match=1&turn=7&hands=first")


def test_list_follows(replay: Page) -> None:
    """The turn shown is always in view, and the only one that Tab stops at."""
    for key in ("End", "Home", "Shift+ArrowRight", "Shift+ArrowRight"):
        replay.keyboard.press(key)
        expect(replay.locator("#turns [aria-current]")).to_be_in_viewport()
        assert replay.locator("#turns a[tabindex='0']").count() == 1


def test_address_is_shared(page: Opener, address: str) -> None:
    """The address of one page opens the same in another: series, match, turn and hands."""
    one = shown(page(), address, "series=1&match=2&turn=7")
    one.keyboard.press("h")
    expect(one).to_have_url(re.compile("series=1&match=2&turn=7&hands=first$"))
    other = page()
    other.goto(one.url)
    expect_turn(other, 7)
    expect(other.get_by_role("button", name="First’s view")).to_have_attribute("aria-pressed", "true")
    assert other.locator("#board").inner_text() == one.locator("#board").inner_text()


def test_first_series_is_opened_without_an_address(page: Opener, address: str) -> None:
    """At the deal of its first match."""
    expect_turn(shown(page(), address, ""), 0)


def test_graph_is_a_slider_for_the_pointer(replay: Page) -> None:
    """A press goes to the turn under it, a drag on; outside of it a move does nothing."""
    box = replay.locator("#plot").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    replay.mouse.move(box["x"] + box["width"], middle)
    replay.mouse.down()
    expect_turn(replay, last_turn(replay))
    replay.mouse.move(box["x"] + box["width"] / last_turn(replay) * 4, middle)
    expect_turn(replay, 4)
    replay.mouse.move(box["x"] - 300, middle)
    expect_turn(replay, 0)
    replay.mouse.up()
    replay.mouse.move(box["x"] + box["width"] / 2, middle)
    expect_turn(replay, 0)


@pytest.mark.parametrize("slider", ["#graph", "#track"])
@pytest.mark.parametrize(
    ("key", "turn"),
    [("ArrowUp", 11), ("ArrowDown", 9), ("PageUp", 20), ("PageDown", 0), ("ArrowRight", 11), ("Home", 0)],
)
def test_sliders_follow_the_keys(replay: Page, slider: str, key: str, turn: int) -> None:
    """As any slider does, each key once."""
    replay.locator(slider).focus()
    replay.keyboard.press(key)
    expect_turn(replay, turn)


def test_slider_tells_its_turn_in_words(replay: Page) -> None:
    """Turn and both scores."""
    text = replay.locator("#graph").get_attribute("aria-valuetext") or ""
    assert re.fullmatch(r"turn 10 of \d+: greedy −?\d+, random −?\d+", text)


def test_track_is_a_slider_for_the_pointer(replay: Page) -> None:
    """What a browser makes of it."""
    replay.locator("#track").fill("5")
    expect_turn(replay, 5)


def test_help(replay: Page, axe: Callable[[Page], None]) -> None:
    """`?` lists the keys, which do nothing meanwhile; Escape and the button close the list."""
    replay.keyboard.press("?")
    dialog = replay.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    axe(replay)
    replay.keyboard.press("ArrowRight")
    replay.keyboard.press("2")
    expect_turn(replay, 10)
    replay.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    replay.locator("#help").click()
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_theme_key(replay: Page) -> None:
    """`t` changes between light and dark."""
    before = replay.evaluate("getComputedStyle(document.body).backgroundColor")
    replay.keyboard.press("t")
    assert replay.evaluate("getComputedStyle(document.body).backgroundColor") != before


def test_space_presses_what_has_the_focus(replay: Page) -> None:
    """For those who use the keyboard only; after a press of the mouse it plays."""
    replay.locator("#forward").focus()
    replay.keyboard.press(" ")
    expect_turn(replay, 11)
    expect(replay.locator("#play")).to_have_text("Play")
    replay.locator("#back").click()
    replay.keyboard.press(" ")
    expect(replay.locator("#play")).to_have_text("Pause")


def test_keys_with_modifiers_are_the_browsers(replay: Page) -> None:
    """Nothing of ours happens."""
    for key in ("Control+ArrowRight", "Control+2", "Meta+h"):
        replay.keyboard.press(key)
    expect_turn(replay, 10)


def test_pile_can_be_looked_through(page: Opener, address: str, axe: Callable[[Page], None]) -> None:
    """Every card of a discard pile, the top one last, as many as the number beside it says."""
    replay = shown(page(), address, "series=2&match=1&turn=0")
    replay.keyboard.press("End")
    pile = replay.locator(".pile").filter(has=replay.locator(".pile-count:not(:empty)")).first
    count = int(pile.locator(".pile-count").inner_text())
    top = pile.locator(".card .sr").inner_text()
    pile.get_by_role("button").click()
    cards = replay.locator("#pile-cards li .sr")
    assert cards.count() == count
    assert cards.last.inner_text() == top
    expect(replay.get_by_role("dialog")).to_contain_text(f"{count} cards, the top one last")
    axe(replay)


def test_copied_link(visit: Visit, address: str) -> None:
    """The address of the very turn; where a page may not copy, it says where the link is."""
    page = visit.open()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown(page, address, "series=2&match=1&turn=10")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.locator("#copy")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}#series=2&match=1&turn=11"
    page.evaluate("delete Navigator.prototype.clipboard")
    expect(page.locator("#copy")).to_have_text("Copy link")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_have_text("The link is in the address bar")
    expect(page.locator("#message")).to_have_text("The link is in the address bar")


@pytest.mark.parametrize(
    ("fragment", "sentence", "way"),
    [
        ("series=7", "Series 7 does not exist: the highest number is 6.", "Open series 1."),
        ("series=0", "Series 0 does not exist", "Open series 1."),
        ("series=x", "The address says “series=x”, which means nothing here.", "Open series 1."),
        ("nonsense", "The address says “nonsense”", "Open series 1."),
        ("series=2&hands=mine", "The address says “hands=mine”", "Open series 1."),
        ("series=3&match=3", "Match 3 of series 3 was not played.", "Open match 2."),
        ("series=2&match=4", "Match 4 of series 2 was not played.", "Open match 3."),
        ("series=3&match=2&turn=6", "Match 2 of series 3 has no turn 6: it ended at turn 5.", "Open turn 5."),
    ],
)
def test_address_without_sense(visit: Visit, address: str, fragment: str, sentence: str, way: str) -> None:
    """One sentence says what is wrong, and a link leads on."""
    page = visit.open()
    page.goto(f"{address}#{fragment}")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text(sentence)
    expect(page.locator("#replay")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("m")
    problem.get_by_role("link", name=way).click()
    expect(page.locator("#board")).to_be_visible()
    expect(problem).to_be_hidden()
    visit.problems.clear()  # a script that is not there is told on the console


def test_script_that_does_not_load(visit: Visit, address: str) -> None:
    """The sentence says what may be the matter; the browser asked where the site keeps the series."""
    page = visit.open()
    page.goto(f"{address}#series=123456")
    expect(page.get_by_role("alert")).to_contain_text("Series 123456 does not exist: the highest number is 6.")
    assert any("series/123/123456.js" in problem for problem in visit.problems)
    visit.problems.clear()


def test_without_scripts(page: Opener, address: str) -> None:
    """The page says what to do instead; with them it does not."""
    replay = page(has_scripts=False)
    replay.goto(address)
    sentence = "Replays need JavaScript. Without it: referee replay DIR SERIES."
    expect(replay.get_by_text(sentence)).to_be_visible()
    expect(shown(page(), address, "").get_by_text(sentence)).to_be_hidden()
