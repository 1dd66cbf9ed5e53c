"""Turns a second of whole runs of `referee run`, and of bare gRPC clients, as many of them as workers."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from support.processes import children_of, descendants, eventually
from support.turn_costs import SETTINGS, requests_of, series_task

from referee.bots.command import argv_of
from referee.bots.spec import BotSpec
from referee.play.records import SeriesRecord
from referee.tournament.tasks import Bench, Played

TESTS: Final = Path(__file__).resolve().parents[1]
BOTS: Final = 6
WARM_ROUNDS: Final = 1
"""Rounds at the beginning that are not counted: bots are still being started."""
_FAMILY: Final = 6
"""A worker, its guardian, two keepers, two bots."""
_START_S: Final = 60.0

# From the first series of the rounds that count to the end of the last one.
_RATE: Final = """
SELECT sum(turn_count_a + turn_count_b) / ((max(julianday(finished_utc)) - min(julianday(started_utc))) * 86400)
FROM outcomes JOIN series ON number = series WHERE round > ?
"""


def run_rate(spec: BotSpec, *, workers: int, rounds: int, options: Sequence[str] = ()) -> float:
    """Turns a second of `referee run` with six copies of a bot, once they have been started.

    Args:
        spec: the bot.
        workers: series at once.
        rounds: of thirty series each; the first is not counted.
        options: more words of the command line.
    """
    with tempfile.TemporaryDirectory(prefix="run-") as folder:
        toml = write_toml(Path(folder), spec, rounds)
        words = ["--concurrency", str(workers), "--force-concurrency", *options]
        command = [sys.executable, "-m", "referee", "run", str(toml), *words]
        environment = {**os.environ, "PYTHONPATH": str(TESTS.parent)}
        subprocess.run(command, env=environment, capture_output=True, check=True)
        with closing(sqlite3.connect(Path(folder) / "speed.results" / "results.db")) as connection:
            rate: float = connection.execute(_RATE, (WARM_ROUNDS,)).fetchone()[0]
    return rate


@contextmanager
def running(spec: BotSpec, *, workers: int) -> Iterator[list[int]]:
    """The processes of the first worker of a run, in its midst: the worker first, then all below it."""
    with tempfile.TemporaryDirectory(prefix="run-") as folder:
        toml = write_toml(Path(folder), spec, 10_000)
        command = [sys.executable, "-m", "referee", "run", str(toml), "--concurrency", str(workers)]
        run = subprocess.Popen(
            command,
            env={**os.environ, "PYTHONPATH": str(TESTS.parent)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            assert eventually(lambda: len(descendants(run.pid)) >= 1 + workers * _FAMILY, _START_S)
            worker = children_of(run.pid)[0]
            yield [worker, *descendants(worker)]
        finally:
            run.send_signal(signal.SIGINT)
            run.wait()


def proportional_mb(pid: int) -> float:
    """The memory of a process, in MB: its own, and its share of what it has in common with others."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024


def write_toml(folder: Path, spec: BotSpec, rounds: int) -> Path:
    """A tournament of copies of a bot; every worker may keep all of them running."""
    lines = ["[tournament]", f"rounds = {rounds}", "[bots]", "max_processes = 100", "[isolation]", 'level = "none"']
    for number in range(BOTS):
        command = " ".join(spec.command or ())
        lines += ["[[bot]]", f'name = "bot{number}"', f"command = '{command}'", f"dir = '{spec.dir}'"]
    toml = folder / "speed.toml"
    toml.write_text("\n".join(lines) + "\n", "utf-8")
    return toml


class BareClients:
    """Bare clients that run for some seconds when asked, all at once."""

    def __init__(self, processes: "Sequence[subprocess.Popen[str]]") -> None:
        self._processes = processes
        for process in processes:
            assert self._line(process) == "ready"

    def rate(self, duration_s: float) -> float:
        """Calls a second of all of them together."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write(f"{duration_s}\n")
            process.stdin.flush()
        return sum(float(self._line(process)) for process in self._processes)

    @staticmethod
    def _line(process: "subprocess.Popen[str]") -> str:
        assert process.stdout is not None
        return process.stdout.readline().strip()


@contextmanager
def bare_clients(spec: BotSpec, *, workers: int) -> Iterator[BareClients]:
    """As many bare clients as workers, each with two bots of its own on a core, spread as workers are."""
    cores = sorted(os.sched_getaffinity(0))
    argv = argv_of(spec, {**os.environ, "LOST_CITIES_BOT_ADDRESS": "{address}"})
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="bare-")))
        file = folder / "requests"
        file.write_text("\n".join(request.hex() for request in requests_of(_one_series(spec))), "ascii")
        words = [sys.executable, "-m", "support.bare", str(file)]
        processes = []
        for number in range(workers):
            process = subprocess.Popen(
                [*words, str(cores[number % len(cores)]), str(spec.dir), *argv],
                env={**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # as workers: Linux shares out a busy machine among sessions
            )
            processes.append(ending.enter_context(process))
        yield BareClients(processes)


def _one_series(spec: BotSpec) -> SeriesRecord:
    with Bench(SETTINGS) as bench:
        result = bench.attempt(series_task(spec, 0))
    assert isinstance(result, Played), result
    return result.record
