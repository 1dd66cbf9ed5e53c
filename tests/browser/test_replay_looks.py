"""How the replay page looks: faults, both themes, a phone, paper, little motion, and who cannot see it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from support.browsing import Screen, Theme, Visit, check_width
from support.records import encounter, finish, new_store
from support.replay_page import shown
from support.replays import write_replays
from support.sql import change

from referee.rules.variant import Variant

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]
LONG = "a-name.of_forty-characters-is-a-long-one"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"
STATES = {
    "a match": "series=1&match=1&turn=20",
    "one seat": "series=1&match=1&turn=3&hands=first",
    "a fault": "series=3&match=2&turn=5",
    "a hidden fault": "series=3&match=2&turn=5&hands=second",
    "no turn": "series=4",
    "no match": "series=6",
    "nothing": "series=x",
}


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The replay page of series with six colors, the longest names, few turns with piles, no luck; two are annulled."""
    folder = tmp_path_factory.mktemp("crowded")
    variant = Variant(colors=6, deck_only_after=30)
    rows = [*encounter(LONG, f"{LONG[:-1]}2"), *encounter("x", "y", pairing=2, mirrored=False)]
    with new_store(folder / "results", rows, variant=variant) as store:
        finish(store, variant=variant)
    change(folder / "results", "UPDATE tournament SET luck_model = NULL")
    why = "x" * 60 + "</script><b>power cut"
    change(folder / "results", "UPDATE series SET history = 'annulled', reason = ? WHERE number IN (3, 4)", why)
    return write_replays(folder / "results", folder / "site", numbers=[1, 2, 3, 4])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["desktop", "phone"])
@pytest.mark.parametrize("state", STATES)
def test_everybody_can_use_it(
    page: Opener, axe: Callable[[Page], None], address: str, state: str, screen: Screen, theme: Theme
) -> None:
    """WCAG A and AA, both themes, and nothing to be scrolled sideways, whatever is shown."""
    replay = page(theme=theme, screen=screen)
    replay.goto(f"{address}#{STATES[state]}")
    expect(replay.locator("#heading")).not_to_have_text("Replay")
    axe(replay)
    check_width(replay)


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_six_colors_and_long_names_fit(page: Opener, axe: Callable[[Page], None], crowded: str, screen: Screen) -> None:
    """Also on a phone: six columns, a full hand and the deck lie inside of the board, at every turn of the match."""
    replay = shown(page(screen=screen), crowded, "series=1&match=1&turn=0")
    axe(replay)
    for key in ("End", *["Shift+ArrowLeft"] * 6):
        replay.keyboard.press(key)
        check_width(replay)
        assert replay.evaluate(OVERHANG) == []


OVERHANG = """
() => {
  const board = document.getElementById("board").getBoundingClientRect();
  return [...document.querySelectorAll("#board .card, #board .points, #board h2")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < board.left || box.right > board.right || box.top < board.top || box.bottom > board.bottom;
  }).map((one) => one.textContent);
}
"""
"""What of the cards, points and names is not inside the board."""


def test_piles_close(page: Opener, crowded: str) -> None:
    """It is said at the turn after which only the deck can be drawn, and the piles look it from then on."""
    replay = shown(page(), crowded, "series=1&match=1&turn=29")
    expect(replay.locator("#middle")).not_to_have_class(re.compile("is-closed"))
    replay.keyboard.press("ArrowRight")
    expect(replay.locator("#say")).to_contain_text("From now on the piles are closed.")
    expect(replay.locator("#middle")).to_have_class(re.compile("is-closed"))
    replay.keyboard.press("ArrowRight")
    expect(replay.locator("#say")).not_to_contain_text("closed")
    expect(replay.get_by_title(re.compile(r"discard pile \(closed\)")).first).to_be_visible()
    replay.keyboard.press("End")
    expect(replay.locator("#middle")).not_to_have_class(re.compile("is-closed"))


def test_other_leg_with_other_cards(page: Opener, crowded: str) -> None:
    """It is no mirror, and not called one."""
    replay = shown(page(), crowded, "series=3")
    expect(replay.get_by_role("link", name="other leg: series 4")).to_be_visible()


