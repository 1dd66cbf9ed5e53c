"""A series of three matches between two bots that commit no fault."""

import itertools
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from support.fake_bot import FakeBot, Reply, by_hash, discarding, eager
from support.fake_series import SETTINGS, Played, deals, plan, play, with_rules

from referee.bots.connection import Method
from referee.luck import match_luck
from referee.play import series as module
from referee.play.records import MatchEnd, MatchRecord, SeriesEnd
from referee.play.series import SeriesInPlay, first_seat, utc_now
from referee.rules.cards import Card
from referee.rules.scoring import scores
from referee.rules.state import MatchState, deal_match
from referee.rules.turns import Turn, apply_turn
from referee.rules.variant import Draw, Variant
from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service


def replayed(match: MatchRecord, variant: Variant) -> MatchState:
    """The position that the record's deal and turns lead to."""
    state = deal_match(match.deal.cards, variant)
    for turn in match.turns:
        apply_turn(state, turn)
    return state


def series(**settings: Any) -> tuple[Played, FakeBot, FakeBot]:
    """A series between two different fakes, with the usual settings but those named."""
    a, b = FakeBot(policy=eager), FakeBot(policy=by_hash)
    return play(a, b, settings=replace(SETTINGS, **settings)), a, b


def test_series_is_three_matches_played_to_the_end() -> None:
    """Each has its own deal and ends with an empty deck; turns follow from the deal, scores are those of the board."""
    played, _, _ = series()
    assert [(match.number, match.deal) for match in played.record.matches] == list(enumerate(deals(5), 1))
    for match in played.record.matches:
        state = replayed(match, Variant())
        assert state.is_over
        assert (match.end, match.faults, match.scores) == (MatchEnd.DECK_EMPTY, (), scores(state))
        assert len(match.think_ms) == len(match.turns)
        assert set(match.think_ms) == {1.0}
    assert (played.record.end, played.record.losers) == (SeriesEnd.PLAYED, ())


def test_same_bots_play_the_same_series_again() -> None:
    """Nothing but deals and bots decides a series: the turns are the same, only the series ids and times differ."""
    first, second = series()[0].record, series()[0].record
    assert first.matches == second.matches


def test_totals_are_the_scores_added_and_decide_the_points() -> None:
    """A's and B's scores over three matches, by name and not by seat; the higher total is 1 point."""
    record = series()[0].record
    by_hand = [sum(match.scores[match.bots.index(bot)] for match in record.matches) for bot in ("greedy", "random")]
    assert record.totals == tuple(by_hand)
    assert record.points == (float(by_hand[0] > by_hand[1]), float(by_hand[1] > by_hand[0]))
    assert by_hand[0] != by_hand[1]


@pytest.mark.parametrize(
    ("leg", "starters"), [(1, ["greedy", "random", "greedy"]), (2, ["random", "greedy", "random"])]
)
def test_first_mover_alternates_and_the_second_leg_is_the_other_way_round(leg: int, starters: list[str]) -> None:
    """In leg 1 A starts matches 1 and 3, B match 2."""
    played = play(FakeBot(), FakeBot(), leg=leg)
    assert [match.bots[0] for match in played.record.matches] == starters
    assert [first_seat(leg=leg, match=match) for match in (1, 2, 3)] == [
        ("greedy", "random").index(starter) for starter in starters
    ]


def test_calls_come_in_the_order_of_the_protocol() -> None:
    """StartSeries; for each match its turns, then FinishMatch; FinishSeries: to both bots."""
    _, a, b = series()
    for bot in (a, b):
        letters = "".join(call.method.label[0] + call.method.label[-1] for call in bot.calls)
        assert re.fullmatch("Ss(?:(?:Tn)+Fh){3}Fs", letters)


def test_turns_are_asked_in_order_with_the_match_and_turn_number() -> None:
    """The first seat is asked the odd turns, the second the even ones, each once, in each of the matches."""
    played, a, b = series()
    for match in played.record.matches:
        asked = {
            bot: [r.turn_number for r in fake.requests(Method.TAKE_TURN) if r.match_number == match.number]
            for bot, fake in zip(played.record.bots, (a, b), strict=True)
        }
        assert asked[match.bots[0]] == [*range(1, len(match.turns) + 1, 2)]
        assert asked[match.bots[1]] == [*range(2, len(match.turns) + 1, 2)]


