"""A bot's processes and what they use, read from /proc; nothing is known where the system has none."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

PROC: Final = Path("/proc")

_KB: Final = 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """One process: its id, and when it started, in ticks since boot, so that a reused id is told apart."""

    pid: int
    started_ticks: int
    command: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What a tree of processes uses at a moment.

    Attributes:
        memory_bytes: of all together, shared pages divided among those that share them.
        processes: how many.
        threads: of all together.
        files: descriptors open in the one that has most.
    """

    memory_bytes: int
    processes: int
    threads: int
    files: int


class ProcessTree:
    """All processes below one, however they were started; that one itself is not counted.

    Args:
        root: process id of a bot's keeper, to which everything comes that the bot leaves behind.
        proc: where the system shows its processes.
    """

    def __init__(self, root: int, proc: Path = PROC) -> None:
        self._root = root
        self._proc = proc

    @classmethod
    def of_bot(cls, pid: int, proc: Path = PROC) -> Self:
        """The tree of a bot by its own process id; it lives."""
        fields = _stat_fields(proc / str(pid))
        return cls(int(fields[1]) if fields else 0, proc)

    def members(self) -> list[Member]:
        """The processes that run now, parents before children."""
        pids = list(self._children(self._root)) if self._root else []
        for pid in pids:  # grows while it is walked
            pids.extend(self._children(pid))
        return [member for pid in pids if (member := self._member(pid)) is not None]

    def survivors(self, members: list[Member]) -> list[Member]:
        """Those of the members that still run."""
        return [member for member in members if self._member(member.pid) == member]

    def memory_bytes(self) -> int:
        """What all of them use now, shared pages divided among those that share them; 0 if none can be seen."""
        return sum(_memory_bytes(self._proc / str(member.pid)) for member in self.members())

    def usage(self) -> Usage | None:
        """What the processes use now; None if there are none, or none can be seen."""
        folders = [self._proc / str(member.pid) for member in self.members()]
        if not folders:
            return None
        return Usage(
            memory_bytes=self.memory_bytes(),
            processes=len(folders),
            threads=sum(_entry_count(folder / "task") for folder in folders),
            files=max(_entry_count(folder / "fd") for folder in folders),
        )

    def _children(self, pid: int) -> Iterator[int]:
        with suppress(OSError):
            for task in list((self._proc / str(pid) / "task").iterdir()):
                with suppress(OSError):  # the thread has ended
                    yield from map(int, (task / "children").read_text().split())

    def _member(self, pid: int) -> Member | None:
        folder = self._proc / str(pid)
        fields = _stat_fields(folder)
        if not fields or fields[0] in "ZX":  # ended, not reaped
            return None
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            return Member(pid=pid, started_ticks=int(fields[19]), command=" ".join(words).strip())
        return None


def _stat_fields(folder: Path) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none if the process is gone."""
    try:
        return (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _memory_bytes(folder: Path) -> int:
    """Proportional set size; where that is withheld, resident set size; 0 if the process is gone."""
    with suppress(OSError):
        for line in (folder / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * _KB
    with suppress(OSError):
        return int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _entry_count(folder: Path) -> int:
    try:
        return len(os.listdir(folder))  # noqa: PTH208 - counted, not walked: there may be ten thousand
    except OSError:
        return 0
