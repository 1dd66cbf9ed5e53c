"""The worker's side: what a Dask worker has of a run, one worker process for each place, and the run's bots."""

import math
import os
import shutil
import socket
import threading
import traceback
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.isolation.protections import states, weaker
from referee.bots.isolation.settings import BoxSettings
from referee.bots.isolation.survey import Survey, survey
from referee.bots.spec import BotSpec
from referee.errors import ConfigError, RefereeError
from referee.tournament.cluster.cores import machine, preferred
from referee.tournament.cluster.order import Enlisted, Lost, Order, Recruit, Refusal, Report, Served, Unfit
from referee.tournament.cluster.parcel import Parcel
from referee.tournament.cores import Core, available_cores, core_numbers
from referee.tournament.fingerprint import fingerprint
from referee.tournament.places import is_folder
from referee.tournament.tasks import RehearsalTask, Rehearsed, Result, Task, Void, WorkerSettings
from referee.tournament.worker_process import WorkerProcess

TRIALS: Final = 2
"""How often a bot is tried on a worker before the worker is said not to be fit for it."""

_OVER: Final = "the run has ended here"


class Crew:
    """All that one Dask worker has of one run. Its places are used by one thread each.

    Args:
        order: what holds for the run.
        scratch: a folder of its own, not there yet, for what is sent.
    """

    def __init__(self, order: Order, scratch: Path) -> None:
        self._order = order
        self._scratch = scratch
        self._box = order.settings.processes.box
        self._survey: Survey | None = None
        self._specs: dict[str, BotSpec] = {}
        self._fit: set[str] = set()
        self._processes: dict[int, WorkerProcess] = {}
        self._cores: dict[int, Core] = {}
        self._busy: set[int] = set()
        self._is_closed = False
        self._lock = threading.Lock()

    def enlist(self) -> Enlisted | Refusal:
        """Find out whether bots can be kept apart here as they have to be, and which of them are here."""
        if reason := self._look_around():
            return Refusal(reason=reason)
        self._scratch.mkdir(parents=True, mode=0o700)  # whoever else has an account here sees no bot and no token
        self._specs = {recruit.spec.name: self._settle(recruit) for recruit in self._order.recruits}
        missing = tuple(sorted(self._missing()))
        here = Enlisted(host=socket.gethostname(), machine=machine(), cores=available_cores(), missing=missing)
        return self._late() or here

    def receive(self, parcel: Parcel) -> Refusal | None:
        """Unpack a folder that was missing; None if its bots are now here as they have to be."""
        place = self._scratch / "bots" / parcel.digest
        try:
            if not is_folder(place):
                parcel.unpack(place)
            for recruit in self._order.recruits:
                if recruit.spec.command is not None and str(recruit.spec.dir) == parcel.folder:
                    self._specs[recruit.spec.name] = _moved(recruit, place)
        except RefereeError as error:
            return self._late() or Refusal(reason=str(error))
        return self._late()

    def serve(self, place: int, task: Task, untried: frozenset[str] = frozenset()) -> Report:
        """Do a task in the worker process of that place; whatever fails is told, and never raised.

        Args:
            place: its number.
            task: what is to be done.
            untried: bots that are not tried before they play here.
        """
        try:
            process = self._begin(place)
        except OSError as error:
            return Lost(reason=f"its worker process cannot be started: {error.strerror}")
        if process is None:
            return Lost(reason=_OVER)
        try:
            report = self._work(process, task.with_specs(self._specs), self._fit | untried)
        except (EOFError, OSError):
            report = Lost(reason="its worker process ended")
        except Exception:  # noqa: BLE001 - our own failure, whatever it is; Dask would log the deals with it
            report = Served(result=Void(reason=traceback.format_exc()))
        with self._lock:
            self._busy.discard(place)
            is_over = isinstance(report, Lost) or self._is_closed
            if is_over:
                self._processes.pop(place, None)
        if is_over:
            process.kill()
        return report

    def close(self, *, peacefully: bool) -> None:
        """End the worker processes and their bots, and remove what was sent; twice is once.

        Args:
            peacefully: whether those that have nothing to do stop their bots in good order; the others are killed.
        """
        with self._lock:
            self._is_closed = True
            processes, self._processes = self._processes, {}
            busy = set(self._busy)
        idle = [process for place, process in processes.items() if place not in busy]
        for place in busy & processes.keys():
            processes[place].interrupt()  # the thread that awaits its result does the rest
        for process in idle:
            if peacefully:
                process.ask_to_stop()
            else:
                process.interrupt()
        for process in idle:
            process.join()
        self._give_back()

    def _late(self) -> Refusal | None:
        """What to say after something was made here, if the run has ended meanwhile: then it is removed again."""
        with self._lock:
            if not self._is_closed:
                return None
        self._give_back()
        return Refusal(reason=_OVER)

    def _give_back(self) -> None:
        for core in self._cores.values():
            core.close()
        self._cores.clear()
        if self._survey is not None:
            self._survey.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _look_around(self) -> str:
        """Why bots cannot be kept apart here as they have to be; "" if they can."""
        if self._order.level == "none":
            return ""
        found = self._survey = survey(self._order.level, may_think_off_turn=self._order.may_think_off_turn)
        lacks = weaker(self._order.states, states(found.best.findings))
        if found.best.level != self._order.level or lacks:
            missing = [sentence for trial in found.trials for sentence in trial.missing]
            weak = [f"{name} would be weaker" for name in lacks]
            return f"does not reach isolation {self._order.level}: {'; '.join(missing or weak)}"
        self._box = replace(self._box or BoxSettings(), cgroup=None if found.cgroup is None else str(found.cgroup))
        return ""

    def _settle(self, recruit: Recruit) -> BotSpec:
        """A bot as it is to be found here, unless its folder is missing."""
        ca, token = (self._keep(recruit, "ca", recruit.ca), self._keep(recruit, "token_file", recruit.token))
        return replace(recruit.spec, ca=ca, token_file=token)

    def _keep(self, recruit: Recruit, key: str, data: bytes | None) -> Path | None:
        """A file for our eyes only; none for none."""
        if data is None:
            return None
        place = self._scratch / "keys" / recruit.spec.name / key
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor, not a path
            file.write(data)
        return place

    def _missing(self) -> Iterator[str]:
        for recruit in self._order.recruits:
            if recruit.spec.command is not None and not _is_here(recruit):
                yield str(recruit.spec.dir)

    def _begin(self, place: int) -> WorkerProcess | None:
        """The worker process of a place, taken; None if the run has ended.

        Raises:
            OSError: it cannot be started.
        """
        with self._lock:
            if self._is_closed:
                return None
            if place not in self._processes:
                self._processes[place] = WorkerProcess(self._settings(place), self._core(place))
            self._busy.add(place)
            return self._processes[place]

    def _core(self, place: int) -> int | None:
        if self._order.pins and place not in self._cores:
            core = Core.claim(preferred(core_numbers(), place))
            if core is not None:
                self._cores[place] = core
        return self._cores[place].number if place in self._cores else None

    def _settings(self, place: int) -> WorkerSettings:
        """Of the process of a place: bots are told of one core if they have one."""
        settings = self._order.settings
        is_pinned = self._core(place) is not None
        return replace(
            settings,
            play=replace(settings.play, cpu_cores=int(is_pinned)),
            processes=replace(settings.processes, box=self._box),
        )

    def _work(self, process: WorkerProcess, task: Task, fit: set[str]) -> Report:
        """Try the bots that are not known to be fit, then do the task."""
        doubtful = [spec for spec in task.specs if self._order.tries_bots and spec.name not in fit]
        if task.instances:  # a rehearsal is a trial itself
            for spec in doubtful:
                if (refused := self._try(process, spec)) is not None:
                    return refused
                self._fit.add(spec.name)
        result = self._ask(process, task)
        if isinstance(result, Rehearsed) and result.fault is None:
            self._fit.add(result.bot)
        return Lost(reason="its worker process did not answer in time") if result is None else Served(result=result)

    def _try(self, process: WorkerProcess, spec: BotSpec) -> Report | None:
        """What keeps a bot from playing here; None if it can."""
        result: Result | None = None
        for attempt in range(TRIALS):
            result = self._ask(process, RehearsalTask(spec=spec, forgives_stalls=attempt == 0))
            if isinstance(result, Rehearsed) and result.fault is None:
                return None
        if result is None:
            return Lost(reason="its worker process did not answer in time")
        if isinstance(result, Rehearsed) and result.fault is not None:
            return Unfit(bot=spec.name, reason=result.fault.reason)
        return Served(result=result)

    def _ask(self, process: WorkerProcess, task: Task) -> Result | None:
        """The result of a task; None if it does not come in time."""
        process.send(task)
        patience_s = self._order.patience_s
        if not process.connection.poll(None if patience_s == math.inf else patience_s):
            return None
        return process.connection.recv()


def _is_here(recruit: Recruit) -> bool:
    """Whether a bot's files are where the coordinator has them, and the same."""
    try:
        return is_folder(recruit.spec.dir) and fingerprint(recruit.spec) == recruit.fingerprint
    except ConfigError:
        return False


def _moved(recruit: Recruit, place: Path) -> BotSpec:
    """A bot in a folder that was sent.

    Raises:
        RefereeError: its files are not what they are for the coordinator.
    """
    spec = replace(recruit.spec, dir=place)
    if fingerprint(spec) != recruit.fingerprint:
        raise RefereeError(
            f"does not have {spec.name} as it is here: its folder was sent, and its fingerprint differs there; do its "
            "command or its links name files by absolute paths?"
        )
    return spec
