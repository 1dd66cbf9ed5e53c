"""A run that is killed or interrupted, at any moment and in any way, goes on as if nothing had happened."""

import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.processes import eventually
from support.real_league import PROGRAMS, RealLeague, heeds_signals, kill, workers_of
from support.sql import ask

Run = subprocess.Popen[str]

ORPHANS_S = 1.0
SLOW = Path(__file__).parents[1] / "support" / "slow_bot.py"
FEW = {"random": PROGRAMS["random"], "slow": f"{SLOW} 10"}
"""A series takes 0.7 s on any machine."""


def interrupt(run: Run, dice: random.Random) -> None:
    """Ctrl-C, once or twice."""
    kill(run.pid, signal.SIGINT)
    if dice.random() < 0.5:
        time.sleep(dice.uniform(0, 0.2))
        kill(run.pid, signal.SIGINT)


def terminate(run: Run, dice: random.Random) -> None:
    """SIGTERM, once or twice."""
    kill(run.pid, signal.SIGTERM)
    if dice.random() < 0.5:
        time.sleep(dice.uniform(0, 0.2))
        kill(run.pid, signal.SIGTERM)


def kill_coordinator(run: Run, _dice: random.Random) -> None:
    """SIGKILL to the process that holds the results."""
    kill(run.pid)


def kill_worker(run: Run, dice: random.Random) -> None:
    """SIGKILL to one worker: the run goes on."""
    if workers := workers_of(run):
        kill(dice.choice(workers))


ACTS: list[Callable[[Run, random.Random], None]] = [interrupt, terminate, kill_coordinator, kill_worker]


def torment(league: RealLeague, times: int, dice: random.Random) -> None:
    """Run the tournament again and again, and do something to it so many times in all."""
    left = times
    while left:
        run = league.start_run(stdout=subprocess.DEVNULL)
        assert eventually(lambda: heeds_signals(run))  # noqa: B023 - asked before the next one starts
        while left and run.poll() is None:
            time.sleep(dice.uniform(0.0, 2.5))
            act = dice.choice(ACTS)
            act(run, dice)
            left -= 1
            if act is not kill_worker:
                break
        _, err = run.communicate(timeout=60)
        assert run.returncode in (0, 130, -signal.SIGKILL), err
        assert "Traceback" not in err
        assert eventually(lambda: not league.processes(), ORPHANS_S), league.processes()
        if (league.out / "results.db").exists():
            league.referee("verify")
    ((final, planned),) = ask(
        league.out, "SELECT count(outcomes.series), count(*) FROM series LEFT JOIN outcomes ON number = outcomes.series"
    )
    assert final < planned, "it ended before it was disturbed that often: more rounds are needed"


def compare(league: RealLeague, whole: RealLeague) -> None:
    """The final results are those of a run that nobody disturbed."""
    league.run()
    whole.run()
    assert league.export() == whole.export()
    for results in (league, whole):
        assert results.referee("verify").out == ""
    assert ask(league.out, "SELECT count(*) FROM voids") == [(0,)]
    assert ask(league.out, "SELECT series FROM outcomes ORDER BY series") == ask(
        whole.out, "SELECT number FROM series ORDER BY number"
    )


def test_three_disturbances_change_nothing(mark: str, tmp_path: Path) -> None:
    """Killed, interrupted, resumed: the same turns, scores and notes, in the same series."""
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=7)
    torment(league, 3, random.Random(7))
    compare(league, RealLeague(tmp_path / "whole", mark, programs=FEW, rounds=7))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_thirty_disturbances_change_nothing(mark: str, tmp_path: Path) -> None:
    """The same at thirty random moments."""
    seed = random.randrange(2**32)
    print(f"seed of the moments: {seed}")  # noqa: T201 - to repeat a failure
    league = RealLeague(tmp_path / "league", mark, rounds=50)
    torment(league, 30, random.Random(seed))
    compare(league, RealLeague(tmp_path / "whole", mark, rounds=50))
