"""Sites of a size that no test could play: memory stays bounded, pages and scripts small."""

import shutil
from pathlib import Path

import pytest
from support.bulk import bulk_folder
from support.costs import cost_of

pytestmark = pytest.mark.timeout(3600)

LARGEST_BYTES = 1_000_000


def largest_bytes(site: Path) -> int:
    """Of all files."""
    return max(path.stat().st_size for path in site.rglob("*") if path.is_file())


@pytest.mark.slow
def test_memory_of_a_report_does_not_grow_with_it(tmp_path: Path) -> None:
    """Eight times as many series, 3,000 in the end, in the same memory; no file above 1 MB."""
    peaks = []
    for name, count in (("small", 380), ("large", 3040)):
        bulk_folder(tmp_path / name, count)
        peaks.append(cost_of("report", str(tmp_path / name)).peak_mb)
        assert largest_bytes(tmp_path / name / "site") < LARGEST_BYTES
    shutil.rmtree(tmp_path)
    assert peaks[1] < 1.1 * peaks[0]


@pytest.mark.bench
def test_report_of_100000_series(tmp_path: Path) -> None:
    """20 bots, 300,000 matches; where nothing else runs some 6 minutes, nearly all of it for the replays."""
    bulk_folder(tmp_path / "results", 100_000)
    cost = cost_of("report", str(tmp_path / "results"))
    assert largest_bytes(tmp_path / "results" / "site") < LARGEST_BYTES
    shutil.rmtree(tmp_path)
    assert cost.peak_mb < 250
