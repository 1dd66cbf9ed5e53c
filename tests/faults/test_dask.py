"""A tournament on a Dask cluster: workers that die, that are not fit, that have no bots; runs that are interrupted."""

import os
import resource
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from support.boxes import need_boxes
from support.dask_cluster import DaskCluster, cluster_of
from support.processes import eventually
from support.real_league import EXAMPLES, PATIENCE_S, PROGRAMS, RealLeague, kill
from support.requires import skip_unless
from support.sql import ask

SLOW = Path(__file__).parents[1] / "support" / "slow_bot.py"
FEW = {"greedy": PROGRAMS["greedy"], "random": PROGRAMS["random"], "slow": f"{SLOW} 10"}
"""Six series a round, four of which take 0.7 s on any machine."""

ROUNDS = 2
LEFT_S = 20.0

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """What a run on one machine exports."""
    league = RealLeague(tmp_path_factory.mktemp("whole"), secrets.token_hex(8), programs=FEW, rounds=ROUNDS)
    league.run()
    return league.export()


def check(league: RealLeague, expected: Lines) -> None:
    """Every series was played once, with the turns of a run on one machine."""
    assert league.export() == expected
    assert league.referee("verify").out == ""
    assert ask(league.out, "SELECT count(*) FROM voids") == [(0,)]


def begin(league: RealLeague, options: Sequence[str], count: int) -> "subprocess.Popen[str]":
    """Start a run, and wait until so many series are final."""
    run = league.start_run(*options, start_new_session=True)
    assert eventually(lambda: run.poll() is not None or league.final() >= count, PATIENCE_S)
    assert run.poll() is None, run.communicate()
    return run


def test_worker_that_is_killed_is_named_and_changes_nothing(mark: str, tmp_path: Path, expected: Lines) -> None:
    """What it was playing is played again by the other one; what was finished is not."""
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=ROUNDS)
    with cluster_of(tmp_path / "cluster", 2) as cluster:
        run = begin(league, cluster.options, 2)
        assert eventually(lambda: len(cluster.crews()) == 2, LEFT_S)
        cluster.workers[0].kill()
        finished = league.end(run)
        assert eventually(lambda: not cluster.crews() and not league.bots())
    assert "(" in finished.err
    assert ") is gone" in finished.err
    check(league, expected)


def test_scheduler_that_is_not_there_is_told(mark: str, tmp_path: Path) -> None:
    """Nothing is played."""
    league = RealLeague(tmp_path / "league", mark)
    finished = league.run("--executor", "dask", "--scheduler", "tcp://127.0.0.1:1", code=1)
    assert "the scheduler at tcp://127.0.0.1:1 cannot be reached: [Errno 111] Connection refused" in finished.err


def test_cluster_of_ones_own_that_cannot_be_started_is_told(mark: str, tmp_path: Path) -> None:
    """In a sentence, and nothing is left of what was started of it."""
    league = RealLeague(tmp_path / "league", mark)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    run = league.start_run("--executor", "dask", "--isolation", "none")
    resource.prlimit(run.pid, resource.RLIMIT_NOFILE, (min(40, limits[0]), limits[1]))
    _, err = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == 1, err
    assert "referee: no Dask cluster can be started on this machine: " in err
    assert "Traceback" not in err
    assert not league.processes()


@pytest.mark.slow
def test_cluster_of_ones_own_is_interrupted_and_gone_on_with_on_one_machine(
    mark: str, tmp_path: Path, expected: Lines
) -> None:
    """By Ctrl-C, which the terminal sends to all processes; running series are finished."""
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=ROUNDS)
    run = begin(league, ("--executor", "dask"), 2)
    os.killpg(run.pid, signal.SIGINT)
    finished = league.end(run, code=130)
    assert "finished; press Ctrl-C again" in finished.err
    assert "--executor dask" in finished.err
    assert not league.processes()
    assert 2 <= league.final() < len(FEW) * 2 * ROUNDS
    league.run()
    check(league, expected)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["own", "other"])
def test_nothing_is_left_of_a_run_that_is_ended(mark: str, tmp_path: Path, expected: Lines, kind: str) -> None:
    """By `kill -9`, or by two interrupts: workers of a cluster that stays let go of bots, and play for the next run."""
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=ROUNDS)
    with cluster_of(tmp_path / "cluster", 0 if kind == "own" else 2) as cluster:
        options = ("--executor", "dask") if kind == "own" else cluster.options
        run = begin(league, options, 1)
        kill(run.pid)
        run.communicate()
        assert eventually(lambda: not league.bots() and not cluster.crews() and not league.processes(), LEFT_S)
        run = begin(league, options, 3)
        run.send_signal(signal.SIGINT)
        assert run.stderr is not None
        assert any("press Ctrl-C again" in line for line in run.stderr)  # read up to there
        run.send_signal(signal.SIGINT)
        assert "stopped at once" in league.end(run, code=130).err
        assert not league.processes()
        assert eventually(lambda: not league.bots() and not cluster.crews(), LEFT_S)
        league.run(*options)
    check(league, expected)


