"""A run that is killed or interrupted, at any moment and in any way, goes on as if nothing had happened."""

import random
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from support.processes import eventually
from support.real_league import PATIENCE_S, PROGRAMS, RealLeague, heeds_signals, kill, workers_of
from support.sql import ask

Run = subprocess.Popen[str]

ORPHANS_S = 5.0
"""Mostly it is far less than a second (`test_stopping`), but not on every machine thirty times."""
MORE_ROUNDS = 10
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


ENDS: list[Callable[[Run, random.Random], None]] = [interrupt, terminate, kill_coordinator]
"""What ends a run."""


def kill_worker(run: Run, dice: random.Random) -> bool:
    """SIGKILL to one worker: the run goes on; whether there was one."""
    workers = workers_of(run)
    if workers:
        kill(dice.choice(workers))
    return bool(workers)


def torment(league: RealLeague, times: int, dice: random.Random) -> None:
    """Run the tournament again and again, and disturb it so many times in all.

    Only what came while there was something to play is counted: a fast machine gets more rounds instead.
    """
    left = times
    while left:
        if not league.left():
            league.add_rounds(MORE_ROUNDS)
        left -= disturb_one_run(league, left, dice)
        assert eventually(lambda: not league.processes(), ORPHANS_S), league.processes()
        if league.final():
            league.referee("verify")


def disturb_one_run(league: RealLeague, most: int, dice: random.Random) -> int:
    """Start the run, and disturb it at most so many times, until it ends; how often it really was disturbed."""
    run = league.start_run(stdout=subprocess.DEVNULL)
    assert eventually(lambda: heeds_signals(run), PATIENCE_S)
    count = 0
    while count < most and run.poll() is None:
        time.sleep(dice.uniform(0.0, 2.5))
        if dice.random() < 0.25:
            count += kill_worker(run, dice) and league.left() > 0
        else:
            dice.choice(ENDS)(run, dice)
            break
    _, err = run.communicate(timeout=PATIENCE_S)
    assert run.returncode in (0, 130, -signal.SIGKILL), err
    assert "Traceback" not in err
    return count + (run.returncode != 0 and league.left() > 0)


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
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=4)
    torment(league, 3, random.Random(7))
    compare(league, RealLeague(tmp_path / "whole", mark, programs=FEW, rounds=league.rounds))


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_thirty_disturbances_change_nothing(mark: str, tmp_path: Path) -> None:
    """The same at thirty random moments."""
    seed = random.randrange(2**32)
    print(f"seed of the moments: {seed}")  # noqa: T201 - to repeat a failure
    league = RealLeague(tmp_path / "league", mark, rounds=10)
    torment(league, 30, random.Random(seed))
    compare(league, RealLeague(tmp_path / "whole", mark, rounds=league.rounds))
