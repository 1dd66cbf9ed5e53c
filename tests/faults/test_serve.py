"""`referee serve` as a process of its own, beside a run or alone: its end, its limits, and what it shows meanwhile."""

import http.client
import json
import shutil
import signal
import socket
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from support.processes import cpu_s, eventually
from support.real_league import PATIENCE_S, RealLeague, kill
from support.serving import EventReader, Served, get

SLOW = Path(__file__).parents[1] / "support" / "slow_bot.py"
TWO = {"discarder": "discarder.py", "greedy": "greedy.py"}
LONG = {"discarder": "discarder.py", "slow": f"{SLOW} 15"}
"""A series takes a second or more."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> RealLeague:
    """A finished tournament; not to be changed."""
    league = RealLeague(tmp_path_factory.mktemp("served"), "served", programs=TWO)
    league.run()
    return league


@contextmanager
def serving(league: RealLeague, *words: str) -> Iterator[Served]:
    """The live pages of a tournament, ended as a host does."""
    served = Served(league.start("serve", str(league.out), *(words or ("--port", "0"))))
    try:
        yield served
    finally:
        served.end()


def has_pages(served: Served) -> bool:
    """Whether the front page is that of the site."""
    return 'data-edition=""' not in get(served.port, "/").text


def test_pages_beside_a_run(mark: str, tmp_path: Path) -> None:
    """Served before there is a folder; then the run is seen, to its end, and nothing of it is other than alone."""
    league = RealLeague(tmp_path / "league", mark, programs=LONG, rounds=2)
    with serving(league) as served:
        with EventReader(served.port) as reader:
            assert "Waiting for the tournament to begin" in reader.next_panel()
            run = league.start_run()
            assert reader.has_panel("discarder</b> – <b>slow", PATIENCE_S), reader.panels
            assert reader.has_panel("Newest encounters", PATIENCE_S)
            _, err = run.communicate(timeout=PATIENCE_S)
            assert run.returncode == 0, err
            assert reader.has_panel("Every series is played", PATIENCE_S)
        assert eventually(lambda: "4 of 4" in get(served.port, "/").text or has_pages(served), PATIENCE_S)
        assert not (league.out / "running.json").exists()
        assert "Traceback" not in served.end()
    alone = RealLeague(tmp_path / "alone", mark, programs=LONG, rounds=2)
    alone.run()
    assert league.export() == alone.export()


def test_killed_run_is_over(mark: str, tmp_path: Path) -> None:
    """After kill -9 nothing is being played, whatever the run left; and the next run is seen."""
    league = RealLeague(tmp_path / "league", mark, programs=LONG, rounds=30)
    run = league.start_run(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with serving(league) as served, EventReader(served.port) as reader:
        assert reader.has_panel("On the table now", PATIENCE_S)
        kill(run.pid)
        run.wait()
        assert (league.out / "running.json").exists()
        assert reader.has_panel("No referee is at work", PATIENCE_S)
        assert "On the table now" not in reader.panels[-1]
        assert eventually(lambda: not league.bots())
        again = league.start_run(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert reader.has_panel("On the table now", PATIENCE_S)
        again.send_signal(signal.SIGINT)
        again.wait(PATIENCE_S)
        assert reader.has_panel("No referee is at work", PATIENCE_S)
        assert not (league.out / "running.json").exists()


def test_run_goes_on_where_it_cannot_tell_what_it_plays(mark: str, played: RealLeague, tmp_path: Path) -> None:
    """The small file cannot be written: nothing is said, nothing is missing, and the results are the same."""
    league = RealLeague(tmp_path / "league", mark, programs=TWO)
    (league.out / "running.json.new").mkdir(parents=True)
    league.run()
    assert not (league.out / "running.json").exists()
    assert league.export() == played.export()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_it_with_streams_open(mark: str, played: RealLeague, number: signal.Signals) -> None:  # noqa: ARG001
    """At once, with exit code 130; streams end in order, and nothing but the address was said."""
    served = Served(played.start("serve", str(played.toml), "--port", "0"))
    with EventReader(served.port) as one, EventReader(served.port) as other:
        one.next_panel()
        other.next_panel()
        err = served.end(number)
        assert one.is_ended()
        assert other.is_ended()
    assert served.code == 130
    assert err.strip() == f"the live pages of {played.out} are at http://127.0.0.1:{served.port}/ until Ctrl-C"


def test_port_in_use(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """Exit 2, with what to do."""
    with serving(played) as served:
        refused = played.referee("serve", "--port", str(served.port), code=2)
        assert refused.err == (
            f"referee: port {served.port}: is in use by another program; choose another one with --port,"
            " or --port 0 for a free one\n"
        )


def test_only_this_machine_is_listened_to(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """On 127.0.0.1, and on no other address of it."""
    with serving(played) as served, pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", served.port), timeout=5)


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
                connection.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
                answer = b"".join(iter(lambda: connection.recv(65536), b""))
            assert seed.encode() not in answer
            assert b"SQLite" not in answer
            assert b" 404 " in answer[:20] or b" 400 " in answer[:20], (target[:40], answer[:200])
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


@pytest.mark.slow  # it waits for a sign of life
def test_idle_server_does_next_to_nothing(mark: str, played: RealLeague) -> None:  # noqa: ARG001
    """Looking once a second at a tournament that stands still is cheap; so is a folder without results."""
    with serving(played) as served, EventReader(served.port) as reader:
        reader.next_panel()
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        before_s = cpu_s(served.pid)
        assert reader.has_beat(PATIENCE_S)
        assert cpu_s(served.pid) - before_s < 5.0


def test_results_deleted_and_replaced_while_served(mark: str, played: RealLeague, tmp_path: Path) -> None:
    """A clear page each time; the server lives, and says what is wrong once."""
    league = RealLeague(tmp_path / "league", mark, programs=TWO)
    shutil.copytree(played.out, league.out)
    with serving(league) as served, EventReader(served.port) as reader:
        assert reader.has_panel("Every series is played", PATIENCE_S)
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        shutil.rmtree(league.out)
        assert reader.has_panel("Waiting for the tournament to begin", PATIENCE_S)
        assert get(served.port, "/").status == 200
        assert get(served.port, "/bots/greedy.html").status == 404
        league.out.mkdir()
        (league.out / "results.db").write_bytes(b"nothing of ours" * 500)
        assert reader.has_panel("The results cannot be read", PATIENCE_S)
        shutil.copy(played.out / "results.db", tmp_path / "copy.db")
        (tmp_path / "copy.db").replace(league.out / "results.db")
        assert reader.has_panel("Every series is played", PATIENCE_S)
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        err = served.end()
        assert "Traceback" not in err
        assert err.count("not a results file") == 1


def test_readers_never_hold_the_writer_up(mark: str, played: RealLeague, tmp_path: Path) -> None:
    """Whatever is open in the server, a writer commits at once, and the log of SQLite is written back."""
    league = RealLeague(tmp_path / "league", mark, programs=TWO)
    shutil.copytree(played.out, league.out)
    with serving(league) as served, EventReader(served.port) as reader:
        reader.next_panel()
        assert eventually(lambda: has_pages(served), PATIENCE_S)
        with closing(sqlite3.connect(league.out / "results.db", timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            for number in range(20):
                connection.execute("UPDATE bots SET reinstated = ?", (number,))
                get(served.port, f"/bots/{('greedy', 'discarder')[number % 2]}.html")
            assert eventually(
                lambda: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0, PATIENCE_S
            )


def test_half_an_encounter_is_nowhere(mark: str, tmp_path: Path) -> None:
    """While only one leg of the first encounter is final, neither its score nor its replay is in any answer."""
    league = RealLeague(tmp_path / "league", mark, programs=LONG, rounds=1)
    league.write(programs=LONG, rounds=1, extra="concurrency = 1")
    run = league.start("run", str(league.toml), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with serving(league) as served, EventReader(served.port) as reader:
        assert reader.has_panel("<b>1</b> of 2 series", PATIENCE_S)
        panel, script = reader.panels[-1], get(served.port, "/series/0/1.js")
        run.wait(PATIENCE_S)
        assert "Newest encounters" not in panel
        assert script.status == 404 or "withheld" in script.text
        assert eventually(lambda: get(served.port, "/series/0/1.js").status == 200, PATIENCE_S)


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
