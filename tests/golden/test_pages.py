"""The front page and the page of a bot, whole.

To write the files anew (then look at the difference):

    LOST_CITIES_GOLDEN=write python -m pytest tests/golden
"""

import os
from pathlib import Path

import pytest
from support.pages import check_page
from support.records import eventful_folder

from referee.report.site import paths
from referee.report.site.site import Site
from referee.results.reader import Results

REWRITE = "LOST_CITIES_GOLDEN"
FOLDER = Path(__file__).parent


@pytest.mark.parametrize(("path", "name"), [(paths.FRONT, "front.html"), (paths.bot_page("greedy"), "bot.html")])
def test_page(tmp_path: Path, path: str, name: str) -> None:
    """Of a tournament in which everything happened."""
    folder = tmp_path / "tiny.results"
    folder.mkdir()
    eventful_folder(folder)
    with Results.open(folder) as results:
        html = Site(results).render(path).decode()
    check_page(html)
    if os.environ.get(REWRITE) == "write":
        (FOLDER / name).write_text(html, "utf-8")
    assert html == (FOLDER / name).read_text("utf-8")
