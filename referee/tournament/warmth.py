"""Which instances a worker probably has: a task is best given to one that need not start its bots."""

from collections import OrderedDict
from collections.abc import Sequence

Instances = Sequence[tuple[str, int]]
"""As (bot, leg)."""


class Warmth:
    """The instances of one worker, as far as can be told from the tasks it was given.

    Args:
        kept_count: how many it keeps, the least recently used goes; 0 for none.
    """

    def __init__(self, kept_count: int) -> None:
        self._kept_count = kept_count
        self._instances: OrderedDict[tuple[str, int], None] = OrderedDict()

    def of(self, needed: Instances) -> int:
        """How many of the instances that a task needs are probably there."""
        return sum(instance in self._instances for instance in needed)

    def note(self, needed: Instances) -> None:
        """Remember that the worker was given a task which needs these."""
        for instance in needed:
            self._instances[instance] = None
            self._instances.move_to_end(instance)
        while len(self._instances) > self._kept_count:
            self._instances.popitem(last=False)
