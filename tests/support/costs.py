"""What a command takes: time and memory."""

import subprocess
import sys
import time
from typing import NamedTuple

# What the kernel tells of an ended child counts the memory of the test's own process too, from which it was forked.
MEASURED = """\
import sys
from referee.cli import main
try:
    main()
finally:
    print([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""


class Cost(NamedTuple):
    """What a command took."""

    wall_s: float
    peak_mb: float


def cost_of(*words: str) -> Cost:
    """Run a command, whose output nobody looks at."""
    start_s = time.perf_counter()
    command = [sys.executable, "-c", MEASURED, *words]
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True)
    cost = Cost(time.perf_counter() - start_s, int(ended.stderr.splitlines()[-1]) / 1024)
    print(f"{' '.join(words)}: {cost.wall_s:.1f} s, {cost.peak_mb:.0f} MB")  # noqa: T201 - what a benchmark is for
    return cost
