"""What Dask's client is asked for, and what is made of its answers."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, cast

import pytest
from distributed import Client

from referee.errors import RefereeError
from referee.tournament.cluster.dask_link import DaskLink
from referee.tournament.cluster.order import Lost


class FakeFuture:
    """A future that a test ends."""

    def __init__(self) -> None:
        self.outcome: object = None
        self.is_cancelled = False
        self._callbacks: list[Callable[[FakeFuture], None]] = []

    def add_done_callback(self, callback: Callable[["FakeFuture"], None]) -> None:
        """Called at the end."""
        self._callbacks.append(callback)

    def end(self, outcome: object) -> None:
        """With a result, or an exception."""
        self.outcome = outcome
        for callback in self._callbacks:
            callback(self)

    def result(self, timeout: float) -> object:
        """The outcome."""
        assert timeout > 0
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome

    def cancel(self) -> None:
        """Not waited for any more."""
        self.is_cancelled = True


class FakeClient:
    """Remembers what is asked for."""

    def __init__(self) -> None:
        self.submitted: list[tuple[object, tuple[object, ...], dict[str, Any]]] = []
        self.futures: list[FakeFuture] = []
        self.answers: dict[str, object] | Exception = {}

    def submit(self, function: object, *args: object, **keys: Any) -> FakeFuture:
        """A future."""
        self.submitted.append((function, args, keys))
        self.futures.append(FakeFuture())
        return self.futures[-1]

    def run(self, function: object, *args: object, **keys: Any) -> dict[str, object]:
        """What the test says."""
        assert keys["on_error"] == "return"
        return self._answer()

    def nthreads(self, *, callback_timeout: float) -> dict[str, object]:
        """What the test says."""
        return self._answer()

    def _answer(self) -> dict[str, object]:
        if isinstance(self.answers, Exception):
            raise self.answers
        return self.answers


@pytest.fixture
def client() -> FakeClient:
    """A client of nobody."""
    return FakeClient()


@pytest.fixture
def link(client: FakeClient) -> DaskLink:
    """The link on it."""
    return DaskLink(cast("Client", client), "tcp://fake:8786", ExitStack())


def test_job_is_bound_to_its_worker(client: FakeClient, link: DaskLink) -> None:
    """It is not run elsewhere, nor answered for by an earlier one with the same arguments."""
    link.begin(1, "tcp://a", abs, (-1,))
    ((function, args, keys),) = client.submitted
    assert (function, args) == (abs, (-1,))
    assert keys == {"workers": ["tcp://a"], "allow_other_workers": False, "pure": False, "retries": 0}


def test_results_come_by_ticket(client: FakeClient, link: DaskLink) -> None:
    """All that are there; exceptions of the way are what was lost."""
    for ticket in (1, 2, 3):
        link.begin(ticket, "tcp://a", abs, ())
    lost, report = ConnectionError("lost"), Lost(reason="x")
    client.futures[2].end(lost)
    client.futures[0].end(report)
    assert link.ended(0.0) == [(3, lost), (1, report)]
    assert link.ended(0.0) == []


def test_forgotten_job_is_cancelled(client: FakeClient, link: DaskLink) -> None:
    """Its result is nobody's; twice is once."""
    link.begin(1, "tcp://a", abs, ())
    link.forget(1)
    link.forget(1)
    client.futures[0].end(Lost(reason="x"))
    assert client.futures[0].is_cancelled
    assert link.ended(0.0) == []


def test_every_worker_that_is_asked_answers_something(client: FakeClient, link: DaskLink) -> None:
    """One that does not has been lost; nobody is asked for nothing."""
    client.answers = {"tcp://a": 1}
    one, other = link.ask(["tcp://a", "tcp://b"], abs).values()
    assert one == 1
    assert isinstance(other, ConnectionError)
    client.answers = TimeoutError()
    assert link.ask([], abs) == {}
    assert link.ask(["tcp://a"], abs) == {"tcp://a": client.answers}


@pytest.mark.parametrize("error", [OSError("refused"), TimeoutError("timed out after 10 s."), ValueError("closed")])
def test_scheduler_that_is_gone_is_told_and_not_asked_again(
    client: FakeClient, link: DaskLink, error: Exception
) -> None:
    """Whatever Dask says then."""
    client.answers = error
    with pytest.raises(RefereeError, match=f"any more: {str(error).rstrip('.')}; nothing finished is lost") as caught:
        link.workers()
    assert caught.value.exit_code == 1
    client.answers = {"tcp://a": 1}
    assert isinstance(link.ask(["tcp://a"], abs)["tcp://a"], ConnectionError)


def test_closing_it_closes_all_that_was_made_for_it(client: FakeClient) -> None:
    """Once."""
    closed: list[str] = []
    ending = ExitStack()
    ending.callback(closed.append, "cluster")
    link = DaskLink(cast("Client", client), "tcp://fake:8786", ending)
    link.hold("tcp://a", str, "lease")
    link.close()
    link.close()
    assert closed == ["cluster"]
