"""Instances kept for later series; one that served one leg of an encounter never serves the other."""

import weakref
from collections.abc import Callable
from contextlib import ExitStack

from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import BotSpec, ProcessSettings

Starter = Callable[[BotSpec, ProcessSettings, Guardian], Instance]
_Place = tuple[str, int]


class Pool:
    """All instances of one worker, and its guardian. Used by one thread at a time.

    An instance belongs to one leg for life: else a bot could recognise the deals of the mirror.

    Args:
        settings: how bots are run; with `fresh` none is kept.
        max_processes: how many may run at once, at least 2. When it is reached, the one that was idle for the longest
            time is stopped first; those in use are never stopped for it.
        start: makes an instance.
    """

    def __init__(self, settings: ProcessSettings, max_processes: int, start: Starter = Instance.start) -> None:
        self._settings = settings
        self._max_processes = max_processes
        self._start = start
        self._guardian = Guardian()
        self._busy: dict[Instance, _Place] = {}
        self._idle: dict[Instance, _Place] = {}  # longest idle first
        self._kept: weakref.WeakSet[Instance] = weakref.WeakSet()

    def acquire(self, spec: BotSpec, leg: int, *, fresh: bool = False) -> Instance:
        """An instance of a bot for one series of that leg: a kept one that still lives, or a new one; or, `fresh`, new.

        Raises:
            NotStartedError: a new one was needed and did not start.
            RefereeError: the failure is ours or the host's.
        """
        place = (spec.name, leg)
        instance = None if fresh else self._take_idle(place)
        if instance is None:
            if not spec.is_remote:
                self._make_room()
            instance = self._start(spec, self._settings, self._guardian)
        self._busy[instance] = place
        return instance

    def release(self, instance: Instance, *, discard: bool) -> None:
        """Give back an instance after its series; with `discard`, or if it died, it is not used again."""
        place = self._busy.pop(instance)
        if discard or self._settings.processes == "fresh" or not instance.is_alive:
            instance.stop()
        else:
            self._idle[instance] = place
            self._kept.add(instance)

    def is_kept(self, instance: Instance) -> bool:
        """Whether an instance in use served a series before this one."""
        return instance in self._kept

    def close(self) -> None:
        """Stop all instances, also those in use, and the guardian."""
        instances = [*self._idle, *self._busy]
        self._idle.clear()
        self._busy.clear()
        with ExitStack() as ending:
            ending.callback(self._guardian.close)
            for instance in instances:
                ending.callback(instance.stop)
            # All are asked before the first is waited for: they take their grace at the same time.
            for instance in instances:
                instance.ask_to_stop()

    def _take_idle(self, place: _Place) -> Instance | None:
        """The instance used last of those kept there; dead ones are dropped."""
        for instance in [kept for kept, its_place in self._idle.items() if its_place == place][::-1]:
            del self._idle[instance]
            if instance.is_alive:
                return instance
            instance.stop()
        return None

    def _make_room(self) -> None:
        """Stop idle processes until one more may be started, or none is idle."""
        idle = [instance for instance in self._idle if not instance.is_remote]
        running_count = len(idle) + sum(not instance.is_remote for instance in self._busy)
        for instance in idle[: max(0, running_count - self._max_processes + 1)]:
            del self._idle[instance]
            instance.stop()
