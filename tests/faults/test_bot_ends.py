"""How a bot ends: by itself, asked, or killed; it is told as it was, and nothing of the bot is left."""

import os
import signal
import time

import pytest
from support.bots import script_bot
from support.processes import PATIENCE_S, eventually
from support.scripts import DAEMON, DEAF, SETTINGS, SLEEP, bots_of, start

from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import ProcessSettings

HOPPER = """
import os, time
print("up", flush=True)
while True:
    os.setsid() if os.getpid() != os.getsid(0) else None
    if os.fork():
        os._exit(0)
"""
POLITE = """
import signal, sys, time
def leave(number, frame):
    print("bye", flush=True)
    sys.exit(0)
signal.signal(signal.SIGTERM, leave)
print("up", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("script", "status"),
    [("", 0), ("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 9)", -9), ("import os; os.abort()", -6)],
)
def test_exit_is_told_with_status_and_time(mark: str, guardian: Guardian, script: str, status: int) -> None:
    """Exit codes are positive, signals negative, and the time is of the monotonic clock all processes share."""
    before_s = time.monotonic()
    process = BotProcess(script_bot(mark, script), SETTINGS, guardian)
    exit_ = process.wait_exit(PATIENCE_S)
    assert exit_ is not None
    assert exit_.status == process.exit_status() == status
    assert before_s < exit_.at_s < time.monotonic()
    process.stop()
    assert process.exit_status() == status


def test_last_words_are_in_the_log_when_the_exit_is_told(mark: str, guardian: Guardian) -> None:
    """An exit is told only when the output has been drained."""
    script = "import os; os.write(1, b'x' * 60000 + b'\\nout\\n'); os.write(2, b'err\\n'); os._exit(1)"
    process = BotProcess(script_bot(mark, script), SETTINGS, guardian)
    assert process.wait_exit(PATIENCE_S)
    assert process.log_tail(2) == "out\nerr"
    process.stop()


def test_exit_is_told_while_a_child_holds_the_output(mark: str, guardian: Guardian) -> None:
    """A child that keeps the pipe open does not hide its parent's end, and is gone after stop."""
    script = "import os, time; os.fork() and os._exit(4); print('child', flush=True); time.sleep(60)"
    process = BotProcess(script_bot(mark, script), SETTINGS, guardian)
    exit_ = process.wait_exit(PATIENCE_S)
    assert exit_ is not None
    assert exit_.status == 4
    assert eventually(lambda: "child" in process.log_tail())
    assert bots_of(mark)
    process.stop()
    assert not bots_of(mark)


def test_polite_bot_says_good_bye(mark: str, guardian: Guardian) -> None:
    """SIGTERM comes first; a bot that heeds it ends in its own way."""
    process = start(script_bot(mark, POLITE), guardian, ProcessSettings(stop_grace_ms=60_000))
    process.ask_to_stop()
    assert eventually(lambda: process.log_tail(1) == "bye")
    process.stop()
    assert process.exit_status() == 0


def test_bot_that_ignores_sigterm_is_killed_after_the_grace(mark: str, guardian: Guardian) -> None:
    """The grace is given, and is the end."""
    process = start(script_bot(mark, DEAF), guardian)
    before_s = time.monotonic()
    process.stop()
    assert process.exit_status() == -signal.SIGKILL
    assert time.monotonic() - before_s > SETTINGS.stop_grace_ms / 1000


def test_stopped_bot_is_killed(mark: str, guardian: Guardian) -> None:
    """SIGSTOP keeps a bot from heeding SIGTERM, not from being killed."""
    process = start(script_bot(mark, POLITE), guardian)
    os.kill(process.pid, signal.SIGSTOP)
    process.stop()
    assert process.exit_status() == -signal.SIGKILL


@pytest.mark.parametrize("script", [DAEMON, HOPPER], ids=["daemon", "hopper"])
def test_escaped_children_are_killed(mark: str, guardian: Guardian, script: str) -> None:
    """A double fork, a session of its own, ignored signals, a new process id all the time: nothing of it helps."""
    process = start(script_bot(mark, script), guardian)
    assert eventually(lambda: bots_of(mark))
    process.stop()
    assert not bots_of(mark)


def test_stop_twice_is_stop_once(mark: str, guardian: Guardian) -> None:
    """Stopping is idempotent, also after the guardian has been closed."""
    process = start(script_bot(mark, SLEEP), guardian)
    process.stop()
    process.stop()
    guardian.close()
    process.stop()
    assert process.exit_status() == -signal.SIGTERM
