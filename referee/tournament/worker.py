"""A worker process: takes tasks one at a time from the coordinator, and gives their results back.

Run by `worker_process` with the arguments ROOT FD CORE; FD is a socket to the coordinator, CORE the core to stay on, or
`-`. When the coordinator is gone, so is the worker, at once, and its guardian takes the bots with it.

Garbage is collected between tasks, when no clock runs. What was there before the first one stays for good and is not
looked at again, so that this takes little, 0.6 ms; left to itself the collector comes late to what outlived a few
turns, and over a thousand series memory that is used for a moment grows.
"""

import gc
import os
import queue
import signal
import socket
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any, Final

from referee.tournament.tasks import Bench, Task, WorkerSettings

_COLLECTED_TASKS: Final = 8
"""Tasks after which garbage is collected."""


def main() -> None:
    """Serve tasks until the coordinator sends None."""
    descriptor, core = sys.argv[-2:]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Who interrupts a run interrupts the coordinator; that one decides what becomes of us.
        signal.signal(number, signal.SIG_IGN)
    if core != "-":
        os.sched_setaffinity(0, {int(core)})
    connection: Connection[Any, Any] = Connection(socket.socket(fileno=int(descriptor)).detach())
    inbox: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
    try:
        settings: WorkerSettings = connection.recv()
    except (EOFError, OSError):
        return  # the coordinator ended while this process began
    threading.Thread(target=_receive, args=(connection, inbox), daemon=True).start()
    with Bench(settings) as bench:
        gc.freeze()
        for count, task in enumerate(iter(inbox.get, None), 1):
            connection.send(bench.attempt(task))
            if count % _COLLECTED_TASKS == 0:
                gc.collect()


def _receive(connection: "Connection[Any, Any]", inbox: "queue.SimpleQueue[Task | None]") -> None:
    """Pass tasks on, and end the process, busy or not, when the coordinator is gone."""
    try:
        while True:
            inbox.put(connection.recv())
    except (EOFError, OSError):
        os._exit(1)
