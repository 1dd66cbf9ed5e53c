"""How worker, guardian and keepers talk: one JSON object a line over a stream socket, file descriptors beside it."""

import json
import os
import socket
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

Message = Mapping[str, Any]

_CHUNK_BYTES = 65536
_MAX_FDS = 8
# A message fits the socket's buffer; only a stopped process on the other side can keep one waiting.
_SEND_S = 5.0


class Mailbox:
    """One end of a conversation. Owns the socket, and the descriptors that came along until they are taken."""

    def __init__(self, sock: socket.socket) -> None:
        self._socket = sock
        self._unread = b""
        self._fds: deque[int] = deque()

    def fileno(self) -> int:
        """The socket's descriptor, for a selector."""
        return self._socket.fileno()

    def send(self, message: Message, fds: Sequence[int] = ()) -> None:
        """Send a message, and copies of the descriptors `fds` with it.

        Raises:
            EOFError: the other side is gone, or has not read for seconds; or this one has hung up.
        """
        line = json.dumps(message).encode() + b"\n"
        try:
            self._socket.settimeout(_SEND_S)
            if fds:
                line = line[socket.send_fds(self._socket, [line], fds) :]
            if line:  # sending nothing fails too if the other side has answered and left
                self._socket.sendall(line)
        except OSError as error:
            raise EOFError(f"cannot send to the other side: {error}") from error

    def receive(self, timeout_s: float) -> Message | None:
        """The next message; None if none came within `timeout_s` seconds, with 0: if none is there.

        Raises:
            EOFError: the other side is gone, and all its messages have been received; or this one has hung up.
        """
        deadline_s = time.monotonic() + timeout_s
        while b"\n" not in self._unread:
            if not self._read(max(0.0, deadline_s - time.monotonic())):
                return None
        line, _, self._unread = self._unread.partition(b"\n")
        message: Message = json.loads(line)
        return message

    def take_fd(self) -> int:
        """The next of the descriptors that came with messages; it is the caller's to close."""
        return self._fds.popleft()

    def drop_fds(self) -> None:
        """Close the descriptors that came along and were not taken."""
        while self._fds:
            os.close(self._fds.popleft())

    def close(self) -> None:
        """Hang up: the other side gets EOFError."""
        self._socket.close()
        self.drop_fds()

    def _read(self, timeout_s: float) -> bool:
        try:
            self._socket.settimeout(timeout_s)
            data, fds, _, _ = socket.recv_fds(self._socket, _CHUNK_BYTES, _MAX_FDS)
        except (BlockingIOError, TimeoutError):
            return False
        except OSError as error:
            raise EOFError(f"cannot receive from the other side: {error}") from error
        for fd in fds:
            os.set_inheritable(fd, False)
        self._fds.extend(fds)
        self._unread += data
        if not data:
            raise EOFError("the other side is gone")
        return True
