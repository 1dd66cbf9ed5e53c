"""The memory of all that runs in a box, looked at from outside; without the standard limits of the kernel.

RLIMIT_AS breaks runtimes that reserve much and use little, and RLIMIT_DATA does not see shared memory. So the keeper
adds up, some forty times a second: what the box's processes have in memory, each page once; files in memory that are
open but nowhere mapped; and the kernel's own cost of files in the box's file systems.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.bots.isolation.interior import HOME, SHARED_MEMORY, SOCKET_FOLDER

PERIOD_S: Final = 0.025
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
_BLOCK_BYTES: Final = 512  # of st_blocks
_INODE_BYTES: Final = 1024  # of the kernel's memory, by its own reckoning
_FILE_SYSTEMS: Final = (HOME, SHARED_MEMORY, SOCKET_FOLDER)
_STOPPED: Final = "T"


class MemoryWatchdog:
    """Looks at one box.

    Args:
        first_pid: the first process of the box.
        limit_bytes: what all in it may have together.
    """

    def __init__(self, first_pid: int, limit_bytes: int) -> None:
        self._first = Path(f"/proc/{first_pid}")
        self._limit_bytes = limit_bytes
        self._proc = -1

    def is_over(self) -> bool:
        """Whether the box holds more than it may; a frozen one is not looked at, it cannot grow."""
        if self._is_frozen() or not self._is_open():
            return False
        outside_bytes = self._file_bytes()
        if sum(map(self._resident_bytes, self._pids())) + outside_bytes <= self._limit_bytes:
            return False
        return self._exact_bytes() > self._limit_bytes

    def close(self) -> None:
        """Let go of the box."""
        if self._proc >= 0:
            os.close(self._proc)
            self._proc = -1

    def _is_frozen(self) -> bool:
        try:
            return (self._first / "stat").read_text().rpartition(")")[2].split()[0] == _STOPPED
        except (OSError, IndexError):
            return True

    def _is_open(self) -> bool:
        """Whether the box's own list of processes can be read: not before it is built, when it would be ours."""
        if self._proc < 0:
            with suppress(OSError):
                proc = os.open(self._first / "root/proc", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
                if os.fstat(proc).st_dev == Path("/proc").stat().st_dev:
                    os.close(proc)
                else:
                    self._proc = proc
        return self._proc >= 0

    def _pids(self) -> list[str]:
        """The processes, by the numbers they have inside."""
        with suppress(OSError):
            return [name for name in os.listdir(self._proc) if name.isdigit()]  # noqa: PTH208 - by descriptor
        return []

    def _resident_bytes(self, pid: str) -> int:
        """What a process has in memory, shared pages in full."""
        fields = self._read(f"{pid}/statm").split()
        return int(fields[1]) * _PAGE_BYTES if len(fields) > 1 else 0

    def _exact_bytes(self) -> int:
        """What all have together, each page once."""
        total = shared = 0
        for pid in self._pids():
            sizes = dict(line.split()[:2] for line in self._read(f"{pid}/smaps_rollup").splitlines()[1:])
            if "Pss:" in sizes:
                total += int(sizes["Pss:"]) * 1024
                shared += int(sizes.get("Pss_Shmem:", 0)) * 1024
            else:  # it has just ended, or cannot be looked into
                total += self._resident_bytes(pid)
        # A file in memory that is open may be mapped too.
        return total + max(0, self._memfd_bytes() - shared) + self._inode_bytes()

    def _file_bytes(self) -> int:
        return self._memfd_bytes() + self._inode_bytes()

    def _memfd_bytes(self) -> int:
        """What the open files in memory hold."""
        return sum({inode: size_bytes for pid in self._pids() for inode, size_bytes in self._memfds(pid)}.values())

    def _memfds(self, pid: str) -> Iterator[tuple[int, int]]:
        with suppress(OSError):
            folder = os.open(f"{pid}/fd", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=self._proc)
            try:
                for name in os.listdir(folder):  # noqa: PTH208 - by descriptor
                    with suppress(OSError):
                        if os.readlink(name, dir_fd=folder).startswith("/memfd:"):
                            status = os.stat(name, dir_fd=folder)
                            if stat.S_ISREG(status.st_mode):
                                yield status.st_ino, status.st_blocks * _BLOCK_BYTES
            finally:
                os.close(folder)

    def _inode_bytes(self) -> int:
        count = 0
        for path in _FILE_SYSTEMS:
            with suppress(OSError):
                status = os.statvfs(self._first / "root" / path[1:])
                count += status.f_files - status.f_ffree
        return count * _INODE_BYTES

    def _read(self, path: str) -> str:
        try:
            fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC, dir_fd=self._proc)
        except OSError:
            return ""
        try:
            return os.read(fd, 8192).decode(errors="replace")
        except OSError:
            return ""
        finally:
            os.close(fd)
