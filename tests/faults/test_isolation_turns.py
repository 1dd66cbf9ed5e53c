"""Boxed bots at work: asked over their socket or port, frozen in between, and what they cannot do about it."""

import os
import re
import signal
import statistics
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.boxes import BAD_BOT, BOX, boxed, home, inside, intruder, need_boxes, report, unfrozen
from support.processes import MARK, eventually, of_threads, stat_fields

from referee.bots.connection import Method
from referee.bots.instance import Instance
from referee.bots.isolation import group
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings, Transport
from referee.errors import CrashedError, NotStartedError

pytestmark = pytest.mark.usefixtures("_boxes")

SPINNER = """
import threading
def spin():
    while True:
        pass
threading.Thread(target=spin, daemon=True).start()
"""
FORK_HOPPER = """
import os
if os.fork() == 0:
    os.close(1), os.close(2)
    while True:
        try:
            os.setsid()
        except OSError:
            pass
        if os.fork():
            os._exit(0)
"""
SILENT_S = 0.2


@pytest.fixture
def _boxes() -> None:
    need_boxes()


def bot(mark: str, folder: Path, prelude: str = "", **fields: object) -> BotSpec:
    """The obedient bad bot, after a few lines of its own, in a folder of its own."""
    files = {"bad_bot.py": BAD_BOT.read_text(), "main.py": f"{prelude}\nimport bad_bot\nbad_bot.main('')\n"}
    place = home(folder, f"bot-{len(list(folder.iterdir()))}", files)
    return BotSpec(name="bad", command=("{python}", "main.py"), dir=place, env=((MARK, mark),), **fields)  # type: ignore[arg-type]  # what a test gives


def ask(instance: Instance, order: str, *, limit_ms: float = 2000) -> bytes:
    """The answer to an order."""
    answer = instance.call(Method.TAKE_TURN, order.encode(), limit_ms=limit_ms, margin_ms=20)
    assert answer is not None
    return answer.reply


def computed_s(pids: list[int]) -> float:
    """What processes and their threads have computed so far, in seconds."""
    return sum(int(text.split()[0]) for pid in pids for text in of_threads(pid, "schedstat")) / 1e9


def are_still(pids: list[int]) -> bool:
    """Whether all threads of processes have stopped, or ended: each does when it is next given a core."""
    states = {text.rpartition(")")[2].split()[0] for pid in pids for text in of_threads(pid, "stat")}
    return states <= {"T", "Z", "X"}


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_boxed_bot_answers(mark: str, guardian: Guardian, tmp_path: Path, transport: str) -> None:
    """Over its socket, or over the relay to its port, again and again; and nothing of it is left."""
    instance = Instance.start(bot(mark, tmp_path, transport=transport), boxed(), guardian)
    assert instance.describe_reply == b"described"
    assert [ask(instance, f"echo {number}") for number in range(50)] == [str(number).encode() for number in range(50)]
    assert ask(instance, "big 60000") == bytes(60000)
    instance.stop()


