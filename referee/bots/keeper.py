"""A keeper: the process beside one bot that drains its output, tells its end, and stops its whole tree.

It talks with the bot's worker over a mailbox. The worker orders

    {"argv": […], "env": {…}, "dir": "…", "log_kb": 256, "open_files": 256, "box": null}
                                        once, first, with the log file's descriptor; a box has an order of its own
                                        (`isolation.order`), and the descriptor that holds its identity
    {"stop": 500}                       milliseconds between SIGTERM and SIGKILL

and the keeper says

    {"keeper": 41}                      its own process id, before it is ordered anything
    {"started": 42, "first": 43}        the bot's, and that of the first process in its box; null without one
    {"failed": 2, "message": "No such file or directory", "path": "…"}    and ends
    {"unboxed": "bwrap: …"}             its box was not built; and ends
    {"exited": -9, "at": 1234.5, "note": "…", "ours": false}    the status, negative for a signal; seconds of the
                                        system-wide monotonic clock; why we ended it, "" if we did not; whether its box
                                        failed
    {"stopped": true}                   nothing of the bot is left; and ends

When the worker hangs up, or dies, the bot is killed at once.
"""

import math
import os
import resource
import select
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress

from referee.bots.isolation.box import Box, BoxError
from referee.bots.mailbox import Mailbox, Message
from referee.bots.output import CappedOutput
from referee.bots.reaper import Reaper

# A worker sends its order right after it asked for a keeper.
_ORDER_S = 10.0
# How long an exit waits to be told while another process still holds the bot's output open.
_DRAIN_S = 0.05
_KILL_PATIENCE_S = 10.0
_THAW_S = 0.02
_CHUNK_BYTES = 65536


def keep_bot(worker: Mailbox) -> None:
    """Start the bot that `worker` orders and keep it, until nothing of it is left."""
    reaper = Reaper()
    try:
        worker.send({"keeper": os.getpid()})
        order = worker.receive(_ORDER_S)
        if order is None:
            return
        log_fd = worker.take_fd()
        started = _start(order, worker)
    except EOFError:
        return
    if started is not None:
        bot, box = started
        log = CappedOutput(log_fd, 1024 * order["log_kb"])
        _Keeper(worker, reaper, bot, log, box=box).keep()


def _start(order: Message, worker: Mailbox) -> "tuple[subprocess.Popen[bytes], Box | None] | None":
    """Start the bot and say so; None if that is impossible, which is said too."""
    try:
        bot, box = Box.start(order["box"], order["argv"]) if order["box"] else _start_plainly(order)
    except BoxError as error:
        worker.send({"unboxed": str(error)})
        return None
    except OSError as error:
        worker.send({"failed": error.errno, "message": error.strerror, "path": error.filename})
        return None
    except ValueError as error:  # a NUL in an argument or a variable
        worker.send({"failed": 0, "message": str(error), "path": None})
        return None
    worker.send({"started": bot.pid, "first": None if box is None else box.group.pid})
    return bot, box


def _start_plainly(order: Message) -> "tuple[subprocess.Popen[bytes], None]":
    """Without a box; with those limits that harm nobody, inherited from here: `preexec_fn` is for nobody's use."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if order["open_files"] is not None:
        _limit_files(order["open_files"])
    bot = subprocess.Popen(
        order["argv"],
        env=order["env"],
        cwd=order["dir"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        start_new_session=True,
    )
    return bot, None


def _limit_files(count: int) -> None:
    """Limit open files, as far as we are allowed to have that many."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    least = count if hard == resource.RLIM_INFINITY else min(count, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (least, least))


