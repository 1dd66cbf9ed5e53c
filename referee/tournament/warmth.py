"""Which instances a worker probably has: a task is best given to one that need not start its bots."""

from collections import OrderedDict

from referee.tournament.tasks import Task, WorkerSettings


class Warmth:
    """The instances of one worker, as far as can be told from the tasks it was given.

    Args:
        settings: of the worker: how many instances it keeps.
    """

    def __init__(self, settings: WorkerSettings) -> None:
        self._capacity = settings.max_processes if settings.processes.processes == "reuse" else 0
        self._instances: OrderedDict[tuple[str, int], None] = OrderedDict()

    def of(self, task: Task) -> int:
        """How many of the instances that a task needs are probably there."""
        return sum(instance in self._instances for instance in task.instances)

    def note(self, task: Task) -> None:
        """Remember that the worker was given a task."""
        for instance in task.instances:
            self._instances[instance] = None
            self._instances.move_to_end(instance)
        while len(self._instances) > self._capacity:
            self._instances.popitem(last=False)
