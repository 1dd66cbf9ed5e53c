"""What a turn costs the referee, against a bare gRPC client with the same bots, requests as long, on the same core.

Both take turns in one process, a series at a time, so that what else runs on the machine does the same to both. Python
bots are the discarder; the others are the pathfinder, which thinks for a few microseconds. All of it is begun afresh
some times: how often the threads of a server hand over to each other, and by that its speed, is another in each of its
processes and then stays the same.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import languages, ratios

TESTS = Path(__file__).resolve().parents[1]
PROCESSES = 5
SECONDS = 4


@pytest.mark.bench
@pytest.mark.parametrize("language", ["python", "go", "cpp"])
def test_turns_and_processor_time(language: str) -> None:
    """Turns a second of a whole series ÷ the bare client's calls a second; CPU time of a turn ÷ that of a call."""
    spec = languages.specs()[language]
    languages.build(language, spec.dir)
    command = [sys.executable, "-m", "support.turn_costs", language, str(SECONDS)]
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}"}
    slices = []
    for _ in range(PROCESSES):
        ended = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
        slices += json.loads(ended.stdout)
    speed = ratios.tell(f"{language}: turns a second", [one[2] / one[0] for one in slices], "≥ 0.85")
    cost = ratios.tell(f"{language}: CPU time of a turn", [one[1] / one[3] for one in slices], "≤ 1.25")
    assert speed > 0.4
    assert cost < 2.5
