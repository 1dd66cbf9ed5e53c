"""One match on its own: what is sent, by the very code that sends it, and its record at any moment."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.fake_bot import FakeBot, by_hash
from support.fake_series import SETTINGS, deals
from support.hidden import reshuffle_hidden

from referee.bots.connection import Method
from referee.play.match import MatchInPlay
from referee.play.player import Player
from referee.play.records import Deal, MatchEnd
from referee.rules.state import SEATS
from referee.rules.turns import legal_turns
from referee.rules.variant import Variant
from referee.wire.codec import StartSeries

SERIES_IDS = ("1111111111111111", "2222222222222222")


def begin(variant: Variant, bots: tuple[FakeBot, FakeBot], *, deal: Deal | None = None) -> MatchInPlay:
    """Match 2 between a (first) and b, with points so far."""
    a, b = (
        Player(
            name,
            bot,
            StartSeries(series_id=series_id, variant=variant, turn_ms=1000, bank_ms=30_000, increment_ms=0),
            SETTINGS.clock,
        )
        for name, bot, series_id in zip("ab", bots, SERIES_IDS, strict=True)
    )
    return MatchInPlay(
        number=2,
        deal=deal or deals(variant.colors)[1],
        players=(a, b),
        variant=variant,
        clock=SETTINGS.clock,
        points=(12, -40),
    )


def fakes() -> tuple[FakeBot, FakeBot]:
    """Two bots that play any legal turn."""
    return FakeBot(policy=by_hash), FakeBot(policy=by_hash)


@given(
    turn_count=st.integers(0, 43),
    seed=st.integers(0, 2**16),
    variant=st.builds(Variant, colors=st.sampled_from((5, 6)), draw=st.sampled_from(("own-end", "shared"))),
)
def test_hidden_cards_never_change_the_request_that_is_sent(turn_count: int, seed: int, variant: Variant) -> None:
    """The bytes that reach a bot are the same if all it cannot know had been other, clocks and points included."""
    bots = fakes()
    match = begin(variant, bots)
    for _ in range(turn_count):
        assert match.play_turn() is None
    seat = match.state.seat
    other = begin(variant, fakes())
    other.state = reshuffle_hidden(match.state, seat, Random(seed))
    other.clocks = match.clocks
    assert other._request(other.players[seat]) == match._request(match.players[seat])


def test_request_names_the_series_by_the_seats_own_id() -> None:
    """Neither bot learns what the other calls the series."""
    bots = fakes()
    begin(Variant(), bots).play()
    for bot, own, others in zip(bots, SERIES_IDS, reversed(SERIES_IDS), strict=True):
        assert {request.series_id for request in bot.requests(Method.TAKE_TURN)} == {own}
        assert not any(others.encode() in call.raw for call in bot.calls)


def test_request_holds_no_deal_id_and_no_name() -> None:
    """Nothing that tells deal, bots or leg is sent, whatever the deal is called."""
    bots = fakes()
    deal = Deal(deal_id="9/tell-tale~1|other~1/1/1", cards=deals(5)[0].cards)
    begin(Variant(), bots, deal=deal).play()
    for call in (*bots[0].calls, *bots[1].calls):
        assert not any(word in call.raw for word in (b"tell-tale", b"other", b"~1", b"/1/1"))


def test_record_of_a_match_that_has_not_begun_is_empty() -> None:
    """No turns, no times, boards of 0."""
    match = begin(Variant(), fakes())
    record = match.record()
    assert (record.turns, record.think_ms, record.scores, record.notes) == ((), (), (0, 0), {})
    assert (record.number, record.bots, record.deal) == (2, ("a", "b"), deals(5)[1])


@pytest.mark.parametrize("deck_only_after", [0, 300])
def test_match_is_played_until_the_deck_is_empty(deck_only_after: int) -> None:
    """Also where piles are closed from the first turn, and where bots draw from them as they like."""
    match = begin(Variant(deck_only_after=deck_only_after), fakes())
    record = match.play()
    assert (record.end, record.faults) == (MatchEnd.DECK_EMPTY, ())
    assert match.state.is_over
    assert legal_turns(match.state) == []
    assert (len(record.turns) == 44) == (deck_only_after == 0)


def test_points_are_told_by_seat() -> None:
    """First reads 12 : −40, second −40 : 12."""
    bots = fakes()
    match = begin(Variant(), bots)
    match.play_turn()
    match.play_turn()
    views = [bots[seat].requests(Method.TAKE_TURN)[0].view for seat in SEATS]
    assert [(view.my_points, view.opponent_points) for view in views] == [(12, -40), (-40, 12)]
