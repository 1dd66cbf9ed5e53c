"""The discarder, taking its time: `slow_bot.py MILLISECONDS [LAST_TURN [FAREWELL_S]]`.

It ends, as if it had crashed, instead of its turn after the last one. Told to end, it hangs up, and ends seconds later.
"""

import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "example_bots" / "python"))
Discarder: Any = import_module("discarder").Discarder
SLEEP_S = int(sys.argv[1]) / 1000
LAST_TURN = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
FAREWELL_S = int(sys.argv[3]) if len(sys.argv) > 3 else 0


class SlowDiscarder(Discarder):  # type: ignore[misc] # found at run time only
    """Sleeps before each turn."""

    turns = 0

    def choose_turn(self, view: Any, rules: Any) -> Any:
        """Sleep, then discard, or end."""
        time.sleep(SLEEP_S)
        self.turns += 1
        if self.turns > LAST_TURN:
            os._exit(3)
        return super().choose_turn(view, rules)


if __name__ == "__main__":
    import_module("lost_cities_bot").serve(SlowDiscarder())
    time.sleep(FAREWELL_S)
