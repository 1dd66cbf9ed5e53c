"""From a unix socket outside a box to a TCP port inside: for bots that cannot listen on unix sockets.

A fork of the keeper that enters the box's network, and nothing else of it: its processes cannot see it. It begins to
listen only when the bot does, so that a connection outside means one inside.
"""

import ctypes
import os
import signal
import socket
import threading
import time
from contextlib import suppress
from typing import Final

_NEW_USER: Final = 0x10000000
_NEW_NETWORK: Final = 0x40000000
_LOOPBACK: Final = "127.0.0.1"
_POLL_S: Final = 0.005
_BACKLOG: Final = 8
_CHUNK_BYTES: Final = 65536


def fork_relay(pidfd: int, path: str, port: int) -> int:
    """Begin to relay, in a child that only a signal ends.

    Args:
        pidfd: of the box's first process.
        path: where the child is to listen.
        port: of 127.0.0.1, inside.

    Returns:
        the child's process id.
    """
    child = os.fork()
    if child:
        return child
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        _enter(pidfd)
        _let_go_of_all_files()
        _serve(path, port)
    finally:
        os._exit(1)


def _enter(pidfd: int) -> None:
    """Enter the network of a box; an ordinary user has the right to that in the box's user namespace only."""
    spaces = _NEW_NETWORK if os.geteuid() == 0 else _NEW_USER | _NEW_NETWORK
    if ctypes.CDLL(None, use_errno=True).setns(pidfd, spaces):
        raise OSError(ctypes.get_errno(), "the network of a box cannot be entered")


def _let_go_of_all_files() -> None:
    """Close the keeper's descriptors: a mailbox held open here would hide that its other side is gone."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


def _serve(path: str, port: int) -> None:
    while not _is_listened_to(port):
        time.sleep(_POLL_S)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen(_BACKLOG)
        while True:
            outside, _ = door.accept()
            inside = socket.socket()
            try:
                inside.connect((_LOOPBACK, port))
            except OSError:
                inside.close()
                outside.close()
                continue
            inside.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, target in ((outside, inside), (inside, outside)):
                threading.Thread(target=_pour, args=(source, target), daemon=True).start()


def _is_listened_to(port: int) -> bool:
    with socket.socket() as knocking:
        return not knocking.connect_ex((_LOOPBACK, port))


def _pour(source: socket.socket, target: socket.socket) -> None:
    """Pass on bytes until one side ends; then both do."""
    with suppress(OSError):
        while data := source.recv(_CHUNK_BYTES):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
