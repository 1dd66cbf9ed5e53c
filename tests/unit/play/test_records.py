"""What a record says of itself."""

import pytest
from support.fake_series import deals

from referee.errors import FaultKind
from referee.play.records import Fault, MatchEnd, MatchRecord, SeriesEnd, SeriesRecord
from referee.rules.state import Seat


def match(scores: tuple[int, int], bots: tuple[str, str] = ("a", "b")) -> MatchRecord:
    """A match with these scores of first and second."""
    return MatchRecord(
        number=1,
        bots=bots,
        deal=deals(5)[0],
        turns=(),
        think_ms=(),
        notes={},
        end=MatchEnd.DECK_EMPTY,
        scores=scores,
    )


def series(*matches: MatchRecord, losers: tuple[str, ...] = ()) -> SeriesRecord:
    """A series of these matches between a and b."""
    return SeriesRecord(
        number=1,
        bots=("a", "b"),
        leg=1,
        matches=matches,
        end=SeriesEnd.FORFEIT if losers else SeriesEnd.PLAYED,
        losers=losers,
        started_utc="",
        finished_utc="",
    )


def test_score_is_found_by_name_and_not_by_seat() -> None:
    """Whoever sat second has the second score."""
    record = match((10, -20), bots=("b", "a"))
    assert (record.score_of("a"), record.score_of("b")) == (-20, 10)


def test_totals_add_up_by_name_over_changing_seats() -> None:
    """A's points are A's wherever it sat."""
    assert series(match((1, 2)), match((30, 40), bots=("b", "a")), match((500, 600))).totals == (541, 632)


@pytest.mark.parametrize(
    ("scores", "losers", "points"),
    [
        ((5, 3), (), (1.0, 0.0)),
        ((3, 5), (), (0.0, 1.0)),
        ((4, 4), (), (0.5, 0.5)),
        ((-40, -20), (), (0.0, 1.0)),
        ((500, 0), ("a",), (0.0, 1.0)),
        ((0, 500), ("b",), (1.0, 0.0)),
        ((500, 0), ("a", "b"), (0.0, 0.0)),
    ],
)
def test_points_are_by_totals_unless_a_bot_lost_by_fault(
    scores: tuple[int, int], losers: tuple[str, ...], points: tuple[float, float]
) -> None:
    """1, ½ or 0; a forfeit overrules the boards; both at fault: 0 for both."""
    assert series(match(scores), losers=losers).points == points


def test_withdrawn_series_has_no_matches_and_a_loser() -> None:
    """Nothing was played: totals 0, the point is the opponent's."""
    record = series(losers=("b",))
    assert (record.totals, record.points) == ((0, 0), (1.0, 0.0))


def test_ends_are_the_words_of_the_export() -> None:
    """`deck-empty` and `forfeit` for a match."""
    assert [*MatchEnd] == ["deck-empty", "forfeit"]
    assert [*SeriesEnd] == ["played", "forfeit", "withdrawn"]


def test_fault_without_evidence_has_empty_evidence() -> None:
    """Nothing asked, no reply, no legal turns."""
    fault = Fault(bot="a", seat=Seat.FIRST, kind=FaultKind.NOT_STARTED, match=1, turn=0, detail="", elapsed_ms=None)
    assert (fault.evidence.request, fault.evidence.reply, fault.evidence.legal) == (b"", None, ())
