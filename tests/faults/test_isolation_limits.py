"""What a boxed bot can use up: processes, memory of every kind, disk, descriptors, output; and what is left of it."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.boxes import BOX, boxed, home, inside, intruder, need_boxes, report, start, unfrozen
from support.processes import PATIENCE_S, children_of, cpu_s, eventually, marked_processes, parent_of, stat_fields
from support.scripts import DAEMON

from referee.bots.isolation.settings import BoxSettings
from referee.bots.launch import BotProcess, Guardian

pytestmark = pytest.mark.usefixtures("_boxes")

MIB = 1 << 20
WAIT = "import time; print('up', flush=True); time.sleep(60)"
BOMB = """
import os, time
count = 0
try:
    while True:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        count += 1
except OSError:
    print(count, "up", flush=True)
time.sleep(60)
"""
PRIVATE = "taken = []\nwhile True: taken.append(bytearray(1 << 20))"
SHARED = (
    "import mmap\ntaken = []\nwhile True:\n    taken.append(mmap.mmap(-1, 1 << 22)); taken[-1].write(b'x' * (1 << 22))"
)
MEMFD = """
import os
files = [os.memfd_create("x") for _ in range(40)]
while True:
    for file in files:
        os.write(file, b"x" * (1 << 20))
"""
SPREAD = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        taken = []
        for _ in range(40):
            taken.append(bytearray(1 << 20)); time.sleep(0.005)
        time.sleep(60)
time.sleep(60)
"""
WORKER = """
import json, sys, time
from pathlib import Path
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings
from referee.bots.isolation.settings import BoxSettings
guardian = Guardian()
def start(script):
    command = ("{python}", "-I", "-S", "-c", script)
    spec = BotSpec(name="x", command=command, dir=Path(sys.argv[3]), env=(("LOST_CITIES_TEST_MARK", sys.argv[1]),))
    return BotProcess(spec, ProcessSettings(box=BoxSettings()), guardian)
bots = [start(script) for script in json.loads(sys.argv[2])]
while not all("up" in bot.log_tail() for bot in bots):
    time.sleep(0.01)
for bot in bots[1:]:
    bot.freeze()
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def _boxes() -> None:
    need_boxes()


def resident_bytes(pid: int) -> int:
    """What a process has in memory; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
    except OSError:
        return 0


