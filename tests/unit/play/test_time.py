"""Time in a series: what bots are told, what is charged, what is recorded."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from support.fake_bot import FakeBot, Reply
from support.fake_series import play, with_clock

from referee.bots.connection import Method
from referee.errors import FaultKind


def test_bank_and_increment_are_told_before_each_turn() -> None:
    """3000 ms, 210.4 off and 100 on each turn: told in whole milliseconds, cut and never rounded up."""
    greedy = FakeBot(elapsed_ms=210.4)
    play(greedy, FakeBot(), settings=with_clock(turn_ms=1000, bank_ms=3000, increment_ms=100))
    told = [r for r in greedy.requests(Method.TAKE_TURN) if r.match_number == 1]
    assert [r.bank_left_ms for r in told[:4]] == [3000, 2889, 2779, 2668]
    assert [r.time_left_ms for r in told[:4]] == [1000] * 4
    assert [r.last_turn_charged_ms for r in told[:4]] == [0, 210, 210, 210]


def test_each_match_begins_with_a_full_bank_and_nothing_charged() -> None:
    """A bank is for one match."""
    greedy = FakeBot(elapsed_ms=100)
    play(greedy, FakeBot(), settings=with_clock(bank_ms=5000))
    firsts: dict[int, tuple[int, int]] = {}
    for request in greedy.requests(Method.TAKE_TURN):
        firsts.setdefault(request.match_number, (request.bank_left_ms, request.last_turn_charged_ms))
    assert firsts == {1: (5000, 0), 2: (5000, 0), 3: (5000, 0)}


def test_each_bot_has_its_own_clock() -> None:
    """The opponent's thinking costs nothing."""
    random = FakeBot(elapsed_ms=10)
    play(FakeBot(elapsed_ms=900), random)
    assert min(r.bank_left_ms for r in random.requests(Method.TAKE_TURN)) > 29_000


def test_without_a_bank_none_is_told() -> None:
    """`bank_ms = 0`: the field is absent, and each turn has its limit."""
    greedy = FakeBot(elapsed_ms=999)
    play(greedy, FakeBot(), settings=with_clock(bank_ms=0))
    for request in greedy.requests(Method.TAKE_TURN):
        assert not request.HasField("bank_left_ms")
        assert request.time_left_ms == 1000


def test_limit_of_a_call_is_the_smaller_of_turn_and_bank_and_the_margin_apart() -> None:
    """What the connection waits for is what the bot was told, and the margin on top of it, which no bot is told."""
    greedy = FakeBot(elapsed_ms=300)
    play(greedy, FakeBot(), settings=with_clock(bank_ms=1200, margin_ms=33))
    calls = [call for call in greedy.calls if call.method is Method.TAKE_TURN and call.request.match_number == 1]
    assert [call.limit_ms for call in calls[:3]] == [1000, 900, 600]
    assert [call.request.time_left_ms for call in calls[:3]] == [1000, 900, 600]
    assert {call.margin_ms for call in calls} == {33}


def test_messages_have_their_own_limit_and_no_margin() -> None:
    """`notify_ms` for StartSeries, FinishMatch and FinishSeries each."""
    greedy = FakeBot()
    play(greedy, FakeBot(), settings=with_clock(notify_ms=432))
    others = [call for call in greedy.calls if call.method is not Method.TAKE_TURN]
    assert {(call.limit_ms, call.margin_ms) for call in others} == {(432, 0)}
    assert len(others) == 5


def test_bank_that_runs_out_is_a_timeout() -> None:
    """1000 ms and 400 a turn: the third turn has 200, and is late."""
    greedy = FakeBot(elapsed_ms=400)
    played = play(greedy, FakeBot(), settings=with_clock(bank_ms=1000))
    (fault,) = played.last.faults
    assert fault.kind is FaultKind.TIMEOUT
    assert fault.detail == "match 1, turn 5: greedy (first) did not answer within 200 ms (400 ms)"
    assert (fault.elapsed_ms, fault.evidence.limit_ms) == (400, 200)
    assert played.last.think_ms == (400, 1, 400, 1, 400)


def test_margin_is_tolerated_reported_and_never_told() -> None:
    """Turns of 1020 ms count as margin uses of that seat; a bot is told 1000 ms for the next all the same."""
    script = {(1, number): Reply(elapsed_ms=1020) for number in (1, 5, 7)} | {(2, 2): Reply(elapsed_ms=1000.5)}
    greedy = FakeBot(script=script)
    played = play(greedy, FakeBot())
    assert [match.margin_uses for match in played.record.matches] == [(3, 0), (0, 1), (0, 0)]
    assert {r.time_left_ms for r in greedy.requests(Method.TAKE_TURN)} == {1000}
    assert played.record.matches[0].think_ms[0] == 1020


def test_margin_never_refills_a_bank() -> None:
    """An empty bank stays empty: time left 0 is told, and only the margin can save a turn."""
    greedy = FakeBot(script={(1, 1): Reply(elapsed_ms=510)}, elapsed_ms=15)
    played = play(greedy, FakeBot(), settings=with_clock(bank_ms=500))
    told = [r for r in greedy.requests(Method.TAKE_TURN) if r.match_number == 1]
    assert {(r.time_left_ms, r.bank_left_ms) for r in told[1:]} == {(0, 0)}
    assert played.record.matches[0].margin_uses[0] == len(told)


def test_no_turn_limit_means_the_whole_bank() -> None:
    """`turn_ms = 0`: the bot is told what its bank holds."""
    greedy = FakeBot(elapsed_ms=500)
    play(greedy, FakeBot(), settings=with_clock(turn_ms=0, bank_ms=20_000))
    assert [r.time_left_ms for r in greedy.requests(Method.TAKE_TURN)][:3] == [20_000, 19_500, 19_000]


def test_times_are_recorded_to_the_hundredth() -> None:
    """Milliseconds with two decimals, one for each turn in order."""
    greedy = FakeBot(elapsed_ms=1.23456)
    match = play(greedy, FakeBot(elapsed_ms=2)).record.matches[0]
    assert match.think_ms[:4] == (1.23, 2, 1.23, 2)


@given(
    seed=st.integers(0, 2**16),
    bank_ms=st.integers(0, 3000),
    increment_ms=st.sampled_from((0, 1, 100)),
    turn_ms=st.just(200),
)
def test_no_bot_is_told_a_negative_time(seed: int, bank_ms: int, increment_ms: int, turn_ms: int) -> None:
    """However fast or late a bot is, up to a timeout: the times it is told are 0 or more, and at most the turn's."""
    chance = Random(seed)
    script = {(1, turn): Reply(elapsed_ms=chance.choice((0, 1, 150, 199.99, 210, 221))) for turn in range(1, 60)}
    greedy = FakeBot(script=script)
    clock = with_clock(turn_ms=turn_ms, bank_ms=bank_ms, increment_ms=increment_ms)
    play(greedy, FakeBot(elapsed_ms=0), settings=clock)
    for request in greedy.requests(Method.TAKE_TURN):
        assert 0 <= request.time_left_ms <= turn_ms
        assert request.last_turn_charged_ms >= 0
        if request.HasField("bank_left_ms"):
            assert request.time_left_ms == min(turn_ms, request.bank_left_ms)
        else:
            assert bank_ms == 0