@pytest.mark.slow
def test_workers_that_are_not_fit_are_taken_out(mark: str, tmp_path: Path) -> None:
    """One on which a bot does not start, and one whose worker processes end: they cost no series."""
    program = tmp_path / "bin" / "my-greedy"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} greedy.py\n")
    program.chmod(0o755)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "sitecustomize.py").write_text(
        "import os, sys\nif 'referee.tournament.worker' in ' '.join(sys.orig_argv):\n    os._exit(1)\n"
    )
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=ROUNDS)
    league.toml.write_text(league.toml.read_text().replace("{python} greedy.py", "my-greedy"))
    path = {"PATH": f"{program.parent}:{os.environ['PATH']}"}
    with DaskCluster(tmp_path / "cluster") as cluster:
        cluster.start_worker(env=path)
        cluster.start_worker()
        cluster.start_worker(env={**path, "PYTHONPATH": str(tmp_path / "broken")})
        cluster.wait_for_workers()
        finished = league.run(*cluster.options)
    assert "is taken out: a bot that plays elsewhere does not there: greedy could not be started" in finished.err
    assert "is taken out: every series fails there: its worker process ended" in finished.err
    assert not league.left()
    assert not ask(league.out, "SELECT kind FROM faults")


def hiding(folder: Path) -> tuple[str, ...]:
    """A prefix for a command that is not to see what is in a folder."""
    prefix = ("bwrap", "--dev-bind", "/", "/", "--tmpfs", str(folder), "--die-with-parent", "--")
    works = shutil.which("bwrap") and subprocess.run([*prefix, "true"], check=False).returncode == 0
    skip_unless(works, "bubblewrap hides no folder here")
    return prefix


@pytest.mark.slow
def test_bots_are_sent_to_workers_and_other_referees_are_refused(mark: str, tmp_path: Path, expected: Lines) -> None:
    """Bots that a worker does not have play there as they do here, and nothing is left of them."""
    bots = tmp_path / "bots"
    shutil.copytree(EXAMPLES, bots)
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=ROUNDS)
    league.toml.write_text(league.toml.read_text().replace(f'dir = "{EXAMPLES}"', f'dir = "{bots}"'))
    modules = {"old": '__version__ = "0.0.1"', "none": 'raise ImportError("no module")'}
    with cluster_of(tmp_path / "cluster", 1, prefix=hiding(bots)) as cluster:
        for name, module in modules.items():
            (tmp_path / name / "referee").mkdir(parents=True)
            (tmp_path / name / "referee" / "__init__.py").write_text(module)
            cluster.start_worker(env={"PYTHONPATH": str(tmp_path / name)})
        cluster.wait_for_workers()
        run = begin(league, cluster.options, 1)
        assert [*(tmp_path / "cluster").rglob("greedy.py")]
        finished = league.end(run)
        assert not [*(tmp_path / "cluster").rglob("greedy.py")]
    assert "does not play: it has referee 0.0.1, and this is" in finished.err
    assert "does not play: it has no referee: install the same one as here" in finished.err
    check(league, expected)


@pytest.mark.slow
def test_bots_are_boxed_on_workers(mark: str, tmp_path: Path) -> None:
    """As they are on one machine; each worker finds out for itself whether it can."""
    need_boxes()
    league = RealLeague(tmp_path / "league", mark, programs={"greedy": FEW["greedy"], "random": FEW["random"]})
    with cluster_of(tmp_path / "cluster", 1) as cluster:
        finished = league.run("--isolation", "standard", *cluster.options)
    assert "isolation standard" in finished.err
    assert league.final() == 2
    assert not ask(league.out, "SELECT kind FROM faults")


@pytest.mark.slow
def test_scheduler_that_is_gone_stops_the_run(mark: str, tmp_path: Path, expected: Lines) -> None:
    """With a sentence; nothing finished is lost."""
    league = RealLeague(tmp_path / "league", mark, programs=FEW, rounds=ROUNDS)
    with cluster_of(tmp_path / "cluster", 2) as cluster:
        run = begin(league, cluster.options, 1)
        cluster.kill_scheduler()
        assert "does not answer any more" in league.end(run, code=1).err
        assert eventually(lambda: not cluster.crews(), PATIENCE_S)
    league.run()
    check(league, expected)
