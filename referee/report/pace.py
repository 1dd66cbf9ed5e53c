"""How fast a run goes, and how long it will take."""

from collections import deque
from collections.abc import Callable
from typing import Final

WINDOW_S: Final = 60.0
"""The speed is that of the last minute: bots that start slowly are forgotten, a slow round is noticed."""
ENOUGH_COUNT: Final = 10
"""With fewer series than this in the last minute, the speed is that of the whole run."""


class Pace:
    """Counts series against a clock.

    Args:
        total: planned series.
        done: those that were final before.
        clock: seconds that only grow.

    Attributes:
        done: final series.
        total: planned series.
    """

    def __init__(self, total: int, done: int, clock: Callable[[], float]) -> None:
        self.total, self.done = total, done
        self._clock = clock
        self._started = clock()
        self._counted = 0
        self._times: deque[float] = deque()

    def count(self) -> None:
        """One more series is final."""
        self.done += 1
        self._counted += 1
        self._times.append(self._clock())

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._started

    @property
    def per_second(self) -> float | None:
        """Series a second; None before the first one."""
        now = self._clock()
        while self._times and self._times[0] < now - WINDOW_S:
            self._times.popleft()
        elapsed = now - self._started
        if not self._counted or elapsed <= 0:
            return None
        if len(self._times) < ENOUGH_COUNT:
            return self._counted / elapsed
        return len(self._times) / min(elapsed, WINDOW_S)

    @property
    def left_s(self) -> float | None:
        """Seconds until all are final, at this speed; None where there is none."""
        speed = self.per_second
        return (self.total - self.done) / speed if speed else None

    def __str__(self) -> str:
        """The numbers in words: `5342 of 7920 series · 9.4 a second · 0:04:34 left`."""
        words = [f"{self.done} of {self.total} series"]
        speed, left = self.per_second, self.left_s
        if speed is not None and left is not None:
            words += [f"{speed:{'.1f' if speed >= 1 else '.2g'}} a second", f"{duration(left)} left"]
        return " · ".join(words)


def duration(seconds: float) -> str:
    """Hours, minutes, seconds: `0:04:34`, `27:00:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
