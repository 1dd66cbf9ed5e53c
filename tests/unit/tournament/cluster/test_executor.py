"""The coordinator on a cluster: how many tasks it begins, whom it gives them to, and whom it takes out."""

import math
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest
from support.fake_cluster import FakeLink, executor, fit, look, rehearsal, series

from referee.errors import RefereeError
from referee.tournament.cluster.link import ASK_S
from referee.tournament.cluster.order import Enlisted, Left, Lost, Refusal, Unfit
from referee.tournament.cluster.roll import LOSSES
from referee.tournament.dispatch import Dispatcher
from referee.tournament.executors import LOOKAHEAD, ElsewhereError
from referee.tournament.tasks import Task


def test_no_more_tasks_are_drawn_than_are_needed() -> None:
    """A league of a million series makes as many futures as there are threads."""
    link, drawn = FakeLink(one=2, two=1), count()
    made = executor(link, [])

    def tasks() -> Iterator[Task]:
        for number in range(1_000_000):
            next(drawn)
            yield rehearsal(f"bot{number}")

    link.crowds = []
    assert len([*islice(Dispatcher(made, lambda: False).run(tasks()), 150)]) == 150
    assert max(link.crowds) == 3
    assert next(drawn) <= LOOKAHEAD + 150 + 2 * 3


def test_concurrency_is_a_limit() -> None:
    """Of all workers together."""
    made = executor(FakeLink(one=8, two=8), [], limit=5)
    assert made.free == 5
    made.submit([rehearsal()])
    assert (made.free, made.busy) == (4, 1)


def test_worker_with_more_threads_than_cores_plays_one_series_a_core() -> None:
    """Bots would be charged for each other's thinking; it is told."""
    link, told = FakeLink(one=12), list[str]()
    made = executor(link, told)
    assert made.free == 8
    assert told == ["worker one (host) has 12 threads and 8 cores: it plays 8"]


def test_places_of_one_machine_have_numbers_of_their_own() -> None:
    """Whichever workers they belong to: by them cores are chosen."""
    link = FakeLink(one=2, two=1, away=1)
    for worker, machine in (("one", "node"), ("two", "node"), ("away", "other")):
        link.answers[worker, "enlist"] = Enlisted(host="host", cores=2, machine=machine)
    made = executor(link, [])

    def numbers() -> dict[str, list[int]]:
        return {member.address: [place.number for place in member.places] for member in made._roll}

    assert sorted(numbers()["one"] + numbers()["two"]) == [0, 1, 2]
    assert numbers()["away"] == [0]
    del link.threads["one"]
    look(made)
    link.threads["one"] = 2
    look(made)
    assert sorted(numbers()["one"] + numbers()["two"]) == [0, 1, 2]


def test_series_go_where_their_bots_are() -> None:
    """The same leg to the same worker, and the least busy one otherwise."""
    link = FakeLink(one=2, two=2)
    made = executor(link, [])
    made.submit([series(leg=1)])
    made.submit([series(8, leg=2)])
    assert [worker for worker, _ in link.running.values()] == ["one", "two"]
    link.end("one", fit())
    link.end("two", fit())
    made.wait()
    made.submit([series(9, leg=2)])
    assert [worker for worker, _ in link.running.values()] == ["two"]


def test_lost_worker_is_named_and_its_series_go_to_another() -> None:
    """A result of it that comes later is of no use."""
    link, told = FakeLink(one=1), list[str]()
    made = executor(link, told)
    task = series()
    made.submit([task])
    link.threads = {"two": 1}
    ((again, result),) = look(made)
    assert again == task
    assert isinstance(result, ElsewhereError)
    assert told == ["worker one (host) is gone; 1 series is played again"]
    assert not link.running
    assert made.submit([task]) == task
    assert [worker for worker, _ in link.running.values()] == ["two"]


def test_task_that_takes_its_workers_with_it_stops_the_run() -> None:
    """It is not tried for ever; a result in between would begin the count again."""
    made = executor(link := FakeLink(one=1), [])
    for number in islice(count(1), LOSSES):
        made.submit([series()])
        link.end("one", Lost(reason="its worker process ended"))
        if number < LOSSES:
            assert isinstance(made.wait()[0][1], ElsewhereError)
    with pytest.raises(RefereeError, match=r"^series 7: 5 times the worker was lost that played it, the last time one"):
        made.wait()


def test_results_are_given_before_the_run_ends_for_want_of_workers() -> None:
    """What came in the same moment is saved."""
    link = FakeLink(one=2)
    made = executor(link, [])
    made.submit([series(7)])
    made.submit([series(8)])
    link.end("one", fit())
    link.end("one", Unfit(bot="greedy", reason="could not be started"))
    assert made.wait() == [(series(7), fit().result)]
    for _ in range(2):
        with pytest.raises(RefereeError, match="no worker is left"):
            made.wait()


