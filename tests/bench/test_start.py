"""What it costs to begin and to end: a command's help, and a small tournament without its bots."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import ratios

ROOT = Path(__file__).resolve().parents[2]
TIMES = 15

# The coordinator's own CPU time: bots and workers, with all their gRPC, are other processes.
MEASURED = """\
import sys, time
from referee.cli import main
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""


def help_cpu_s() -> float:
    """CPU time of `referee --help`, in seconds."""
    process = subprocess.Popen([sys.executable, "-m", "referee", "--help"], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    assert status == 0
    return usage.ru_utime + usage.ru_stime


@pytest.mark.bench
def test_help_takes_less_than_150_ms() -> None:
    """Of CPU time, the best of some; about 50 where nothing else runs."""
    best_s = min(help_cpu_s() for _ in range(TIMES))
    ratios.say(f"referee --help: {1000 * best_s:.0f} ms of CPU time, goal < 150")
    assert best_s < 0.15


@pytest.mark.bench
def test_quickstart_without_bots_takes_less_than_2_s(tmp_path: Path) -> None:
    """All that the coordinator does for the quickstart: imports, plan, saving, tables, the last page."""
    for folder in ("tournaments", "example_bots/python"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.results"))
    command = [sys.executable, "-c", MEASURED, "run", str(tmp_path / "tournaments" / "quickstart.toml")]
    ended = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True, text=True)
    cpu_s = float(ended.stderr.splitlines()[-1])
    ratios.say(f"quickstart without bots and gRPC: {cpu_s:.2f} s of CPU time, goal < 2")
    assert cpu_s < 2
