"""What the coordinator calls on Dask workers. Runs there; each call finds its run's crew in this process."""

import asyncio
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, ParamSpec, Protocol, TypeVar

from referee.errors import RefereeError
from referee.tournament.cluster.crew import Crew
from referee.tournament.cluster.link import READY_S
from referee.tournament.cluster.order import Enlisted, Left, Order, Refusal, Report
from referee.tournament.cluster.parcel import Parcel
from referee.tournament.tasks import Task

P = ParamSpec("P")
T = TypeVar("T")


class DaskWorker(Protocol):
    """What we use of Dask's worker, which Dask passes to a function with an argument of this name."""

    local_directory: str


_CREWS: Final[dict[str, Crew]] = {}
"""By run. Dask calls us from several threads; single operations on a dict are enough for what we do."""


async def enlist(order: Order, dask_worker: DaskWorker) -> Enlisted | Refusal:
    """Have a worker take part in a run, or say why it cannot."""
    # A name of its own: an earlier crew of the run may not have ended yet.
    scratch = Path(dask_worker.local_directory) / f"referee-{secrets.token_hex(8)}"
    crew = _CREWS[order.run] = Crew(order, scratch)
    answer: Enlisted | Refusal
    try:
        answer = await _in_time(crew.enlist)
    except (RefereeError, OSError) as error:
        answer = Refusal(reason=f"cannot take part: {error}")
    if isinstance(answer, Refusal):
        _CREWS.pop(order.run, None)
        await asyncio.to_thread(crew.close, peacefully=False)
    return answer


async def receive(run: str, parcel: Parcel) -> Refusal | None:
    """Give a worker a folder that it misses."""
    crew = _CREWS.get(run)
    return Refusal(reason="has left the run") if crew is None else await _in_time(crew.receive, parcel)


async def dismiss(run: str) -> None:
    """End all that a worker has of a run, and let bots that have nothing to do stop in good order."""
    await _close(run, peacefully=True)


async def expel(run: str) -> None:
    """End all that a worker has of a run, at once."""
    await _close(run, peacefully=False)


def serve(run: str, place: int, task: Task, untried: frozenset[str]) -> Report:
    """Do a task, without a trial of those bots: Dask's own kind of task."""
    crew = _CREWS.get(run)
    return Left() if crew is None else crew.serve(place, task, untried)


async def _in_time(act: Callable[P, T], *args: P.args, **keys: P.kwargs) -> T | Refusal:
    """Do something in a thread; a refusal if it takes too long: it goes on, but is not waited for any more."""
    acting = asyncio.create_task(asyncio.to_thread(act, *args, **keys))
    done, _ = await asyncio.wait([acting], timeout=READY_S)
    return await acting if done else Refusal(reason=f"does not get ready within {READY_S:.0f} s: is its disk slow?")


async def _close(run: str, *, peacefully: bool) -> None:
    if (crew := _CREWS.pop(run, None)) is not None:
        await asyncio.to_thread(crew.close, peacefully=peacefully)


class Lease:
    """Kept by a worker as a Dask result for as long as the coordinator lives; gone with it, however it ends.

    Args:
        run: whose crew ends with it.
    """

    def __init__(self, run: str) -> None:
        self._run = run

    def __del__(self) -> None:
        if (crew := _CREWS.pop(self._run, None)) is not None:
            # Not here: Dask lets go of results in the thread that everything waits for.
            with suppress(RuntimeError):  # this process ends, and all of the crew ends with it
                threading.Thread(target=crew.close, kwargs={"peacefully": False}).start()

    def __reduce__(self) -> tuple[type[str], tuple[()]]:
        """Nothing of it is ever moved or swapped out: a copy elsewhere would mean nothing."""
        return str, ()
