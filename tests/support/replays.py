"""The data of series for the replay page, and folders that hold the page with all it loads."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from referee.report.site import paths
from referee.report.site.replay import replay_page, series_script
from referee.report.site.shell import asset_names, read_asset
from referee.results.reader import Results

_SCRIPT: Final = re.compile(r"\(globalThis\.lostCitiesSeries \?\?= \{\}\)\[(\d+)\] = (\{.*\});\n", re.DOTALL)


def read_script(script: str) -> tuple[int, dict[str, Any]]:
    """The number and the data that a script hands over; it must be that one statement on one line."""
    match = _SCRIPT.fullmatch(script)
    assert match is not None
    assert script.count("\n") == 1
    data: dict[str, Any] = json.loads(match[2])
    return int(match[1]), data


def replay_data(folder: Path, number: int) -> dict[str, Any]:
    """The data of a series of an output folder."""
    with Results.open(folder) as results:
        found, data = read_script(series_script(results, number))
    assert found == number
    return data


def write_replays(folder: Path, site: Path, numbers: Iterable[int] | None = None) -> str:
    """Write the replay page of an output folder, its assets and series, all by default; the address of the page."""
    with Results.open(folder) as results:
        files = {paths.REPLAY: replay_page(results).encode()}
        files |= {paths.asset(name): read_asset(name) for name in asset_names()}
        for number in results.disclosed() if numbers is None else numbers:
            files[paths.series_script(number)] = series_script(results, number).encode()
    for path, content in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
    return (site / paths.REPLAY).as_uri()
