"""How many CPU cores this process may use: what `concurrency` defaults to."""

import os
from pathlib import Path
from typing import Final

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
