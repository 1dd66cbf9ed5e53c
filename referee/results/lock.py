"""One referee at a time on an output folder.

The lock is the kernel's (`flock`): it ends with the process that holds it, however that ends, so there is no stale
lock to remove. The file stays, and tells who holds it; deleting it would let two referees lock two files.
"""

import fcntl
import os
from pathlib import Path
from typing import Final, Self

from referee.errors import RefusedError, StoreError
from referee.results.writing import not_written

LOCK_FILE: Final = "lock"

_LOCKS: Final = Path("/proc/locks")


class FolderLock:
    """The right to write in a folder, from its making to `close`.

    Raises:
        RefusedError: another referee has it; the text names its process.
        StoreError: the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_FILE
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise _unwritable(folder, error) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        except BlockingIOError:
            self.close()
            # Not what the file says: until the holder has written it, that is a process of an earlier run.
            raise RefusedError(_refusal(folder, lock_holder(folder))) from None
        except OSError as error:
            self.close()
            raise _unwritable(folder, error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the folder free; twice is fine."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def lock_holder(folder: Path) -> int | None:
    """The process that has the lock of a folder, without taking it; None if nobody has, or that cannot be known.

    To try the lock would be simpler, and would refuse a referee that starts at that very moment.
    """
    try:
        with (folder / LOCK_FILE).open("rb") as file:
            inode, holder = os.fstat(file.fileno()).st_ino, file.read(32).decode("ascii", "replace").strip()
        locks = _LOCKS.read_text("ascii", errors="replace")
    except OSError:
        return None
    # 7: FLOCK  ADVISORY  WRITE 4711 08:01:131 0 EOF; the device is no help, file systems tell it in two ways
    for line in locks.splitlines():
        words = line.split()
        if words[1:2] == ["FLOCK"] and holder in words[4:5] and words[5].rpartition(":")[2] == str(inode):
            return int(holder)
    return None


def _refusal(folder: Path, holder: int | None) -> str:
    process = f"process {holder}" if holder else "another process"
    stop = f"stop it (kill -INT {holder})" if holder else "stop it"
    return f"{folder}: a referee already works here, {process}; wait for it, or {stop} and run the same command again"


def _unwritable(folder: Path, error: OSError) -> StoreError:
    advice = "make the folder writable, or name another"
    return not_written(folder, error, f"cannot write here: {error.strerror}; {advice}")
