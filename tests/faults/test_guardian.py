"""Guardian and keepers with real bad bots: whatever they do, nothing of them is left."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.bots import script_bot
from support.processes import (
    PATIENCE_S,
    children_of,
    cpu_s,
    eventually,
    marked_processes,
    parent_of,
    stat_fields,
)
from support.scripts import DAEMON, DEAF, SETTINGS, SLEEP, bots_of, start

from referee.bots import launch
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import ProcessSettings
from referee.errors import RefereeError

LOOK = """
import json, os, signal
handlers = [n for n in range(1, 32) if n not in (9, 19) and signal.getsignal(n) is signal.SIG_IGN]
blocked = sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
fds = [fd for fd in range(256) if os.path.exists(f"/proc/self/fd/{fd}")]
print(json.dumps({"ignored": handlers, "blocked": blocked, "fds": fds, "stdin": os.readlink("/proc/self/fd/0"),
    "leads": os.getsid(0) == os.getpid() == os.getpgrp(), "env": sorted(os.environ), "home": os.environ["HOME"],
    "mode": oct(os.stat(os.environ["HOME"]).st_mode & 0o777), "cwd": os.getcwd()}), flush=True)
"""
WORKER = """
import json, sys, time
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings
guardian = Guardian()
def start(script):
    env = (("LOST_CITIES_TEST_MARK", sys.argv[1]),)
    spec = BotSpec(name="script", command=("{python}", "-S", "-c", script), env=env)
    return BotProcess(spec, ProcessSettings(), guardian)
bots = [start(script) for script in json.loads(sys.argv[2])]
while not all("up" in bot.log_tail() for bot in bots):
    time.sleep(0.01)
print("ready", flush=True)
time.sleep(60)
"""


FULL = """
import errno, itertools, os, sys
sys.path.append(sys.argv[1])
from referee.bots.guardian import main
fork, count = os.fork, itertools.count(1)
def seldom():
    if next(count) == 2:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return fork()
os.fork = seldom
main()
"""
"""A guardian whose second fork fails."""


def test_closed_guardian_takes_everything_along(mark: str, guardian: Guardian) -> None:
    """Closing the guardian ends bots that nobody stopped, and their private folders."""
    processes = [start(script_bot(mark, script), guardian) for script in (SLEEP, DAEMON, DEAF)]
    guardian.close()
    assert not marked_processes(mark)
    for process in processes:
        assert process.exit_status() == -signal.SIGKILL
        process.stop()


def test_killed_worker_leaves_nothing(mark: str) -> None:
    """`kill -9` of the worker ends guardian, keepers, bots and daemons within a second or so, folders included."""
    arguments = [mark, json.dumps([SLEEP, DAEMON, DEAF])]
    with subprocess.Popen([sys.executable, "-c", WORKER, *arguments], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        assert len(bots_of(mark)) >= 4
        worker.kill()
    assert eventually(lambda: not marked_processes(mark), 3.0), marked_processes(mark)


def test_bot_of_a_killed_keeper_is_killed(mark: str, guardian: Guardian) -> None:
    """A keeper that is killed hands its bot to the guardian, which kills it; the exit is told as SIGKILL."""
    process = start(script_bot(mark, DAEMON), guardian)
    other = start(script_bot(mark, SLEEP), guardian)
    os.kill(parent_of(process.pid), signal.SIGKILL)
    exit_ = process.wait_exit(PATIENCE_S)
    assert exit_ is not None
    assert exit_.status == -signal.SIGKILL
    assert bots_of(mark) == [other.pid]
    process.stop()
    assert other.exit_status() is None
    other.stop()


def test_stopped_keeper_is_buried(mark: str, guardian: Guardian, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keeper that does not answer is killed, with its bot, when patience is over."""
    process = start(script_bot(mark, DAEMON), guardian)
    os.kill(parent_of(process.pid), signal.SIGSTOP)
    monkeypatch.setattr(launch, "_PATIENCE_S", 0.3)
    process.stop()
    assert process.exit_status() == -signal.SIGKILL
    assert not bots_of(mark)


def test_killed_guardian_is_replaced(mark: str, guardian: Guardian) -> None:
    """Bots of a killed guardian can still be stopped, and new ones be started."""
    process = start(script_bot(mark, SLEEP), guardian)
    os.kill(parent_of(parent_of(process.pid)), signal.SIGKILL)
    other = start(script_bot(mark, SLEEP), guardian)
    process.stop()
    other.stop()
    assert process.exit_status() == other.exit_status() == -signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_of_a_terminal_are_not_heeded(mark: str, guardian: Guardian, number: int) -> None:
    """Guardian and keepers end by their sockets only; and no terminal reaches them in their own session."""
    process = start(script_bot(mark, SLEEP), guardian)
    keeper = parent_of(process.pid)
    os.kill(keeper, number)
    os.kill(parent_of(keeper), number)
    assert process.wait_exit(0.2) is None
    session = int(stat_fields(keeper)[3])
    assert session == parent_of(keeper) != os.getsid(0)
    process.stop()
    assert process.exit_status() == -signal.SIGTERM


