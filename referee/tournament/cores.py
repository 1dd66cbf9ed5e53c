"""The CPU cores that this process may use: how many, what `concurrency` defaults to, and one for each worker.

2026-11-30: a worker is given a core that no other run of the machine has. Before, each run began with the first one:
two runs of one worker each had one core together, while others had nothing to do.
"""

import os
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Self

from referee.bots.claim import claim_name

_QUOTA: Final = Path("/sys/fs/cgroup/cpu.max")
"""The quota of a container (cgroup v2), as seen from inside: `200000 100000` is two cores, `max 100000` no quota."""


def available_cores() -> int:
    """CPU cores that this process may run on at once, at least 1: its affinity, and its container's quota."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    quota = quota_cores(_QUOTA)
    return affinity if quota is None else max(1, min(affinity, quota))


def core_numbers() -> list[int]:
    """The numbers of the cores that this process may be pinned to, ascending; none where it cannot."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def quota_cores(file: Path) -> int | None:
    """Whole cores that a cgroup v2 quota file allows, maybe 0; None without a quota or without the file."""
    try:
        quota, period = file.read_text("ascii").split()
        return int(quota) // int(period)
    except (OSError, ValueError):  # no cgroup v2 here, or "max"
        return None


class Core:
    """A core that no other worker of any run is pinned to on this machine; held until it is closed.

    Args:
        number: of the core.
        claim: what holds it (`bots.claim.claim_name`).
    """

    def __init__(self, number: int, claim: socket.socket) -> None:
        self.number = number
        self._claim = claim

    @classmethod
    def claim(cls, numbers: Iterable[int]) -> Self | None:
        """The first of some cores that is free; None if none is."""
        for number in numbers:
            if (claim := claim_name(f"core/{number}")) is not None:
                return cls(number, claim)
        return None

    def close(self) -> None:
        """Give it up."""
        self._claim.close()
