"""A log file that never grows beyond its limit, however much is written to it."""

import os
from contextlib import suppress


class CappedOutput:
    """Writes to a file: keeps the beginning and the newest of the rest, with a line between that says what is missing.

    The first half of the limit holds the beginning. When the second half is full, its newest half is moved to the front
    of it: so a byte is copied once more on average, and the file reads in order at any moment, also after a kill.

    Args:
        fd: an empty file, open for reading and writing; stays the caller's.
        limit_bytes: what the file may hold, at least 1024.
    """

    def __init__(self, fd: int, limit_bytes: int) -> None:
        self._fd = fd
        self._limit = limit_bytes
        self._head = self._tail_start = limit_bytes // 2
        self._size = 0
        self._left_out = 0

    def write(self, data: bytes) -> None:
        """Append `data`; a full disk costs the log and nothing else."""
        with suppress(OSError):
            room = max(0, self._head - self._size)
            self._append(data[:room])
            rest = data[room:]
            if self._size + len(rest) > self._limit:
                rest = self._make_room(rest)
            self._append(rest)

    def _append(self, data: bytes) -> None:
        self._size += os.pwrite(self._fd, data, self._size)

    def _make_room(self, data: bytes) -> bytes:
        """Empty the second half; returns what goes there instead."""
        tail = os.pread(self._fd, self._limit, self._tail_start) + data
        kept = tail[-(self._limit // 4) :]
        self._left_out += len(tail) - len(kept)
        note = f"\n[… {self._left_out} bytes left out …]\n".encode()
        os.ftruncate(self._fd, self._head)
        self._size = self._head
        self._tail_start = self._head + len(note)
        return note + kept
