"""`referee serve` as a process of its own, beside a run or alone: what it shows meanwhile, and how it ends."""

import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from support.processes import cpu_s, eventually
from support.real_league import PATIENCE_S, RealLeague, kill
from support.serving import PROGRAMS, EventReader, Served, get, has_pages, played, serving

__all__ = ["played"]

SLOW = Path(__file__).parents[1] / "support" / "slow_bot.py"
LONG = {"discarder": "discarder.py", "slow": f"{SLOW} 15"}
"""A series takes a second or more."""


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
    league = RealLeague(tmp_path / "league", mark, programs=PROGRAMS)
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
    league = RealLeague(tmp_path / "league", mark, programs=PROGRAMS)
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
    league = RealLeague(tmp_path / "league", mark, programs=PROGRAMS)
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
