"""What grows with a league: planning it, opening it again, memory; and what saving takes of the time."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import ratios
from support.records import encounter, new_store
from support.turn_costs import SETTINGS, series_task, trivial_bot

from referee.tournament.tasks import Bench, Played

TESTS = Path(__file__).resolve().parents[1]
SERIES = 60


def cost_of(folder: Path, bot_count: int) -> tuple[float, float, float]:
    """Seconds to plan a league of one round and to open it again, and the memory, in MB."""
    folder.mkdir()
    command = [sys.executable, "-m", "support.large_league", str(folder), str(bot_count)]
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}"}
    ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    planned_s, reopened_s, peak_mb = map(float, ended.stdout.split())
    pairings = bot_count * (bot_count - 1) // 2
    ratios.say(f"{pairings:,} pairings: planned in {planned_s:.1f} s, opened in {reopened_s:.1f} s, {peak_mb:.0f} MB")
    return planned_s, reopened_s, peak_mb


@pytest.mark.bench
def test_a_round_of_500_bots(tmp_path: Path) -> None:
    """124,750 pairings in seconds, in little more memory than a league of 50 bots takes."""
    *_, small_mb = cost_of(tmp_path / "small", 50)
    planned_s, reopened_s, peak_mb = cost_of(tmp_path / "large", 500)
    assert max(planned_s, reopened_s) < 30
    assert ratios.tell("memory of 500 bots ÷ that of 50", [peak_mb / small_mb], "flat") < 2


@pytest.mark.bench
def test_saving_takes_little_of_the_time(tmp_path: Path) -> None:
    """Wall time and CPU time to save a series, durably, ÷ those to play it; a worker plays on meanwhile."""
    spec = trivial_bot("python")
    rows = [row for number in range(SERIES // 2) for row in encounter("a", "b", round=number + 1)]
    walls, cpus = [], []
    with Bench(SETTINGS) as bench, new_store(tmp_path, rows) as store:
        for round_number in range(1, SERIES // 2 + 1):
            row = next(store.pending(round_number))
            times = [(time.perf_counter(), time.process_time())]
            result = bench.attempt(series_task(spec, row.number or 0))
            times.append((time.perf_counter(), time.process_time()))
            assert isinstance(result, Played)
            store.save(row, result.record)
            times.append((time.perf_counter(), time.process_time()))
            (wall_0, cpu_0), (wall_1, cpu_1), (wall_2, cpu_2) = times
            walls.append((wall_2 - wall_1) / (wall_1 - wall_0))
            cpus.append((cpu_2 - cpu_1) / (cpu_1 - cpu_0))
    ratios.tell("saving ÷ playing, wall time beside a worker at play", walls[1:], "≤ 0.02 where it must be waited for")
    assert ratios.tell("saving ÷ playing, CPU time", cpus[1:], "≤ 0.02") < 0.3
