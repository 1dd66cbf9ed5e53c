"""The controls of the replay page: playing, sliders, dialogs, and who gets which key."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.browsing import Visit
from support.replay_page import expect_turn, last_turn, shown, with_stopped_clock

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]


def test_play_and_pause(page: Opener, address: str) -> None:
    """Space plays a turn every 0.9 s, pauses, and stops at the end; meanwhile the turns are not read aloud."""
    replay = with_stopped_clock(page(), address, "series=2&match=1&turn=10")
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
    replay = with_stopped_clock(page(), address, "series=2&match=1&turn=0")
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
