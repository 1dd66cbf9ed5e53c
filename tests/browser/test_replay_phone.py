"""The replay page on phones: the player that stays at the foot of the screen covers nothing for good."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import FloatRect, Page
from support.replay_page import shown

pytestmark = pytest.mark.slow

Opener = Callable[..., Page]
SIZES: Final = [(375, 667), (390, 844)]
STATES: Final = {"a turn": "series=1&match=1&turn=43", "a fault": "series=3&match=2&turn=5"}


def phone(page: Opener, size: tuple[int, int]) -> Page:
    """A blank page on a phone of that size."""
    opened = page(screen="phone")
    opened.set_viewport_size({"width": size[0], "height": size[1]})
    return opened


def measured(page: Page, script: str) -> Any:
    """What a script tells of the page, in which `box(selector)` is where something stands."""
    box = "const box = (of) => document.querySelector(of).getBoundingClientRect();"
    return page.evaluate(f"() => {{ {box} {script} }}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_all_of_a_turn_fits_above_the_player(page: Opener, address: str, size: tuple[int, int], state: str) -> None:
    """The board from the upper name to the end of the sentence, once the head is scrolled away."""
    replay = shown(phone(page, size), address, STATES[state])
    replay.evaluate("document.getElementById('board').scrollIntoView()")
    assert measured(replay, "return box('#board').top > -1 && box('#board').bottom <= box('.bar').top")
    assert measured(replay, "return box('#say').bottom <= box('#board').bottom")


@pytest.mark.parametrize("state", STATES)
def test_a_larger_phone_needs_no_scrolling(page: Opener, address: str, state: str) -> None:
    """Both hands and the sentence, also that of a fault, are above the player at once."""
    replay = shown(phone(page, (390, 844)), address, STATES[state])
    assert measured(replay, "return box('#say').bottom <= box('.bar').top")


def test_a_low_phone_has_a_low_player(page: Opener, address: str) -> None:
    """It takes an eighth of the screen."""
    replay = shown(phone(page, (375, 667)), address, STATES["a turn"])
    assert measured(replay, "return box('.bar').height <= innerHeight / 8")


@pytest.mark.parametrize("size", SIZES)
def test_the_turn_keeps_off_the_edge(page: Opener, address: str, size: tuple[int, int]) -> None:
    """Two numbers of two digits have room beside the buttons."""
    replay = shown(phone(page, size), address, STATES["a turn"])
    script = """
    const range = document.createRange();
    range.selectNodeContents(document.getElementById('turn-label'));
    return [box('#to-end').right, range.getBoundingClientRect().left, range.getBoundingClientRect().right];
    """
    buttons, left, right = measured(replay, script)
    assert buttons + 4 <= left < right <= size[0] - 10


def test_the_count_of_a_pile_leaves_its_icon_free(page: Opener, address: str) -> None:
    """Also a count of two digits."""
    replay = shown(phone(page, (375, 667)), address, STATES["a turn"])
    replay.locator(".pile-count:not(:empty)").first.evaluate("count => (count.textContent = '10')")
    script = """
    const pile = document.querySelector('.pile-count:not(:empty)').parentElement;
    const [count, icon, rank] = ['.pile-count', '.card .icon', '.card .rank'].map((of) =>
      pile.querySelector(of).getBoundingClientRect());
    return [count.right <= icon.left, rank.bottom <= count.top];
    """
    assert measured(replay, script) == [True, True]


def test_the_rank_above_the_card_just_played_is_seen(page: Opener, address: str) -> None:
    """The strip of the card above looks as it does without the ring around the last one."""
    replay = shown(phone(page, (390, 844)), address, "series=1&match=1&turn=0")
    ringed = replay.locator(".lane .is-hot:not(:first-child)")
    for _ in range(60):
        replay.locator("#forward").click()
        if ringed.count():
            break
    below, above = ringed.bounding_box(), ringed.locator("xpath=preceding-sibling::*[1]").bounding_box()
    assert below is not None
    assert above is not None
    # Every card has a shadow of 2 px above it.
    height = below["y"] - above["y"] - 2
    strip = FloatRect(x=above["x"], y=above["y"], width=above["width"], height=height)
    with_ring = replay.screenshot(clip=strip)
    ringed.evaluate("card => card.classList.remove('is-hot')")
    assert replay.screenshot(clip=strip) == with_ring
