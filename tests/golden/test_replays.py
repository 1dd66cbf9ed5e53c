"""The data of one series for the replay page, whole: a forfeit after a turn that the referee played.

To write the file anew (then look at the difference):

    LOST_CITIES_GOLDEN=write python -m pytest tests/golden
"""

import json
import os
import re
from pathlib import Path

from support.records import eventful_folder
from support.replays import replay_data

REWRITE = "LOST_CITIES_GOLDEN"
GOLDEN = Path(__file__).parent / "replay.json"


def test_series_is_as_it_was(tmp_path: Path) -> None:
    """Every name and value but the id that a bot knows the series by; a change of the format gets a new name."""
    eventful_folder(tmp_path)
    text = json.dumps(replay_data(tmp_path, 3), indent=1, ensure_ascii=False) + "\n"
    text = re.sub(r"[0-9a-f]{16}", "0123456789abcdef", text)
    if os.environ.get(REWRITE) == "write":
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8")
