"""What the replay page shows of the cards: as the rules have it, and never more than a seat saw."""

import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from support.fake_bot import FakeBot, Reply
from support.records import STRIKES, encounter, lively, new_store, play_series
from support.replays import write_replays

from referee.play.records import MatchRecord, SeriesRecord
from referee.report.frame import Frame
from referee.report.replay import replay_frames
from referee.results.reader import Results
from referee.rules.cards import LETTERS, Card, Color, color_of, format_card, is_handshake, rank_of
from referee.rules.scoring import scores
from referee.rules.state import SEATS, MatchState, Seat
from referee.rules.variant import Variant
from referee.view import build_view

pytestmark = pytest.mark.slow

SIX = Variant(colors=6, deck_only_after=400, bonus_counts="numbers")
POSITIONS = """
() => {
  const series = Object.values(globalThis.lostCitiesSeries)[0];
  return series.matches.map((data) => {
    const match = new globalThis.replay.moves.Match(series, data);
    return Array.from({ length: match.last + 1 }, (_, turn) => match.position(turn));
  });
}
"""
"""All positions of all matches of the series that is loaded, as the page works them out."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two series with six colors; the first one is full of notes that name hidden cards, and ends by a forfeit."""
    home = tmp_path_factory.mktemp("hands")
    talker = {(match, turn): Reply(note=f"note {turn}") for match in (1, 2) for turn in range(1, 200)}
    faults = {(2, turn): Reply(elapsed_ms=1500.5) for turn in (20, 30)}
    loser = FakeBot(policy=lively, script=talker | faults)
    with new_store(home / "results", encounter(), variant=SIX) as store:
        row, other = store.pending(1)
        store.save(row, play_series(row, (loser, FakeBot(policy=lively)), variant=SIX))
        store.save(other, play_series(other, variant=SIX))
    return home / "results"


@pytest.fixture(scope="module")
def address(folder: Path) -> str:
    """The replay page of these."""
    return write_replays(folder, folder.parent / "site")


@pytest.fixture(scope="module")
def record(folder: Path) -> SeriesRecord:
    """The series that ends by a forfeit."""
    with Results.open(folder) as results:
        return results.record(1)


def shown(page: Page, address: str, fragment: str) -> Page:
    """The page with a fragment, when it is drawn."""
    page.goto(f"{address}#{fragment}")
    expect(page.locator("#board")).to_be_visible()
    return page


def test_series_is_what_the_tests_need(record: SeriesRecord) -> None:
    """A turn that the referee played, then a forfeit, and cards taken from piles."""
    match = record.matches[1]
    assert (len(match.substituted), len(match.faults)) == (STRIKES, 1)
    assert any(frame.state.known[seat] for frame in replay_frames(match, SIX) for seat in SEATS)


def columns(state: MatchState, lists: list[list[Card]]) -> dict[str, list[str]]:
    """Lists by color as the page has them."""
    return {LETTERS[color]: [*map(format_card, lists[color])] for color in range(1, state.variant.colors + 1)}


def expected(frame: Frame) -> dict[str, Any]:
    """A position as the rules have it."""
    state = frame.state
    return {
        "hands": [[*map(format_card, hand)] for hand in state.hands],
        "known": [[*map(format_card, cards)] for cards in state.known],
        "expeditions": [columns(state, state.expeditions[seat]) for seat in SEATS],
        "piles": columns(state, state.piles),
        "deck": len(state.deck),
        "totals": [*scores(state)],
    }


@pytest.mark.parametrize("number", [1, 2])
def test_positions_follow_the_rules(page: Callable[..., Page], folder: Path, address: str, number: int) -> None:
    """Every card in every position of every match, and both running scores; a faulted turn leaves all as it was."""
    positions = shown(page(), address, f"series={number}").evaluate(POSITIONS)
    with Results.open(folder) as results:
        matches = results.record(number).matches
    for match, found in zip(matches, positions, strict=True):
        frames = [expected(frame) for frame in replay_frames(match, SIX)]
        frames += frames[-1:] * len(match.faults)
        assert [{name: one[name] for name in frames[0]} for one in found] == frames


def card_name(card: int) -> str:
    """A card in the page's words."""
    return f"{Color(color_of(card)).label} {'handshake' if is_handshake(card) else rank_of(card)}"


def hidden_names(frames: list[Frame], seat: Seat) -> set[str]:
    """Names of cards that a seat has not seen by the last of the frames."""
    state = frames[-1].state
    seen: set[int] = set(state.hands[seat]) | set(state.known[seat.other])
    seen |= {*chain.from_iterable(chain(*state.expeditions, state.piles))}
    for frame in frames:
        seen |= set(frame.state.hands[seat])
        seen |= {frame.move.turn.card} if frame.move else set()
    return {card_name(card) for card in {*state.deck, *state.hands[seat.other]} - seen}


def moments(match: MatchRecord) -> Iterator[list[Frame]]:
    """The frames up to some turns of a match: the deal, each of the first ones, then every fifth, and the last."""
    frames = list(replay_frames(match, SIX))
    turns = sorted({*range(min(8, len(frames))), *range(0, len(frames), 5), len(frames) - 1})
    return (frames[: turn + 1] for turn in turns)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("index", [0, 1])
