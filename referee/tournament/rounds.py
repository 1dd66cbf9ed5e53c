"""One round: how it begins, and how it is played to its end."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from referee.bots.text import escape_text
from referee.errors import FaultKind, RefereeError
from referee.play.records import SeriesRecord
from referee.play.series import utc_now
from referee.results.activity import Activity, RunningSeries
from referee.results.rows import SeriesRow
from referee.results.store import Store
from referee.tournament.dispatch import Dispatcher
from referee.tournament.enrolment import newest_bots
from referee.tournament.spectator import Spectator
from referee.tournament.tasks import Played, SeriesTask, Task, Void
from referee.tournament.withdrawal import lost_series, withdrawn_bots

ATTEMPTS: Final = 3
"""How often a series is begun before our own failure to play it stops the run."""

_CAUSE_CHARACTERS: Final = 200

_OUR_ERROR: Final = re.compile(r"\Areferee\.errors\.\w+: ")


def begin_round(store: Store, number: int, max_faults: int, spectator: Spectator) -> None:
    """Withdraw whoever has lost its last series by its own faults, and make all series of withdrawn bots final.

    Who is withdrawn is decided once, when the round begins; a round that is gone on with has been decided.

    A round is complete when all that can be played of it is: series of bots that are excluded for a run wait, and the
    others do not wait for them. What such a bot plays later counts from the next round on that has not begun, for it
    and for its opponents.

    Args:
        store: of the results.
        number: of the round, of which the one before is complete.
        max_faults: series in a row that a bot may lose by its own fault; 0 is no limit.
        spectator: is told of withdrawals and of the series that are lost by them.
    """
    bots = newest_bots(store).values()
    fresh: list[str] = []
    if not store.has_begun(number):
        counted_from = {bot.name: bot.reinstated for bot in bots if not bot.withdrawn}
        fresh = withdrawn_bots(store.endings_before(number), counted_from, max_faults)
    withdrawn = {bot.name for bot in bots if bot.withdrawn}.union(fresh)
    if not withdrawn:
        return
    now_utc = utc_now()
    rows = [row for row in store.pending(number) if not withdrawn.isdisjoint((row.a, row.b))]
    lost = [(row, lost_series(row, withdrawn, now_utc)) for row in rows]
    store.withdraw(fresh, lost)
    for name in fresh:
        spectator.message(
            f"{name} is withdrawn: its last {max_faults} series were all lost by its own fault; "
            f"to let it play in later rounds add --reinstate {name}"
        )
    for row, record in lost:
        spectator.series_finished(row, record)


def is_farewell(record: SeriesRecord) -> bool:
    """Whether a series was lost by a bot that ended, or began to by hanging up: by itself, or by a signal."""
    kinds = {fault.kind for match in record.matches for fault in match.faults}
    return not kinds.isdisjoint({FaultKind.CRASHED, FaultKind.DISCONNECTED, FaultKind.NOT_STARTED})


class RoundInPlay:
    """A round that is being played.

    Args:
        store: of the results.
        dispatcher: of the run.
        spectator: is told of series that are final, and of what went wrong.
        activity: is told what is being played; None: nobody is.
    """

    def __init__(
        self, store: Store, dispatcher: Dispatcher, spectator: Spectator, activity: Activity | None = None
    ) -> None:
        self._store = store
        self._dispatcher = dispatcher
        self._spectator = spectator
        self._activity = activity
        self._rows: dict[int, SeriesRow] = {}
        self._voids: Counter[int] = Counter()

    def play(self, pairs: Iterator[tuple[SeriesRow, SeriesTask]]) -> None:
        """Play all of it, or until the dispatcher is drained.

        Raises:
            RefereeError: a series came to nothing by our own failure, again and again.
        """
        for task, result in self._dispatcher.run(self._noted(pairs), self._show):
            assert isinstance(task, SeriesTask)  # noqa: S101 - a round has no other tasks
            row = self._rows[task.plan.number]
            if isinstance(result, Played):
                del self._rows[task.plan.number]
                self._save(row, result.record)
            elif isinstance(result, Void):
                self._save_void(row, task, result)

    def _noted(self, pairs: Iterator[tuple[SeriesRow, SeriesTask]]) -> Iterator[SeriesTask]:
        for row, task in pairs:
            self._rows[task.plan.number] = row
            yield task

    def _show(self, tasks: Sequence[Task]) -> None:
        if self._activity is not None:
            rows = [self._rows[task.plan.number] for task in tasks if isinstance(task, SeriesTask)]
            self._activity.show(
                RunningSeries(number=row.number or 0, round=row.round, leg=row.leg, a=row.a, b=row.b) for row in rows
            )

    def _save(self, row: SeriesRow, record: SeriesRecord) -> None:
        if self._dispatcher.is_draining() and is_farewell(record):
            # Whoever stops a service or a container signals all of its processes: the bot may have done as it was told.
            self._spectator.message(f"series {row.number} is left for another run: a bot ended while this one stops")
            return
        self._store.save(row, record)
        self._spectator.series_finished(row, record)

    def _save_void(self, row: SeriesRow, task: SeriesTask, void: Void) -> None:
        number = task.plan.number
        self._voids[number] += 1
        self._store.save_void(row, self._voids[number], void.reason)
        if self._voids[number] == ATTEMPTS:
            raise RefereeError(
                f"series {number}: the referee itself failed to play it {ATTEMPTS} times; nothing finished is lost, "
                f"and the tracebacks are kept in {self._store.folder}; the last one was:\n{void.reason}"
            )
        self._spectator.message(f"series {number} is void, not counted, and played again: {_cause(void)}")
        forgives = self._voids[number] < ATTEMPTS - 1
        self._dispatcher.again(replace(task, plan=replace(task.plan, forgives_stalls=forgives)))


def _cause(void: Void) -> str:
    """The last line of a traceback, of an error of ours without its class: its text is a whole sentence."""
    line = void.reason.rstrip().rpartition("\n")[2]
    return escape_text(_OUR_ERROR.sub("", line), _CAUSE_CHARACTERS)
