"""Dask as a cluster: a client of its scheduler."""

import queue
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import Any, Final

from distributed import Client, Future

from referee.errors import RefereeError
from referee.tournament.cluster.link import ASK_S
from referee.tournament.cluster.order import Report

_FETCH_S: Final = 30.0
"""A result that is there arrives within this time."""

_LOOK_S: Final = 10.0


class DaskLink:
    """See `link.Link`.

    Args:
        client: connected.
        address: of its scheduler.
        ending: closed with this: the client, and what was made for it.

    Attributes:
        name: the scheduler's address.
    """

    def __init__(self, client: Client, address: str, ending: ExitStack) -> None:
        self.name = address
        self._client = client
        self._ending = ending
        self._inbox: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._futures: dict[int, Future[Any]] = {}
        self._held: list[Future[Any]] = []
        self._is_gone = False

    def workers(self) -> Mapping[str, int]:
        """As the scheduler knows them."""
        try:
            present: Mapping[str, int] = self._client.nthreads(callback_timeout=_LOOK_S)
        except (TimeoutError, OSError, ValueError, RuntimeError) as error:
            self._is_gone = True
            reason = str(error).rstrip(".") or type(error).__name__
            raise RefereeError(
                f"the scheduler at {self.name} does not answer any more: {reason}; nothing finished is lost: when it is"
                " there again, go on with the same command"
            ) from error
        return present

    def ask(
        self, workers: Sequence[str], function: Callable[..., Any], *args: object, patience_s: float = ASK_S
    ) -> dict[str, Any]:
        """By Dask's `run`, in the thread of each worker's event loop."""
        if not workers:
            return {}
        if self._is_gone:
            return dict.fromkeys(workers, ConnectionError("the scheduler is gone"))
        answers: dict[str, Any] = {}
        try:
            answers = self._client.run(
                function, *args, workers=list(workers), on_error="return", callback_timeout=patience_s
            )
        except Exception as error:  # noqa: BLE001 - one that is lost meanwhile, in whatever way Dask tells it
            answers = dict.fromkeys(workers, error)
        return {worker: answers.get(worker, ConnectionError("it is gone")) for worker in workers}

    def hold(self, worker: str, make: Callable[..., object], *args: object) -> None:
        """By a future that is never let go."""
        self._held.append(self._client.submit(make, *args, workers=[worker], allow_other_workers=False, pure=False))

    def begin(self, ticket: int, worker: str, function: Callable[..., Report], args: tuple[object, ...]) -> None:
        """By a future that is bound to the worker."""
        future = self._client.submit(
            function,
            *args,
            workers=[worker],
            allow_other_workers=False,
            pure=False,
            retries=0,
        )
        self._futures[ticket] = future
        future.add_done_callback(lambda _: self._inbox.put(ticket))

    def forget(self, ticket: int) -> None:
        """Cancel the future; what runs already runs on, for nobody."""
        future = self._futures.pop(ticket, None)
        if future is not None:
            with suppress(Exception):  # the cluster may be in any state; nobody asks for it any more
                future.cancel()

    def ended(self, timeout_s: float) -> list[tuple[int, Report | Exception]]:
        """Futures that are done, in whatever way."""
        tickets = []
        with suppress(queue.Empty):
            tickets.append(self._inbox.get(timeout=timeout_s))
            while True:
                tickets.append(self._inbox.get_nowait())
        return [(ticket, self._fetch(self._futures.pop(ticket))) for ticket in tickets if ticket in self._futures]

    def close(self) -> None:
        """Close the client, and all that was made for it."""
        self._futures.clear()
        self._held.clear()
        self._ending.close()

    def _fetch(self, future: Future[Any]) -> Report | Exception:
        try:
            report: Report = future.result(timeout=_FETCH_S)
        except Exception as error:  # noqa: BLE001 - whatever happened there or on the way, the task is lost
            return error
        return report
