"""Workers that do not answer, since every wait has an end; and what a worker is not to be disturbed by."""

import errno
import os
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.bots import offspring
from referee.bots.clock import ClockSettings
from referee.bots.reaper import children
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import FaultKind, RefereeError
from referee.play.series import PlaySettings
from referee.rules.variant import Variant
from referee.tournament.executors import LocalExecutor, LostWorkerError
from referee.tournament.interrupts import StopNow
from referee.tournament.tasks import RehearsalTask, Rehearsed, Result, WorkerSettings

TASK = RehearsalTask(spec=BotSpec(name="nobody", command=("no-such-command-here",)))


def settings() -> WorkerSettings:
    """Of a worker, with every default."""
    play = PlaySettings(variant=Variant(), clock=ClockSettings())
    return WorkerSettings(play=play, processes=ProcessSettings(), max_processes=2)


def result_of(executor: LocalExecutor) -> Result | LostWorkerError:
    """What comes of the task."""
    executor.submit([TASK])
    while not (ended := executor.wait()):
        pass
    ((task, result),) = ended
    assert task == TASK
    return result


def test_worker_that_hangs_is_replaced() -> None:
    """As one that a bot has stopped: its task is lost, and the next worker does it."""
    before = set(children(os.getpid()))
    with LocalExecutor(settings(), 1, patience_s=15.0) as executor:
        assert isinstance(result_of(executor), Rehearsed)
        (worker,) = set(children(os.getpid())) - before
        os.kill(worker, signal.SIGSTOP)
        executor._patience_s = 0.5  # the next one gets all the time it needs
        lost = result_of(executor)
        assert isinstance(lost, LostWorkerError)
        assert str(lost) in ("silent for 0 s", "silent for 1 s")
        executor._patience_s = 15.0
        result = result_of(executor)
    assert isinstance(result, Rehearsed)
    assert result.fault is not None
    assert result.fault.kind is FaultKind.NOT_STARTED
    assert set(children(os.getpid())) == before


def test_worker_that_is_interrupted_as_it_begins_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it until it has to be killed."""
    before = set(children(os.getpid()))
    begun: list[subprocess.Popen[bytes]] = []
    killed: list[int] = []
    kill = offspring._kill

    class Interrupted(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **keys: Any) -> None:
            super().__init__(*words, **keys)
            begun.append(self)
            raise StopNow

    def note_and_kill(pids: list[int]) -> None:
        killed.extend(pids)
        kill(pids)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    monkeypatch.setattr(offspring, "_kill", note_and_kill)
    with pytest.raises(StopNow):
        LocalExecutor(settings(), 1)
    begun[0].wait()
    assert not killed
    assert set(children(os.getpid())) == before


def test_files_of_the_current_folder_are_no_modules_of_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's folder, for one, may hold a queue.py or a numpy of its own."""
    for name in ("queue.py", "grpc.py", "numpy.py"):
        (tmp_path / name).write_text("raise SystemExit('not what was asked for')")
    monkeypatch.chdir(tmp_path)
    with LocalExecutor(settings(), 1, patience_s=15.0) as executor:
        assert isinstance(result_of(executor), Rehearsed)


def test_worker_is_of_the_same_referee(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of one that is installed besides, when ours is run from a checkout."""
    (tmp_path / "referee").mkdir()
    (tmp_path / "referee" / "__init__.py").write_text("raise SystemExit('another referee')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with LocalExecutor(settings(), 1, patience_s=15.0) as executor:
        assert isinstance(result_of(executor), Rehearsed)


def test_machine_without_room_for_a_worker_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start of a run as well as later."""
    before = set(children(os.getpid()))
    with LocalExecutor(settings(), 1, patience_s=15.0) as executor:
        (worker,) = set(children(os.getpid())) - before
        monkeypatch.setattr(socket, "socketpair", refuse)
        os.kill(worker, signal.SIGKILL)
        with pytest.raises(RefereeError, match=r"no worker process can be started: too many open files"):
            result_of(executor)
    with pytest.raises(RefereeError, match="no worker process can be started: too many open files"):
        LocalExecutor(settings(), 1)
    assert set(children(os.getpid())) == before


def refuse() -> tuple[socket.socket, socket.socket]:
    """Find no room for a pair of sockets."""
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