def test_luck_may_be_unknown(page: Opener, crowded: str) -> None:
    """It is said, and no line of it is drawn."""
    replay = shown(page(), crowded, "series=1&match=1&turn=9")
    expect(replay.locator("#luck")).to_contain_text("Not known")
    expect(replay.locator(".line.is-luck")).to_have_count(0)
    expect(replay.locator(".line")).to_have_count(2)


def test_history_says_so(page: Opener, crowded: str) -> None:
    """An annulled series can be looked at; why it counts no more stands above it, as text."""
    replay = shown(page(), crowded, "series=3")
    expect(replay.locator("#result")).to_contain_text("series 3 is annulled, and in no table: xxx")
    expect(replay.locator("#result")).to_contain_text("</script><b>power cut")
    assert replay.locator("#result b").count() == 0


def test_fault_and_what_proves_it(page: Opener, address: str) -> None:
    """The faulted turn is the last in the list; below stand sentence, view, reply, legal turns and time."""
    replay = shown(page(), address, "series=3&match=2&turn=4")
    replay.keyboard.press("ArrowRight")
    deed = "played +P6 deck: purple is not in a pack of 5 colors"
    expect(replay.locator("#say")).to_have_text(f"illegal-turn greedy forfeits the series: {deed}")
    expect(replay.locator("#turns li").last).to_have_text(re.compile("5.*greedy.*forfeits.*illegal-turn", re.DOTALL))
    expect(replay.locator("#turn-label")).to_have_text("Turn 5 / 5")
    expect(replay.locator("#turn-count")).to_have_text("5 turns")
    faults = replay.locator("#faults article")
    expect(faults).to_have_count(2)
    headline = "illegal-turn greedy (first), match 2, turn 5: the series is forfeited."
    expect(faults.first.locator("> p")).to_have_text([headline, deed])
    assert faults.first.locator("h3").all_inner_texts() == [
        "time",
        "process",
        "asked",
        "answered (8 bytes)",
        "legal turns (43)",
    ]
    expect(faults.first).to_contain_text("deck_count: 40")
    expect(faults.first).to_contain_text("1.0 ms of 1000.0 ms")
    expect(replay.locator("#matches")).to_contain_text(re.compile("Match 2.*forfeit"))


def test_turn_that_the_referee_played(page: Opener, address: str) -> None:
    """It is marked in the list, on the board, in the graph, and its evidence can be opened."""
    replay = shown(page(), address, "series=3&match=2&turn=3")
    expect(replay.locator("#say")).to_contain_text(re.compile("^the referee for greedy discards"))
    expect(replay.locator("#turns [aria-current]")).to_contain_text("ref")
    expect(replay.locator(".fault-mark")).to_have_count(2)
    fault = replay.locator("#faults article").nth(1)
    expect(fault).to_contain_text("match 2, turn 3: the referee played that turn.")
    expect(fault.locator("pre").first).to_be_hidden()
    fault.locator("summary").click()
    expect(fault.locator("pre").first).to_be_visible()
    fault.get_by_role("link", name="match 2, turn 3").click()
    expect(replay).to_have_url(re.compile("series=3&match=2&turn=3$"))


def test_fault_is_the_business_of_its_seat(page: Opener, address: str) -> None:
    """The other one sees who, where and what kind; the seat itself sees it when it has come to that."""
    replay = shown(page(), address, "series=3&match=2&turn=5&hands=second")
    expect(replay.locator("#say")).to_have_text("illegal-turn greedy forfeits the series")
    expect(replay.locator("#faults")).not_to_contain_text("purple")
    expect(replay.locator("#faults pre")).to_have_count(0)
    replay.locator("#hands").get_by_role("button", name="First’s view").click()
    expect(replay.locator("#faults article").first).to_contain_text("purple is not in a pack")
    replay.keyboard.press("ArrowLeft")
    expect(replay.locator("#faults article").first).not_to_contain_text("purple")
    expect(replay.locator("#faults article").nth(1).locator("summary")).to_be_visible()