@contextmanager
def ignoring(*numbers: signal.Signals) -> Iterator[None]:
    """Ignore signals, as those do who are started by `nohup`, or by a shell in the background."""
    before = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def test_bot_sees_a_clean_world(mark: str, guardian: Guardian, monkeypatch: pytest.MonkeyPatch) -> None:
    """Own session, three descriptors, nothing on stdin, no signal ignored or blocked, few variables."""
    monkeypatch.setenv("SECRET", "of the referee")
    with ignoring(signal.SIGQUIT, signal.SIGHUP, signal.SIGUSR1):
        process = BotProcess(script_bot(mark, LOOK), SETTINGS, guardian)
    assert process.wait_exit(PATIENCE_S)
    seen = json.loads(process.log_tail())
    assert seen["env"] == ["HOME", "LANG", "LOST_CITIES_BOT_ADDRESS", "LOST_CITIES_TEST_MARK", "PATH", "TMPDIR"]
    # Python itself ignores SIGPIPE and SIGXFSZ.
    assert seen["ignored"] == [signal.SIGPIPE, signal.SIGXFSZ]
    assert (seen["blocked"], seen["stdin"], seen["leads"]) == ([], "/dev/null", True)
    assert seen["fds"] == [0, 1, 2]
    assert (seen["mode"], seen["cwd"]) == ("0o700", str(Path.cwd()))
    process.stop()
    assert not Path(seen["home"]).exists()


def test_flood_of_output_is_capped(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """100 MB of output leave a log within its limit, with its beginning and its end."""
    script = """
import os
os.write(1, b"first words\\n")
for _ in range(1600):
    os.write(1, b"x" * 65535 + b"\\n")
os.write(2, b"last words\\n")
"""
    settings = ProcessSettings(log_kb=64, log_dir=tmp_path)
    process = BotProcess(script_bot(mark, script), settings, guardian)
    exit_ = process.wait_exit(60)
    assert exit_ is not None
    assert exit_.status == 0
    assert cpu_s(process._keeper) < 2.0
    process.stop()
    (log,) = (tmp_path / "script").iterdir()
    text = log.read_text()
    assert len(text) <= 64 * 1024
    assert text.startswith("first words\n")
    assert text.endswith("last words\n")
    assert "bytes left out" in text


def test_keeper_reaps_what_it_adopts_and_does_not_spin(mark: str, guardian: Guardian) -> None:
    """Ended orphans are no zombies; closed output, a dead bot and an idle one cost no CPU time."""
    script = "import os, time; [os.fork() or os.fork() or os._exit(0) for _ in range(3)]; os.close(1); os.close(2); "
    dead = BotProcess(script_bot(mark, script), SETTINGS, guardian)
    idle = start(script_bot(mark, SLEEP), guardian)
    silent = BotProcess(
        script_bot(mark, "import os, time; os.close(1); os.close(2); time.sleep(60)"), SETTINGS, guardian
    )
    assert dead.wait_exit(PATIENCE_S)
    assert eventually(lambda: not children_of(dead._keeper))
    guardian_pid = parent_of(dead._keeper)
    ours = [guardian_pid, dead._keeper, idle._keeper, silent._keeper]
    before_s = [cpu_s(pid) for pid in ours]
    time.sleep(0.5)
    after_s = [cpu_s(pid) for pid in ours]
    assert max(after - before for before, after in zip(before_s, after_s, strict=True)) < 0.1
    for process in (dead, idle, silent):
        process.stop()
    assert eventually(lambda: not children_of(guardian_pid))


def test_nothing_grows_with_the_number_of_starts(mark: str, guardian: Guardian) -> None:
    """Neither descriptors here and in the guardian, nor its children."""

    def counts() -> list[int]:
        BotProcess(script_bot(mark, "print('up')"), SETTINGS, guardian).stop()
        assert guardian._process is not None
        pid = guardian._process.pid
        assert eventually(lambda: not children_of(pid))
        return [len(list(Path(f"/proc/{owner}/fd").iterdir())) for owner in ("self", pid)]

    first = counts()
    assert [counts() for _ in range(20)] == [first] * 20


def test_guardian_carries_nothing_but_the_standard_library() -> None:
    """It starts without site-packages, where gRPC and its threads would be."""
    root = str(Path(launch.__file__).parents[2])
    program = "import sys; sys.path.append(sys.argv[1]); import referee.bots.guardian; print(*sys.modules)"
    command = [sys.executable, "-I", "-S", "-c", program, root]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    modules = {name for name in result.stdout.split() if name.startswith("referee.bots.")}
    ours = {"guardian", "keeper", "mailbox", "output", "reaper", "isolation"}
    boxes = {f"isolation.{name}" for name in ("box", "group", "interior", "relay", "watchdog")}
    assert modules == {f"referee.bots.{name}" for name in ours | boxes}


def test_machine_without_room_costs_no_other_bot_its_life(
    mark: str, guardian: Guardian, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guardian that cannot fork any more says so, and goes on with those that it has."""
    monkeypatch.setattr(launch, "_BOOT", FULL)
    process = start(script_bot(mark, SLEEP), guardian)
    with pytest.raises(RefereeError, match=r"^no more processes can be started here: Resource .*able; make room"):
        start(script_bot(mark, SLEEP), guardian)
    assert process.exit_status() is None
    start(script_bot(mark, SLEEP), guardian).stop()
    process.stop()


def test_machine_without_room_for_a_guardian_is_told(guardian: Guardian, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a sentence: whoever plays one series has nobody who would make a void of it."""

    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(RefereeError, match=r"^no more processes can be started here: Resource .*able; make room"):
        guardian.hire(None)