class _Keeper:
    """One bot's keeper, from the moment the bot runs. All times are of the monotonic clock, in seconds."""

    def __init__(
        self,
        worker: Mailbox,
        reaper: Reaper,
        bot: "subprocess.Popen[bytes]",
        log: CappedOutput,
        *,
        box: Box | None,
    ) -> None:
        if bot.stdout is None:
            raise AssertionError("the bot's output goes into a pipe")
        self._worker = worker
        self._reaper = reaper
        self._bot = bot
        self._box = box
        self._log = log
        self._output = bot.stdout
        self._unsaid_exit: Message | None = None
        self._say_exit_at_s = math.inf
        self._kill_at_s = math.inf
        self._selector = selectors.DefaultSelector()
        self._selector.register(worker, selectors.EVENT_READ, self._listen)
        self._selector.register(reaper, selectors.EVENT_READ, self._reap)
        self._selector.register(self._output, selectors.EVENT_READ, self._drain)

    def keep(self) -> None:
        """Look after the bot until nothing of it is left."""
        try:
            while not self._is_time_to_kill():
                self._attend()
        finally:
            self._kill()

    def _is_time_to_kill(self) -> bool:
        if self._kill_at_s == math.inf:
            return False
        is_over = self._reaper.is_childless if self._box is None else self._bot.returncode is not None
        return is_over or time.monotonic() >= self._kill_at_s

    def _attend(self) -> None:
        """Wait for what happens next, and deal with it."""
        next_s = min(self._say_exit_at_s, self._kill_at_s, self._look_at_s)
        timeout_s = None if next_s == math.inf else max(0.0, next_s - time.monotonic())
        for key, _ in self._selector.select(timeout_s):
            key.data()
        if time.monotonic() >= self._say_exit_at_s:
            self._say_exit()
        if self._box is not None and time.monotonic() >= self._look_at_s:
            self._box.look()

    @property
    def _look_at_s(self) -> float:
        """When the box wants to be looked at."""
        return math.inf if self._box is None or self._bot.returncode is not None else self._box.look_at_s

    def _listen(self) -> None:
        try:
            order = self._worker.receive(0)
        except EOFError:
            self._selector.unregister(self._worker)
            self._kill_at_s = 0.0
            return
        # Once: a second SIGTERM would kill a bot that is saying good-bye after the first.
        if order is not None and self._kill_at_s == math.inf:
            self._kill_at_s = time.monotonic() + order["stop"] / 1000
            self._signal_group(signal.SIGTERM)

    def _drain(self) -> None:
        data = os.read(self._output.fileno(), _CHUNK_BYTES)
        self._log.write(data)
        if not data:
            self._selector.unregister(self._output)
            self._output.close()
            self._say_exit()

    def _reap(self) -> None:
        self._note(self._reaper.reap())

    def _note(self, ended: Mapping[int, int]) -> None:
        """Remember the bot's exit, and say it when its output has been drained."""
        if self._bot.pid not in ended:
            return
        now_s = time.monotonic()
        status, note, is_ours = ended[self._bot.pid], "", False
        if self._box is not None:
            outer_status, status = status, self._box.status(status)
            note, is_ours = self._box.note, self._box.has_failed(outer_status)
        self._bot.returncode = status
        self._unsaid_exit = {"exited": status, "at": now_s, "note": note, "ours": is_ours}
        self._say_exit_at_s = now_s if self._output.closed else now_s + _DRAIN_S

    def _say_exit(self) -> None:
        if self._unsaid_exit is not None:
            self._say(self._unsaid_exit)
        self._unsaid_exit = None
        self._say_exit_at_s = math.inf

    def _say(self, message: Message) -> None:
        with suppress(EOFError):  # a worker that is gone is noticed when it is listened to
            self._worker.send(message)

    def _signal_group(self, number: signal.Signals) -> None:
        """Signal the bot's process group, all of it at one instant.

        Not after the bot was reaped: its number may be another's by then. Where orphans are not adopted, the group is
        all there is to find the rest by.
        """
        if self._box is not None:
            # A frozen program's main thread takes no signal, and many heed none that another thread has taken.
            self._box.group.thaw()
            time.sleep(_THAW_S)
            self._box.group.send(number)
        elif self._bot.returncode is None or not self._reaper.adopts:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._bot.pid, number)

    def _kill(self) -> None:
        if self._box is None:
            self._signal_group(signal.SIGKILL)
        else:
            self._kill_box(self._box)
        self._note(self._reaper.kill_all(patience_s=_KILL_PATIENCE_S))
        self._drain_rest()
        self._say_exit()
        self._worker.drop_fds()  # its identity is free before anyone hears that it is
        self._say({"stopped": True})

    def _kill_box(self, box: Box) -> None:
        """First what is inside, then what is left of the box outside."""
        box.kill()
        deadline_s = time.monotonic() + _KILL_PATIENCE_S
        while self._bot.returncode is None and time.monotonic() < deadline_s:
            select.select([self._reaper], [], [], _KILL_PATIENCE_S)
            self._reap()
        box.close()

    def _drain_rest(self) -> None:
        if self._output.closed:
            return
        os.set_blocking(self._output.fileno(), False)
        with suppress(BlockingIOError):  # someone we cannot kill still holds it
            while data := os.read(self._output.fileno(), _CHUNK_BYTES):
                self._log.write(data)
