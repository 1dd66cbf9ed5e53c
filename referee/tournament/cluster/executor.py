"""The coordinator's side of a cluster: who plays which series, and what becomes of it.

2026-11: as many tasks are in flight as the workers have threads, and no more: a league of a million series makes a few
futures, and a task that was given to a worker runs there, so that its time can be told. Refused: a queue on each
worker, which saves some milliseconds a series and keeps an interrupted run waiting.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Final, Self

from referee.errors import RefereeError
from referee.tournament.cluster import service
from referee.tournament.cluster.link import ASK_S, Link
from referee.tournament.cluster.order import Enlisted, Left, Lost, Order, Report, Served, Unfit
from referee.tournament.cluster.parcel import Parcel, pack
from referee.tournament.cluster.refusal import refusal_reason, version_fault
from referee.tournament.cluster.roll import Member, Place, Roll
from referee.tournament.executors import ElsewhereError, LostWorkerError
from referee.tournament.tasks import Rehearsed, Result, Task, Void

_LOOK_S: Final = 1.0
"""Between two looks at who is there."""

_JOINING_S: Final = 300.0
"""How long a run waits for its first worker, or for another one when all are gone."""

_EXPEL_S: Final = 10.0
"""How long a worker may take to end all at once; one that does not answer is not waited for."""

_HANG_FACTOR: Final = 2
"""A Dask worker is given up when it is silent for so many times what a worker process may take."""

Ended = tuple[Task, Result | LostWorkerError]


class ClusterExecutor:
    """Runs tasks on the workers of a cluster. Use as a context manager; it begins without a worker.

    Args:
        link: to the cluster; closed with this.
        order: what every worker is told.
        limit: series played at once; None for as many as the workers have threads.
        results: the output folder, of which nothing is sent to workers.
        tell: is told in a sentence what becomes of workers.
    """

    def __init__(
        self, link: Link, order: Order, *, limit: int | None, results: Path, tell: Callable[[str], None]
    ) -> None:
        self._link = link
        self._order = order
        self._results = results
        self._tell = tell
        self._roll = Roll(order.settings, limit)
        self._places: dict[int, Place] = {}
        self._tickets = 0
        self._out: dict[str, str] = {}
        self._parcels: dict[str, Parcel] = {}
        self._looked_s = 0.0
        self._seen_s = time.monotonic()
        self._is_waiting = False
        self._failure: RefereeError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._end(peacefully=kind is None)

    @property
    def free(self) -> int:
        """Places without a task."""
        return self._roll.free_count

    @property
    def busy(self) -> int:
        """Tasks that run somewhere, and one more as long as it is not told why the run ends."""
        return len(self._places) + (self._failure is not None)

    def submit(self, waiting: Sequence[Task]) -> Task | None:
        """Join the task and the place that fit best; None if there is no such pair."""
        found = self._roll.match(waiting)
        if found is None:
            return None
        place, task = found
        self._roll.begin(place, task)
        self._tickets += 1
        self._places[self._tickets] = place
        args = (self._order.run, place.number, task, frozenset(self._roll.unreached))
        self._link.begin(self._tickets, place.worker, service.serve, args)
        return task

    def wait(self) -> list[Ended]:
        """Wait for results, or for workers that come or go; not much longer than a second.

        Raises:
            RefereeError: the cluster or its workers are gone, or none is fit to play; what ended before is given first.
        """
        ended: list[Ended] = []
        try:
            if self._failure is None:
                self._gather(ended)
        except RefereeError as error:
            self._failure = error
        if self._failure is not None and not ended:
            raise self._failure
        return ended

    def _gather(self, ended: list[Ended]) -> None:
        """Add what has ended to some that have."""
        if time.monotonic() - self._looked_s >= _LOOK_S:
            ended += self._look()
        for ticket, report in self._link.ended(0.0 if ended else _LOOK_S):
            place = self._places.pop(ticket, None)
            if place is not None and place.task is not None:  # else its worker is not on the roll any more
                task = place.task
                self._roll.end(place)
                ended += self._judge(place.worker, task, report)
        for member in self._roll.failing():
            ended += self._take_out(member.address, f"every series fails there: {member.reason}")

    def close(self) -> None:
        """Have all workers stop their bots."""
        self._end(peacefully=True)

    def _end(self, *, peacefully: bool) -> None:
        try:
            leave, patience_s = (service.dismiss, ASK_S) if peacefully else (service.expel, _EXPEL_S)
            self._link.ask([member.address for member in self._roll], leave, self._order.run, patience_s=patience_s)
        finally:
            self._link.close()

    def _look(self) -> list[Ended]:
        """See who has come and who has gone."""
        present = self._link.workers()
        self._looked_s = now_s = time.monotonic()
        ended: list[Ended] = []
        overdue_s = now_s - _HANG_FACTOR * self._order.patience_s
        hanging = {place.worker for place in self._roll.running if place.begun_s < overdue_s}
        for member in self._roll:
            if member.address not in present:
                ended += self._lose(member.address, "is gone")
            elif member.address in hanging:
                ended += self._take_out(member.address, "it does not answer")
        # One that comes back at the address of one that was not fit may have been mended.
        self._out = {address: reason for address, reason in self._out.items() if address in present}
        known = {member.address for member in self._roll} | self._out.keys()
        self._enlist({address: count for address, count in present.items() if address not in known})
        self._check_anyone(now_s)
        return ended

    def _enlist(self, present: Mapping[str, int]) -> None:
        """Have new workers take part, as far as they are fit."""
        fit = self._of_our_version(list(present))
        for address in fit:  # first of all: it ends what is begun now, if we are killed meanwhile
            self._link.hold(address, service.Lease, self._order.run)
        answers = self._link.ask(fit, service.enlist, self._order)
        joined: dict[str, Enlisted] = {}
        for address, answer in answers.items():
            if isinstance(answer, Enlisted):
                joined[address] = answer
            else:
                self._refuse(address, refusal_reason(answer))
        for address in self._supply(joined):
            found = joined[address]
            count = min(present[address], found.cores)
            member = self._roll.add(address, found, count)
            if count < present[address]:
                self._tell(f"{member.name} has {present[address]} threads and {found.cores} cores: it plays {count}")

    def _of_our_version(self, addresses: Sequence[str]) -> list[str]:
        """Those workers that have the same referee as we; by a function that all versions of Python have."""
        fit = []
        for address, version in self._link.ask(addresses, resolve_name, "referee:__version__").items():
            if fault := version_fault(version):
                self._refuse(address, fault)
            else:
                fit.append(address)
        return fit

    def _supply(self, joined: Mapping[str, Enlisted]) -> list[str]:
        """Send folders to the workers that miss them; those that have all they need."""
        ready = set(joined)
        for folder in sorted({folder for found in joined.values() for folder in found.missing}):
            parcel = self._parcels[folder] = self._parcels.get(folder) or pack(Path(folder), without=self._results)
            needy = [address for address in ready if folder in joined[address].missing]
            patience_s = parcel.patience_s(len(needy))
            answers = self._link.ask(needy, service.receive, self._order.run, parcel, patience_s=patience_s)
            for address, answer in answers.items():
                if answer is not None:
                    ready.discard(address)
                    self._refuse(address, refusal_reason(answer))
        return sorted(ready)

    def _refuse(self, address: str, reason: str) -> None:
        """A worker that is there does not take part."""
        self._out[address] = reason
        self._tell(f"worker {address} does not play: it {reason}")
        self._expel(address)

    def _judge(self, address: str, task: Task, report: Report | Exception) -> list[Ended]:
        """What comes of a task: for the run, and for the worker."""
        match report:
            case Served():
                return self._weigh(address, task, report.result)
            case Unfit():
                return self._deny(address, task, report)
            case Lost():
                return self._again(task, address, report.reason)
            case Left():
                return self._again(task, address, "it has begun anew") + self._lose(address, "has begun anew")
        return self._again(task, address, f"{type(report).__name__}: {report}")

    def _weigh(self, address: str, task: Task, result: Result) -> list[Ended]:
        """What comes of a task that was done, or is void."""
        if isinstance(result, Void):
            self._roll.note_failure(address, task, result.reason.rstrip().rpartition("\n")[2])
            return [(task, result)]
        if isinstance(result, Rehearsed) and result.fault is not None:
            reason = f"{result.bot} {result.fault.reason}"
            if self._roll.note_failure(address, task, reason, is_unfit=True):
                return [(task, ElsewhereError())]
            return [(task, result)]
        ended: list[Ended] = [(task, result)]
        for other, reason in self._roll.note_done(address, task).items():
            if other in self._roll:
                ended += self._take_out(other, f"a bot that plays elsewhere does not there: {reason}")
        return ended

    def _again(self, task: Task, address: str, reason: str) -> list[Ended]:
        """A task was lost, and is to be played again, on another worker if there is one."""
        self._roll.note_failure(address, task, reason)
        self._roll.note_loss(address, task, reason)
        return [(task, ElsewhereError())]

    def _deny(self, address: str, task: Task, report: Unfit) -> list[Ended]:
        """A bot that was found fit does not start on a worker; one that is dialled may be down, for all of them."""
        again: list[Ended] = [(task, ElsewhereError())]
        if report.bot in task.remote:
            self._roll.note_unreached(address, task, report.bot)
            return again
        reason = f"a bot that plays elsewhere does not there: {report.bot} {report.reason}"
        return again + self._take_out(address, reason)

    def _lose(self, address: str, how: str) -> list[Ended]:
        member, tasks = self._strike(address)
        again = f"; {len(tasks)} series {'is' if len(tasks) == 1 else 'are'} played again" if tasks else ""
        self._tell(f"{member.name} {how}{again}")
        return [ended for task in tasks for ended in self._again(task, address, how)]

    def _take_out(self, address: str, reason: str) -> list[Ended]:
        """A worker plays no more in this run.

        Raises:
            RefereeError: it was the last one.
        """
        member, tasks = self._strike(address)
        self._out[address] = reason
        sentence = f"{member.name} is taken out: {reason}"
        if not len(self._roll):
            raise RefereeError(f"{sentence}\nno worker is left; mend it, and go on with the same command")
        self._tell(sentence)
        self._expel(address)
        return [(task, ElsewhereError()) for task in tasks]

    def _expel(self, address: str) -> None:
        self._link.ask([address], service.expel, self._order.run, patience_s=_EXPEL_S)

    def _strike(self, address: str) -> tuple[Member, list[Task]]:
        for ticket, place in [*self._places.items()]:
            if place.worker == address:
                del self._places[ticket]
                self._link.forget(ticket)
        return self._roll.strike(address)

    def _check_anyone(self, now_s: float) -> None:
        """Wait for workers, not for ever.

        Raises:
            RefereeError: there are none, or none that are fit.
        """
        if len(self._roll):
            self._seen_s, self._is_waiting = now_s, False
            return
        if self._out:
            reasons = "\n".join(f"  worker {address}: {reason}" for address, reason in self._out.items())
            raise RefereeError(f"no worker of {self._link.name} is fit to play\n{reasons}")
        if not self._is_waiting:
            self._tell(f"waiting for workers to join {self._link.name}")
            self._is_waiting = True
        if now_s - self._seen_s > _JOINING_S:
            raise RefereeError(
                f"no worker joined {self._link.name} within {_JOINING_S:.0f} s; start some with `dask worker "
                f"{self._link.name}`, and go on with the same command: nothing finished is lost"
            )
