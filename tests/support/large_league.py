"""A large league is planned, and opened again, as `referee run` does it before its first series.

    python -m support.large_league FOLDER BOTS

prints `PLANNED REOPENED PEAK`: seconds, seconds, and the most memory the process had, in MB.
"""

import sys
import time
from pathlib import Path

from referee.tournament.config import load_config
from referee.tournament.runner import RunOptions, Tournament


def write_toml(folder: Path, bot_count: int) -> Path:
    """A round robin of one round between copies of one small bot."""
    (folder / "bot.py").write_text("print()\n")
    bots = (f'[[bot]]\nname = "bot{number:04}"\ncommand = "{{python}} bot.py"\n' for number in range(bot_count))
    toml = folder / "league.toml"
    toml.write_text("[tournament]\nrounds = 1\n" + "".join(bots))
    return toml


def opened_s(toml: Path) -> float:
    """How long it takes until the first series could begin."""
    start_s = time.perf_counter()
    with Tournament.open(load_config(toml), toml.with_suffix(".results"), RunOptions()) as tournament:
        next(tournament._store.pending(1))
    return time.perf_counter() - start_s


def main() -> None:
    """Plan, open again, and say what it took."""
    folder, bot_count = Path(sys.argv[1]), int(sys.argv[2])
    toml = write_toml(folder, bot_count)
    planned_s, reopened_s = opened_s(toml), opened_s(toml)
    status = Path("/proc/self/status").read_text("ascii")
    peak_kb = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    print(planned_s, reopened_s, peak_kb / 1024)  # noqa: T201 - what a program says


if __name__ == "__main__":
    main()
