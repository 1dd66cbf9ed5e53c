"""Figures of benchmarks: ratios of what was measured in turn, so that a noisy machine does to both what it does."""

import statistics
from collections.abc import Sequence


def tell(name: str, values: Sequence[float], goal: str) -> float:
    """Print the median of some ratios, the middle half of them, and the goal; the median."""
    middle = statistics.median(values)
    low, _, high = statistics.quantiles(values, n=4) if len(values) > 1 else (middle,) * 3
    print(f"\n{name}: {middle:.2f} ({low:.2f} to {high:.2f}), goal {goal}", flush=True)  # noqa: T201 - what benchmarks are for
    return middle


def say(text: str) -> None:
    """Print a line about what was measured."""
    print(f"\n{text}", flush=True)  # noqa: T201 - the same
