"""The standings for a terminal: as many columns as it has room for, then what is to be said below them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from referee.bots.text import escape_text
from referee.ratings.standings import Standings, StandingsRow
from referee.report.columns import COLUMNS, STRENGTH, Column, table_columns
from referee.report.evidence import SENTENCE_CHARACTERS
from referee.report.plot import MAX_WIDTH, MIN_WIDTH, interval_plot
from referee.report.prose import HANG, Prose, prose
from referee.results.rows import FaultSummary

GAPS: Final = (3, 2, 1)
"""Blanks between two columns: as many as there is room for; none goes before so few are left."""
NARROW_WIDTH: Final = 80
"""In a narrower terminal columns may stand 1 blank apart before one goes, in others 2."""
PLOT_RANK: Final = 10
"""The plot of Strength goes before any number does."""
SHOWN_FAULTS: Final = 10
"""Faults told below the table, the last ones."""
SHORT_NAME: Final = 16
"""Characters that names may be cut to before a column goes, the mark that they are cut included."""
MIN_NAME: Final = 4
"""The same where no column is left that could go."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsTable:
    """The rows of the standings as a table that fits the width it is given."""

    rows: Sequence[StandingsRow]
    columns: Sequence[Column] = COLUMNS

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        fitting = add_plot(self.fitting(options.max_width), self.rows, options.max_width)
        fits = (gap for gap in GAPS if total_width(fitting, gap) <= options.max_width)
        yield _table(fitting, next(fits, GAPS[-1]))

    def fitting(self, width: int) -> "list[FilledColumn]":
        """The columns that a width has room for."""
        return fit_columns([FilledColumn.of(column, self.rows) for column in self.columns], width)

    def missing(self, width: int) -> list[str]:
        """The heads of those that it has not."""
        shown = [one.column for one in self.fitting(width)]
        return [column.title for column in self.columns if column not in shown]


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsPage:
    """The whole: title, table, the sentence in words, remarks, faults, facts.

    In a terminal that is not high enough faults and facts come first, so that the table is what remains to be seen.

    Attributes:
        standings: what is shown.
        folder: DIR in commands that show more.
    """

    standings: Standings
    folder: str = "DIR"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        standings = self.standings
        table = StandingsTable(rows=standings.rows, columns=table_columns(standings))
        said: list[RenderableType] = [
            title(standings),
            Text(),
            table,
            Text(),
            prose(standings.verdict, "bold"),
            *(prose(sentence(line)) for line in standings.remarks),
        ]
        faults = [*fault_lines(standings.fault_list, self.folder)]
        facts = shown_facts(standings.facts, table.missing(options.max_width), self.folder)
        lines = [prose(line, "dim") for line in facts]
        if console.is_terminal and _height([*said, *faults, Text(), *lines], console, options) >= console.height:
            # The last line of a terminal is the prompt's.
            yield from [*lines, *faults, Text(), *said]
        else:
            yield from [*said, *faults, Text(), *lines]


def _height(parts: Sequence[RenderableType], console: Console, options: ConsoleOptions) -> int:
    return sum(len(console.render_lines(part, options, pad=False)) for part in parts)


def shown_facts(facts: Sequence[str], missing: Sequence[str], folder: str) -> list[str]:
    """The facts below a table that has no room for some columns: what these are need not be said, but that they are."""
    if not missing:
        return [*facts]
    hidden = {head.removesuffix(" ±") for head in missing}
    narrow = f"Too narrow for {', '.join(missing)}: referee standings {folder} --csv or --json."
    return [narrow, *(fact for fact in facts if fact.partition(":")[0] not in hidden)]


def fault_lines(faults: Sequence[FaultSummary], folder: str) -> Iterator[RenderableType]:
    """The last faults, a line each, and where to look for their evidence; nothing without any."""
    if not faults:
        return
    yield Text()
    for fault in faults[-SHOWN_FAULTS:]:
        if fault.detail is None:
            words = f": {fault.kind.value}, told in full when both legs are final"
            yield Prose(text=Text.assemble((fault.bot, "red"), words), hang=HANG)
            continue
        played_on = " (the referee played that turn)" if fault.substituted else ""
        sentence = escape_text(fault.detail, SENTENCE_CHARACTERS)
        words = f", {sentence}{played_on}"
        yield Prose(text=Text.assemble((f"series {fault.series}", "red"), words), hang=HANG)
    hidden = len(faults) - SHOWN_FAULTS
    earlier = f" {hidden} earlier ones: referee standings {folder} --json." if hidden > 0 else ""
    yield prose(f"View, reply, legal turns and log of a fault: referee replay {folder} SERIES.{earlier}", "dim")


