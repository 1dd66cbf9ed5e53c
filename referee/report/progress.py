"""What a person sees while `referee run` plays: a bar and the table as it stands, or a plain line now and then."""

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Final, Protocol, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from referee.play.records import SeriesEnd, SeriesRecord
from referee.ratings.live import LiveTally
from referee.report.livetable import LiveTable
from referee.report.pace import Pace, duration
from referee.report.prose import prose
from referee.report.terminal import can_redraw, open_console
from referee.results.planning import Counts
from referee.results.rows import FaultSummary, SeriesResult, SeriesRow

LINE_EVERY_S: Final = 60.0
REFRESH_PER_SECOND: Final = 2
LEAST_BAR: Final = 10
"""Characters of the bar, at least."""


class ProgressDisplay(Protocol):
    """What a run is watched with: entered before the first series, left after the last."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...

    def round_started(self, number: int, of: int) -> None:
        """Round `number` of `of` begins or goes on."""

    def series_finished(self, row: SeriesRow, record: SeriesRecord) -> None:
        """A series is final and saved."""

    def message(self, text: str) -> None:
        """Something a person should read: one sentence, ours; whatever a bot said in it is escaped."""


def open_progress(
    counts: Counts,
    bots: Sequence[str] = (),
    *,
    earlier: Iterable[SeriesResult] = (),
    faults: Iterable[FaultSummary] = (),
    subject: str | None = None,
) -> ProgressDisplay:
    """The display for a run: live on a terminal, plain lines where stderr is none.

    Args:
        counts: series that are final and planned.
        bots: their names; others join the table with their first series.
        earlier: the series that are final, so that the table goes on where it stood.
        faults: their faults.
        subject: the bot that meets all others in a gauntlet; None in a league.
    """
    console = open_console(sys.stderr)
    if can_redraw(console):
        return Progress(counts.planned, counts.final, bots, console, tally=LiveTally(earlier, faults, subject=subject))
    return QuietProgress(counts.planned, counts.final, bots, console)


class Progress:
    """A bar with speed and time left, and below it the table as far as the terminal has room.

    Args:
        total: planned series.
        done: those that are final.
        bots: names of the bots; others join with their first series.
        console: a terminal; should be that of stderr.
        tally: the sums over the series that are final; None: there are none.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        total: int,
        done: int,
        bots: Sequence[str],
        console: Console,
        *,
        tally: LiveTally | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pace = Pace(total, done, clock)
        self._console = console
        self._drawing = Lock()
        self._waiting: deque[tuple[SeriesRow, SeriesRecord]] = deque()
        self._messages: deque[str] = deque()
        self._is_printing = False
        self._tally = tally or LiveTally()
        self._table = LiveTable(self._tally, bots, clock)
        self._round = ""
        self._live = Live(
            console=console,
            get_renderable=self.draw,
            refresh_per_second=REFRESH_PER_SECOND,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()
        self._console.print(ending(self._pace), style="dim")

    def round_started(self, number: int, of: int) -> None:
        """Show the round beside the bar."""
        self._round = f"round {number} of {of}"

    def series_finished(self, row: SeriesRow, record: SeriesRecord) -> None:
        """Note a series; the display follows in its own time, the run never waits for it."""
        self._pace.count()
        self._waiting.append((row, record))

    def message(self, text: str) -> None:
        """Print a line above the display; what a signal's handler says while one is printed comes after it."""
        self._messages.append(text)
        # Printing does not nest: the display's thread may hold one lock and wait for another that is held out here.
        while self._messages and not self._is_printing:
            self._is_printing = True
            try:
                self._console.print(prose(self._messages.popleft()))
            finally:
                self._is_printing = False

    def draw(self) -> RenderableType:
        """The display as it is now."""
        with self._drawing:
            while self._waiting:
                self._tally.add(*self._waiting.popleft())
            above = Group(*self._bar(), Text())
            # The last line of a terminal is the prompt's.
            room = self._console.height - len(self._console.render_lines(above, pad=False)) - 1
            table = self._table.draw(room)
        return Group(above, table)

    def _bar(self) -> list[RenderableType]:
        """The round, the bar and the numbers: those on a line of their own where the terminal is narrow."""
        numbers = str(self._pace)
        is_narrow = len(self._round) + LEAST_BAR + len(numbers) + 2 > self._console.width
        bar = Table.grid(padding=(0, 1), expand=True)
        bar.add_column(no_wrap=True)
        bar.add_column(ratio=1)
        bar.add_column(no_wrap=True)
        progress = ProgressBar(total=max(1, self._pace.total), completed=self._pace.done)
        bar.add_row(self._round, progress, "" if is_narrow else numbers)
        return [bar, prose(numbers)] if is_narrow else [bar]


class QuietProgress:
    """A plain line at the start, at each round, each minute, and at the end; for logs and pipes.

    Args:
        total: planned series.
        done: those that are final.
        bots: names of the bots.
        console: where the lines go; should be that of stderr.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        total: int,
        done: int,
        bots: Sequence[str],
        console: Console,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pace = Pace(total, done, clock)
        self._bot_count = len(bots)
        self._fault_count = 0
        self._console = console
        self._clock = clock
        self._next_line_s = clock() + LINE_EVERY_S

    def __enter__(self) -> Self:
        bots = f" between {self._bot_count} bots" if self._bot_count else ""
        self.message(f"playing {self._pace.total - self._pace.done} of {self._pace.total} series{bots}")
        return self

    def __exit__(self, *_: object) -> None:
        self.message(ending(self._pace) + self._faults())

    def round_started(self, number: int, of: int) -> None:
        """Print which round it is."""
        self.message(f"round {number} of {of}: {self._pace}")

    def series_finished(self, row: SeriesRow, record: SeriesRecord) -> None:
        """Count a series; print a line if the last one is a minute old."""
        self._pace.count()
        self._fault_count += sum(len(match.faults) + len(match.substituted) for match in record.matches)
        self._fault_count += len(record.losers) if record.end is SeriesEnd.WITHDRAWN else 0
        if self._clock() >= self._next_line_s:
            self._next_line_s = self._clock() + LINE_EVERY_S
            self.message(f"{self._pace}{self._faults()}")

    def message(self, text: str) -> None:
        """Print a line."""
        self._console.print(Text(text), soft_wrap=True)

    def _faults(self) -> str:
        if not self._fault_count:
            return ""
        return f" · {self._fault_count} {'fault' if self._fault_count == 1 else 'faults'}"


def ending(pace: Pace) -> str:
    """How far it came and how long that took."""
    return f"{pace.done} of {pace.total} series are final after {duration(pace.elapsed_s)}"