def test_relay_is_not_seen_inside(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """The bot finds no process but its own, and no way out through it."""
    prelude = "import os; print('seen', sorted(pid for pid in os.listdir('/proc') if pid.isdigit()), flush=True)"
    instance = Instance.start(bot(mark, tmp_path, prelude, transport="tcp"), boxed(), guardian)
    seen = next(line for line in instance.log_tail().splitlines() if line.startswith("seen"))
    assert seen.count("'") == 4
    instance.stop()


@pytest.mark.parametrize(("transport", "told"), [("unix", "unix:/run/bot/bot.sock"), ("tcp", "127.0.0.1:50051")])
def test_bot_that_listens_elsewhere_is_told_where(
    mark: str, guardian: Guardian, tmp_path: Path, transport: Transport, told: str
) -> None:
    """By the address that it was given inside. A relay listens only when the bot does."""
    spec = intruder(mark, home(tmp_path, "mine"), "import time; time.sleep(60)")
    spec = replace(spec, transport=transport)
    with pytest.raises(NotStartedError, match=f"did not listen on {re.escape(told)} within 400 ms"):
        Instance.start(spec, replace(boxed(), startup_ms=400), guardian)


@pytest.mark.parametrize("prelude", [SPINNER, FORK_HOPPER], ids=["spinner", "fork-hopper"])
def test_frozen_bot_does_not_compute(mark: str, guardian: Guardian, tmp_path: Path, prelude: str) -> None:
    """Between two calls nothing in its box runs (trap 7), and the next call works; while it is asked, all runs."""
    instance = Instance.start(bot(mark, tmp_path, prelude), boxed(), guardian)
    assert ask(instance, "sleep 0.2") == b"at last"
    process = instance._process
    assert process is not None
    for number in range(3):
        pids = inside(process.pid)
        assert eventually(lambda pids=pids: are_still(pids))  # type: ignore[misc]  # default of a loop's lambda
        before = set(inside(process.pid))
        before_s = {pid: computed_s([pid]) for pid in pids}
        time.sleep(SILENT_S)
        # One that was just ending may be gone; none has gone on, and none is new.
        assert [pid for pid in pids if computed_s([pid]) > before_s[pid]] == []
        assert set(inside(process.pid)) <= before
        assert ask(instance, f"echo {number}") == str(number).encode()
    instance.stop()


def test_unfrozen_bot_does_compute(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """With `off_turn = "allow"` it goes on: so the test before can fail."""
    instance = Instance.start(bot(mark, tmp_path, SPINNER), boxed(unfrozen()), guardian)
    process = instance._process
    assert process is not None
    before_s = computed_s(inside(process.pid))
    time.sleep(SILENT_S)
    assert computed_s(inside(process.pid)) > before_s + SILENT_S / 10
    instance.stop()


def test_nothing_wakes_a_frozen_bot(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """No timer, queue or descriptor may send it SIGCONT, and nothing leaves its group or its core."""
    script = """
import ctypes, fcntl, json, os, signal
libc = ctypes.CDLL(None, use_errno=True)
def can(what):
    try:
        return what() not in (-1, False)
    except OSError:
        return False
event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)
timer = ctypes.c_void_p()
left, right = os.pipe()
group = os.getpgrp()
os.fork() or (os.setsid(), os.setpgid(0, 0), os._exit(0 if os.getpgrp() == group else 1))
print(json.dumps([can(lambda: libc.timer_create(1, event, ctypes.byref(timer))),
    can(lambda: fcntl.fcntl(left, 10, signal.SIGCONT)),
    can(lambda: libc.syscall(244, 0, event)),
    can(lambda: os.sched_setaffinity(0, {0, 1})), os.waitstatus_to_exitcode(os.wait()[1])]))"""
    found = report(intruder(mark, home(tmp_path, "mine"), script), guardian)
    assert found == [False, False, False, False, 0]


def test_older_kernels_freeze_too(
    mark: str, guardian: Guardian, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those before 6.9 signal a group by its number, and not once the box is gone."""
    monkeypatch.setattr(group, "_TO_GROUP", 1 << 20)
    instance = Instance.start(bot(mark, tmp_path, SPINNER), boxed(), guardian)
    process = instance._process
    assert process is not None
    pids = inside(process.pid)
    assert eventually(lambda: all(stat_fields(pid)[:1] == ["T"] for pid in pids))
    assert ask(instance, "echo thawed") == b"thawed"
    instance.stop()
    process.freeze()


def test_bot_lives_through_a_long_freeze(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Its connection is the same after it; only a few seconds here, for the sake of the tests' time."""
    instance = Instance.start(bot(mark, tmp_path), boxed(), guardian)
    assert ask(instance, "echo a") == b"a"
    time.sleep(3.0)
    assert ask(instance, "echo b") == b"b"
    instance.stop()


def test_death_in_a_call_is_a_crash(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """With its signal; and with the reason where it took too much memory."""
    instance = Instance.start(bot(mark, tmp_path), boxed(), guardian)
    with pytest.raises(CrashedError, match="crashed: killed by SIGSEGV"):
        ask(instance, f"kill {int(signal.SIGSEGV)}")
    instance.stop()
    greedy = "import bad_bot\nbad_bot.ORDERS['take'] = lambda *_: bytes(bytearray(1 << 30))"
    instance = Instance.start(bot(mark, tmp_path, greedy), boxed(), guardian)
    with pytest.raises(CrashedError, match="killed by SIGKILL, for it used more than its 128 MiB of memory"):
        ask(instance, "take")
    instance.stop()


SWAP = """
import os, socket, sys, time
path = os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:")
os.symlink(sys.argv[1], path)
print("up", flush=True)
time.sleep(60)
"""


def test_link_instead_of_a_socket_is_not_followed(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """A bot that puts a link to another's socket at its address (trap 6) does not start."""
    honest = Instance.start(bot(mark, tmp_path), boxed(), guardian)
    assert honest._process is not None
    target = f"/proc/{inside(honest._process.pid)[0]}/root/run/bot/bot.sock"
    assert Path(target).is_socket()
    spec = intruder(mark, home(tmp_path, "mine"), SWAP, words=(target,))
    with pytest.raises(NotStartedError, match="did not listen"):
        Instance.start(spec, replace(boxed(), startup_ms=400), guardian)
    assert ask(honest, "echo still here") == b"still here"
    honest.stop()


def test_socket_that_is_replaced_later_stays_the_old_one(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """What was found once is kept: a link that comes later leads nowhere."""
    prelude = """
import os, threading, time
def swap():
    path = os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:")
    while not os.path.exists(path): time.sleep(0.001)
    time.sleep(0.3)
    os.unlink(path)
    os.symlink("/run/bot/other.sock", path)
threading.Thread(target=swap).start()
"""
    instance = Instance.start(bot(mark, tmp_path, prelude), boxed(unfrozen()), guardian)
    time.sleep(0.5)
    assert ask(instance, "echo the same") == b"the same"
    instance.stop()


@pytest.mark.parametrize("mode", [0o700, 0o644])
def test_folder_that_is_closed_to_others_is_named(mark: str, guardian: Guardian, tmp_path: Path, mode: int) -> None:
    """Where the referee is root, a bot in its box is another user: the message says what to do."""
    place = home(tmp_path, "mine")
    place.chmod(mode)
    spec = intruder(mark, place, "print('up', flush=True); import time; time.sleep(60)")
    if os.geteuid() == 0:
        with pytest.raises(NotStartedError, match=r"closed to others.*chmod -R o\+rX"):
            BotProcess(spec, boxed(), guardian)


def test_missing_program_is_named_as_without_a_box(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Not the tool that would have started it."""
    place = home(tmp_path, "mine", {"plain": "#!/bin/sh\n"})
    for command, words in (("./nobody", "No such file or directory"), ("./plain", "Permission denied")):
        spec = BotSpec(name="x", command=(command,), dir=place, env=((MARK, mark),))
        with pytest.raises(NotStartedError, match=words):
            BotProcess(spec, boxed(), guardian)


def test_boxes_start_from_many_threads_at_once(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Each has its own answer from bubblewrap, which comes in pieces (trap 5), and its own user."""
    place = home(tmp_path, "mine")
    spec = intruder(mark, place, "print('up', flush=True); import time; time.sleep(60)")
    started: list[BotProcess] = []
    threads = [threading.Thread(target=lambda: started.append(BotProcess(spec, boxed(), guardian))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert eventually(lambda: all("up" in process.log_tail() for process in started))
    assert len({inside(process.pid)[0] for process in started}) == 12
    for process in started:
        process.stop()


def test_start_is_quick(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """A box adds less than a quarter of a second to a start."""
    spec = intruder(mark, home(tmp_path, "mine"), "print('up', flush=True); import time; time.sleep(60)")

    def starting_s(settings: ProcessSettings) -> float:
        before_s = time.monotonic()
        process = BotProcess(spec, settings, guardian)
        assert eventually(lambda: "up" in process.log_tail())
        took_s = time.monotonic() - before_s
        process.stop()
        return took_s

    plain, in_box = ([starting_s(settings) for _ in range(7)] for settings in (ProcessSettings(), boxed(BOX)))
    assert statistics.median(in_box) - statistics.median(plain) < 0.25
