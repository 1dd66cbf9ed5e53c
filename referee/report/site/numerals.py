"""Numbers as pages show them: a true minus sign, halves as ½, thousands apart; "–" for what cannot be said.

That is also what a file changed by hand may have: an infinite time.
"""

import math
from datetime import datetime
from typing import Final

from referee.ratings.elo import EloRating
from referee.report import columns
from referee.report.columns import ABSENT

MINUS: Final = "−"
THIN: Final = "\N{NO-BREAK SPACE}"
"""A blank that does not break."""


def number(value: float | None, digits: int = 0) -> str:
    """A number with so many decimals."""
    return (
        ABSENT
        if value is None or not math.isfinite(value)
        else f"{_rounded(value, digits):,.{digits}f}".replace("-", MINUS)
    )


def signed(value: float | None, digits: int = 0) -> str:
    """The same with its sign; zero is `+0`."""
    return (
        ABSENT
        if value is None or not math.isfinite(value)
        else f"{_rounded(value, digits):+,.{digits}f}".replace("-", MINUS)
    )


def points(value: float) -> str:
    """League points: `7`, `7½`, `½`."""
    whole = int(value)
    half = "½" if value != whole else ""
    return f"{whole:,}{half}" if whole or not half else half


def percent(value: float | None) -> str:
    """Of 0..100, to a tenth."""
    return ABSENT if value is None else f"{value:.1f}{THIN}%"


def milliseconds(value: float | None) -> str:
    """Below ten with a decimal."""
    return number(value, 1 if value is not None and value < 9.95 else 0)


def plus_minus(error: float | None, digits: int = 1) -> str:
    """`± 1.6`; "" where there is none."""
    return "" if error is None else f"±{THIN}{number(error, digits)}"


def elo_bounds(elo: EloRating) -> str:
    """What stands after a rating: `± 15`, a bound on one side, or both bounds."""
    return bounds(elo.low, elo.high) if elo.error is None else plus_minus(elo.error, 0)


def bounds(low: float | None, high: float | None) -> str:
    """An interval: `−68 to +12`, `≥ +78` or `≤ −5` where one end is open; "" where both are."""
    if low is not None and high is not None:
        return f"{signed(low)} to {signed(high)}"
    if low is not None:
        return f"≥{THIN}{signed(low)}"
    return f"≤{THIN}{signed(high)}" if high is not None else ""


def chance(value: float | None) -> str:
    """A probability (0..1) in percent, never rounded to 0 or 100."""
    return ABSENT if value is None else columns.chance(value)


def moment(utc: str) -> str:
    """A time of day as people write it, `29 Nov 2026, 19:45 UTC`; one that is none stays as it is."""
    try:
        time = datetime.fromisoformat(utc)
    except ValueError:
        return utc
    return f"{time.day} {time:%b %Y, %H:%M} UTC"


def plural(count: int, noun: str, many: str = "") -> str:
    """`1 bot`, `2 bots`, `2 series`."""
    return f"{count:,} {noun if count == 1 else many or f'{noun}s'}"


def _rounded(value: float, digits: int) -> float:
    return round(value, digits) + 0.0  # never −0
