"""The replay page, opened from a file: keys and links that lead from turn to turn and series to series."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visit
from support.replay_page import expect_turn, last_turn, shown

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]


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


def test_keys_lead_on_from_a_match_that_was_not_played(page: Opener, address: str) -> None:
    """The other leg may have ended earlier: the sentence says so, and the keys for matches and series still work."""
    replay = shown(page(), address, "series=3&match=2&turn=1")
    replay.keyboard.press("m")
    expect(replay.get_by_role("alert")).to_contain_text("Match 2 of series 4 was not played.")
    replay.keyboard.press("1")
    expect(replay).to_have_url(re.compile("series=4&match=1&turn=0$"))
    expect(replay.locator("#board")).to_be_visible()


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


@pytest.mark.parametrize("hands", ["all", "first"])
def test_focus_stays_in_the_list(page: Opener, address: str, hands: str) -> None:
    """Who is in the list moves on in it with the arrow keys; Space plays, since it presses no link."""
    replay = shown(page(), address, f"series=2&match=1&turn=10&hands={hands}")
    replay.locator("#turns [aria-current]").focus()
    replay.keyboard.press("ArrowRight")
    expect(replay.locator("#turns [data-turn='11']")).to_be_focused()
    replay.keyboard.press(" ")
    expect(replay.locator("#play")).to_have_text("Pause")


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
    for key in ("ArrowRight", "h", " "):
        page.keyboard.press(key)
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
