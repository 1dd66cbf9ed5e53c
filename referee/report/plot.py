"""Intervals drawn with letters: one line a bot on a common scale, ● the value, ━ its 95 %, ┊ zero."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from rich.text import Text

from referee.ratings.standings import StandingsRow
from referee.ratings.strength import StrengthRating

MIN_WIDTH: Final = 15
MAX_WIDTH: Final = 31
LABEL_GAP: Final = 6
"""Characters from one label of the scale to the next, at least."""
STYLE: Final = "cyan"


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """Values from `low` to `high`, 0 among them, on so many characters."""

    low: float
    high: float
    width: int

    def column(self, value: float) -> int:
        """The character of a value, from 0."""
        share = (value - self.low) / (self.high - self.low)
        return min(self.width - 1, max(0, round(share * (self.width - 1))))


def interval_plot(rows: Sequence[StandingsRow], width: int) -> tuple[str, list[Text]] | None:
    """The head, which labels the scale, and the cells; None where no row has a Strength that differs from 0."""
    ratings = [row.strength for row in rows]
    ends = list(chain.from_iterable((r.value - r.error, r.value + r.error) for r in ratings if r is not None))
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    if low == high:
        return None
    scale = Scale(low=min(0.0, low), high=max(0.0, high), width=width)
    return _head(scale), [_cell(rating, scale) for rating in ratings]


def _cell(rating: StrengthRating | None, scale: Scale) -> Text:
    characters = [" "] * scale.width
    characters[scale.column(0)] = "┊"
    if rating is not None:
        start, end = (scale.column(rating.value + side * rating.error) for side in (-1, 1))
        characters[start : end + 1] = "━" * (end + 1 - start)
        characters[scale.column(rating.value)] = "●"
    return Text("".join(characters), STYLE)


def _head(scale: Scale) -> str:
    """Labels at round values, as many as there is room for; that of 0 always."""
    step = _round_step((scale.high - scale.low) * LABEL_GAP / scale.width)
    values = [step * number for number in range(math.ceil(scale.low / step), math.floor(scale.high / step) + 1)]
    head = " " * scale.width
    for value in sorted(values, key=abs):
        label = f"{value:+g}" if value else "0"
        start = min(max(0, scale.column(value) - len(label) // 2), scale.width - len(label))
        around = head[max(0, start - 1) : start + len(label) + 1]
        if start >= 0 and not around.strip():
            head = head[:start] + label + head[start + len(label) :]
    return head.rstrip()


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20 … (or their tenths, hundredths …) that is not below."""
    unit = 10.0 ** math.floor(math.log10(least))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= least)
