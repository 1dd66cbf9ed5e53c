"""What a tournament is doing now, read from its output folder, again and again, at little cost."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from referee.errors import ConfigError, RefereeError, StoreError
from referee.report.live.allowance import Allowance
from referee.report.pace import Pace
from referee.results.activity import RunningSeries, read_activity
from referee.results.lock import lock_holder
from referee.results.newest import FinishedEncounter
from referee.results.opening import RESULTS_FILE, results_folder
from referee.results.planning import Counts
from referee.results.reader import Results

NEWEST_COUNT: Final = 6
COST_SHARE: Final = 0.1
"""The share of the time that reading may take: a million series take a second or two to count."""


class State(StrEnum):
    """What there is to see."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    UNREADABLE = "unreadable"


Version = tuple[int, int, int]
"""Of the results: file, number of its opening, number of changes since; another one whenever something has changed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """A tournament at one moment.

    Attributes:
        state: what there is to see.
        version: of the results; None where there are none to be read.
        tournament: its name; "" where it is not known.
        final_count, planned_count: series.
        per_second: series that become final a second; None where that is not known, or nothing is played.
        left_s: seconds until all are final, at this speed; None likewise.
        running: series that have begun, oldest first.
        newest: the encounters that became complete last, newest first.
        trouble: why the results cannot be read, for the host only: it names folders; "" where they can be.
    """

    state: State
    version: Version | None = None
    tournament: str = ""
    final_count: int = 0
    planned_count: int = 0
    per_second: float | None = None
    left_s: float | None = None
    running: tuple[RunningSeries, ...] = ()
    newest: tuple[FinishedEncounter, ...] = ()
    trouble: str = ""


class Observer:
    """Looks at an output folder; all calls are made by one thread.

    Args:
        path: the folder, or the TOML that it belongs to; there need not be anything yet.
        clock: seconds that only grow.
        meter: seconds of work that the thread has done so far.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], float] = time.monotonic,
        meter: Callable[[], float] = time.thread_time,
    ) -> None:
        self.folder = results_folder(path)
        self._clock = clock
        self._meter = meter
        self._results: Results | None = None
        self._file: tuple[int, int] | None = None
        self._opening_count = 0
        self._forget()

    def check(self) -> None:
        """Check that results, if there are any, are a tournament's and of this version.

        Raises:
            RefusedError: they are not.
            StoreError: they cannot be read.
        """
        with suppress(ConfigError):
            if self._identity() is not None:
                Results.open(self.folder).close()

    def look(self) -> Situation:
        """What is to be seen now; whatever is wrong with the results is told in it, not raised."""
        try:
            results = self._opened()
            return Situation(state=State.WAITING) if results is None else self._read(results)
        except ConfigError:  # the file is there, and nothing is in it yet
            self.close()
            return Situation(state=State.WAITING)
        except RefereeError as error:
            self.close()
            return Situation(state=State.UNREADABLE, trouble=str(error))

    def close(self) -> None:
        """Close the results; the next look opens them again."""
        if self._results is not None:
            self._results.close()
        self._results = None

    def _forget(self) -> None:
        """Know nothing of the results any more."""
        self._allowance = Allowance(COST_SHARE, 0.0, clock=self._clock, meter=self._meter)
        self._read_version: int | None = None
        self._tournament = ""
        self._counts = Counts(final=0, planned=0)
        self._newest: tuple[FinishedEncounter, ...] = ()
        self._pace: Pace | None = None

    def _opened(self) -> Results | None:
        """The results, opened again when their file is another one; None where there is none."""
        file = self._identity()
        if file != self._file or file is None:
            self.close()
            self._file = file
        if file is None:
            return None
        if self._results is None:
            self._results = Results.open(self.folder)
            self._opening_count += 1
            self._forget()
        return self._results

    def _identity(self) -> tuple[int, int] | None:
        path = self.folder / RESULTS_FILE
        try:
            stat = path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise StoreError(f"{path}: it cannot be looked at: {error.strerror}") from error
        return stat.st_dev, stat.st_ino

    def _read(self, results: Results) -> Situation:
        version = results.version()
        if version != self._read_version and self._allowance.is_due:
            with self._allowance.spend(), results.snapshot():
                self._tournament = results.header.name
                self._counts = results.counts()
                self._newest = tuple(results.newest(NEWEST_COUNT))
            self._read_version = version
        is_running = lock_holder(self.folder) is not None
        pace = self._paced(is_running=is_running)
        return Situation(
            state=_state(self._counts, is_running=is_running),
            version=(self._file[1] if self._file else 0, self._opening_count, version),
            tournament=self._tournament,
            final_count=self._counts.final,
            planned_count=self._counts.planned,
            per_second=pace.per_second if pace else None,
            left_s=pace.left_s if pace else None,
            running=read_activity(self.folder) if is_running else (),
            newest=self._newest,
        )

    def _paced(self, *, is_running: bool) -> Pace | None:
        """How fast it goes, since the run began or was first seen; None while nothing is played."""
        if not is_running or self._counts.final == self._counts.planned:
            self._pace = None
        elif self._pace is None or self._pace.done > self._counts.final:  # an annulled encounter is final no more
            self._pace = Pace(self._counts.planned, self._counts.final, self._clock)
        if self._pace is not None:
            self._pace.total = self._counts.planned
            for _ in range(self._counts.final - self._pace.done):
                self._pace.count()
        return self._pace


def _state(counts: Counts, *, is_running: bool) -> State:
    if counts.planned and counts.final == counts.planned:
        return State.FINISHED
    return State.RUNNING if is_running else State.STOPPED
