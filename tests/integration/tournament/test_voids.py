"""Our own failures: kept apart from results, played again with the same deals, at most twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.records import encounter, new_store, play_series
from support.rounds import play_round
from support.sql import ask

from referee.errors import RefereeError
from referee.results.store import Store
from referee.tournament.executors import LostWorkerError
from referee.tournament.tasks import Played, SeriesTask, Void

STALL = Void(reason="Traceback …\nreferee.errors.StalledError: the machine stood still\n")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """One encounter."""
    with new_store(tmp_path, encounter()) as store:
        yield store


def played(store: Store, task: SeriesTask) -> Played:
    """The task's series, played."""
    row = next(row for row in store.pending(1) if row.number == task.plan.number)
    return Played(record=play_series(row))


def test_void_series_is_played_again(store: Store, tmp_path: Path) -> None:
    """At once, with the same deals; the attempt is kept, and is no result. Stalls are forgiven but the last time."""
    tasks, audience = play_round(
        store, lambda task, before: STALL if task.plan.number == 1 and before < 2 else played(store, task)
    )
    assert [task.plan.number for task in tasks] == [1, 1, 1, 2]
    assert len({task.plan.deals for task in tasks}) == 1
    assert [task.plan.forgives_stalls for task in tasks] == [True, True, False, True]
    assert store.counts() == (2, 2)
    assert ask(tmp_path, "SELECT series, attempt, traceback FROM voids ORDER BY attempt") == [
        (1, 1, STALL.reason),
        (1, 2, STALL.reason),
    ]
    assert audience.messages == ["series 1 is void, not counted, and played again: the machine stood still"] * 2
    assert [record.number for record in audience.records] == [1, 2]


def test_failure_that_is_no_error_of_ours_keeps_its_class(store: Store) -> None:
    """`KeyError: 3` would say nothing without it."""
    bug = Void(reason="Traceback …\nKeyError: 3\n")
    _, audience = play_round(store, lambda task, before: bug if before == 0 else played(store, task))
    assert audience.messages[0] == "series 1 is void, not counted, and played again: KeyError: 3"


def test_cause_of_a_void_is_one_harmless_line(store: Store) -> None:
    """A traceback may end in what a bot sent: escaped, and at most 200 characters."""
    bug = Void(reason="Traceback …\nKeyError: \x1b[2J" + 300 * "x")
    _, audience = play_round(store, lambda task, before: bug if before == 0 else played(store, task))
    cause = audience.messages[0].partition("played again: ")[2]
    assert cause == r"KeyError: \x1b[2J" + 182 * "x" + "…"
    assert len(cause) == 200


def test_third_void_stops_the_run(store: Store, tmp_path: Path) -> None:
    """With the last traceback; what is finished stays."""
    with pytest.raises(RefereeError) as caught:
        play_round(store, lambda task, _: STALL if task.plan.number == 2 else played(store, task))
    assert str(caught.value) == (
        "series 2: the referee itself failed to play it 3 times; nothing finished is lost, "
        f"and the tracebacks are kept in {tmp_path}; the last one was:\n{STALL.reason}"
    )
    assert caught.value.exit_code == 1
    assert store.counts() == (1, 2)
    assert ask(tmp_path, "SELECT count(*) FROM voids") == [(3,)]


def test_lost_workers_are_no_voids(store: Store, tmp_path: Path) -> None:
    """A killed worker costs its series nothing."""
    tasks, audience = play_round(store, lambda task, before: LostWorkerError() if before < 2 else played(store, task))
    assert [task.plan.number for task in tasks] == [1, 2, 1, 2, 1, 2]
    assert all(task.plan.forgives_stalls for task in tasks)
    assert (audience.messages, store.counts()) == ([], (2, 2))
    assert ask(tmp_path, "SELECT count(*) FROM voids") == [(0,)]


def test_workers_that_die_one_after_the_other_stop_the_run(store: Store) -> None:
    """Something kills them: no use in starting the next."""
    with pytest.raises(RefereeError, match="5 worker processes were lost one after the other"):
        play_round(store, lambda _, __: LostWorkerError())
