"""What is seen while a tournament is played."""

import io
import sys

import pytest
from rich.console import Console
from support.league import fault, league
from support.manual_clock import ManualClock
from support.records import eventful_series
from support.screens import shown

from referee.ratings.live import LiveTally
from referee.report.livetable import LiveTable
from referee.report.progress import Progress, QuietProgress, open_progress
from referee.results.planning import Counts

BOTS = ["alpha", "greedy", "random"]


class SlowClock(ManualClock):
    """A clock by which everything takes a tenth of a second."""

    def __call__(self) -> float:
        """A tenth of a second later."""
        self.now_s += 0.1
        return self.now_s


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def console(height: int = 30, width: int = 100) -> Console:
    """A terminal without color."""
    return Console(
        file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None, force_interactive=False
    )


def output(screen: Console) -> str:
    """What was written to it."""
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_bar_and_table() -> None:
    """The round, the bar, the numbers, and the table of what is final so far."""
    clock = ManualClock()
    progress = Progress(12, 0, BOTS, console(), clock=clock)
    progress.round_started(1, 2)
    for row, record in eventful_series():
        clock.now_s += 1
        progress.series_finished(row, record)
    lines = shown(progress.draw(), 100).split("\n")
    assert lines[0].startswith("round 1 of 2 ━")
    assert lines[0].endswith("6 of 12 series · 1.0 a second · 0:00:06 left")
    assert "#   Bot      Points      %   W-D-L" in lines[2]
    assert lines[4].split()[:4] == ["1", "random", "3.0", "75.0"]
    assert lines[-2].startswith("6 faults: ")


def test_resumed_run_starts_where_it_stood() -> None:
    """Series of an earlier run are in the table from the first moment."""
    earlier = LiveTally(league({"a": 90, "b": 10}, 6), [fault("b")])
    progress = Progress(24, 12, ["a", "b"], console(), tally=earlier, clock=ManualClock())
    assert "12 of 24 series" in shown(progress.draw(), 100)
    assert "a leads with" in shown(progress.draw(), 100)
    assert "1 fault: b 1 (timeout)." in shown(progress.draw(), 100)


def test_nothing_yet() -> None:
    """Before the first series the table has the names."""
    text = shown(Progress(6, 0, BOTS, console(), clock=ManualClock()).draw(), 100)
    assert "–   alpha" in text
    assert "No series is final yet." in text


def test_top_rows_fit_the_height() -> None:
    """With many bots the best are shown, as many as the terminal has lines for, and the others are counted."""
    names = {f"bot{number:02}": float(number) for number in range(40)}
    live = LiveTally(league(names, 1))
    text = shown(LiveTable(live, list(names), ManualClock()).draw(20), 100)
    rows = [line for line in text.split("\n") if line[:4].strip().isdigit()]
    assert len(rows) == 15
    assert "and 25 more" in text
    assert len(text.splitlines()) == 20


@pytest.mark.parametrize("width", [40, 60, 80])
def test_nothing_is_cut_in_a_narrow_terminal(width: int) -> None:
    """No word of the bar or the sentences; they take lines from the rows, and the display is never too high."""
    names = {f"bot{number:02}": float(number) for number in range(24)}
    clock, screen = ManualClock(), console(24, width)
    progress = Progress(
        7920, 1560, list(names), screen, tally=LiveTally(league(names, 1), [fault("bot07")]), clock=clock
    )
    progress.round_started(13, 15)
    clock.now_s += 2
    progress.series_finished(*eventful_series()[0])
    text = shown(progress.draw(), width)
    words = " ".join(text.split())
    assert "1561 of 7920 series · 0.5 a second · 3:31:58 left" in words
    assert "round 13 of 15" in words
    assert words.endswith("1 fault: bot07 1 (timeout).")
    assert "… " not in words
    assert len(text.splitlines()) == 23


def test_many_bots_are_not_rated_meanwhile() -> None:
    """With more than sixty bots the rating waits for the end: points are cheap, ratings are not."""
    names = {f"bot{number:03}": float(number) for number in range(61)}
    live = LiveTally(league(names, 1))
    text = shown(LiveTable(live, list(names), ManualClock()).draw(20), 100)
    assert "Elo" not in text
    assert "leads with" in text


