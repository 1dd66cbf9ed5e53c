"""Head to heads for tests: series of two bots by hand or by chance, and what is made of them."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from support.league import STAGES, header, series

from referee.play.records import SeriesEnd
from referee.ratings.facts import provenance
from referee.ratings.headtohead.comparison import Comparison, conclude
from referee.ratings.headtohead.reading import HeadToHead
from referee.ratings.headtohead.sprt import Plan
from referee.results.rows import SeriesResult

A, B = "nansen", "zheng-he"
MARGINS: Final = {0: (-7, -4), 1: (-7, 0), 2: (9, -6), 3: (0, 5), 4: (3, 8)}
"""Margins of both legs that bring the first bot 0, ½, 1, 1½ and 2 points, by twice these points."""


def encounter(
    margins: tuple[int, int],
    *,
    round_: int,
    luck: tuple[float | None, float | None] = (0.0, 0.0),
    losers: Sequence[tuple[str, ...]] = ((), ()),
    end: SeriesEnd | None = None,
) -> list[SeriesResult]:
    """Both legs by the margins of the first bot; with losers they are forfeits, unless `end` says otherwise."""
    legs = [
        series(A, B, (50 + margin, 50), round_=round_, leg=leg, losers=lost, end=end if lost else None)
        for leg, margin, lost in zip((1, 2), margins, losers, strict=True)
    ]
    return [replace(leg, luck=one) for leg, one in zip(legs, luck, strict=True)]


def counted(counts: Sequence[int]) -> list[SeriesResult]:
    """Encounters by their counts of 0, ½, 1, 1½ and 2 points, those without points first."""
    kinds = [kind for kind, count in enumerate(counts) for _ in range(count)]
    return [leg for number, kind in enumerate(kinds, 1) for leg in encounter(MARGINS[kind], round_=number)]


def chance(strength: float, count: int, *, seed: int = 1) -> Iterator[SeriesResult]:
    """Encounters by chance, one after the other: margins around a strength, with luck that is opposite in the legs."""
    dice = random.Random(seed)
    for number in range(1, count + 1):
        luck = dice.gauss(0, 40)
        margins = tuple(round(dice.gauss(strength, 30) + sign * luck) for sign in (1, -1))
        yield from encounter((margins[0], margins[1]), round_=number, luck=(luck, -luck))


def compared(
    results: Iterable[SeriesResult],
    *,
    bots: tuple[str, str] = (A, B),
    plan: Plan | None = None,
    takes_luck: bool = True,
    is_gapless: bool = True,
) -> Comparison:
    """What is made of series that come in the order of the schedule."""
    sums = HeadToHead(bots, plan, takes_luck=takes_luck, is_gapless=is_gapless)
    sums.read(results)
    return conclude(
        sums, tournament="winter", luck_model="luck-1" if takes_luck else None, provenance=provenance(header(), STAGES)
    )