def test_nothing_leaks(page: Callable[..., Page], address: str, record: SeriesRecord, index: int, seat: Seat) -> None:
    """In no text and no attribute of the page stands the name of a card that the seat has not seen."""
    match = record.matches[index]
    replay = shown(page(), address, f"series=1&match={match.number}&turn=0&hands={seat.label}")
    for frames in moments(match):
        turn = len(frames) - 1
        replay.evaluate("(turn) => document.querySelector(`[data-turn='${turn}']`).click()", turn)
        expect(replay.locator("#turn-label")).to_have_text(re.compile(rf"Turn {turn} / "))
        content = replay.content()
        found = {name for name in hidden_names(frames, seat) if re.search(rf"\b{name}\b", content)}
        assert not found, f"turn {turn}"


@pytest.mark.parametrize("seat", SEATS)
def test_hand_of_the_other_seat_is_face_down(
    page: Callable[..., Page], address: str, record: SeriesRecord, seat: Seat
) -> None:
    """But for the cards that the view of the seat names as known."""
    match = record.matches[0]
    frames = list(replay_frames(match, SIX))
    turn = max(range(len(frames)), key=lambda turn: len(frames[turn].state.known[seat.other]))
    replay = shown(page(), address, f"series=1&match=1&turn={turn}&hands={seat.label}")
    hands = [replay.get_by_role("list", name=f"Hand of {match.bots[one]}") for one in SEATS]
    state = frames[turn].state
    known = [*map(card_name, build_view(state, seat).opponent_known_hand)]
    assert known
    assert hands[seat].get_by_role("listitem").all_inner_texts() != []
    assert names(hands[seat]) == [*map(card_name, state.hands[seat])]
    assert names(hands[seat.other]) == known + ["face down"] * (8 - len(known))


def names(hand: Any) -> list[str]:
    """The cards of a hand, as a screen reader tells them."""
    return [text.strip() for text in hand.locator("li .sr").all_text_contents()]


def test_hands_key_and_buttons(page: Callable[..., Page], address: str) -> None:
    """`h` goes round: all, what the first saw, what the second saw; a button for each, and the address has it."""
    replay = shown(page(), address, "series=1&match=1&turn=9")
    for name, hands in (("First’s view", "first"), ("Second’s view", "second")):
        replay.keyboard.press("h")
        expect(replay.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        expect(replay).to_have_url(re.compile(f"hands={hands}$"))
    replay.keyboard.press("h")
    expect(replay.get_by_role("button", name="All hands")).to_have_attribute("aria-pressed", "true")
    expect(replay).to_have_url(re.compile("turn=9$"))
    assert replay.locator(".is-back:not(.deck *)").count() == 0
    replay.get_by_role("button", name="Second’s view").click()
    expect(replay).to_have_url(re.compile("hands=second$"))
    assert replay.locator("ol.hand .is-back").count() > 0


def test_what_is_hidden_with_the_cards(page: Callable[..., Page], address: str) -> None:
    """Luck, the other's notes, what it drew, and the turns to come."""
    replay = shown(page(), address, "series=1&match=1&turn=11")
    expect(replay.locator("#remark")).to_contain_text("note 11")
    expect(replay.locator("#luck")).to_contain_text("Score without luck")
    expect(replay.locator(".is-luck")).to_have_count(1)
    replay.get_by_role("button", name="Second’s view").click()
    expect(replay.locator("#remark")).to_have_text("")
    expect(replay.locator("#luck")).to_contain_text("Hidden: it tells of cards that the second did not see.")
    expect(replay.locator(".is-luck")).to_have_count(0)
    expect(replay.locator("[data-turn='12']")).to_have_text(re.compile("to come"))
    expect(replay.locator("[data-turn='11']")).not_to_contain_text("with a note")


def points_of(bot: str, cell: str) -> int:
    """Those that a cell such as `greedy +3` or `even` gives to a bot, or takes from it."""
    name, _, points = cell.partition(" +")
    return 0 if cell == "even" else int(points) if name == bot else -int(points)


def test_luck_adds_up_as_shown(page: Callable[..., Page], address: str, record: SeriesRecord) -> None:
    """Opening hands, cards drawn, and the score without luck make the score, in the whole points that are printed."""
    replay = shown(page(), address, "series=1&match=1&turn=0")
    for turn in range(1, 31):
        replay.keyboard.press("ArrowRight")
        expect(replay.locator("#turn-label")).to_have_text(re.compile(rf"Turn {turn} / "))
        cells = replay.locator("#luck td").all_text_contents()
        opening, drawn, score, rest = (points_of(record.bots[0], cell) for cell in cells)
        assert opening + drawn + rest == score


def test_last_turn_is_ringed(page: Callable[..., Page], address: str, record: SeriesRecord) -> None:
    """Where the card went, and what it brought, one each; none before the first turn."""
    replay = shown(page(), address, "series=1&match=1&turn=0")
    expect(replay.locator(".is-hot, .is-new")).to_have_count(0)
    for frame in list(replay_frames(record.matches[0], SIX))[1:30]:
        assert frame.move is not None
        replay.keyboard.press("ArrowRight")
        expect(replay.locator("#turn-label")).to_have_text(re.compile(rf"Turn {frame.move.number} / "))
        assert replay.locator(".is-hot .sr").text_content() == card_name(frame.move.turn.card)
        assert replay.locator(".is-new .sr").text_content() == card_name(frame.move.drawn)
