"""How a run stops: the first signal lets series finish, the second ends everything at once."""

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.processes import eventually
from support.real_league import PATIENCE_S, RealLeague, heeds_signals, kill, workers_of
from support.sql import ask

SLOW = f"{Path(__file__).parents[1] / 'support' / 'slow_bot.py'}"
# One turn of each bot takes so long; a match of two discarders has 44 turns, a series three matches.
TURN_MS = 8
DRAINING = "stopping when the running series are finished; press Ctrl-C again to stop at once"
GOING_ON = "stopped; nothing finished is lost. Go on with: "


@pytest.fixture
def league(mark: str, tmp_path: Path) -> RealLeague:
    """Two bots that take a second or more for a series; two rounds, four series."""
    programs = dict.fromkeys(("left", "right"), f"{SLOW} {TURN_MS}")
    return RealLeague(tmp_path / "two", mark, programs=programs, rounds=2)


def is_playing(league: RealLeague) -> bool:
    """Whether two series are being played: each has two bots; only two are tried at once before."""
    return len(league.bots()) == 4


def are_listening(league: RealLeague) -> bool:
    """Whether all bots of two series have begun to serve, after the two that were tried before."""
    return sum("listens on" in log.read_text() for log in league.out.glob("logs/*/*.log")) == 6


def begin(league: RealLeague, **options: object) -> "subprocess.Popen[str]":
    """Start the run and wait until two series are being played."""
    run = league.start_run(**options)
    assert eventually(lambda: is_playing(league), PATIENCE_S)
    return run


def final_numbers(league: RealLeague) -> list[int]:
    """The series that have a result."""
    return [number for (number,) in ask(league.out, "SELECT series FROM outcomes ORDER BY series")]


def check_untouched(league: RealLeague) -> None:
    """No fault and no void came of the interruption, and what is stored is right."""
    assert ask(league.out, "SELECT count(*) FROM faults") == [(0,)]
    assert ask(league.out, "SELECT count(*) FROM voids") == [(0,)]
    assert league.referee("verify").out == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_first_signal_lets_running_series_finish(league: RealLeague, number: signal.Signals) -> None:
    """They are saved, no other one is begun, the table is printed, and the command to go on works as it is printed."""
    run = begin(league)
    kill(run.pid, number)
    out, err = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 130
    assert not league.processes()
    assert DRAINING in err
    assert "2 of 4 series" in out
    assert final_numbers(league) == [1, 2]
    check_untouched(league)
    again = shlex.split(err.partition(GOING_ON)[2])
    assert again[:4] == [sys.executable, "-m", "referee", "run"]
    subprocess.run(again, cwd=league.folder, env=league.environment(), check=True, capture_output=True, timeout=60)
    assert final_numbers(league) == [1, 2, 3, 4]
    check_untouched(league)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_second_signal_ends_everything_before_the_process_ends(league: RealLeague, number: signal.Signals) -> None:
    """Long before the series would have ended; not one process is left at the moment the run has ended."""
    run = begin(league)
    kill(run.pid, number)
    time.sleep(0.1)
    kill(run.pid, number)
    run.wait(PATIENCE_S)
    left = league.processes()
    out, err = run.communicate()
    assert left == {}
    assert run.returncode == 130
    assert out == ""
    assert err.count(DRAINING) == 1
    assert "stopped at once: the series that were being played will be played again" in err
    assert GOING_ON in err
    assert "Traceback" not in err
    assert final_numbers(league) == []
    check_untouched(league)


def test_ctrl_c_of_a_terminal_reaches_the_bots_no_earlier(league: RealLeague) -> None:
    """A terminal signals the whole process group of the run; workers and bots are in groups of their own."""
    run = begin(league, start_new_session=True)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=PATIENCE_S)
    assert (run.returncode, err.count(DRAINING)) == (130, 1)
    assert final_numbers(league) == [1, 2]
    check_untouched(league)


@pytest.mark.parametrize("farewell_s", [0, 3])
def test_signal_to_every_process_costs_no_bot_a_series(league: RealLeague, farewell_s: int) -> None:
    """As a service manager or a container stops: bots end as they are told, some of them taking their time for it."""
    league.write(programs=dict.fromkeys(("left", "right"), f"{SLOW} {TURN_MS} 1000000 {farewell_s}"), rounds=2)
    run = begin(league)
    assert eventually(lambda: are_listening(league), PATIENCE_S)
    kill(run.pid, signal.SIGTERM)
    for pid in league.processes().keys() - {run.pid}:
        kill(pid, signal.SIGTERM)
    _, err = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 130
    assert "is left for another run: a bot ended while this one stops" in err
    assert final_numbers(league) == []
    league.run()
    assert final_numbers(league) == [1, 2, 3, 4]
    check_untouched(league)


def test_killed_referee_leaves_no_process_for_long(league: RealLeague) -> None:
    """A second after kill -9 not one of its workers, guardians and bots is there."""
    run = begin(league)
    kill(run.pid)
    run.communicate()
    assert eventually(lambda: not league.processes(), 1.0), league.processes()
    assert final_numbers(league) == []
    check_untouched(league)


def test_killed_worker_costs_nothing(league: RealLeague) -> None:
    """Its series is played again in the same run, whole, and is no void."""
    run = begin(league)
    kill(workers_of(run)[0])
    run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 0
    assert final_numbers(league) == [1, 2, 3, 4]
    check_untouched(league)


def test_signal_before_the_first_series(league: RealLeague) -> None:
    """While bots are tried: nothing is played, nothing is said against a bot, exit 130."""
    run = league.start_run()
    assert eventually(lambda: workers_of(run))
    kill(run.pid, signal.SIGTERM)
    _, err = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 130
    assert GOING_ON in err
    assert final_numbers(league) == []
    assert not league.processes()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("delay_s", [0.0, 0.1, 0.2, 0.3, 0.4])
def test_signal_while_modules_are_imported(league: RealLeague, number: signal.Signals, delay_s: float) -> None:
    """Exit 130, not a death by signal, also where Python itself would end so; no traceback."""
    run = league.start_run()
    assert eventually(lambda: heeds_signals(run), PATIENCE_S)
    time.sleep(delay_s)
    for _ in range(3):
        kill(run.pid, number)
    _, err = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 130
    assert "Traceback" not in err
    assert not league.processes()


def test_run_goes_on_when_nobody_reads_what_it_says(league: RealLeague) -> None:
    """`referee run … 2>&1 | head`: all of it is played."""
    run = league.start_run(stdout=subprocess.DEVNULL)
    assert run.stderr is not None
    run.stderr.readline()
    run.stderr.close()
    assert run.wait(PATIENCE_S) == 0
    assert final_numbers(league) == [1, 2, 3, 4]


LAST_MOMENT = """
import os, signal, sys
class Last:
    def __del__(self, kill=os.kill, pid=os.getpid(), number=int(sys.argv.pop())):
        kill(pid, number)
last = Last()
from referee.cli import main
main()
"""
"""Python puts away what a module holds when it has let go of the signals."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_after_the_end_changes_nothing(number: signal.Signals) -> None:
    """What is done is done: exit code 0, not a death by signal."""
    command = [sys.executable, "-c", LAST_MOMENT, "--version", str(number.value)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
