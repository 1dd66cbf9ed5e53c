"""Results of a size that no test could play: random access stays fast, exports stay small."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.bulk import bulk_folder
from support.costs import cost_of

from referee.results.store import Store

pytestmark = pytest.mark.timeout(900)

SERIES = 200_000
FEW_SECONDS = 10.0
"""Where nothing else runs it is 3 s for the table, 0.4 s for a replay; two thirds of the table's are Python's own."""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """200,000 series, 600,000 matches, some 670 MB; removed at once afterwards."""
    folder = tmp_path_factory.mktemp("large")
    assert bulk_folder(folder, SERIES) > 0.99 * SERIES
    yield folder
    shutil.rmtree(folder)


@pytest.mark.bench
def test_standings_of_200000_series(large: Path) -> None:
    """In a few seconds, in the memory of a small league."""
    cost = cost_of("standings", str(large))
    assert cost.wall_s < FEW_SECONDS
    assert cost.peak_mb < 200


@pytest.mark.bench
@pytest.mark.parametrize("series", [1, 150_000, 199_000])
def test_replay_of_one_series_among_200000(large: Path, series: int) -> None:
    """Wherever it stands."""
    assert cost_of("replay", str(large), str(series)).wall_s < FEW_SECONDS / 3


@pytest.mark.bench
def test_run_goes_on_with_200000_series(large: Path) -> None:
    """What a run looks at before its first series: damage, counts, what is pending."""
    start_s = time.perf_counter()
    with Store.open(large) as store:
        store.counts()
        for number in store.rounds():
            next(store.pending(number), None)
    wall_s = time.perf_counter() - start_s
    print(f"opening for a run: {wall_s:.1f} s")  # noqa: T201 - as above
    assert wall_s < FEW_SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["jsonl", "csv", "pgn"])
def test_memory_of_an_export_does_not_grow_with_it(tmp_path: Path, layout: str) -> None:
    """Ten times as many matches, 60,000 in the end, in the same memory."""
    peaks = []
    for name, count in (("small", SERIES // 100), ("large", SERIES // 10)):
        bulk_folder(tmp_path / name, count)
        peaks.append(cost_of("export", str(tmp_path / name), "--format", layout).peak_mb)
    assert peaks[1] < 1.1 * peaks[0]
