"""The data of a match: turns with the cards they brought, scores, luck."""

from dataclasses import replace
from itertools import accumulate

import pytest
from support.records import eventful_records

from referee.luck import match_luck
from referee.play.records import MatchRecord
from referee.report.replay import replay_frames
from referee.report.site.matchdata import match_data
from referee.rules.cards import color_of, format_card
from referee.rules.notation import format_turn
from referee.rules.scoring import expedition_score, seat_score
from referee.rules.state import SEATS
from referee.rules.turns import DECK, Placement
from referee.rules.variant import Variant

RULES = Variant()


def data_of(match: MatchRecord, variant: Variant = RULES) -> dict[str, object]:
    """The data of a match, nothing cut."""
    return match_data(match, variant, note_characters=2000, has_luck=True)


@pytest.fixture(scope="module")
def match() -> MatchRecord:
    """A match that was played to its end, with notes."""
    return eventful_records()[1].matches[0]


def test_hands_and_turns(match: MatchRecord) -> None:
    """Both hands as dealt, and each turn as in records with the card that it brought."""
    deal, *frames = replay_frames(match, RULES)
    data = data_of(match)
    assert data["hands"] == [" ".join(map(format_card, deal.state.hands[seat])) for seat in SEATS]
    moves = [frame.move for frame in frames if frame.move is not None]
    assert data["turns"] == [f"{format_turn(move.turn)} {format_card(move.drawn)}" for move in moves]


@pytest.mark.parametrize("alone", ["scored", "free"])
@pytest.mark.parametrize("bonus", ["all", "numbers"])
def test_points_follow_the_rules(match: MatchRecord, alone: str, bonus: str) -> None:
    """Of the expedition played to, after each turn, by the variant; a discard has none."""
    variant = replace(RULES, handshakes_alone=alone, bonus_counts=bonus)  # type: ignore[arg-type] # all there are
    _, *frames = replay_frames(match, variant)
    expected = []
    for frame in frames:
        assert frame.move is not None
        card, placement, _ = frame.move.turn
        column = frame.state.expeditions[frame.move.seat][color_of(card)]
        expected.append(expedition_score(column, variant) if placement == Placement.EXPEDITION else None)
    assert data_of(match, variant)["points"] == expected


def test_points_add_up_to_the_scores(match: MatchRecord) -> None:
    """The last points of every expedition make the recorded scores: nothing else is needed to tell running scores."""
    data = data_of(match)
    last: dict[tuple[int, str], int] = {}
    for number, (turn, points) in enumerate(zip(data["turns"], data["points"], strict=True)):  # type: ignore[call-overload] # lists
        if points is not None:
            last[number % 2, turn[1]] = points
    totals = tuple(sum(points for (seat, _), points in last.items() if seat == one) for one in SEATS)
    assert totals == match.scores == data["scores"]
    *_, frame = replay_frames(match, RULES)
    assert totals == tuple(seat_score(frame.state.expeditions[seat], RULES) for seat in SEATS)


def test_luck_so_far(match: MatchRecord) -> None:
    """Of `first`: the opening hands, then a term for every draw from the deck; at the end the recorded luck."""
    luck = match_luck(match.deal.cards, match.turns, RULES)
    terms = iter(luck.terms)
    steps = [luck.opening, *(next(terms) if turn.draw_from == DECK else 0 for turn in match.turns)]
    told = data_of(match)["luck"]
    assert told == pytest.approx(list(accumulate(steps)), abs=0.051)
    assert isinstance(told, list)
    assert told[-1] == pytest.approx(match.luck, abs=0.051)
    assert len(told) == len(match.turns) + 1


def test_luck_may_be_unknown(match: MatchRecord) -> None:
    """As in results that come with another model."""
    assert match_data(match, RULES, note_characters=10, has_luck=False)["luck"] is None


def test_forfeit_has_luck_as_far_as_it_went() -> None:
    """The record has none, but what was drawn was drawn."""
    match = eventful_records()[3].matches[1]
    data = data_of(match)
    assert match.luck is None
    assert isinstance(data["luck"], list)
    assert len(data["luck"]) == len(match.turns) + 1
    assert data["end"] == "forfeit"


def test_times_and_notes(match: MatchRecord) -> None:
    """A faulted turn has a time too; notes are cut to what is allowed."""
    assert data_of(match)["ms"] == [round(one, 1) for one in match.think_ms]
    forfeit = eventful_records()[3].matches[1]
    assert len(forfeit.think_ms) == len(data_of(forfeit)["turns"]) + 1  # type: ignore[arg-type] # a list
    cut = match_data(match, RULES, note_characters=5, has_luck=False)["notes"]
    assert cut == {3: "\\x1b…"}
