"""Both seats' views, turn by turn, through one whole match, as text that a person can read.

Everything that stands in `views_*.txt` was decoded from the bytes of a PlayerView, every field that it has: a new
field, or another value in an old one, shows as a difference. To write the files anew (then look at the difference):

    LOST_CITIES_GOLDEN=write python -m pytest tests/golden
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.fake_bot import Policy, by_hash, choices, discarding, eager
from support.sent_views import sent_view
from support.strategies import shuffled_pack

from referee.rules.cards import Card, color_of, format_card
from referee.rules.notation import format_turn
from referee.rules.scoring import scores
from referee.rules.state import SEATS, MatchState, Seat, deal_match
from referee.rules.turns import DECK, Placement, Turn, apply_turn
from referee.rules.variant import Variant
from referee.view import build_view
from referee.wire._gen.lostcities.v1 import game_pb2 as game

REWRITE = "LOST_CITIES_GOLDEN"
FOLDER = Path(__file__).parent
SIX = Variant(colors=6, draw="shared", bonus_counts="numbers", handshakes_alone="free", deck_only_after=40)


def collector(request: Any) -> Turn:
    """Plays as `eager`, but takes from a pile what it can play next."""
    turn = eager(request)
    tops = {color_of(card): card for card in request.view.discard_piles}
    boards = {color_of(card): card for card in request.view.my_expeditions}
    for take in choices(request.view):
        if take[:2] == turn[:2] and boards.get(take.draw_from, 255) < tops.get(take.draw_from, 0):
            return take
    return turn


def thrifty(request: Any) -> Turn:
    """Opens no expedition below 5, so that it discards what others can take."""
    turn = collector(request)
    is_low = turn.placement == Placement.EXPEDITION and 1 < turn.card % 16 < 5
    return discarding(request) if is_low else turn


MATCHES: dict[str, tuple[Variant, tuple[Policy, Policy]]] = {
    "views_five_colors.txt": (Variant(), (collector, thrifty)),
    "views_six_colors.txt": (SIX, (by_hash, thrifty)),
}


@pytest.mark.parametrize("name", MATCHES)
def test_views_of_a_whole_match_are_as_they_were(name: str) -> None:
    """The whole text, compared whole."""
    variant, policies = MATCHES[name]
    text = "\n".join(match_lines(variant, policies)) + "\n"
    path = FOLDER / name
    if os.environ.get(REWRITE) == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_files_show_what_is_worth_seeing() -> None:
    """Known cards, several piles, the closing of the piles, and every field of the view stand in the files."""
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in MATCHES]
    assert any(" opponent_known_hand " in text for text in texts)
    assert any(" turns_until_deck_only 1\n" in text for text in texts)
    fields = {field.name for field in game.PlayerView.DESCRIPTOR.fields}
    unseen = {name for name in fields if not any(f" {name} " in text for text in texts)}
    assert unseen == {"my_points", "opponent_points", "my_last_turn_substituted"}  # there is one match, and no fault


def match_lines(variant: Variant, policies: tuple[Policy, Policy]) -> Iterator[str]:
    """The match: rules and deal, then for each turn both views and what was played; at the end the scores."""
    deal = shuffled_pack(variant.colors, 4711)
    state = deal_match(deal, variant)
    yield f"{variant.colors} colors, {variant.draw}, piles open until turn {variant.deck_only_after}"
    yield f"deal: {words(deal)}"
    while not state.is_over:
        views = [sent_view(build_view(state, seat)) for seat in SEATS]
        yield from ("", f"turn {state.turn_number}")
        for seat in SEATS:
            yield from view_lines(seat, views[seat])
        yield play_line(state, policies[state.seat](SimpleNamespace(view=views[state.seat])))
    first, second = scores(state)
    yield from ("", f"first {first}, second {second}")


def play_line(state: MatchState, turn: Turn) -> str:
    """Play the turn, and say so."""
    mover = state.seat
    drawn = apply_turn(state, turn)
    return f"  {mover.label} plays {format_turn(turn)} and draws {format_card(drawn)}"


def view_lines(seat: Seat, view: Any) -> Iterator[str]:
    """One line a field that is set, in the order of the proto file."""
    yield f"  {seat.label} sees"
    for field, value in view.ListFields():
        yield f"    {field.name} {value_text(field, value)}"


def value_text(field: Any, value: Any) -> str:
    """A field's value in the words of the notation."""
    if field.message_type is not None:
        return format_turn(Turn(Card(value.card), Placement(value.placement), value.draw_from))
    if field.enum_type is game.Card.DESCRIPTOR:
        return words(value)
    if field.enum_type is game.DrawFrom.DESCRIPTOR:
        return " ".join("deck" if source == DECK else " YBWGRP"[source] for source in value)
    return str(value)


def words(cards: Any) -> str:
    """Cards as words."""
    return " ".join(format_card(card) for card in cards)
