"""The coordinator on a cluster: whose fault it is when nothing comes of a task, and what that costs."""

from dataclasses import replace

import pytest
from support.fake_cluster import FakeLink, executor, fit, rehearsal, series, unfit

from referee.bots.spec import BotSpec
from referee.errors import RefereeError
from referee.tournament.cluster.order import Lost, Served, Unfit
from referee.tournament.cluster.roll import FAILURES_IN_A_ROW
from referee.tournament.executors import ElsewhereError
from referee.tournament.tasks import Void

VOID = Served(result=Void(reason="Traceback …\nOSError: no space left on device\n"))


def test_worker_on_which_everything_fails_is_taken_out() -> None:
    """Once another one is sound: else it is not the worker."""
    link, told = FakeLink(bad=1, good=1), list[str]()
    made = executor(link, told)
    for number in range(FAILURES_IN_A_ROW):
        made.submit([series(number)])
        link.end("bad", VOID)
        assert made.wait()[0][1] == VOID.result
    assert not told
    made.submit([series(9)])
    made.submit([series(10)])
    link.end("good", fit())
    ended = made.wait()
    assert told == ["worker bad (host) is taken out: every series fails there: OSError: no space left on device"]
    assert [isinstance(result, ElsewhereError) for _, result in ended] == [False, True]
    assert ("expel", "bad", ("run",)) in link.asked


def test_series_that_failed_on_a_worker_is_tried_on_another() -> None:
    """However idle the first one is."""
    link = FakeLink(bad=1, good=1)
    made = executor(link, [])
    made.submit([series()])
    link.end("bad", VOID)
    made.wait()
    made.submit([series(8)])
    link.running.popitem()
    assert made.submit([series()]) == series()
    assert [worker for worker, _ in link.running.values()] == ["good"]
    assert made.submit([series()]) is None


def test_bot_that_is_not_fit_anywhere_is_the_bots_fault() -> None:
    """It was tried on every worker."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([rehearsal()])
    link.end("one", unfit())
    assert isinstance(made.wait()[0][1], ElsewhereError)
    made.submit([rehearsal()])
    link.end("two", unfit())
    assert made.wait() == [(rehearsal(), unfit().result)]
    assert not told


def test_bots_that_are_not_fit_anywhere_cost_no_worker() -> None:
    """However many of them are tried on it one after the other."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([rehearsal("sound")])
    link.end("one", fit("sound"))
    made.wait()
    made.submit([rehearsal("slow")])
    for number in range(FAILURES_IN_A_ROW):
        made.submit([rehearsal(f"broken{number}")])
        link.end("two", unfit(f"broken{number}"))
        made.wait()
    assert not told
    assert len(made._roll) == 2


def test_bot_that_is_fit_on_another_worker_is_the_workers_fault() -> None:
    """It is taken out, and the reason is the bot's."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([rehearsal()])
    link.end("one", unfit())
    made.wait()
    made.submit([rehearsal()])
    link.end("two", fit())
    assert made.wait() == [(rehearsal(), fit().result)]
    assert told == ["worker one (host) is taken out: a bot that plays elsewhere does not there: greedy did not start"]


def test_worker_that_loses_a_rehearsal_is_not_blamed_for_the_bot() -> None:
    """It may have been killed; only when it loses everything it is taken out."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([rehearsal()])
    link.end("one", Lost(reason="its worker process ended"))
    made.wait()
    made.submit([rehearsal()])
    link.end("two", fit())
    made.wait()
    assert not told


def test_worker_where_a_bot_does_not_start_costs_no_series() -> None:
    """In the middle of the tournament, on a worker that has just come; the last worker stops the run."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([series()])
    link.end("one", Unfit(bot="greedy", reason="could not be started"))
    ((task, result),) = made.wait()
    assert isinstance(result, ElsewhereError)
    assert told[0].startswith("worker one (host) is taken out: a bot that plays elsewhere does not there: greedy could")
    made.submit([task])
    link.end("two", Unfit(bot="greedy", reason="could not be started"))
    with pytest.raises(RefereeError, match="no worker is left; mend it, and go on with the same command"):
        made.wait()


def test_bot_that_no_worker_reaches_costs_no_worker() -> None:
    """It runs elsewhere, and may be down now: its series is played without a trial, and tells that."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    far = BotSpec(name="random", address="h:1")
    task = replace(series(), specs=(series().specs[0], far))
    for worker in ("one", "two"):
        made.submit([task])
        assert link.untried == frozenset()
        link.end(worker, Unfit(bot="random", reason="could not be reached at h:1: connection refused"))
        ((_, result),) = made.wait()
        assert isinstance(result, ElsewhereError)
    made.submit([task])
    assert link.untried == frozenset({"random"})
    link.end("one", fit())
    made.wait()
    assert len(made._roll) == 2
    assert not told


def test_bot_that_is_down_for_a_while_costs_no_worker() -> None:
    """However many of its series it keeps from being played there, and although it is reached from another one."""
    link, told = FakeLink(one=1, two=1), list[str]()
    made = executor(link, told)
    made.submit([series(1)])
    link.end("one", fit())
    made.wait()
    made.submit([rehearsal("slow")])
    far = BotSpec(name="random", address="h:1")
    tasks = [replace(series(number), specs=(series().specs[0], far)) for number in range(FAILURES_IN_A_ROW)]
    for task in tasks:
        made.submit([task])
        link.end("two", Unfit(bot="random", reason="could not be reached at h:1: connection refused"))
        made.wait()
    link.end("one", fit("slow"))
    made.wait()
    made.submit(tasks)
    link.end("one", fit())
    made.wait()
    assert len(made._roll) == 2
    assert not told
