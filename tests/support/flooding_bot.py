"""A bot that speaks HTTP/2 by hand: it answers Describe, then sends frames without end and reads no more.

    flooding_bot.py ping | settings

Whoever writes to it finds the connection full. It listens where LOST_CITIES_BOT_ADDRESS says.
"""

import os
import socket
import sys
import threading
from collections.abc import Callable

# The head of a frame is length, type, flags and stream, in 3, 1, 1 and 4 bytes (RFC 9113, section 4.1).
HEAD = 9
PREFACE = 24
DATA, SETTINGS, PING = 0, 4, 6
END_STREAM, END_HEADERS, ACK = 1, 4, 1
# HPACK: `:status: 200` from the static table, the rest as literals.
STATUS = b"\x88"
FLOODS = {"ping": (PING, b"x" * 8), "settings": (SETTINGS, b"\x00\x03\x00\x00\x00\x64")}


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    """One frame."""
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


def literal(name: bytes, value: bytes) -> bytes:
    """A header that is in no table."""
    return bytes((0, len(name))) + name + bytes((len(value),)) + value


def empty_message(stream: int) -> bytes:
    """An answer without a field: headers, a message of length 0, and the trailers of success."""
    return (
        frame(1, END_HEADERS, stream, STATUS + literal(b"content-type", b"application/grpc"))
        + frame(DATA, 0, stream, bytes(5))
        + frame(1, END_HEADERS | END_STREAM, stream, literal(b"grpc-status", b"0"))
    )


def serve(connection: socket.socket, flood: bytes) -> None:
    """Answer one request; at the second begin to flood."""
    read: Callable[[int], bytes] = connection.makefile("rb").read
    read(PREFACE)
    connection.sendall(frame(SETTINGS, 0, 0))
    requests = 0
    while head := read(HEAD):
        kind, flags, stream = head[3], head[4], int.from_bytes(head[5:], "big")
        payload = read(int.from_bytes(head[:3], "big"))
        if kind in (SETTINGS, PING) and not flags & ACK:
            connection.sendall(frame(kind, ACK, 0, payload if kind == PING else b""))
        elif kind == DATA and flags & END_STREAM:
            requests += 1
            while requests > 1:
                connection.sendall(flood)
            connection.sendall(empty_message(stream))


def main() -> None:
    """Serve every connection in a thread of its own."""
    kind, payload = FLOODS[sys.argv[1]]
    flood = frame(kind, 0, 0, payload) * 1000
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:"))
        listener.listen()
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection, flood), daemon=True).start()


if __name__ == "__main__":
    main()
