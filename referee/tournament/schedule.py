"""Who meets whom, and in which order (DESIGN section 8): pure, no chance, no clock.

A round lets every pairing meet in one encounter of two legs. The days of a round follow the circle method: the last
bot stays, the others move on by one place a day, opposite places meet; with an odd number of bots the one opposite an
empty place rests. So pairings interleave, and a run that is stopped early leaves a fair table.

2026: the place of a pairing is computed from the day's number instead of rotating a list, so that a round of any size
is planned one series at a time, without holding it in memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["round-robin", "gauntlet"]

LEGS: Final = (1, 2)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedSeries:
    """One leg of one encounter.

    Attributes:
        round: from 1.
        day: step of the circle inside the round, from 1; no bot meets two others on one day.
        pairing: place among the pairings of the day, from 1.
        leg: 1 or 2.
        a, b: the names; `a` is first in code-point order.
    """

    round: int
    day: int
    pairing: int
    leg: int
    a: str
    b: str


def plan_round(names: Sequence[str], round_number: int, layout: Format) -> Iterator[PlannedSeries]:
    """The series of one round, one at a time, in the order day, pairing, leg.

    Args:
        names: at least two, all different, in the order of the file; in a gauntlet the first meets each of the others.
        round_number: from 1; every round has the same plan.
        layout: round-robin or gauntlet.
    """
    days = _circle(len(names)) if layout == "round-robin" else _gauntlet(len(names))
    for day, pairings in enumerate(days, 1):
        for pairing, places in enumerate(pairings, 1):
            a, b = sorted(names[place] for place in places)
            for leg in LEGS:
                yield PlannedSeries(round=round_number, day=day, pairing=pairing, leg=leg, a=a, b=b)


def pairing_count(bot_count: int, layout: Format) -> int:
    """How many pairings meet in one round; each plays two series, six matches."""
    return bot_count - 1 if layout == "gauntlet" else bot_count * (bot_count - 1) // 2


def _circle(bot_count: int) -> Iterator[Iterator[tuple[int, int]]]:
    """The days of a round-robin, each with the places that meet; an odd bot's empty place comes last."""
    fixed = bot_count - 1 + bot_count % 2
    for day in range(fixed):
        yield _circle_day(bot_count, fixed, day)


def _circle_day(bot_count: int, fixed: int, day: int) -> Iterator[tuple[int, int]]:
    """The places that meet on one day (from 0): `fixed` against the day's own, then opposite ones outwards."""
    if fixed < bot_count:
        yield day, fixed
    for step in range(1, (fixed + 1) // 2):
        yield (day + step) % fixed, (day - step) % fixed


def _gauntlet(bot_count: int) -> Iterator[Iterator[tuple[int, int]]]:
    """The days of a gauntlet: the first place against each of the others in turn."""
    return (iter([(0, other)]) for other in range(1, bot_count))
