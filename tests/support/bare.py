"""A bare gRPC client, the measure of the referee's speed: the same bots, requests as long, and nothing else.

No view, no rules, no clock, no records: requests that were encoded before, sent in turn to two bots, and replies that
nobody reads. Nothing here is the referee's own, so that the two have only gRPC and the bots in common.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Final, Self

import grpc

TAKE_TURN: Final = "/lostcities.v1.BotService/TakeTurn"
_START_S: Final = 20.0
_STOP_S: Final = 5.0
_CALL_S: Final = 5.0


class BareBots:
    """Two processes of one bot and a channel to each. Use as a context manager.

    Args:
        argv: what starts the bot.
        folder: where it runs.
    """

    def __init__(self, argv: Sequence[str], folder: Path) -> None:
        self._closing = ExitStack()
        with ExitStack() as undo:
            home = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="bare-")))
            sockets = [home / name for name in ("a", "b")]
            self._processes = [undo.enter_context(_process(argv, folder, path)) for path in sockets]
            for path in sockets:
                _await_listener(path)
            channels = [undo.enter_context(_channel(path)) for path in sockets]
            self._calls: list[Callable[..., object]] = [channel.unary_unary(TAKE_TURN) for channel in channels]
            self._closing = undo.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.send_signal(signal.SIGTERM)
        for process in self._processes:
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
        self._closing.close()

    def ask(self, requests: Sequence[bytes], count: int) -> None:
        """Send so many of the requests, again from the first when they are through, to the two bots in turn."""
        for call, request in zip(cycle(self._calls), islice(cycle(requests), count), strict=False):
            call(request, timeout=_CALL_S)


def _process(argv: Sequence[str], folder: Path, path: Path) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "LOST_CITIES_BOT_ADDRESS": f"unix:{path}"}
    return subprocess.Popen(
        argv, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def _await_listener(path: Path) -> None:
    """Wait until somebody listens there: a channel that is opened earlier waits a whole second."""
    deadline_s = time.monotonic() + _START_S
    while time.monotonic() < deadline_s:
        with socket.socket(socket.AF_UNIX) as knocking:
            if not knocking.connect_ex(str(path)):
                return
        time.sleep(0.005)
    raise TimeoutError(f"no bot listens at {path}")


def _channel(path: Path) -> grpc.Channel:
    options = (("grpc.use_local_subchannel_pool", 1), ("grpc.default_authority", "localhost"))
    return grpc.insecure_channel(f"unix:{path}", options=options)


def main() -> None:
    """Serve somebody who measures, until the input ends."""
    file, core, folder, *argv = sys.argv[1:]
    os.sched_setaffinity(0, {int(core)})
    requests = [bytes.fromhex(line) for line in Path(file).read_text("ascii").split()]
    with BareBots(argv, Path(folder)) as bots:
        bots.ask(requests, len(requests))
        print("ready", flush=True)  # noqa: T201 - what a program says
        for line in sys.stdin:
            start_s, calls = time.perf_counter(), 0
            while (wall_s := time.perf_counter() - start_s) < float(line):
                bots.ask(requests, len(requests))
                calls += len(requests)
            print(calls / wall_s, flush=True)  # noqa: T201 - the same


if __name__ == "__main__":
    main()