def title(standings: Standings) -> Text:
    """The tournament's name, and how far it has come."""
    progress = f"{standings.final_count} of {standings.planned_count} series"
    provisional = " · provisional" if standings.is_provisional else ""
    subject = f" · {standings.subject} against each" if standings.subject else ""
    return Text.assemble(
        (escape_text(standings.tournament, 80), "bold"), subject, (f" · {progress}{provisional}", "dim")
    )


def sentence(line: str) -> str:
    """A remark as a sentence: `6 faults: …` stays, `withdrawn: …` gets a capital; both get a full stop."""
    return f"{line[:1].upper()}{line[1:]}."


@dataclass(frozen=True, kw_only=True, slots=True)
class FilledColumn:
    """A column with its cells, the characters that the widest of them needs, and those that will do."""

    column: Column
    cells: Sequence[Text]
    width: int
    least: int

    @classmethod
    def of(cls, column: Column, rows: Sequence[StandingsRow]) -> "FilledColumn":
        """The column filled with rows."""
        cells = column.show(rows)
        width = max([len(column.title), *(cell.cell_len for cell in cells)])
        least = shortest_name([cell.plain for cell in cells], width) if column.is_left else width
        return cls(column=column, cells=cells, width=width, least=least)


def shortest_name(names: Sequence[str], width: int) -> int:
    """Characters that names can be cut to and still differ: 16 if they do, no more than `width`."""
    enough = (size for size in range(SHORT_NAME, width) if len({name[: size - 1] for name in names}) == len(names))
    return next(enough, width)


def fit_columns(columns: Sequence[FilledColumn], width: int) -> list[FilledColumn]:
    """The columns that fit a width, in their order: rather with names cut than without a column of numbers.

    Those of rank 0 stay in any width, and then nearly nothing is left of names.
    """
    fitting, gap = list(columns), _least_gap(width)
    while sum(one.least + gap for one in fitting) - gap > width:
        last = max(fitting, key=lambda one: one.column.rank)
        if last.column.rank == 0:
            break
        fitting.remove(last)
    excess = max(0, total_width(fitting, gap) - width)
    return [replace(one, width=max(MIN_NAME, one.width - excess)) if one.column.is_left else one for one in fitting]


def add_plot(columns: Sequence[FilledColumn], rows: Sequence[StandingsRow], width: int) -> list[FilledColumn]:
    """The columns, and after that of Strength a plot of it, where there is room and something to be drawn."""
    place = next((place for place, one in enumerate(columns, 1) if one.column is STRENGTH), None)
    gap = _least_gap(width)
    room = min(MAX_WIDTH, width - total_width(columns, gap) - gap)
    drawn = interval_plot(rows, room) if room >= MIN_WIDTH else None
    if place is None or drawn is None:
        return list(columns)
    head, cells = drawn
    column = Column(title=head, rank=PLOT_RANK, show=lambda _: cells, is_left=True)
    return [*columns[:place], FilledColumn(column=column, cells=cells, width=room, least=room), *columns[place:]]


def total_width(columns: Sequence[FilledColumn], gap: int) -> int:
    """Characters that columns need with a gap between them."""
    return sum(one.width + gap for one in columns) - gap


def _least_gap(width: int) -> int:
    return GAPS[-1] if width < NARROW_WIDTH else GAPS[-2]


def _table(columns: Sequence[FilledColumn], gap: int) -> Table:
    # The box itself puts one blank between columns; the rest of the gap is padding.
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap - 1, 0, 0), header_style="bold")
    for one in columns:
        table.add_column(
            one.column.title,
            justify="left" if one.column.is_left else "right",
            no_wrap=True,
            overflow="ellipsis",
            width=one.width,
        )
    for cells in zip(*(one.cells for one in columns), strict=True):
        table.add_row(*cells)
    return table
