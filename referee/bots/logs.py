"""What a bot printed: one log file an instance, whose name and place tell nothing of opponent, series or leg."""

import itertools
import os
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Self

# How many logs of a bot are kept, and how much of one goes into messages and evidence.
KEPT_COUNT = 20
TAIL_BYTES = 4096

_numbers = itertools.count(1)


class BotLog:
    """One instance's log. The keeper writes it, through a copy of the descriptor; here it is named and read.

    Args:
        fd: the open file.
        path: where it is; None if it has no name.
    """

    def __init__(self, fd: int, path: Path | None) -> None:
        self._fd = fd
        self._path = path

    @classmethod
    def create(cls, bot: str, log_dir: Path | None) -> Self:
        """Begin a log `log_dir/<bot>/<UTC time>-<pid>-<number>.log`, and remove the bot's oldest ones.

        With `log_dir` None it is a file without a name, gone with its instance.

        Raises:
            OSError: it cannot be created: that is the referee's failure, not the bot's.
        """
        if log_dir is None:
            with tempfile.TemporaryFile() as file:
                return cls(os.dup(file.fileno()), None)
        folder = log_dir / bot
        folder.mkdir(parents=True, exist_ok=True)
        now = datetime.now(UTC)
        path = folder / f"{_stamp(now)}-{os.getpid()}-{next(_numbers):04}.log"
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        _remove_oldest(folder, now)
        return cls(fd, path)

    def fileno(self) -> int:
        """The file's descriptor, open for reading and writing."""
        return self._fd

    def tail(self, lines: int = 20) -> str:
        """The last lines, at most `TAIL_BYTES`; bytes that are not UTF-8 become U+FFFD; "" if there are none."""
        size = os.fstat(self._fd).st_size
        start = max(0, size - TAIL_BYTES)
        text = os.pread(self._fd, TAIL_BYTES, start).decode(errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def close(self) -> None:
        """Let go of the file, and remove it if it is empty."""
        if self._path is not None and os.fstat(self._fd).st_size == 0:
            self._path.unlink(missing_ok=True)
        os.close(self._fd)


def _stamp(time: datetime) -> str:
    return f"{time:%Y%m%dT%H%M%SZ}"


def _remove_oldest(folder: Path, now: datetime) -> None:
    """Keep the newest logs; other workers may be removing the same ones. Those of a clock that was wrong go first."""
    wrong = _stamp(now + timedelta(hours=1))
    for path in sorted(folder.glob("*.log"), key=lambda path: (path.name < wrong, path.name))[:-KEPT_COUNT]:
        path.unlink(missing_ok=True)
