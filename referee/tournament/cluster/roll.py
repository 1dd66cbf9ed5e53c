"""The workers of a run, the places they have, and who of them is not fit to play."""

import itertools
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from referee.errors import RefereeError
from referee.tournament.cluster.order import Enlisted
from referee.tournament.executors import LOOKAHEAD
from referee.tournament.tasks import Task, WorkerSettings
from referee.tournament.warmth import Warmth

LOSSES: Final = 5
"""Workers that one task may take with it before the run stops."""

FAILURES_IN_A_ROW: Final = 3
"""Tasks of a worker that may come to nothing one after the other before it is taken out, if another one is sound."""


@dataclass(eq=False, kw_only=True, slots=True)
class Place:
    """Where one series at a time is played: one thread of a worker.

    Attributes:
        worker: its address.
        number: from 0, its own among all places of the machine: so workers that cannot see each other differ in cores.
        warmth: which instances are probably there.
        task: what is played there; None for nothing.
        begun_s: since when, in seconds of the monotonic clock.
    """

    worker: str
    number: int
    warmth: Warmth
    task: Task | None = None
    begun_s: float = 0.0


@dataclass(eq=False, kw_only=True, slots=True)
class Member:
    """A worker that takes part.

    Attributes:
        address: of the worker.
        host: its machine's name.
        machine: see `order.Enlisted`.
        places: where it plays.
        done_count: tasks that came to something.
        failures: tasks that came to nothing, since the last one that did not.
        reason: why the last of them did.
    """

    address: str
    host: str
    machine: str = ""
    places: list[Place] = field(default_factory=list)
    done_count: int = 0
    failures: int = 0
    reason: str = ""

    @property
    def name(self) -> str:
        """How people know it: `worker tcp://10.0.0.7:4711 (node7)`."""
        return f"worker {self.address} ({self.host})"


class Roll:
    """Who takes part.

    Args:
        settings: of the worker processes.
        limit: series played at once on all workers together; None for as many as there are places.

    Attributes:
        unreached: bots that no worker reached: they are not tried any more, and their series show whose fault it is.
    """

    def __init__(self, settings: WorkerSettings, limit: int | None) -> None:
        self._settings = settings
        self._limit = limit
        self._members: dict[str, Member] = {}
        self._failed_on: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._losses: Counter[str] = Counter()
        self.unreached: set[str] = set()

    def __contains__(self, address: str) -> bool:
        return address in self._members

    def __iter__(self) -> Iterator[Member]:
        return iter([*self._members.values()])

    def __len__(self) -> int:
        return len(self._members)

    @property
    def running(self) -> list[Place]:
        """Places with a task."""
        return [place for member in self for place in member.places if place.task is not None]

    @property
    def free_count(self) -> int:
        """How many more tasks may be begun."""
        places = [place for member in self for place in member.places]
        most = len(places) if self._limit is None else min(len(places), self._limit)
        return max(0, most - len(self.running))

    def add(self, address: str, found: Enlisted, count: int) -> Member:
        """A worker takes part, with so many places."""
        taken = {place.number for member in self if member.machine == found.machine for place in member.places}
        free = islice((number for number in itertools.count() if number not in taken), count)
        places = [Place(worker=address, number=number, warmth=Warmth(self._settings.kept_count)) for number in free]
        member = Member(address=address, host=found.host, machine=found.machine, places=places)
        self._members[address] = member
        return member

    def strike(self, address: str) -> tuple[Member, list[Task]]:
        """A worker takes part no more; what it was playing."""
        member = self._members.pop(address)
        return member, [place.task for place in member.places if place.task is not None]

    def match(self, waiting: Sequence[Task]) -> tuple[Place, Task] | None:
        """The free place and the task that fit best; None if none do.

        A task is not given to a worker on which it came to nothing while there are others. Of the rest, the place that
        has most of its bots warm; then the worker that has least to do; then the oldest task.
        """
        free = [place for member in self for place in member.places if place.task is None]
        load = {member.address: sum(place.task is not None for place in member.places) for member in self}
        pairs = [
            (place, task)
            for task in waiting[:LOOKAHEAD]
            for place in free
            if place.worker not in self._failed_on.get(task.name, ()) or not self._others(task)
        ]
        return max(pairs, key=lambda pair: (pair[0].warmth.of(pair[1].instances), -load[pair[0].worker]), default=None)

    def begin(self, place: Place, task: Task) -> None:
        """A task is begun at a place."""
        place.task, place.begun_s = task, time.monotonic()
        place.warmth.note(task.instances)

    def end(self, place: Place) -> None:
        """Nothing is played there any more."""
        place.task = None

    def note_done(self, address: str, task: Task) -> dict[str, str]:
        """A task came to something; the workers that were not fit for it, with the reason."""
        member = self._members[address]
        member.done_count += 1
        member.failures = 0
        self._losses.pop(task.name, None)
        return {other: reason for other, reason in self._failed_on.pop(task.name, {}).items() if reason}

    def note_failure(self, address: str, task: Task, reason: str, *, is_unfit: bool = False) -> bool:
        """A task came to nothing; whether there are workers on which it has not been tried.

        Args:
            address: of the worker.
            task: what was to be done.
            reason: why nothing came of it.
            is_unfit: whether it is the worker's fault if it is done on another one.
        """
        self._failed_on[task.name][address] = reason if is_unfit else ""
        if address in self._members and not is_unfit:  # whose fault it is will be seen on the others
            self._members[address].failures += 1
            self._members[address].reason = reason
        return self._others(task)

    def note_unreached(self, address: str, task: Task, bot: str) -> None:
        """A bot that is dialled was not reached from a worker, before the task was begun.

        The worker is not blamed, whatever others do: the bot may be down for a while.
        """
        if not self.note_failure(address, task, "", is_unfit=True):
            self.unreached.add(bot)

    def note_loss(self, address: str, task: Task, reason: str) -> None:
        """A task was lost with its worker or worker process.

        Raises:
            RefereeError: too often, without a result in between.
        """
        self._losses[task.name] += 1
        if self._losses[task.name] == LOSSES:
            raise RefereeError(
                f"{task.name}: {LOSSES} times the worker was lost that played it, the last time {address} ({reason}); "
                "look for the out-of-memory killer there, and run the same command again: nothing finished is lost"
            )

    def failing(self) -> list[Member]:
        """Workers on which everything comes to nothing, while another one is sound."""
        if not any(member.done_count and not member.failures for member in self):
            return []
        return [member for member in self if member.failures >= FAILURES_IN_A_ROW]

    def _others(self, task: Task) -> bool:
        """Whether there are workers on which a task has not come to nothing."""
        return any(address not in self._failed_on.get(task.name, ()) for address in self._members)
