"""How far the referee's clock is from that of a bot that sleeps 50 ms: `python -m support.clock_errors` prints a list.

A series is played on one core, as a worker plays it; the numbers are milliseconds, one for each turn.
"""

import json
import os
import sys
from pathlib import Path

from support.turn_costs import SETTINGS, series_task

from referee.bots.spec import BotSpec
from referee.tournament.tasks import Bench, Played


def main() -> None:
    """Measure, and print what came out."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    spec = BotSpec(name="bot", command=("{python}", "punctual_bot.py"), dir=Path(__file__).parent)
    with Bench(SETTINGS) as bench:
        result = bench.attempt(series_task(spec, 1))
    assert isinstance(result, Played), result
    errors = [
        think_ms - float(match.notes[number])
        for match in result.record.matches
        for number, think_ms in enumerate(match.think_ms, 1)
    ]
    json.dump(errors, sys.stdout)


if __name__ == "__main__":
    main()
