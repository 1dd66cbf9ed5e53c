"""Clients of `referee serve`: many, slow, hostile ones; none of them harms it or another."""

import http.client
import json
import socket
import threading
from contextlib import suppress

import pytest
from support.processes import eventually
from support.real_league import PATIENCE_S, RealLeague
from support.serving import EventReader, get, has_pages, played, serving

__all__ = ["played"]

READ_BYTES = 65536
"""No more of a request is read before it makes sense."""


def test_only_this_machine_is_listened_to(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """On 127.0.0.1, and on no other address of it."""
    with serving(played) as served, pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", served.port), timeout=5)


def answer_to(connection: socket.socket, request: str) -> bytes:
    """What comes until the connection ends; of a request that the server does not read to its end it may be nothing."""
    answer = b""
    with suppress(ConnectionResetError, BrokenPipeError):
        connection.sendall(request.encode())
        while part := connection.recv(65536):
            answer += part
    return answer


def test_raw_requests_are_harmless(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """Paths as no client would send them, and what is no request at all: nothing of the folder, no traceback."""
    seed = (played.out / "seed").read_text().split()[1]
    targets = [
        "/../seed",
        "/..%2f..%2fseed",
        "/%2e%2e/seed",
        "/assets/..%2f..%2f..%2fseed",
        "//seed",
        "/seed",
        "/results.db",
        "http://127.0.0.1/seed",
        "*",
        "/%",
        "/%zz",
        "/\x00",
        "/a b",
        "/" + "x" * 100_000,
    ]
    with serving(played) as served:
        for target in targets:
            with socket.create_connection(("127.0.0.1", served.port), timeout=10) as connection:
                answer = answer_to(connection, f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert seed.encode() not in answer
            assert b"SQLite" not in answer
            assert b" 404 " in answer[:20] or b" 400 " in answer[:20] or len(target) > READ_BYTES, (
                target,
                answer[:200],
            )
        assert get(served.port, "/").status == 200
        assert "Traceback" not in served.end()


def test_thousands_of_requests_do_not_grow_it(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """Neither its memory nor its open files; streams that come and go included."""
    with serving(played) as served:
        assert eventually(lambda: has_pages(served), PATIENCE_S)

        def ask(count: int) -> None:
            connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
            for number in range(count):
                path = ("/", "/index.html", f"/nothing/{number}", "/assets/theme.css", "/bots/greedy.html")[number % 5]
                connection.request("GET", path)
                connection.getresponse().read()
            connection.close()
            for _ in range(count // 50):
                with EventReader(served.port) as reader:
                    reader.next_panel()

        ask(500)
        before_kib, files = served.memory_kib(), served.open_files()
        ask(2000)
        assert served.memory_kib() - before_kib < 16 * 1024
        assert eventually(lambda: served.open_files() <= files + 2)


def test_clients_are_bounded(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """So many streams and no more; pages are served all the same, and a place that is given back is had again."""
    with serving(played) as served:
        readers = [EventReader(served.port) for _ in range(200)]
        try:
            refused = get(served.port, "/live/events")
            assert refused.status == 503
            assert get(served.port, "/").status == 200
            for reader in readers[:5]:
                reader.close()
            assert eventually(lambda: _can_listen(served.port))
        finally:
            for reader in readers:
                reader.close()


def _can_listen(port: int) -> bool:
    with EventReader(port) as reader:
        return reader.status == 200


def test_clients_that_take_nothing_are_harmless(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """Connections that ask for much and read nothing, or never finish asking: others are served, it ends at once."""
    with serving(played) as served:
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        stuck = [socket.create_connection(("127.0.0.1", served.port), timeout=10) for _ in range(40)]
        for place, connection in enumerate(stuck):
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            whole = "\r\n\r\n" if place % 2 else "\r\n"
            connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost{whole}".encode() * (20 if place % 2 else 1))
        assert get(served.port, "/").status == 200
        served.end()
        for connection in stuck:
            connection.close()
    assert served.code == 130


def test_requests_from_many_threads(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """All pages at once: each answer is whole and right."""
    with serving(played) as served:
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        expected = {path: get(served.port, path).text for path in ("/bots/greedy.html", "/assets/theme.css")}
        wrong: list[str] = []

        def ask() -> None:
            wrong.extend(
                path for _ in range(10) for path, text in expected.items() if get(served.port, path).text != text
            )

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong


@pytest.mark.slow  # it waits for a sign of life
def test_what_is_told_is_json(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """For programs that listen: edition and panel, with an id that is taken back."""
    with serving(played) as served:
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        with EventReader(served.port) as reader:
            reader.next_panel()
            last_id, data = reader.last_id, json.loads(reader.data[-1])
        assert set(data) == {"edition", "panel"}
        with EventReader(served.port, last_id=last_id) as reader:
            assert reader.has_beat(PATIENCE_S)
            assert not reader.panels