def test_table_costs_little() -> None:
    """A table that took a tenth of a second is not computed again for five."""
    clock = SlowClock()
    table = LiveTable(LiveTally(league({"a": 50, "b": 0}, 2)), ["a", "b"], clock)
    first = table.draw(30)
    clock.now_s += 4.5
    assert table.draw(30) is first
    clock.now_s += 0.5
    assert table.draw(30) is not first


def test_new_height_is_drawn_at_once() -> None:
    """When the window changes, the rows change with it."""
    table = LiveTable(LiveTally(league({"a": 50, "b": 0}, 2)), ["a", "b"], SlowClock())
    assert table.draw(30) is not table.draw(20)


def test_run_never_waits_for_the_display() -> None:
    """A finished series is only noted; the drawing adds it up."""
    progress = Progress(6, 0, BOTS, console(), clock=ManualClock())
    progress.series_finished(*eventful_series()[0])
    assert progress._tally.tally.bots == {}
    progress.draw()
    assert set(progress._tally.tally.bots) == {"greedy", "random"}


def test_live_display_leaves_a_line() -> None:
    """The display disappears; messages and how far it came stay."""
    screen, clock = console(), ManualClock()
    with Progress(6, 2, BOTS, screen, clock=clock) as progress:
        progress.message("series 7 is void by a failure of the referee, and is played again")
        progress.series_finished(*eventful_series()[0])
        clock.now_s += 75
    assert "series 7 is void" in output(screen)
    assert output(screen).endswith("3 of 6 series are final after 0:01:15\n")


def test_message_of_a_signal_waits_for_the_one_that_is_printed() -> None:
    """Inside of it the display's thread could wait for us, and we for it, for ever."""

    class Interrupted(io.StringIO):
        def write(self, text: str) -> int:
            if text.startswith("series 7"):
                progress.message("stopping")
            return super().write(text)

    screen = Console(file=Interrupted(), width=100, force_terminal=True, color_system=None)
    progress = Progress(6, 0, BOTS, screen, clock=ManualClock())
    progress.message("series 7 is void")
    assert output(screen) == "series 7 is void\nstopping\n"


def test_quiet_lines() -> None:
    """Plain lines: start, round, each minute, end."""
    screen, clock = console(), ManualClock()
    with QuietProgress(100, 40, BOTS, screen, clock=clock) as progress:
        progress.round_started(2, 5)
        for row, record in eventful_series():
            clock.now_s += 25
            progress.series_finished(row, record)
        progress.message("stopping when the running series are finished; press Ctrl-C again to stop at once")
    assert output(screen).split("\n") == [
        "playing 60 of 100 series between 3 bots",
        "round 2 of 5: 40 of 100 series",
        "43 of 100 series · 0.04 a second · 0:23:45 left · 2 faults",
        "46 of 100 series · 0.04 a second · 0:22:30 left · 6 faults",
        "stopping when the running series are finished; press Ctrl-C again to stop at once",
        "46 of 100 series are final after 0:02:30 · 6 faults",
        "",
    ]


def test_pipe_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where stderr is no terminal there is no bar."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert isinstance(open_progress(Counts(final=0, planned=2), BOTS), QuietProgress)


def test_simple_terminal_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be redrawn would be shown nothing at all."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert isinstance(open_progress(Counts(final=0, planned=2), BOTS), QuietProgress)


def test_terminal_is_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where stderr is a terminal there is the bar and the table, with what was final before."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    progress = open_progress(Counts(final=4, planned=8), earlier=league({"a": 90, "b": 10}, 2), faults=[fault("a")])
    assert isinstance(progress, Progress)
    assert "1 fault: a 1 (timeout)." in shown(progress.draw(), 100)


def test_all_final_already() -> None:
    """Nothing left to play, no series at all: no division by zero."""
    assert "0 of 0 series" in shown(Progress(0, 0, [], console(), clock=ManualClock()).draw(), 100)


def test_records_of_one_fault() -> None:
    """One fault is singular."""
    row, record = eventful_series()[4]
    screen = console()
    with QuietProgress(2, 0, [], screen, clock=ManualClock()) as progress:
        progress.series_finished(row, record)
    assert output(screen).endswith("1 of 2 series are final after 0:00:00 · 1 fault\n")
