"""The opponent of every examination."""

from collections import Counter

from support.fake_series import play

from referee.bots.connection import Method
from referee.play.records import SeriesEnd
from referee.rules.turns import DECK, Placement
from referee.tournament.compliance.mover import RandomMover


def test_mover_plays_whole_series_legally() -> None:
    """Against itself no series ends by a fault, and it does all that the rules allow."""
    seen: Counter[tuple[int, bool]] = Counter()
    for seed in range(4):
        record = play(RandomMover(seed), RandomMover(seed + 100)).record
        assert record.end is SeriesEnd.PLAYED
        seen.update((turn.placement, turn.draw_from == DECK) for match in record.matches for turn in match.turns)
    assert set(seen) == {(placement, from_deck) for placement in Placement for from_deck in (True, False)}
    assert min(seen.values()) > 20


def test_mover_repeats_itself() -> None:
    """The same seed, the same turns; another one, others."""
    first, again, other = (play(RandomMover(seed), RandomMover(9)).record.matches for seed in (1, 1, 2))
    assert [match.turns for match in first] == [match.turns for match in again]
    assert [match.turns for match in first] != [match.turns for match in other]


def test_mover_implements_turns_only() -> None:
    """It has no process and no log, and leaves out what it may."""
    mover = RandomMover(1)
    answers = [
        mover.call(method, b"", limit_ms=1, margin_ms=0, optional=True)
        for method in Method
        if method is not Method.TAKE_TURN
    ]
    assert answers == [None] * 4
    assert (mover.exit_status, mover.log_tail()) == (None, "")
