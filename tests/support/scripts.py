"""Bots that are a few lines of Python and do one odd thing, and how they are started."""

from support.processes import eventually, marked_processes

from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings

SETTINGS = ProcessSettings(stop_grace_ms=200)
SLEEP = "import time; print('up', flush=True); time.sleep(60)"
DAEMON = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        import signal
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                signal.signal(number, signal.SIG_IGN)
        print("up", flush=True)
        time.sleep(60)
    os._exit(0)
os.wait()
time.sleep(60)
"""
"""A child that left the group and heeds nothing."""

DEAF = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("up", flush=True)
time.sleep(60)
"""


def start(spec: BotSpec, guardian: Guardian, settings: ProcessSettings = SETTINGS) -> BotProcess:
    """A bot that has printed `up`."""
    process = BotProcess(spec, settings, guardian)
    assert eventually(lambda: "up" in process.log_tail()), process.log_tail()
    return process


def bots_of(mark: str) -> list[int]:
    """The processes of bots: not guardian and keepers."""
    return [pid for pid, command in marked_processes(mark).items() if "guardian" not in command]
