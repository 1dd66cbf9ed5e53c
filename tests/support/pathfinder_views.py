"""The recorded views that pathfinder answers alike in every language; written by tests/vectors/pathfinder_views.py."""

import base64
import json
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).resolve().parents[1] / "vectors" / "pathfinder_views.json"


def recorded_views() -> list[tuple[bytes, str]]:
    """Each view as an encoded TakeTurnRequest, with the notation of the expected turn, in the order of the file."""
    rows: list[tuple[str, str]] = json.loads(FILE.read_text("utf-8"))
    return [(base64.b64decode(request), turn) for request, turn in rows]