def test_fork_bomb_stops_in_its_own_box(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """At its limit (trap 12), and meanwhile another box still forks."""
    bomb = start(intruder(mark, home(tmp_path, "bomb"), BOMB), guardian)
    assert int(bomb.log_tail().split()[0]) < BOX.pids
    script = """
import json, os
pids = [os.fork() or os._exit(0) for _ in range(10)]
print(json.dumps([os.waitpid(pid, 0)[1] for pid in pids]))"""
    assert report(intruder(mark, home(tmp_path, "other"), script), guardian) == [0] * 10
    bomb.stop()


@pytest.mark.parametrize("script", [PRIVATE, SHARED, MEMFD, SPREAD], ids=["private", "shared", "memfd", "spread"])
def test_memory_is_stopped_near_the_limit(mark: str, guardian: Guardian, tmp_path: Path, script: str) -> None:
    """Of every kind, in one process or in many (trap 9); and the fault says so."""
    box = replace(BOX, memory_mb=150)
    process = BotProcess(intruder(mark, home(tmp_path, "mine"), script), boxed(box), guardian)
    exit_ = process.wait_exit(30.0)
    assert exit_ is not None
    assert (exit_.status, exit_.note) == (-signal.SIGKILL, "it used more than its 150 MiB of memory")
    process.stop()


def test_overshoot_is_small(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """A bot that takes memory as fast as it can is stopped before it has twice its limit."""
    box = replace(BOX, memory_mb=300)
    process = BotProcess(
        intruder(mark, home(tmp_path, "mine"), f"print('up', flush=True)\n{PRIVATE}"), boxed(box), guardian
    )
    most = 0
    while process.wait_exit(0) is None:
        most = max(most, *(resident_bytes(pid) for pid in inside(process.pid)), 0)
    process.stop()
    assert most < 600 * MIB


def test_what_a_bot_may_have_it_can_use(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Below the limit nothing happens; reserved memory is not taken memory."""
    script = """
import json, mmap, time
taken, reserved = bytearray(60 << 20), mmap.mmap(-1, 8 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
time.sleep(0.3)
print(json.dumps(len(taken) + len(reserved)))"""
    assert report(intruder(mark, home(tmp_path, "mine"), script), guardian) == (60 << 20) + (8 << 30)


def test_empty_files_count_as_memory(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """They cost the kernel memory, and are bounded by nothing else."""
    script = "n = 0\nwhile True:\n    open(f'/tmp/{n}', 'w').close(); n += 1"
    process = BotProcess(intruder(mark, home(tmp_path, "mine"), script), boxed(replace(BOX, memory_mb=40)), guardian)
    exit_ = process.wait_exit(60.0)
    assert exit_ is not None
    assert exit_.note
    process.stop()


def test_full_disk_is_full_inside_only(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Each of the three places has its size (trap 2); one large file is refused too."""
    script = """
import errno, json, os
def fill(path):
    fd, size = os.open(path, os.O_WRONLY | os.O_CREAT), 0
    try:
        while True:
            size += os.write(fd, bytes(1 << 16))
    except OSError as error:
        return [errno.errorcode[error.errno], size]
print(json.dumps([fill(path + "/x") for path in ("/tmp", "/dev/shm", "/run/bot")]))"""
    sizes = report(intruder(mark, home(tmp_path, "mine"), script), guardian)
    assert [name for name, _ in sizes] == ["ENOSPC"] * 3
    assert [size <= limit for (_, size), limit in zip(sizes, (8 * MIB, 16 * MIB, 64 << 10), strict=True)] == [True] * 3


def test_descriptors_run_out_inside_only(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """At the limit; files in memory have theirs too."""
    script = """
import json, os
count = 3
try:
    while True:
        os.open("/dev/null", os.O_RDONLY); count += 1
except OSError:
    print(json.dumps(count))"""
    assert report(intruder(mark, home(tmp_path, "mine"), script), guardian) == BOX.open_files


def test_flood_of_output_is_capped_and_cheap(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """100 MB make a small log, and cost the keeper little."""
    script = "import os\nfor _ in range(1600): os.write(1, b'x' * 65535 + b'\\n')\nos.write(2, b'last words\\n')"
    process = BotProcess(
        intruder(mark, home(tmp_path, "mine"), script), boxed(log_kb=64, log_dir=tmp_path / "logs"), guardian
    )
    exit_ = process.wait_exit(60)
    assert exit_ is not None
    assert exit_.status == 0
    assert cpu_s(process._keeper) < 2.0
    process.stop()
    (log,) = (tmp_path / "logs" / "intruder").iterdir()
    assert log.stat().st_size <= 64 * 1024
    assert log.read_text().endswith("last words\n")


@pytest.mark.parametrize(
    ("script", "status"),
    [("", 0), ("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 9)", -9), ("import os; os.abort()", -6)],
)
def test_exit_is_told_as_without_a_box(mark: str, guardian: Guardian, tmp_path: Path, script: str, status: int) -> None:
    """Exit codes are positive, signals negative, though bubblewrap stands between."""
    process = BotProcess(intruder(mark, home(tmp_path, "mine"), script), boxed(), guardian)
    exit_ = process.wait_exit(PATIENCE_S)
    assert exit_ is not None
    assert (exit_.status, exit_.note) == (status, "")
    process.stop()


@pytest.mark.parametrize("is_frozen", [False, True])
def test_nothing_is_left_of_a_daemon(mark: str, guardian: Guardian, tmp_path: Path, *, is_frozen: bool) -> None:
    """Double-forked, in a session of its own, deaf to signals; frozen or not; and no zombie either (trap 4)."""
    process = start(intruder(mark, home(tmp_path, "mine"), DAEMON), guardian)
    guardian_pid = parent_of(process._keeper)
    pids = [process.pid, *inside(process.pid)]
    if is_frozen:
        process.freeze()
    process.stop()
    assert [pid for pid in pids if stat_fields(pid)] == []
    assert eventually(lambda: not children_of(guardian_pid))


def test_frozen_bot_can_still_say_good_bye(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """It is thawed before it is asked to end."""
    script = """
import signal, sys, threading
signal.signal(signal.SIGTERM, lambda *_: (print("bye", flush=True), sys.exit(0)))
for _ in range(4):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
print("up", flush=True)
lock = threading.Lock()
lock.acquire()
lock.acquire()"""
    process = start(intruder(mark, home(tmp_path, "mine"), script), guardian, replace(boxed(), stop_grace_ms=10_000))
    process.freeze()
    process.stop()
    assert process.exit_status() == 0


def test_killed_worker_leaves_no_box(mark: str, tmp_path: Path) -> None:
    """`kill -9` of it ends all boxes, frozen ones too; and so does that of a keeper (trap 3)."""
    arguments = [mark, json.dumps([WAIT, DAEMON, WAIT]), str(home(tmp_path, "mine"))]
    with subprocess.Popen([sys.executable, "-c", WORKER, *arguments], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"
        assert len(marked_processes(mark)) >= 4
        worker.kill()
    assert eventually(lambda: not marked_processes(mark)), marked_processes(mark)


def test_killed_keeper_takes_its_box_along(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Bubblewrap dies with its parent, and the box with bubblewrap."""
    process = start(intruder(mark, home(tmp_path, "mine"), DAEMON), guardian)
    pids = [process.pid, *inside(process.pid)]
    os.kill(process._keeper, signal.SIGKILL)
    assert eventually(lambda: not any(stat_fields(pid) for pid in pids))
    process.stop()


def test_box_is_not_tied_to_a_thread(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """A bot that was started from a thread lives on when the thread has ended (trap 3)."""
    script = f"import threading\nfrom concurrent.futures import ThreadPoolExecutor\n{WAIT}"
    spec = intruder(mark, home(tmp_path, "mine"), script)
    started: list[BotProcess] = []
    thread = threading.Thread(target=lambda: started.append(start(spec, guardian, boxed(unfrozen()))))
    thread.start()
    thread.join()
    assert started[0].wait_exit(0.2) is None
    started[0].stop()


def test_idle_boxes_cost_nothing(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Neither a frozen one, nor much the watchdog of one that waits."""
    process = start(intruder(mark, home(tmp_path, "mine"), WAIT), guardian, boxed(BoxSettings()))
    for freeze, most_s in ((False, 0.06), (True, 0.03)):
        if freeze:
            process.freeze()
        before_s = cpu_s(process._keeper)
        time.sleep(1.0)
        assert cpu_s(process._keeper) - before_s <= most_s
    process.stop()
