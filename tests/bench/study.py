"""How many series separate two bots: by wins alone, by margins, with the mirror, and with luck taken out?

    nice python tests/bench/study.py [SCALE]

plays mirrored encounters between example bots, some with a constant changed, in one process and without a network:
about ten minutes of processor time at scale 1. It prints the tables of the README's chapter on the tables in Markdown,
with 95 % intervals from 2,000 bootstrap samples of whole encounters. Deals follow from a fixed seed.
"""

import sys
from dataclasses import dataclass, field
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
"""More series than this tell nothing apart."""
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
    """What a duel gave: numbers by name, of all its encounters and of each bootstrap sample of them."""

    title: str
    count: int
    whole: dict[str, float]
    samples: list[dict[str, float]]

    def text(self, name: str, form: str) -> str:
        """A number with its 95 % interval."""
        numbers = (self.whole[name], *interval([sample[name] for sample in self.samples]))
        value, low, high = (f"{one:{form}}" if one < MANY else f"over {MANY:,}" for one in numbers)
        return f"{value} ({low}–{high})"


def main(scale: float) -> None:
    """Play all duels and print both tables."""
    with importable():
        findings = [play(duel, scale) for duel in DUELS]
    say("\n| bots | encounters | gap | mirror | luck | mirror and luck |\n|---|---|---|---|---|---|")
    for finding in findings:
        factors = [finding.text(f"factor {method}", ".1f") for method in METHODS[2:]]
        say(f"| {' | '.join((finding.title, str(finding.count), finding.text('gap', '.1f'), *factors))} |")
    say("\n| bots | wins | margins | mirror | mirror and luck |\n|---|---|---|---|---|")
    for finding in findings:
        needed = [finding.text(f"series {method}", ",.0f") for method in METHODS if method != "luck"]
        say(f"| {' | '.join((finding.title, *needed))} |")


def play(duel: Duel, scale: float) -> Finding:
    """Play a duel with so much of its encounters."""
    bots = Entrant(file=duel.first).load(), Entrant(file=duel.second, changes=duel.changes).load()
    encounters = play_encounters(*bots, max(20, round(scale * duel.count)), SEED)
    say(f"{duel.title}: played")
    return Finding(
        title=duel.title,
        count=len(encounters.margins),
        whole=numbers(encounters),
        samples=[numbers(sample) for sample in resampled(encounters, SAMPLES, seed=1)],
    )


def numbers(encounters: Encounters) -> dict[str, float]:
    """The gap in points a series; what a series of each method is worth; series needed with each."""
    gap = abs(float((encounters.margins - encounters.lucks).mean()))
    factors = {f"factor {method}": factor(encounters, method) for method in METHODS[2:]}
    needed = {f"series {method}": count for method, count in series_needed(encounters).items()}
    return {"gap": gap, **factors, **needed}


def say(line: str) -> None:
    """Print a line."""
    print(line, flush=True)  # noqa: T201 - a script


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
