"""Whole runs of `referee run`, against bare gRPC clients: as many as workers, with the same bots, on the same cores.

A run is measured from its second round on, when its bots have been started. Runs and clients take turns, with fresh
processes each time.
"""

import os

import pytest
from support import languages, ratios
from support.run_rates import bare_clients, proportional_mb, run_rate, running
from support.turn_costs import trivial_bot

pytestmark = pytest.mark.timeout(1800)

SLICES = 5
SECONDS = 2.0


@pytest.mark.bench
@pytest.mark.parametrize("language", ["python", "go", "cpp"])
def test_run_against_bare_clients(language: str) -> None:
    """One worker and two: turns a second ÷ calls a second; and what a second worker brings."""
    spec = trivial_bot(language)
    languages.build(language, languages.specs()[language].dir)
    alone, both, more = [], [], []
    for _ in range(SLICES):
        with bare_clients(spec, workers=1) as one, bare_clients(spec, workers=2) as two:
            bare_one, bare_two = one.rate(SECONDS), two.rate(SECONDS)
        run_one, run_two = run_rate(spec, workers=1, rounds=2), run_rate(spec, workers=2, rounds=3)
        alone.append(run_one / bare_one)
        both.append(run_two / bare_two)
        more.append(run_two / run_one)
    assert ratios.tell(f"{language}: one worker ÷ a bare client", alone, "≥ 0.85") > 0.3
    assert ratios.tell(f"{language}: two workers ÷ two bare clients", both, "≥ 0.85") > 0.3
    cores = len(os.sched_getaffinity(0))
    assert ratios.tell(f"{language}: two workers ÷ one", more, "≥ 1.6") > (1.1 if cores > 1 else 0.5)


@pytest.mark.bench
def test_more_series_at_once() -> None:
    """With 1, 2, 4 and 8 series at once: turns a second ÷ those of one."""
    spec = trivial_bot("python")
    found: dict[int, list[float]] = {2: [], 4: [], 8: []}
    for _ in range(SLICES):
        one = run_rate(spec, workers=1, rounds=2)
        for workers, rates in found.items():
            rates.append(run_rate(spec, workers=workers, rounds=2 + workers // 2) / one)
    for workers, rates in found.items():
        assert ratios.tell(f"{workers} series at once ÷ 1", rates, "no less than the cores allow") > 0.5


@pytest.mark.bench
def test_memory_of_a_series() -> None:
    """Of a worker with two bots, in their own and their share of what processes have in common, by kind."""
    with running(trivial_bot("python"), workers=1) as family:
        sizes = {pid: proportional_mb(pid) for pid in family}
    worker, *others = family
    ratios.say(f"memory of a series: worker {sizes[worker]:.0f} MB, with all below it {sum(sizes.values()):.0f} MB")
    assert len(others) >= 5  # a guardian, two keepers, two bots
    assert sizes[worker] < 120
