"""Limits of the kernel for the boxes of the level strict: one control group (cgroup v2) a box."""

import errno
import itertools
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.bots.isolation.settings import BoxSettings
from referee.errors import RefereeError

CONTROLLERS: Final = ("memory", "pids")
_MIB: Final = 1 << 20
_EMPTY_S: Final = 2.0
_POLL_S: Final = 0.005
_numbers = itertools.count(1)


class NoCgroupError(Exception):
    """No control groups with limits can be made here; the text says why."""


def make_cgroup(box: BoxSettings) -> str | None:
    """A new control group for one box, with its limits in force; None where the level asks for none.

    Raises:
        RefereeError: it cannot be made, or the kernel does not keep what was written.
    """
    if box.cgroup is None:
        return None
    folder = Path(box.cgroup) / f"box-{os.getpid()}-{next(_numbers)}"
    try:
        folder.mkdir()
        for name, value in limits(box).items():
            (folder / name).write_text(value)
            kept = (folder / name).read_text().strip()
            if kept != value:
                raise RefereeError(f"{folder / name}: wrote {value}, but the kernel says {kept}")
    except OSError as error:
        raise RefereeError(f"no control group for a bot's box can be made: {error}") from error
    return str(folder)


def limits(box: BoxSettings) -> Mapping[str, str]:
    """What is written into the files of a box's control group. The first process and its keeper's count too."""
    return {
        "memory.max": str(box.memory_mb * _MIB),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": str(box.pids + 2),
    }


def prepare(mounts: str, own: str) -> Path:
    """A control group of this run, below which boxes can have theirs with limits.

    A group that has processes in it may have no children with limits. So we move into a child of our own first, where
    we are alone in the group we were given.

    Args:
        mounts: the text of /proc/self/mountinfo.
        own: the text of /proc/self/cgroup.

    Raises:
        NoCgroupError: that is impossible here.
    """
    base = own_folder(mounts, own)
    if base.name == "referee":  # we have moved before
        base = base.parent
    try:
        offered = (base / "cgroup.controllers").read_text().split()
        missing = [name for name in CONTROLLERS if name not in offered]
        if missing:
            raise NoCgroupError(f"{base} has no controller {' and '.join(missing)}")
        _enable(base)
        run = base / f"lost-cities-{os.getpid()}"
        run.mkdir(exist_ok=True)
        _write_controllers(run)
    except OSError as error:
        raise NoCgroupError(f"{error.filename or base}: {error.strerror}") from error
    return run


def own_folder(mounts: str, own: str) -> Path:
    """The folder of the control group that this process is in.

    Raises:
        NoCgroupError: there is no cgroup v2 here.
    """
    points = [point for point, kind in _mount_points(mounts) if kind == "cgroup2"]
    paths = [line.removeprefix("0::") for line in own.splitlines() if line.startswith("0::")]
    if not points or not paths:
        raise NoCgroupError("cgroup v2 is not mounted")
    return Path(points[0]) / paths[0].lstrip("/")


def remove(run: Path) -> None:
    """Remove a run's control group and those of its boxes, as soon as they are empty."""
    deadline_s = time.monotonic() + _EMPTY_S
    for folder in (*run.glob("box-*"), run):
        while folder.is_dir() and time.monotonic() < deadline_s:
            with suppress(OSError):
                folder.rmdir()
                break
            time.sleep(_POLL_S)


def _mount_points(mounts: str) -> Iterator[tuple[str, str]]:
    for line in mounts.splitlines():
        head, _, tail = line.partition(" - ")
        yield head.split()[4], tail.split()[0]


def _enable(base: Path) -> None:
    """Let children of a group have limits.

    Raises:
        NoCgroupError: others than us are in it, and it is not for us to move them.
    """
    try:
        _write_controllers(base)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        strangers = [pid for pid in (base / "cgroup.procs").read_text().split() if int(pid) != os.getpid()]
        if strangers:
            raise NoCgroupError(f"{base} holds {len(strangers)} other processes") from None
        beside = base / "referee"
        beside.mkdir(exist_ok=True)
        (beside / "cgroup.procs").write_text(str(os.getpid()))
        _write_controllers(base)


def _write_controllers(folder: Path) -> None:
    (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in CONTROLLERS))
