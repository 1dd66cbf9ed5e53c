"""Pathfinder in Python: it answers the recorded views as recorded, and is worth copying."""

from support.example_bots import ExampleBot, mean_margin
from support.pathfinder_views import recorded_views
from support.strategies import shuffled_pack

from referee.rules.notation import format_turn
from referee.rules.variant import Variant


def test_recorded_views_give_the_recorded_turns() -> None:
    """It plays the turn that stands beside each view, as the bots in the other languages do."""
    bot = ExampleBot("pathfinder")
    views = recorded_views()
    differences = [
        f"view {number}: expected {turn}, got {answer}"
        for number, (request, turn) in enumerate(views)
        if (answer := format_turn(bot.answer(request)[0])) != turn
    ]
    assert len(views) == 2000
    assert differences == []


def test_recorded_views_are_different() -> None:
    """No view is recorded twice, and all ways to place and to draw are among the turns."""
    views = recorded_views()
    endings = {turn[0] + turn.split()[1] for _, turn in views}
    assert len({request for request, _ in views}) == len(views)
    assert endings == {sign + source for sign in "+-" for source in ("deck", *"YBWGRP")}


def test_it_beats_greedy() -> None:
    """It is stronger than greedy, by points a match with five and with six colors."""
    for variant in (Variant(), Variant(colors=6, deck_only_after=400)):
        deals = [shuffled_pack(variant.colors, seed) for seed in range(12)]
        assert mean_margin((ExampleBot("pathfinder"), ExampleBot("greedy")), deals, variant) > 5
