"""The discarder, which sleeps 50 ms before each turn and says in its note how long that took by its own clock."""

import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "example_bots" / "python"))
Discarder: Any = import_module("discarder").Discarder
SLEEP_S = 0.05


class PunctualDiscarder(Discarder):  # type: ignore[misc] # found at run time only
    """Sleeps, and tells how long."""

    def choose_turn(self, view: Any, rules: Any) -> Any:
        """Sleep, then discard."""
        start_s = time.monotonic()
        time.sleep(SLEEP_S)
        reply = super().choose_turn(view, rules)
        reply.note = f"{(time.monotonic() - start_s) * 1000:.3f}"
        return reply


if __name__ == "__main__":
    import_module("lost_cities_bot").serve(PunctualDiscarder())
