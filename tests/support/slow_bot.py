"""The discarder, taking its time: `slow_bot.py MILLISECONDS`, run in the folder of the example bots."""

import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path.cwd()))
Discarder: Any = import_module("discarder").Discarder


class SlowDiscarder(Discarder):  # type: ignore[misc] # found at run time only
    """Sleeps before each turn."""

    def choose_turn(self, view: Any, rules: Any) -> Any:
        """Sleep, then discard."""
        time.sleep(int(sys.argv[1]) / 1000)
        return super().choose_turn(view, rules)


if __name__ == "__main__":
    import_module("lost_cities_bot").serve(SlowDiscarder())
