"""How many cores a tournament may use."""

import os
from pathlib import Path

import pytest

from referee.tournament import cores


@pytest.mark.parametrize(
    ("quota", "expected"),
    [("200000 100000\n", 2), ("150000 100000\n", 1), ("50000 100000\n", 0), ("max 100000\n", None), ("", None)],
)
def test_quota(tmp_path: Path, quota: str, expected: int | None) -> None:
    """A container's quota is rounded down to whole cores; `max` is none."""
    file = tmp_path / "cpu.max"
    file.write_text(quota)

    assert cores.quota_cores(file) == expected


def test_no_quota_file(tmp_path: Path) -> None:
    """A system without cgroup v2 has no quota."""
    assert cores.quota_cores(tmp_path / "cpu.max") is None


@pytest.mark.parametrize(
    ("affinity", "quota", "expected"), [({0, 3, 5}, None, 3), ({0, 1}, 1, 1), ({0}, 8, 1), ({0, 1}, 0, 1)]
)
def test_available_cores(monkeypatch: pytest.MonkeyPatch, affinity: set[int], quota: int | None, expected: int) -> None:
    """The smaller of affinity and quota counts, and one core there always is."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: affinity)
    monkeypatch.setattr(cores, "quota_cores", lambda _file: quota)

    assert cores.available_cores() == expected
