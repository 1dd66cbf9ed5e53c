"""How a round begins: withdrawals decided once, kept at once, told to whoever watches."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.fake_bot import FakeBot, Reply
from support.records import encounter, new_store, play_series
from support.tournaments import Audience

from referee.play.records import SeriesEnd
from referee.results.store import Store
from referee.results.verify import verify
from referee.tournament.enrolment import reinstate_bots
from referee.tournament.rounds import begin_round

ROUNDS = (1, 2, 3, 4)
WITHDRAWN = (
    "greedy is withdrawn: its last 2 series were all lost by its own fault; "
    "to let it play in later rounds add --reinstate greedy"
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Four rounds between greedy, random and zeta."""
    pairings = [("greedy", "random"), ("greedy", "zeta"), ("random", "zeta")]
    rows = [
        replace(row, round=number)
        for number in ROUNDS
        for place, (a, b) in enumerate(pairings, 1)
        for row in encounter(a, b, pairing=place)
    ]
    with new_store(tmp_path, rows) as store:
        yield store


def play_round(store: Store, number: int, *, faulty: str = "") -> None:
    """Make what is left of a round final; the faulty bot plays illegal turns in each of its series."""
    bad = FakeBot(script={(1, turn): Reply(turn="+P5 deck") for turn in (1, 2, 3, 4)})
    for row in list(store.pending(number)):
        a, b = (bad if bot == faulty else FakeBot() for bot in (row.a, row.b))
        store.save(row, play_series(row, (a, b)))


def begin(store: Store, number: int, *, max_faults: int = 2) -> Audience:
    """Begin a round; what was told of it."""
    audience = Audience()
    begin_round(store, number, max_faults, audience)
    return audience


def is_withdrawn(store: Store) -> list[bool]:
    """Of greedy, random, zeta."""
    return [bot.withdrawn for bot in store.bots()]


def test_honest_bots_play_on(store: Store) -> None:
    """Nothing is said, nothing is kept."""
    play_round(store, 1)
    assert begin(store, 2) == Audience()
    assert is_withdrawn(store) == [False] * 3


def test_faulty_bot_is_withdrawn_when_a_round_begins(store: Store) -> None:
    """Its series of that round are final at once, with points for its opponents; the others are to be played."""
    play_round(store, 1, faulty="greedy")
    audience = begin(store, 2)
    assert audience.messages == [WITHDRAWN]
    assert [record.end for record in audience.records] == [SeriesEnd.WITHDRAWN] * 4
    assert [record.points for record in audience.records] == [(0.0, 1.0)] * 4
    assert {record.losers for record in audience.records} == {("greedy",)}
    assert [(row.a, row.b) for row in store.pending(2)] == [("random", "zeta")] * 2
    assert len(list(store.pending(3))) == 6
    assert is_withdrawn(store) == [True, False, False]


def test_withdrawn_bot_stays_withdrawn(store: Store) -> None:
    """In later rounds too, without being told again."""
    play_round(store, 1, faulty="greedy")
    begin(store, 2)
    play_round(store, 2)
    audience = begin(store, 3)
    assert audience.messages == []
    assert len(audience.records) == 4


def test_round_in_progress_is_not_decided_again(store: Store) -> None:
    """What is gone on with has begun: nobody is withdrawn in the middle of it."""
    play_round(store, 1, faulty="greedy")
    row = next(store.pending(2))
    store.save(row, play_series(row))
    assert begin(store, 2) == Audience()
    assert is_withdrawn(store) == [False] * 3


def test_series_that_waited_count_from_the_next_round_on(store: Store) -> None:
    """Those of a bot that was excluded for a run: rounds that have begun meanwhile are not decided again."""
    for number in (1, 2):
        assert begin(store, number) == Audience()
        for row in [row for row in store.pending(number) if row.b != "zeta"]:
            store.save(row, play_series(row))
    for number in (1, 2):
        assert begin(store, number) == Audience()
        play_round(store, number, faulty="zeta")
    assert is_withdrawn(store) == [False] * 3
    assert begin(store, 3).messages == [WITHDRAWN.replace("greedy", "zeta")]


def test_reinstated_bot_plays_from_the_next_round_on(store: Store) -> None:
    """What is lost stays lost, in the round that has begun too; old faults are forgiven, new ones count."""
    play_round(store, 1, faulty="greedy")
    begin(store, 2)
    reinstate_bots(store, ["greedy"])
    assert is_withdrawn(store) == [False] * 3
    assert begin(store, 2) == Audience()
    play_round(store, 2)
    assert begin(store, 3) == Audience()
    play_round(store, 3, faulty="greedy")
    assert begin(store, 4).messages == [WITHDRAWN]


def test_reinstatement_before_the_withdrawal_holds(store: Store) -> None:
    """A bot that was mended between two runs need not be withdrawn first."""
    play_round(store, 1, faulty="greedy")
    reinstate_bots(store, ["greedy"])
    assert begin(store, 2) == Audience()


def test_withdrawal_survives_a_restart(store: Store, tmp_path: Path) -> None:
    """It is in the file, also between the beginning of a round and its first series."""
    play_round(store, 1, faulty="greedy")
    begin(store, 2)
    store.close()
    with Store.open(tmp_path) as again:
        assert is_withdrawn(again) == [True, False, False]
        assert begin(again, 2) == Audience()
        assert len(list(again.pending(2))) == 2


def test_replaced_bot_is_not_withdrawn_for_its_predecessor(store: Store) -> None:
    """A new generation starts afresh, and is what is withdrawn from now on."""
    store.withdraw(["greedy"], [])
    (greedy,) = [bot for bot in store.bots() if bot.name == "greedy"]
    store.put_bots([replace(greedy, generation=2, withdrawn=False)])
    assert begin(store, 1) == Audience()
    store.put_bots([replace(greedy, withdrawn=False)])
    store.withdraw(["greedy"], [])
    assert [bot.withdrawn for bot in store.bots() if bot.name == "greedy"] == [False, True]


def test_two_withdrawn_bots_both_lose(store: Store) -> None:
    """Their series against each other is a loss for both."""
    play_round(store, 1, faulty="greedy")
    store.withdraw(["zeta"], [])
    audience = begin(store, 2)
    losers = [record.losers for record in audience.records]
    assert losers == [("greedy",), ("greedy",), ("greedy", "zeta"), ("greedy", "zeta"), ("zeta",), ("zeta",)]
    assert [record.points for record in audience.records][2] == (0.0, 0.0)


def test_withdrawn_series_verify(store: Store, tmp_path: Path) -> None:
    """They have a hash and follow the rules like all others."""
    play_round(store, 1, faulty="greedy")
    begin(store, 2)
    play_round(store, 2)
    store.close()
    verification = verify(tmp_path)
    assert verification.differences == ()
    assert verification.series_count == 12
