"""Which series are being played now: a small file for whoever watches a tournament. Nothing depends on it.

It is no result: it names bots, round and leg of what has begun, and is gone when the run is. A run that was killed
leaves it behind; it counts only while the process that wrote it has the folder's lock.

2026-11: a file, written by a thread of its own that takes the newest state twice a second. Refused: rows in the
results, which would be a transaction and a sync more for every series; a socket, which a run would have to serve; a
write by the coordinator itself, which a slow disk would hold up.
"""

import json
import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self

from referee.results.lock import lock_holder

ACTIVITY_FILE: Final = "running.json"
_NEW_FILE: Final = f"{ACTIVITY_FILE}.new"

_EVERY_S: Final = 0.5
_CLOSE_S: Final = 2.0
"""A disk that stands still is waited for no longer than this, when a run ends."""
_SIZE_BYTES: Final = 1_000_000


@dataclass(frozen=True, kw_only=True, slots=True)
class RunningSeries:
    """A series that has begun.

    Attributes:
        number: of the series.
        round: from 1.
        leg: 1 or 2.
        a, b: names; `a` is first in code-point order.
    """

    number: int
    round: int
    leg: int
    a: str
    b: str


class Activity:
    """Tells what a run is playing. Use as a context manager: the file is gone afterwards.

    That it cannot be written is no reason to stop, and nobody is told: then nothing is shown.

    Args:
        folder: the output folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: tuple[RunningSeries, ...] = ()
        self._is_changed = threading.Event()
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._publish, name="activity", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_closed.set()
        self._is_changed.set()
        self._thread.join(_CLOSE_S)
        forget_activity(self._folder)

    def show(self, running: Iterable[RunningSeries]) -> None:
        """Say what is being played from now on; returns at once."""
        self._running = tuple(running)
        self._is_changed.set()

    def _publish(self) -> None:
        while self._is_changed.wait() and not self._is_closed.is_set():
            self._is_changed.clear()
            with suppress(OSError):
                self._write(self._running)
            self._is_closed.wait(_EVERY_S)

    def _write(self, running: Iterable[RunningSeries]) -> None:
        document = {"process": os.getpid(), "series": [asdict(one) for one in running]}
        new = self._folder / _NEW_FILE
        new.write_text(json.dumps(document), "utf-8")
        new.replace(self._folder / ACTIVITY_FILE)


def forget_activity(folder: Path) -> None:
    """Remove what this run tells, or one that was killed has left, where every run may have the same process number."""
    for name in (_NEW_FILE, ACTIVITY_FILE):
        with suppress(OSError):
            (folder / name).unlink(missing_ok=True)


def read_activity(folder: Path) -> tuple[RunningSeries, ...]:
    """What is being played now, in the order in which it was begun; nothing without a run that says so."""
    with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
        with (folder / ACTIVITY_FILE).open("rb") as file:
            document = json.loads(file.read(_SIZE_BYTES))
        if document["process"] == lock_holder(folder):
            return tuple(RunningSeries(**one) for one in document["series"])
    return ()
