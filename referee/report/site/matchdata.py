"""One match as data for the replay page: columns with one entry a turn, all that has rules in it worked out here.

The page moves cards; it knows neither scoring, nor legality, nor the luck model.
"""

from typing import Any, Final

from referee.bots.text import escape_text
from referee.luck import match_luck
from referee.play.records import MatchRecord
from referee.report.frame import Frame, Move
from referee.report.replay import replay_in_place
from referee.report.site.shell import harmless
from referee.rules.cards import color_of, format_card
from referee.rules.notation import format_turn
from referee.rules.scoring import expedition_score
from referee.rules.turns import DECK, Placement
from referee.rules.variant import Variant

DECIMALS: Final = 1
"""Of milliseconds and of points of luck: finer than anybody reads them."""


def match_data(match: MatchRecord, variant: Variant, *, note_characters: int, has_luck: bool) -> dict[str, Any]:
    """A match, JSON-ready; the format is told in `replay`.

    Args:
        match: the record.
        variant: the rules.
        note_characters: what a note is cut to, in characters after escaping.
        has_luck: whether the luck is told.

    Raises:
        ReplayError: a turn does not follow from the deal and the rules.
    """
    frames = replay_in_place(match, variant)
    hands = [" ".join(map(format_card, hand)) for hand in next(frames).state.hands]
    moves = [(move, _points(frame, move)) for frame in frames if (move := frame.move)]
    return {
        "match": match.number,
        "bots": [harmless(name) for name in match.bots],
        "hands": hands,
        "turns": [f"{format_turn(move.turn)} {format_card(move.drawn)}" for move, _ in moves],
        "points": [points for _, points in moves],
        "luck": _luck(match, variant) if has_luck else None,
        "ms": [round(think_ms, DECIMALS) for think_ms in match.think_ms],
        "notes": {number: escape_text(note, note_characters) for number, note in sorted(match.notes.items())},
        "end": match.end.value,
        "scores": match.scores,
    }


def _points(frame: Frame, move: Move) -> int | None:
    """What the expedition of the card scores now; None after a discard."""
    if move.turn.placement == Placement.DISCARD:
        return None
    column = frame.state.expeditions[move.seat][color_of(move.turn.card)]
    return expedition_score(column, frame.state.variant)


def _luck(match: MatchRecord, variant: Variant) -> list[float]:
    """The luck of `first` so far: of the opening hands, then after each turn."""
    luck = match_luck(match.deal.cards, match.turns, variant)
    so_far, terms = [luck.opening], iter(luck.terms)
    for turn in match.turns:
        so_far.append(so_far[-1] + (next(terms) if turn.draw_from == DECK else 0.0))
    # Adding 0.0 makes of −0.0 what people expect.
    return [round(points, DECIMALS) + 0.0 for points in so_far]