def test_each_bot_is_told_its_own_points_so_far() -> None:
    """In match 1 both read 0; later the finished matches, added, its own as `my_points`, whichever seat it has."""
    played, a, b = series()
    sums = [(0, 0)]
    for match in played.record.matches:
        sums.append((sums[-1][0] + match.score_of("greedy"), sums[-1][1] + match.score_of("random")))
    for bot, mine, theirs in ((a, 0, 1), (b, 1, 0)):
        told = {r.match_number: (r.view.my_points, r.view.opponent_points) for r in bot.requests(Method.TAKE_TURN)}
        assert told == {number: (sums[number - 1][mine], sums[number - 1][theirs]) for number in (1, 2, 3)}


def test_each_bot_is_told_how_a_match_ended() -> None:
    """FinishMatch: number, deck-empty, both scores and both boards, from its own side."""
    played, a, b = series()
    for match, told_a, told_b in zip(
        played.record.matches, a.requests(Method.FINISH_MATCH), b.requests(Method.FINISH_MATCH), strict=True
    ):
        state = replayed(match, Variant())
        for bot, told in (("greedy", told_a), ("random", told_b)):
            seat = match.bots.index(bot)
            boards = [[card for column in columns for card in column] for columns in state.expeditions]
            assert (told.match_number, told.reason) == (match.number, service.MATCH_END_DECK_EMPTY)
            assert (told.my_score, told.opponent_score) == (match.scores[seat], match.scores[1 - seat])
            assert (list(told.my_expeditions), list(told.opponent_expeditions)) == (boards[seat], boards[1 - seat])


def test_each_bot_is_told_how_the_series_ended() -> None:
    """FinishSeries: outcome and totals from its own side, no fault."""
    played, a, b = series()
    totals = played.record.totals
    for index, bot in enumerate((a, b)):
        (told,) = bot.requests(Method.FINISH_SERIES)
        won = totals[index] > totals[1 - index]
        assert told.outcome == (service.SERIES_OUTCOME_WON if won else service.SERIES_OUTCOME_LOST)
        assert (told.my_points, told.opponent_points, told.fault) == (totals[index], totals[1 - index], "")


def test_equal_totals_are_a_draw_for_both() -> None:
    """Two bots that only discard score 0 : 0: half a point each, drawn."""
    a, b = FakeBot(policy=discarding), FakeBot(policy=discarding)
    played = play(a, b)
    assert (played.record.totals, played.record.points) == ((0, 0), (0.5, 0.5))
    assert [bot.requests(Method.FINISH_SERIES)[0].outcome for bot in (a, b)] == [service.SERIES_OUTCOME_DRAWN] * 2


def test_series_ids_are_fresh_and_different_for_each_seat() -> None:
    """16 hex digits, the same in all calls of one bot, never the same for two bots or two series."""
    seen = set()
    for _ in range(3):
        _, a, b = series()
        for bot in (a, b):
            ids = {call.request.series_id for call in bot.calls}
            assert len(ids) == 1
            assert all(re.fullmatch("[0-9a-f]{16}", series_id) for series_id in ids)
            seen |= ids
    assert len(seen) == 6


def test_opponent_is_named_only_where_the_tournament_reveals_it() -> None:
    """`reveal_opponent`: each is told the other's name; otherwise the field is absent, and no byte holds the name."""
    _, a, b = series(reveal_opponent=True)
    assert [bot.requests(Method.START_SERIES)[0].opponent_name for bot in (a, b)] == ["random", "greedy"]
    _, a, b = series()
    for bot in (a, b):
        assert not bot.requests(Method.START_SERIES)[0].HasField("opponent_name")
        assert not any(name in call.raw for call in bot.calls for name in (b"greedy", b"random"))


def test_start_series_tells_rules_limits_and_the_bots_own_dice() -> None:
    """What the tournament sets, and for each bot its own random seed, up to 64 bits."""
    variant = Variant(colors=6, draw="shared", bonus_counts="numbers", handshakes_alone="free", deck_only_after=55)
    clock = replace(SETTINGS.clock, turn_ms=700, bank_ms=9000, increment_ms=30)
    _, a, b = series(variant=variant, clock=clock, memory_mb=512, cpu_cores=1, strikes=3)
    first, second = (bot.requests(Method.START_SERIES)[0] for bot in (a, b))
    for told in (first, second):
        limits = told.limits
        assert (limits.turn_ms, limits.bank_ms, limits.increment_ms) == (700, 9000, 30)
        assert (limits.memory_mb, limits.cpu_cores, told.strikes) == (512, 1, 3)
        assert (told.rules.colors, told.rules.deck_only_after, told.rules.matches_per_series) == (6, 55, 3)
    assert (first.random_seed, second.random_seed) == (11, 2**64 - 1)


