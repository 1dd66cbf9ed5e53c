"""How many series separate two bots: by wins alone, by margins, with the mirror, and with luck taken out?

    nice python tests/bench/study.py [SCALE]

plays mirrored encounters between example bots, some with a constant changed, in one process and without a network:
about ten minutes of processor time at scale 1. It prints the tables of the README's chapter on the tables in Markdown,
with 95 % intervals from 2,000 bootstrap samples of whole encounters. Deals follow from a fixed seed.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.example_bots import importable
from support.experiment import (
    METHODS,
    Encounters,
    Entrant,
    factor,
    interval,
    play_encounters,
    resampled,
    series_needed,
)

SAMPLES = 2000
MANY = 100_000
"""More series than this are not told apart."""
SEED = b"how many series separate two bot"


@dataclass(frozen=True, kw_only=True, slots=True)
class Duel:
    """A bot against another one, or against itself with a change, over so many encounters."""

    title: str
    first: str
    second: str
    count: int
    changes: dict[str, float] = field(default_factory=dict)


DUELS = (
    Duel(
        title="planner, planner with BELOW 0.6",
        first="planner",
        second="planner",
        count=1200,
        changes={"BELOW": 0.6},
    ),
    Duel(
        title="planner, planner with MY_SHARE 0.6",
        first="planner",
        second="planner",
        count=1000,
        changes={"MY_SHARE": 0.6},
    ),
    Duel(
        title="pathfinder, pathfinder with PATIENCE 4",
        first="pathfinder",
        second="pathfinder",
        count=3000,
        changes={"PATIENCE": 4},
    ),
    Duel(
        title="greedy, greedy with SMALL_GAP 2",
        first="greedy",
        second="greedy",
        count=3000,
        changes={"SMALL_GAP": 2},
    ),
    Duel(title="planner, pathfinder", first="planner", second="pathfinder", count=1000),
    Duel(title="pathfinder, greedy", first="pathfinder", second="greedy", count=3000),
    Duel(title="planner, greedy", first="planner", second="greedy", count=600),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """What a duel gave: its encounters and bootstrap samples of them."""

    title: str
    encounters: Encounters
    samples: list[Encounters]

    def text(self, value: Callable[[Encounters], float], form: Callable[[float], str]) -> str:
        """A value with its 95 % interval."""
        low, high = interval([value(sample) for sample in self.samples])
        return f"{form(value(self.encounters))} ({form(low)}–{form(high)})"


def main(scale: float) -> None:
    """Play all duels and print both tables."""
    with importable():
        findings = [play(duel, scale) for duel in DUELS]
    say("\n| bots | encounters | gap | mirror | luck | mirror and luck |\n|---|---|---|---|---|---|")
    for finding in findings:
        count = str(len(finding.encounters.margins))
        factors = [finding.text(partial(factor, method=method), "{:.1f}".format) for method in METHODS[2:]]
        say(f"| {' | '.join((finding.title, count, finding.text(gap, '{:.1f}'.format), *factors))} |")
    say("\n| bots | wins | margins | mirror | mirror and luck |\n|---|---|---|---|---|")
    for finding in findings:
        needed = [finding.text(partial(needed_by, method=method), series) for method in METHODS if method != "luck"]
        say(f"| {' | '.join((finding.title, *needed))} |")


def play(duel: Duel, scale: float) -> Finding:
    """Play a duel with so much of its encounters."""
    bots = Entrant(file=duel.first).load(), Entrant(file=duel.second, changes=duel.changes).load()
    encounters = play_encounters(*bots, max(20, round(scale * duel.count)), SEED)
    say(f"{duel.title}: played")
    return Finding(title=duel.title, encounters=encounters, samples=resampled(encounters, SAMPLES, seed=1))


def gap(encounters: Encounters) -> float:
    """How far apart the bots are, in points a series."""
    return abs(float((encounters.margins - encounters.lucks).mean()))


def needed_by(encounters: Encounters, method: str) -> float:
    """Series that a method needs."""
    return series_needed(encounters)[method]


def series(count: float) -> str:
    """A number of series as text."""
    return f"{count:,.0f}" if count < MANY else f"over {MANY:,}"


def say(line: str) -> None:
    """Print a line."""
    print(line, flush=True)  # noqa: T201 - a script


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
