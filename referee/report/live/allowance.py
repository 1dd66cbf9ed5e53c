"""How often something may be computed anew: by what it costs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Allowance:
    """A share of the time.

    Args:
        share: of the time that may be spent, above 0, at most 1.
        every_s: seconds from one start to the next one at least.
        clock: seconds that only grow.
        meter: seconds of work that were spent so far: on a busy machine, where everything takes long, less than the
            clock tells.
    """

    def __init__(self, share: float, every_s: float, *, clock: Callable[[], float], meter: Callable[[], float]) -> None:
        self._share = share
        self._every_s = every_s
        self._clock = clock
        self._meter = meter
        self._due_s = clock()

    @property
    def is_due(self) -> bool:
        """Whether it may be done now."""
        return self._clock() >= self._due_s

    @contextmanager
    def spend(self) -> Iterator[None]:
        """Do it inside; how long that took, failed or not, decides when it is due again."""
        started_s, spent_s = self._clock(), self._meter()
        try:
            yield
        finally:
            cost_s = self._meter() - spent_s
            self._due_s = started_s + max(self._every_s, cost_s / self._share)
