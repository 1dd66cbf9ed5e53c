"""The guardian: the program that starts all bots of one worker, and leaves nothing of them when the worker is gone.

A fork server without threads. It runs in its own session, so that a terminal's signals do not reach it, and talks with
its worker over a mailbox:

    {"start": "/tmp/…"} + a descriptor  forks a keeper that talks over that socket, or says there {"full": "…"} if no
                                        process can be forked; the bot's private folder, which is not there yet, or null
                                        for none
    {"entrusted": "/tmp/…"}             another folder of the worker's, which is not there yet
    {"vacated": "/tmp/…"}               the worker has removed that folder
    {"bury": 41}                        kills keeper 41, if it is still there, and what it left; answers {"buried": 41}

Whatever a dead keeper leaves behind comes to the guardian, which kills it. When the worker hangs up, or dies,
everything is killed, the folders that were not vacated are removed, and the guardian ends. It knows of every folder
before the worker makes it, so none can be left, whenever the worker dies.
"""

import os
import selectors
import shutil
import socket
import sys
import time
import traceback
from contextlib import closing, suppress

from referee.bots.keeper import keep_bot
from referee.bots.mailbox import Mailbox
from referee.bots.reaper import Reaper

# How long keepers may take to end by themselves when the worker is gone: they let go of their boxes in good order.
_FAREWELL_S = 0.5
# A sweep holds up whoever wants a bot started, so it does not wait long for what cannot be killed.
_SWEEP_PATIENCE_S = 1.0


def main() -> None:
    """Serve the worker whose socket is the descriptor given as last argument, until it hangs up."""
    server = _ForkServer(Mailbox(socket.socket(fileno=int(sys.argv[-1]))))
    try:
        server.serve()
    finally:
        server.end()


class _ForkServer:
    """Forks a keeper for each bot, and buries what dead keepers leave."""

    def __init__(self, worker: Mailbox) -> None:
        self._worker = worker
        self._reaper = Reaper()
        self._keepers: set[int] = set()
        self._folders: set[str] = set()
        self._selector = selectors.DefaultSelector()
        self._selector.register(worker, selectors.EVENT_READ, self._listen)
        self._selector.register(self._reaper, selectors.EVENT_READ, self._sweep)

    def serve(self) -> None:
        """Do what the worker asks, until it is gone."""
        with suppress(EOFError):
            while True:
                for key, _ in self._selector.select():
                    key.data()

    def end(self) -> None:
        """Leave nothing behind."""
        self._selector.unregister(self._worker)
        deadline_s = time.monotonic() + _FAREWELL_S
        while self._keepers and (left_s := deadline_s - time.monotonic()) > 0:
            self._selector.select(left_s)
            self._sweep()
        self._reaper.kill_all(patience_s=_SWEEP_PATIENCE_S)
        for folder in self._folders:
            shutil.rmtree(folder, ignore_errors=True)

    def _listen(self) -> None:
        while (order := self._worker.receive(0)) is not None:
            if "start" in order:
                if order["start"] is not None:
                    self._folders.add(order["start"])
                self._fork(self._worker.take_fd())
            elif "entrusted" in order:
                self._folders.add(order["entrusted"])
            elif "vacated" in order:
                self._folders.discard(order["vacated"])
            else:
                self._bury(order["bury"])

    def _fork(self, fd: int) -> None:
        """Fork a keeper that talks over `fd`; if there is no room for one, that is said there."""
        try:
            keeper = os.fork()
        except OSError as error:
            with suppress(EOFError), closing(Mailbox(socket.socket(fileno=fd))) as waiting:
                waiting.send({"full": error.strerror})
            return
        if keeper == 0:
            self._become_keeper(fd)
        self._keepers.add(keeper)
        os.close(fd)

    def _become_keeper(self, fd: int) -> None:
        """Keep a bot, in the fork, which never returns from here."""
        status = 1
        try:
            self._selector.close()
            self._reaper.close()
            self._worker.close()
            keep_bot(Mailbox(socket.socket(fileno=fd)))
            status = 0
        except BaseException:  # noqa: BLE001 - whatever it is, this fork must not go on as a second guardian
            traceback.print_exc()
        finally:
            os._exit(status)

    def _bury(self, keeper: int) -> None:
        self._keepers.discard(keeper)
        self._sweep()
        self._worker.send({"buried": keeper})

    def _sweep(self) -> None:
        """Reap the dead, and kill what is not below a living keeper."""
        self._keepers -= self._reaper.reap().keys()
        self._keepers -= self._reaper.kill_all(spare=self._keepers, patience_s=_SWEEP_PATIENCE_S).keys()
