"""`referee serve` as a process, and clients of it that are simple enough to be right."""

import http.client
import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pytest
from support.processes import PATIENCE_S, eventually
from support.real_league import RealLeague

END_S = 20
PROGRAMS = {"discarder": "discarder.py", "greedy": "greedy.py"}
"""Of the tournament that is played already."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Got:
    """An answer, read to its end."""

    status: int
    text: str


class Served:
    """A server that was started with its stderr in a pipe.

    Attributes:
        port: where it listens.
        pid: of its process.
        code: the exit code; None while it runs.
    """

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self.pid = process.pid
        assert process.stderr is not None
        self._said = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self._said)
        assert found, self._said + process.communicate(timeout=END_S)[1]
        self.port = int(found[1])

    @property
    def code(self) -> int | None:
        """See above."""
        return self._process.poll()

    def end(self, number: signal.Signals = signal.SIGINT) -> str:
        """Signal it, and wait for its end; all that it said. Again is fine."""
        if self._process.poll() is None:
            self._process.send_signal(number)
        if self._process.stderr is not None and not self._process.stderr.closed:
            self._said += self._process.communicate(timeout=END_S)[1]
        return self._said

    def memory_kib(self) -> int:
        """What it has of the machine's memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    def open_files(self) -> int:
        """How many it has open, sockets included."""
        return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealLeague:
    """A finished tournament; not to be changed."""
    league = RealLeague(tmp_path_factory.mktemp("served"), "served", programs=PROGRAMS)
    league.run()
    return league


@contextmanager
def serving(league: RealLeague) -> Iterator[Served]:
    """The live pages of a tournament, ended as a host does."""
    served = Served(league.start("serve", str(league.out), "--port", "0"))
    try:
        yield served
    finally:
        served.end()


def has_pages(served: Served) -> bool:
    """Whether the front page is that of the site."""
    return 'data-edition=""' not in get(served.port, "/").text


def get(port: int, path: str, *, host: str = "localhost") -> Got:
    """Get a page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path, headers={"Host": host})
        answer = connection.getresponse()
        return Got(status=answer.status, text=answer.read().decode())
    finally:
        connection.close()


class Wire:
    """A connection to a port that can be cut, and mended where it was. Use as a context manager.

    Attributes:
        port: where it begins.
    """

    def __init__(self, target: int) -> None:
        self._target = target
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lay()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()

    def cut(self) -> None:
        """Break everything that goes through it, and let nothing through any more; twice is fine."""
        for one in (self._listener, *self._sockets):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._sockets.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._lay()

    def _lay(self) -> None:
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += (near, far)
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=_pump, args=(source, sink), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_RDWR)


class EventReader:
    """Listens to the events of a server. Use as a context manager.

    Attributes:
        status: of HTTP.
        data: of all events so far.
        last_id: of the last of them.
        beats: signs of life so far.
    """

    def __init__(self, port: int, *, last_id: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=END_S)
        self._connection.request("GET", "/live/events", headers={"Last-Event-ID": last_id} if last_id else {})
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.data: list[str] = []
        self.last_id = ""
        self.beats = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def panels(self) -> list[str]:
        """The live panels that were told."""
        return [json.loads(data)["panel"] for data in self.data]

    def close(self) -> None:
        """Listen no more; twice is fine."""
        self._answer.close()
        self._connection.close()

    def next_panel(self) -> str:
        """Wait for an event; its panel."""
        count = len(self.data)
        assert eventually(lambda: self._read() and len(self.data) > count)
        return self.panels[-1]

    def has_panel(self, words: str, timeout_s: float = PATIENCE_S) -> bool:
        """Whether the newest panel has these words, now or in time."""
        return eventually(lambda: bool(self.data and words in self.panels[-1]) or not self._read(), timeout_s) and (
            words in self.panels[-1]
        )

    def has_beat(self, timeout_s: float) -> bool:
        """Whether a sign of life comes in time."""
        count = self.beats
        return eventually(lambda: self._read() and self.beats > count, timeout_s)

    def is_ended(self) -> bool:
        """Whether the server ends the stream in order."""
        return eventually(lambda: not self._read())

    def _read(self) -> bool:
        """Take one line, which the server's signs of life bring soon; whether there was one."""
        line = self._answer.readline().decode().rstrip("\n")
        name, _, value = line.partition(": ")
        if name == "id":
            self.last_id = value
        elif name == "data" and value:
            self.data.append(value)
        elif name == "event" and value == "beat":
            self.beats += 1
        return bool(line) or not self._answer.isclosed()