def test_bot_that_is_in_no_box_is_told_of_no_limits() -> None:
    """0 is not limited; and without strikes the referee plays no turn for it."""
    _, a, _ = series()
    told = a.requests(Method.START_SERIES)[0]
    assert (told.limits.memory_mb, told.limits.cpu_cores, told.strikes) == (0, 0, 0)


@pytest.mark.parametrize("draw", ["own-end", "shared"])
@pytest.mark.parametrize("colors", [5, 6])
def test_bot_against_itself_meets_its_mirror(draw: Draw, colors: int) -> None:
    """Both legs of a deterministic bot against itself are the same matches: the margins of the legs sum to zero.

    The bot chooses by a hash of the whole view: if anything in it told the legs or the bots apart, it would play
    differently.
    """
    settings = with_rules(Variant(colors=colors, draw=draw))
    legs = [play(FakeBot(policy=by_hash), FakeBot(policy=by_hash), leg=leg, settings=settings) for leg in (1, 2)]
    one, two = (leg.record for leg in legs)
    assert [m.turns for m in one.matches] == [m.turns for m in two.matches]
    margins = [record.totals[0] - record.totals[1] for record in (one, two)]
    assert sum(margins) == 0
    assert margins[0] != 0


def test_mirrored_legs_differ_in_nothing_that_a_bot_is_told() -> None:
    """With the seats swapped each request of leg 2 is the one of leg 1, byte for byte, but for series id and dice."""
    one = [FakeBot(policy=by_hash), FakeBot(policy=by_hash)]
    two = [FakeBot(policy=by_hash), FakeBot(policy=by_hash)]
    play(*one, leg=1)
    play(*two, leg=2)
    for before, after in zip(one, reversed(two), strict=True):
        assert without_names(before) == without_names(after)


def without_names(bot: FakeBot) -> Iterable[tuple[Method, bytes]]:
    """All that a bot was told, without the two things that are meant to differ."""
    for call in bot.calls:
        call.request.series_id = ""
        if call.method is Method.START_SERIES:
            call.request.random_seed = 0
    return [(call.method, call.request.SerializeToString(deterministic=True)) for call in bot.calls]


def test_luck_of_a_match_is_recorded_unless_it_is_forfeited() -> None:
    """The total of the luck model for first, from deal and turns; None at a forfeit."""
    played = play(FakeBot(policy=by_hash), FakeBot(policy=by_hash, script={(2, 1): Reply(raw=b"")}))
    whole, forfeited = played.record.matches
    assert whole.luck == match_luck(whole.deal.cards, whole.turns, Variant()).total
    assert whole.luck != 0
    assert forfeited.luck is None


def test_failures_of_our_own_are_not_taken_for_faults() -> None:
    """Whatever is no BotFaultError comes out of `play`: the series is then void."""

    def broken(_: Any) -> Turn:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError, match="ours"):
        play(FakeBot(policy=broken), FakeBot())


def test_watcher_sees_a_match_after_its_deal_and_after_each_turn() -> None:
    """Each time with the card that the last turn brought: None after the deal."""
    seen: list[tuple[int, int, Card | None]] = []
    in_play = SeriesInPlay(
        plan(),
        (FakeBot(policy=eager), FakeBot(policy=by_hash)),
        SETTINGS,
        watch=lambda match: seen.append((match.number, len(match.turns), match.last_drawn)),
    )
    expected = []
    for match in in_play.play().matches:
        state = deal_match(match.deal.cards, Variant())
        drawn = [None, *(apply_turn(state, turn) for turn in match.turns)]
        expected += [(match.number, count, card) for count, card in enumerate(drawn)]
    assert seen == expected


def test_times_of_a_series_are_utc_to_the_millisecond() -> None:
    """ISO 8601 with a Z, start before finish."""
    record = series()[0].record
    form = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    assert re.fullmatch(form, record.started_utc)
    assert re.fullmatch(form, record.finished_utc)
    assert record.started_utc <= record.finished_utc <= utc_now()


def test_clock_that_is_set_back_makes_no_series_end_before_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long it took is measured by a clock that nobody sets: forecasts rest on it."""
    days = itertools.count()  # a day earlier each time it is asked for
    clock = SimpleNamespace(now=lambda zone: datetime(2026, 11, 30, tzinfo=zone) - timedelta(days=next(days)))
    monkeypatch.setattr(module, "datetime", clock)
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=iter((10.0, 12.5)).__next__))
    record = series()[0].record
    assert (record.started_utc, record.finished_utc) == ("2026-11-30T00:00:00.000Z", "2026-11-30T00:00:02.500Z")
