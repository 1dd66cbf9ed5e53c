"""What a bot can do beside its answers: die, fork, flood, hang up, look after nobody."""

import os
import resource
import signal
import socket
import stat
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc

STATUS = 7
"""What those end with that end themselves."""


class Life:
    """What a bot does beside answering: here, nothing."""

    def told(self, method: str, request: bytes, context: Any) -> None:
        """It is told something: StartSeries, FinishMatch or FinishSeries."""

    def asked(self, request: Any, context: Any) -> None:
        """It is asked for its second turn of a match, or a later one."""


class At(Life):
    """Does something once, when it is first asked; in the time of the turn."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act: Callable[[], None] | None = act

    def asked(self, request: Any, context: Any) -> None:
        """Act, once."""
        act, self._act = self._act, None
        if act is not None:
            act()


class Dying(Life):
    """Ends at a moment: `turn` in the middle of it, `after-turn`, `pause` between two turns, or when it is told."""

    def __init__(self, moment: str) -> None:
        self._moment = moment

    def told(self, method: str, request: bytes, context: Any) -> None:
        """End at once, or when the answer is out."""
        if self._moment == method:
            os._exit(STATUS)
        if self._moment == f"after-{method}":
            context.add_callback(lambda: os._exit(STATUS))

    def asked(self, request: Any, context: Any) -> None:
        """End at once, when the answer is out, or a moment later."""
        if self._moment == "turn":
            os._exit(STATUS)
        if self._moment == "after-turn":
            context.add_callback(lambda: os._exit(STATUS))
        if self._moment == "pause":
            threading.Timer(0.02, lambda: os._exit(STATUS)).start()


class Rude(Life):
    """Does not take a message as it should: `hangs` or `fails`, and which."""

    def __init__(self, words: str) -> None:
        self._manner, self._method = words.split(" ")

    def told(self, method: str, request: bytes, context: Any) -> None:
        """Hang, or fail the call."""
        if method != self._method:
            return
        if self._manner == "hangs":
            time.sleep(60)
        context.abort(grpc.StatusCode.INTERNAL, "not now")


class Killed(Life):
    """Sends itself a signal in the middle of a turn."""

    def __init__(self, number: str) -> None:
        self._number = int(number)

    def asked(self, request: Any, context: Any) -> None:
        """Send it, and wait for what comes of it."""
        os.kill(os.getpid(), self._number)
        time.sleep(60)


class Deaf(Life):
    """Does not heed SIGTERM."""

    def __init__(self, _: str) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def hang_up() -> None:
    """Close all sockets behind gRPC's back, and live on."""
    for fd in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                socket.socket(fileno=os.dup(fd)).shutdown(socket.SHUT_RDWR)
    time.sleep(60)


def swap_socket() -> None:
    """Put another socket where one's own was."""
    path = Path(os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:"))
    path.unlink()
    other = socket.socket(socket.AF_UNIX)
    other.bind(str(path))
    other.listen()
    _KEPT.append(other)


def flood(size: str) -> None:
    """Write so many bytes, half to stdout and half to stderr."""
    for _ in range(int(size) // 131072):
        os.write(1, b"o" * 65535 + b"\n")
        os.write(2, b"e" * 65535 + b"\n")


def fork_twice() -> None:
    """Leave a child in a session of its own, that heeds no signal and holds all that is open."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
                signal.signal(number, signal.SIG_IGN)
            while True:
                time.sleep(60)
        os._exit(0)
    os.waitpid(child, 0)


def open_files(count: str) -> None:
    """Open so many files, or as many as may be."""
    with suppress(OSError):
        _KEPT.extend(os.open("/dev/null", os.O_RDONLY) for _ in range(int(count)))


def limit_memory(megabytes: str) -> Life:
    """Have no more than so much memory."""
    size = int(megabytes) << 20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    return Life()


_KEPT: list[object] = []

LIVES: dict[str, Callable[[str], Life]] = {
    "dies": Dying,
    "is-rude": Rude,
    "signals-itself": Killed,
    "ignores-sigterm": Deaf,
    "hangs-up": lambda _: At(hang_up),
    "swaps-socket": lambda _: At(swap_socket),
    "floods": lambda size: At(lambda: flood(size)),
    "forks-twice": lambda _: At(fork_twice),
    "opens-files": lambda count: At(lambda: open_files(count)),
    "eats-memory": limit_memory,
}
"""By name, how a bot lives, given the argument."""
