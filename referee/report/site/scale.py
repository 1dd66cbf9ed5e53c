"""The scale of a plot: where values stand on it, in percent of its width, and where it is labelled."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.report.site.numerals import MINUS

MOST_STEPS: Final = 5
"""Steps between labels, at most: more labels would run into each other."""
ROOM: Final = 0.04
"""Share of the width that is left free on either side, for dots and labels at the ends."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tick:
    """A labelled place."""

    x: str
    label: str
    is_zero: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """Values from `low` to `high`, 0 among them; `low` < `high`."""

    low: float
    high: float

    def x(self, value: float) -> str:
        """The place of a value, cut at the ends, such as `12.5%`: an attribute of SVG."""
        share = (value - self.low) / (self.high - self.low)
        return f"{100 * (ROOM + (1 - 2 * ROOM) * min(max(share, 0.0), 1.0)):.2f}%"

    @property
    def ticks(self) -> list[Tick]:
        """Round values, 0 always, six at most."""
        step = _step((self.high - self.low) / MOST_STEPS)
        numbers = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        return [Tick(x=self.x(step * n), label=_label(step * n), is_zero=n == 0) for n in numbers]


def scale_of(intervals: Iterable[tuple[float, float]]) -> Scale | None:
    """A scale on which value ± error of all of them can be shown; None where nothing differs from 0."""
    low = high = 0.0
    for value, error in intervals:
        low, high = min(low, value - error), max(high, value + error)
    return Scale(low=low, high=high) if low < high else None


def _step(least: float) -> float:
    """The smallest of 1, 2, 5, 10 … (or their tenths, hundredths …) that is not below."""
    unit = 10.0 ** math.floor(math.log10(least))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= least)


def _label(value: float) -> str:
    return f"{value:g}".replace("-", MINUS)
