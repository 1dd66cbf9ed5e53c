"""A bot that does what each request tells it to do, good or bad; a program of its own, without our code.

    bad_bot.py [unimplemented | hang | error | later]

The argument says how it takes Describe: normally `described`. Every other call carries an order as its request:

    echo TEXT          answers TEXT
    big COUNT          answers so many bytes
    messages COUNT     answers OK with so many messages, 1 is what the protocol says
    status NAME TEXT   sends that gRPC status
    sleep SECONDS      answers late
    flood COUNT        prints so many bytes, then answers
    exit STATUS        ends
    kill NUMBER        sends itself that signal
    die-after SECONDS  ends late
    leave              ends, but leaves a child that holds its sockets and its output
    close              closes all its sockets, but lives
    closes-and-dies    closes all its sockets, and ends a moment later
"""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import SHUT_RDWR, socket
from typing import Any

import grpc


def close_sockets() -> None:
    """Hang up on everybody, behind gRPC's back."""
    for fd in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                socket(fileno=os.dup(fd)).shutdown(SHUT_RDWR)
        except OSError:
            continue


def die(number: int) -> bytes:
    """Be killed by a signal, in the middle of a call."""
    os.kill(os.getpid(), number)
    time.sleep(60)
    return b""


def leave() -> bytes:
    """End while a child goes on to hold the connection and the output."""
    if os.fork() == 0:
        time.sleep(60)
    os._exit(7)


def die_after(seconds: float) -> bytes:
    """Think for too long, and end of it."""
    time.sleep(seconds)
    os._exit(8)


def flood(count: int) -> bytes:
    """Print a lot."""
    os.write(1, b"x" * count)
    return b"flooded"


def hang_up(*, then_end: bool) -> bytes:
    """Close all sockets; live on, or end a moment later."""
    close_sockets()
    time.sleep(0.1 if then_end else 60)
    os._exit(5)


def send_status(context: Any, name: str, text: str) -> bytes:
    """Fail the call."""
    context.abort(getattr(grpc.StatusCode, name), text.encode().decode("unicode_escape"))
    return b""


def sleep(seconds: float) -> bytes:
    """Think for too long."""
    time.sleep(seconds)
    return b"at last"


ORDERS: dict[str, Callable[[str, Any], bytes]] = {
    "echo": lambda text, _: text.encode("latin-1"),
    "sleep": lambda text, _: sleep(float(text)),
    "status": lambda text, context: send_status(context, *text.split(" ", 1)),
    "kill": lambda text, _: die(int(text)),
    "exit": lambda text, _: os._exit(int(text)),
    "close": lambda _, __: hang_up(then_end=False),
    "closes-and-dies": lambda _, __: hang_up(then_end=True),
    "leave": lambda _, __: leave(),
    "die-after": lambda text, _: die_after(float(text)),
    "big": lambda text, _: b"\0" * int(text),
    "flood": lambda text, _: flood(int(text)),
}


def describe(mode: str, context: Any) -> bytes:
    """Answer Describe as the command line says."""
    if mode == "hang":
        time.sleep(60)
    if mode == "error":
        context.abort(grpc.StatusCode.INTERNAL, "no\x1b[31m idea")
    return b"described"


class Handler(grpc.GenericRpcHandler):
    """Takes every call of every service."""

    def __init__(self, mode: str) -> None:
        self._mode = mode

    def service(self, handler_call_details: Any) -> Any:
        """Find what handles a call."""
        if handler_call_details.method.endswith("Describe"):
            if self._mode == "unimplemented":
                return None
            return grpc.unary_unary_rpc_method_handler(lambda _, context: describe(self._mode, context))
        # Declared as a stream, so that any number of messages can be sent; on the wire that looks the same.
        return grpc.unary_stream_rpc_method_handler(self._obey)

    @staticmethod
    def _obey(request: bytes, context: Any) -> Iterator[bytes]:
        order, _, text = request.decode("latin-1").partition(" ")
        if order == "messages":
            yield from [b"message"] * int(text)
        else:
            yield ORDERS[order](text, context)


def main(mode: str) -> None:
    """Serve for ever."""
    if mode == "later":
        time.sleep(0.3)
    server = grpc.server(ThreadPoolExecutor(2), handlers=[Handler(mode)])
    server.add_insecure_port(os.environ["LOST_CITIES_BOT_ADDRESS"])
    server.start()
    print("up", flush=True)  # noqa: T201 - bots print to their log
    server.wait_for_termination()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