def test_worker_that_began_anew_is_asked_again() -> None:
    """At the address it had: its process was started again, and knows nothing of the run."""
    link, told = FakeLink(one=1), list[str]()
    made = executor(link, told)
    made.submit([series()])
    link.end("one", Left())
    ((task, result),) = made.wait()
    assert (task, type(result)) == (series(), ElsewhereError)
    assert told == ["worker one (host) has begun anew"]
    look(made)
    assert [name for name, *_ in link.asked].count("enlist") == 2
    assert made.submit([task]) == task


def test_worker_that_was_refused_and_left_keeps_nobody_from_waiting() -> None:
    """Others may come; so may the same one, mended."""
    link, told = FakeLink(bad=1, good=1), list[str]()
    link.answers["bad", "enlist"] = Refusal(reason="does not reach isolation standard: x")
    made = executor(link, told)
    link.threads = {}
    link.answers.clear()
    look(made)
    assert told[1:] == ["worker good (host) is gone", "waiting for workers to join tcp://fake:8786"]
    link.threads = {"bad": 1}
    look(made)
    assert made.free == 1


@pytest.mark.parametrize(
    ("function", "answer", "reason"),
    [
        ("resolve_name", "0.0.1", "has referee 0.0.1, and this is 0.1.0: install the same"),
        ("resolve_name", ModuleNotFoundError("referee"), "has no referee: install the same one as here, in the Python"),
        ("resolve_name", ConnectionError("it is gone"), "cannot take part: ConnectionError: it is gone"),
        ("enlist", Refusal(reason="does not reach isolation standard: x"), "does not reach isolation standard: x"),
        ("enlist", TypeError("got an unexpected keyword"), "cannot take part: TypeError: got an unexpected keyword"),
    ],
)
def test_worker_that_cannot_take_part_is_refused_by_name(function: str, answer: object, reason: str) -> None:
    """The others play; it is asked once. Without others that is the end."""
    link, told = FakeLink(bad=1, good=1), list[str]()
    link.answers["bad", function] = answer
    made = executor(link, told)
    assert made.free == 1
    look(made)
    (sentence,) = told
    assert sentence.startswith(f"worker bad does not play: it {reason}")
    alone = FakeLink(bad=1)
    alone.answers["bad", function] = answer
    with pytest.raises(RefereeError, match=r"^no worker of tcp://fake:8786 is fit to play\n  worker bad: "):
        executor(alone, [])


def test_folders_are_sent_to_those_that_miss_them(tmp_path: Path) -> None:
    """Packed once; a worker that cannot take them is refused."""
    folder = str(tmp_path)
    link, told = FakeLink(a=1, b=1, c=1), list[str]()
    for worker in ("a", "b"):
        link.answers[worker, "enlist"] = Enlisted(host="host", cores=1, missing=(folder,))
    link.answers["b", "receive"] = Refusal(reason="cannot unpack it")
    made = executor(link, told)
    sent = [(worker, args[1]) for name, worker, args in link.asked if name == "receive"]
    assert sorted(worker for worker, _ in sent) == ["a", "b"]
    assert sent[0][1] is sent[1][1]
    assert link.patience_s["receive"] > ASK_S == link.patience_s["enlist"]
    assert made.free == 2
    assert told == ["worker b does not play: it cannot unpack it"]


def test_workers_are_waited_for_and_not_for_ever() -> None:
    """It is told once; one that comes later plays."""
    link, told = FakeLink(), list[str]()
    made = executor(link, told)
    look(made)
    assert told == ["waiting for workers to join tcp://fake:8786"]
    link.threads = {"late": 3}
    look(made)
    assert made.free == 3
    link.threads = {}
    look(made)
    made._seen_s = -math.inf
    with pytest.raises(RefereeError, match=r"^no worker joined tcp://fake:8786 within 300 s; start some with `dask "):
        look(made)


def test_worker_that_is_silent_for_too_long_is_given_up() -> None:
    """What it has in hand is played by another one."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([series()])
    made._places[1].begun_s = -math.inf
    ((task, result),) = look(made)
    assert task == series()
    assert isinstance(result, ElsewhereError)
    assert told == ["worker one (host) is taken out: it does not answer"]


def test_scheduler_that_is_gone_ends_the_run() -> None:
    """With its sentence; the link is closed all the same."""
    link = FakeLink(one=1)
    made = executor(link, [])
    link.is_gone = True
    with pytest.raises(RefereeError, match="does not answer any more"), made:
        look(made)
    assert link.is_closed


def test_workers_are_left_in_peace_or_at_once() -> None:
    """In peace at the end of a run, at once when it is broken off."""
    link = FakeLink(one=1)
    with executor(link, []):
        pass
    assert ("dismiss", "one", ("run",)) in link.asked
    link = FakeLink(one=1)
    with pytest.raises(KeyboardInterrupt), executor(link, []):
        raise KeyboardInterrupt
    assert ("expel", "one", ("run",)) in link.asked
