"""Example bots against each other, without a network: margins, luck and points of encounters, and what they tell."""

import importlib.util
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from support.example_bots import CLASSES, FOLDER, ExampleBot

from referee.deals import deal, deal_key
from referee.luck import match_luck
from referee.rules.scoring import scores
from referee.rules.state import deal_match
from referee.rules.turns import apply_turn
from referee.rules.variant import Variant

Floats = NDArray[np.float64]
MATCHES: Final = 3
POWER_SQUARED: Final = (1.959963984540054 + 1.2815515655446004) ** 2
"""A gap is found with 90 % power at 5 % where it is z(0.975) + z(0.90) standard errors wide."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Entrant:
    """An example bot, or a changed one.

    Attributes:
        file: name of its file.
        changes: constants of its module that have other values.
    """

    file: str
    changes: Mapping[str, float] = field(default_factory=dict)

    def load(self) -> ExampleBot:
        """The bot, in a module of its own; needs `importable`."""
        bot = ExampleBot(self.file)
        if self.changes:
            spec = importlib.util.spec_from_file_location(f"changed_{self.file}", FOLDER / f"{self.file}.py")
            assert spec is not None
            assert spec.loader is not None
            module: Any = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            for name, value in self.changes.items():
                assert hasattr(module, name), name
                setattr(module, name, value)
            bot._service._bot = getattr(module, CLASSES[self.file])()
        return bot


@dataclass(frozen=True, kw_only=True, slots=True)
class Encounters:
    """Encounters of two bots, told from the first; arrays [encounter, leg].

    Attributes:
        margins: points a series.
        lucks: of the first bot, in points.
    """

    margins: Floats
    lucks: Floats


def play_encounters(first: ExampleBot, second: ExampleBot, count: int, seed: bytes) -> Encounters:
    """Mirrored encounters with the deals of a seed, own-end."""
    key, variant = deal_key(seed), Variant()
    margins, lucks = np.zeros((count, 2)), np.zeros((count, 2))
    for number in range(count):
        for match in range(1, MATCHES + 1):
            cards = deal(key, f"1/a~1|b~1/{number + 1}/{match}", variant.colors)
            for leg in (0, 1):
                begins = (match + leg) % 2 == 1
                margin, luck = _play((first, second) if begins else (second, first), cards, variant)
                margins[number, leg] += margin if begins else -margin
                lucks[number, leg] += luck if begins else -luck
    return Encounters(margins=margins, lucks=lucks)


def _play(bots: tuple[ExampleBot, ExampleBot], cards: tuple[Any, ...], variant: Variant) -> tuple[int, float]:
    """Margin and luck of `first` in one match."""
    state, turns = deal_match(cards, variant), []
    while not state.is_over:
        turn, _ = bots[state.seat].take_turn(state)
        turns.append(turn)
        apply_turn(state, turn)
    mine, theirs = scores(state)
    return mine - theirs, match_luck(cards, turns, variant).total


METHODS: Final = ("wins", "plain", "mirror", "luck", "both")
"""Wins of single series; their margins; mirrored margins; margins less luck; mirrored margins less luck."""


def variances(encounters: Encounters) -> dict[str, float]:
    """Variance per series of each method, in points², of wins in wins²."""
    margins, adjusted = encounters.margins, encounters.margins - encounters.lucks
    return {
        "wins": _single(_points(margins)),
        "plain": _single(margins),
        "mirror": _paired(margins),
        "luck": _single(adjusted),
        "both": _paired(adjusted),
    }


def series_needed(encounters: Encounters) -> dict[str, float]:
    """Series that tell the two bots apart with 90 % power at 5 %, by each method; infinite where they are even."""
    gap = float((encounters.margins - encounters.lucks).mean())
    lead = float(_points(encounters.margins).mean()) - 0.5
    found = variances(encounters)
    return {
        method: POWER_SQUARED * found[method] / shift**2 if shift else math.inf
        for method, shift in ((method, lead if method == "wins" else gap) for method in METHODS)
    }


def factor(encounters: Encounters, method: str) -> float:
    """How many plain series one of this method is worth."""
    found = variances(encounters)
    return found["plain"] / found[method]


def resampled(encounters: Encounters, count: int, seed: int) -> Iterator[Encounters]:
    """Bootstrap samples: as many encounters, drawn with replacement."""
    dice = np.random.default_rng(seed)
    size = len(encounters.margins)
    for _ in range(count):
        chosen = dice.integers(0, size, size)
        yield Encounters(margins=encounters.margins[chosen], lucks=encounters.lucks[chosen])


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The middle 95 %."""
    low, high = np.quantile(values, [0.025, 0.975], method="nearest")  # the others stumble over infinite ones
    return float(low), float(high)


def _points(margins: Floats) -> Floats:
    return np.asarray((np.sign(margins) + 1) / 2)


def _single(values: Floats) -> float:
    return float(values.var(axis=0, ddof=1).mean())


def _paired(values: Floats) -> float:
    return 2 * float(values.mean(axis=1).var(ddof=1))
