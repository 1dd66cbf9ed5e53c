"""Calls that would not end."""

import os
import signal
import threading
from dataclasses import replace

import pytest
from support.bots import bad_bot
from support.processes import marked_processes

from referee.bots.connection import Method
from referee.bots.instance import Instance
from referee.bots.launch import Guardian
from referee.bots.spec import ProcessSettings
from referee.errors import CrashedError, LateError, StalledError

SETTINGS = ProcessSettings(stop_grace_ms=100)


@pytest.mark.parametrize("flood", ["ping", "settings"])
def test_bot_that_floods_and_reads_nothing_holds_up_no_call_for_long(mark: str, guardian: Guardian, flood: str) -> None:
    """Nothing can be written to it any more, so no later deadline would hold: it is stopped, and the call ends."""
    command = ("{python}", "flooding_bot.py", flood)
    bot = Instance.start(replace(bad_bot(mark), command=command), SETTINGS, guardian)
    freed: list[int] = []

    def free() -> None:
        """Kill the bot, which ends a call that hangs."""
        for pid, words in marked_processes(mark).items():
            if "flooding_bot" in words and "guardian" not in words:
                freed.append(pid)
                os.kill(pid, signal.SIGKILL)

    release = threading.Timer(30, free)
    release.start()
    try:
        for method in (Method.TAKE_TURN, Method.FINISH_MATCH):
            # A bot that floods can make its machine seem to stand still.
            with pytest.raises((LateError, StalledError)):
                bot.call(method, b"x" * 500, limit_ms=300, margin_ms=0)
        with pytest.raises(CrashedError) as crash:
            bot.call(Method.TAKE_TURN, b"x", limit_ms=300, margin_ms=0)
    finally:
        release.cancel()
        bot.stop()
    assert not freed
    assert crash.value.reason == "crashed: killed by SIGTERM, for a call to it did not end"
