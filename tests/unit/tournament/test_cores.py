"""How many cores a tournament may use, and who has which of them."""

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


class FakeSocket:
    """Names that are taken, as the kernel keeps them."""

    taken: set[str]

    def __init__(self, *_: object) -> None:
        self._name = ""

    def bind(self, name: str) -> None:
        """Take a name."""
        if name in self.taken:
            raise OSError
        self.taken.add(name)
        self._name = name

    def close(self) -> None:
        """Give it back."""
        self.taken.discard(self._name)


def test_core_is_held_by_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is closed; with all taken there is none."""
    FakeSocket.taken = set()
    monkeypatch.setattr("socket.socket", FakeSocket)
    one, two = cores.Core.claim([3, 5]), cores.Core.claim([3, 5])
    assert one is not None
    assert two is not None
    assert (one.number, two.number) == (3, 5)
    assert cores.Core.claim([3, 5]) is None
    one.close()
    again = cores.Core.claim([3, 5])
    assert again is not None
    assert again.number == 3
    assert FakeSocket.taken == {"\0lost-cities-referee/core/3", "\0lost-cities-referee/core/5"}
