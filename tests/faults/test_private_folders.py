"""The private folders of bots: made for one, and removed by whoever outlives whom."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from support.bots import bad_bot, script_bot
from support.processes import eventually, marked_processes

from referee.bots.instance import Instance
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import ProcessSettings

QUICK = ProcessSettings(startup_ms=600, stop_grace_ms=100)
WORKER = """
import os, signal, sys
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings
moment, mark, transport = sys.argv[1:]
def die(process, spec):
    os.kill(os.getpid(), signal.SIGKILL)
if moment == "ordering":
    BotProcess._order = die
env = (("LOST_CITIES_TEST_MARK", mark),)
command = ("{python}", "-S", "-c", "import time; time.sleep(60)")
guardian = Guardian()
spec = BotSpec(name="script", command=command, env=env, transport=transport)
bot = BotProcess(spec, ProcessSettings(), guardian)
print(guardian._process.pid, bot._keeper, flush=True)
signal.pause()
"""
"""It dies between the making of a folder and the order that names it, or waits to be killed."""


def begin_worker(moment: str, mark: str, transport: str) -> "subprocess.Popen[str]":
    """A worker that starts one bot."""
    command = [sys.executable, "-c", WORKER, moment, mark, transport]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def is_nothing_left(mark: str) -> bool:
    """Neither a process nor a folder."""
    return not marked_processes(mark) and not any(Path(tempfile.gettempdir()).iterdir())


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_worker_killed_before_its_order_leaves_no_folder(mark: str, transport: str) -> None:
    """The guardian knew of it before it was made."""
    with begin_worker("ordering", mark, transport) as worker:
        assert worker.wait() == -signal.SIGKILL
    assert eventually(lambda: is_nothing_left(mark))


def test_worker_and_keeper_killed_leave_no_folder(mark: str) -> None:
    """Also a keeper that ends before it could do anything is outlived by the guardian."""
    with begin_worker("later", mark, "unix") as worker:
        assert worker.stdout is not None
        guardian, keeper = map(int, worker.stdout.readline().split())
        assert any(Path(tempfile.gettempdir()).iterdir())
        os.kill(guardian, signal.SIGSTOP)
        os.kill(keeper, signal.SIGKILL)
        worker.kill()
        worker.wait()
        os.kill(guardian, signal.SIGCONT)
    assert eventually(lambda: is_nothing_left(mark))


def test_private_folder_is_private_and_neutral(mark: str, guardian: Guardian) -> None:
    """0700, nothing of the bot in its path, gone after stop with all that is in it."""
    script = "import os, time; open(os.environ['HOME'] + '/memory', 'w'); print('up', flush=True); time.sleep(60)"
    process = BotProcess(script_bot(mark, script), QUICK, guardian)
    assert eventually(lambda: process.log_tail() == "up")
    folder = Path(process.address.removeprefix("unix:")).parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert "script" not in str(folder)
    assert (folder / "memory").exists()
    process.stop()
    assert not folder.exists()


def test_folder_is_forgotten_when_it_is_vacated(mark: str, guardian: Guardian) -> None:
    """What lies at its path later is nobody's of ours."""
    process = BotProcess(script_bot(mark, ""), QUICK, guardian)
    folder = Path(process.address.removeprefix("unix:")).parent
    process.stop()
    folder.mkdir()
    guardian.close()
    folder.rmdir()


def test_signal_while_a_folder_is_removed_leaves_it_to_the_guardian(
    mark: str, guardian: Guardian, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One Ctrl-C at that moment left a folder behind for ever."""
    process = BotProcess(script_bot(mark, ""), QUICK, guardian)
    folder = Path(process.address.removeprefix("unix:")).parent

    def interrupted(*_: object, **_keys: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", interrupted)
        with pytest.raises(KeyboardInterrupt):
            process.stop()
    assert folder.exists()
    guardian.close()
    assert not folder.exists()


def test_long_temporary_path_is_avoided(
    mark: str, guardian: Guardian, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A socket's path has at most 107 bytes, whatever TMPDIR says."""
    long_name = tmp_path / ("x" * 120)
    long_name.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long_name))
    instance = Instance.start(bad_bot(mark), ProcessSettings(), guardian)
    instance.stop()
    assert not list(long_name.iterdir())
