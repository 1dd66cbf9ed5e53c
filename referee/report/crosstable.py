"""A crosstable for a terminal, and as JSON, CSV, Markdown: bots have numbers, so that columns stay narrow."""

import csv
import io
from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from referee.bots.text import escape_text, json_text
from referee.ratings.crosstable import Crosstable, Kind
from referee.ratings.verdict import points_text
from referee.report.columns import ABSENT, chance, signed_tenths
from referee.report.formats import DIGITS, markdown_row, marked
from referee.report.prose import prose

LEGENDS: Final[dict[Kind, str]] = {
    "score": "Points of the row's bot : points of the column's.",
    "margin": "Mean margin of the row's bot over the column's in whole encounters, points a series.",
    "stronger": "Probability in % that the row's bot is stronger than the column's, by Strength.",
}
REASONS: Final[dict[Kind, str]] = {
    "score": "they have not met",
    "margin": "they have no whole encounter without a forfeit",
    "stronger": "one of them has no Strength, or no encounters join them",
}
"""Why a cell is empty."""

GAP: Final = 2
SELF: Final = "·"


class CrosstablePage:
    """The title, the square in blocks of as many columns as there is room for, and what its cells are."""

    def __init__(self, crosstable: Crosstable) -> None:
        self._crosstable = crosstable
        self._cells = crosstable_text(crosstable)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        bots = self._crosstable.bots
        yield Text(escape_text(self._crosstable.tournament, 80), "bold")
        yield Text()
        width = max([len(str(len(bots))), *(len(cell) for row in self._cells for cell in row)])
        names = max((len(bot) for bot in bots), default=0)
        left = len(str(len(bots))) + GAP + names
        count = max(1, (options.max_width - left) // (width + GAP))
        # A name gives way before the only column of a block does, and then ends in a mark.
        names = min(names, max(4, options.max_width - len(str(len(bots))) - 2 * GAP - width))
        for start in range(0, max(1, len(bots)), count):
            yield self._block(range(start, min(start + count, len(bots))), width, names)
            yield Text()
        yield prose(_legend(self._crosstable, self._cells), "dim")

    def _block(self, columns: Sequence[int], width: int, names: int) -> Table:
        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, GAP - 1, 0, 0), header_style="bold")
        table.add_column("#", justify="right", no_wrap=True)
        table.add_column("Bot", no_wrap=True, overflow="ellipsis", width=max(3, names))
        for column in columns:
            table.add_column(str(column + 1), justify="right", no_wrap=True, width=width)
        for number, (bot, row) in enumerate(zip(self._crosstable.bots, self._cells, strict=True), 1):
            table.add_row(str(number), Text(bot, "bold"), *(row[column] for column in columns))
        return table


def crosstable_text(crosstable: Crosstable) -> list[list[str]]:
    """The cells as text; those of a bot against itself are a dot."""
    cells = crosstable.cells
    return [
        [SELF if i == j else _text(crosstable.kind, cell, cells[j][i]) for j, cell in enumerate(row)]
        for i, row in enumerate(cells)
    ]


def crosstable_json(crosstable: Crosstable) -> str:
    """One JSON object: names, and rows of cells; null where there is nothing to say."""
    document = {
        "format": "lostcities-crosstable/1",
        "tournament": crosstable.tournament,
        "kind": crosstable.kind,
        "bots": list(crosstable.bots),
        "cells": [[None if cell is None else round(cell, DIGITS) for cell in row] for row in crosstable.cells],
    }
    return json_text(document, indent=None)


def crosstable_csv(crosstable: Crosstable) -> str:
    """A line a bot below a line of names; empty where there is nothing to say."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["bot", *crosstable.bots])
    for bot, row in zip(crosstable.bots, crosstable.cells, strict=True):
        writer.writerow([bot, *("" if cell is None else round(cell, DIGITS) for cell in row)])
    return text.getvalue()


def crosstable_markdown(crosstable: Crosstable) -> str:
    """A table with the cells of the terminal."""
    numbers = range(1, len(crosstable.bots) + 1)
    cells = crosstable_text(crosstable)
    rows = zip(numbers, crosstable.bots, cells, strict=True)
    lines = [
        f"## {marked(crosstable.tournament)}",
        "",
        markdown_row(["#", "Bot", *map(str, numbers)]),
        markdown_row(["---:", ":---", *("---:" for _ in numbers)]),
        *(markdown_row([str(number), marked(bot), *row]) for number, bot, row in rows),
        "",
        _legend(crosstable, cells),
    ]
    return "\n".join(lines) + "\n"


def _legend(crosstable: Crosstable, cells: Sequence[Sequence[str]]) -> str:
    """What the cells are, and why some are empty, if any are."""
    legend = LEGENDS[crosstable.kind]
    is_gapped = any(cell == ABSENT for row in cells for cell in row)
    return f"{legend} {ABSENT} where {REASONS[crosstable.kind]}." if is_gapped else legend


def _text(kind: Kind, cell: float | None, opposite: float | None) -> str:
    if cell is None or opposite is None:
        return ABSENT
    if kind == "score":
        return f"{points_text(cell)}:{points_text(opposite)}"
    if kind == "margin":
        return signed_tenths(cell)
    return chance(cell)