def test_series_without_turns(page: Opener, address: str) -> None:
    """Two faults before the start: both told, nobody to move, nothing to play."""
    replay = shown(page(), address, "series=4")
    expect(replay.locator("#result")).to_have_text("alpha and greedy both lose: neither was fit to play.")
    expect(replay.locator("#say")).to_contain_text("not-started alpha forfeits the series")
    expect(replay.locator("#say")).to_contain_text("not-started greedy forfeits the series")
    expect(replay.locator("#say")).to_contain_text(r"\x1b[31mred")
    expect(replay.locator(".to-move")).to_have_count(0)
    expect(replay.locator("#forward")).to_be_disabled()
    for key in ("ArrowRight", "End", " "):
        replay.keyboard.press(key)
    expect(replay.locator("#turn-label")).to_have_text("Turn 0 / 0")


def test_series_without_matches(page: Opener, address: str) -> None:
    """Withdrawn: a sentence in place of the board, and the way to its neighbours."""
    replay = shown(page(), address, "series=6")
    expect(replay.locator("#result")).to_have_text("alpha withdrawn: the series was not played.")
    expect(replay.get_by_role("alert")).to_contain_text("No match of this series was played")
    expect(replay.locator("#board")).to_be_hidden()
    for key in ("ArrowRight", "h", "1", " "):
        replay.keyboard.press(key)
    replay.keyboard.press("[")
    expect(replay.locator("#board")).to_be_visible()


def test_hostile_texts_are_text(page: Opener, address: str) -> None:
    """A note is shown letter by letter."""
    replay = shown(page(), address, "series=1&match=1&turn=3")
    expect(replay.locator("#remark q")).to_have_text('\\x1b[31mred\\x1b[0m, "quoted"\\r\\n=1+1\\u202e\\x7f')


def test_motion_is_for_those_who_like_it(page: Opener, address: str) -> None:
    """Cards move only where the system does not ask for less of it."""
    replay = shown(page(), address, "series=1&match=1&turn=3")
    moving = "getComputedStyle(document.querySelector('.is-hot')).animationName"
    assert replay.evaluate(moving) == "none"
    replay.emulate_media(reduced_motion="no-preference")
    assert replay.evaluate(moving) == "arrive"


def test_paper(page: Opener, address: str) -> None:
    """Printed are board, turns, luck and faults, all of them, without what can only be pressed."""
    replay = shown(page(), address, "series=3&match=2&turn=5")
    replay.emulate_media(media="print")
    expect(replay.locator("#board")).to_be_visible()
    expect(replay.locator("#turns li").last).to_be_visible()
    for selector in ("#play", "#track", "#hands", "#theme"):
        expect(replay.locator(selector)).to_be_hidden()
    assert replay.evaluate("(list => list.scrollHeight <= list.clientHeight)(document.getElementById('turns'))")
    assert replay.pdf().startswith(b"%PDF")


def test_laptop_shows_all_of_a_turn_at_once(page: Opener, address: str) -> None:
    """Board, graph and controls within 1366 × 768."""
    replay = page()
    replay.set_viewport_size({"width": 1366, "height": 768})
    shown(replay, address, "series=1&match=1&turn=3")
    for selector in ("#heading", "#say", "#play", "#help"):
        expect(replay.locator(selector)).to_be_in_viewport(ratio=1)


def test_phone_keeps_the_controls_at_hand(page: Opener, address: str) -> None:
    """Graph and playback stay where the page is scrolled to."""
    replay = shown(page(screen="phone"), address, "series=3&match=2&turn=1")
    replay.locator("#faults").scroll_into_view_if_needed()
    expect(replay.locator("#graph")).to_be_in_viewport()
    replay.locator("#forward").tap()
    expect(replay.locator("#turn-label")).to_have_text("Turn 2 / 5")


def test_strict_policy(visit: Visit, address: str) -> None:
    """Served as the live pages are, the page works, and breaks no rule of the Content-Security-Policy."""
    folder = Path(address.removeprefix("file://")).parent

    def answer(route: Route) -> None:
        file = folder / route.request.url.partition("/site/")[2]
        kind = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}[file.suffix]
        route.fulfill(body=file.read_bytes(), headers={"Content-Security-Policy": POLICY, "Content-Type": kind})

    page = visit.open()
    page.route("http://127.0.0.1/**", answer)
    shown(page, "http://127.0.0.1/site/replay.html", "series=3&match=2&turn=3")
    for key in ("End", "h", "h", "1", "m", "Space", "?", "Escape"):
        page.keyboard.press(key)
    expect(page.locator("#board")).to_be_visible()
