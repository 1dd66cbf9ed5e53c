"""The clock: what a bot is charged for a turn, less what it needed by its own clock; it sleeps for 50 ms.

A stall of the machine is charged to no bot, so a few turns may come out shorter than they were.
"""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from support import ratios

TESTS = Path(__file__).resolve().parents[1]


@contextmanager
def spinning(count: int) -> Iterator[None]:
    """So many processes that do nothing but take processor time."""
    with ExitStack() as ending:
        for _ in range(count):
            process = ending.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            ending.callback(process.kill)
        yield


@pytest.mark.bench
@pytest.mark.parametrize("load", ["idle", "busy"])
def test_clock_of_a_bot_that_sleeps(load: str) -> None:
    """Where nothing else runs, and with a process at work on every core."""
    cores = len(os.sched_getaffinity(0))
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}"}
    with spinning(cores if load == "busy" else 0):
        command = [sys.executable, "-m", "support.clock_errors"]
        ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    errors = json.loads(ended.stdout)
    percentiles = statistics.quantiles(errors, n=100)
    middle, late = percentiles[49], percentiles[98]
    ratios.say(f"clock, {load}: median {middle:.2f} ms (goal ≤ 2), 99 % below {late:.2f} ms (goal ≤ 8)")
    assert 0 < middle < 10
