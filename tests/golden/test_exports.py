"""A small tournament in which everything happens, in each format, whole.

To write the files anew (then look at the difference):

    LOST_CITIES_GOLDEN=write python -m pytest tests/golden
"""

import os
import re
from pathlib import Path

import pytest
from support.records import eventful_folder

from referee.results.export import FORMATS, Format, export_lines
from referee.results.reader import Results

REWRITE = "LOST_CITIES_GOLDEN"
FOLDER = Path(__file__).parent


@pytest.mark.parametrize("layout", FORMATS)
def test_exports_are_as_they_were(layout: Format, tmp_path: Path) -> None:
    """The whole text, byte by byte, but for the last places of luck, which differ from one machine to another."""
    eventful_folder(tmp_path)
    with Results.open(tmp_path) as results:
        text = "".join(export_lines(results, layout))
    text = re.sub(r'("luck": -?\d+\.\d{4})\d*', r"\1", text)
    path = FOLDER / f"export.{layout}"
    if os.environ.get(REWRITE) == "write":
        path.write_bytes(text.encode())
    assert text.encode() == path.read_bytes()
