"""A small tournament of real example bots, run by the real command in processes of their own."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from support.processes import MARK, children_of
from support.sql import ask

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "example_bots" / "python"
SEED: Final = "5a" * 32
PROGRAMS: Final = {
    "discarder": "discarder.py",
    "greedy": "greedy.py",
    "planner": "planner.py",
    "random": "random_bot.py",
}
# Limits that a busy machine does not reach: a timeout would be another result.
CLOCK: Final = "turn_ms = 60000\nbank_ms = 0\nnotify_ms = 60000\nstartup_ms = 60000"
PATIENCE_S: Final = 120


@dataclass(frozen=True, kw_only=True, slots=True)
class Finished:
    """What came of a command."""

    code: int
    out: str
    err: str


class RealLeague:
    """A TOML in a folder, and the commands on it.

    Args:
        folder: where it is; made if it is missing.
        mark: of all its processes.
        programs: by name of the bot; a path is that of an example bot, or absolute.
        rounds: in the TOML; the attribute is what it says now.
        seed: in the TOML; None for one of the system.
        extra: lines that are added to `[tournament]`.
    """

    def __init__(
        self,
        folder: Path,
        mark: str,
        *,
        programs: Mapping[str, str] = PROGRAMS,
        rounds: int = 1,
        seed: str | None = SEED,
        extra: str = "",
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.mark = mark
        self.toml = folder / "league.toml"
        self.out = folder / "league.results"
        self.write(programs=programs, rounds=rounds, seed=seed, extra=extra)

    def write(
        self,
        *,
        programs: Mapping[str, str] = PROGRAMS,
        rounds: int = 1,
        seed: str | None = SEED,
        extra: str = "",
        clock: str = CLOCK,
    ) -> None:
        """Write the TOML anew."""
        self._series_per_round = len(programs) * (len(programs) - 1)
        self.rounds = rounds
        seed_line = f'seed = "{seed}"' if seed else ""
        bots = "".join(self._bot(name, program) for name, program in programs.items())
        head = f'[tournament]\nrounds = {rounds}\n{seed_line}\n{extra}\n[clock]\n{clock}\n[isolation]\nlevel = "none"\n'
        self.toml.write_text(head + bots)

    def add_rounds(self, count: int) -> None:
        """Raise `rounds` in the TOML, and leave the rest as it is."""
        text, before, after = self.toml.read_text(), f"\nrounds = {self.rounds}\n", self.rounds + count
        assert before in text
        self.toml.write_text(text.replace(before, f"\nrounds = {after}\n"))
        self.rounds = after

    def final(self) -> int:
        """How many series are on the disk."""
        if not (self.out / "results.db").exists():
            return 0
        try:
            ((count,),) = ask(self.out, "SELECT count(*) FROM outcomes")
        except sqlite3.OperationalError:  # stopped before there was a table
            return 0
        return int(count)

    def left(self) -> int:
        """How many series of the TOML are not on the disk yet."""
        return self.rounds * self._series_per_round - self.final()

    def start(self, *words: str, **options: Any) -> "subprocess.Popen[str]":
        """Start a command; its output goes into pipes unless `options` of Popen say otherwise."""
        command = [sys.executable, "-m", "referee", *words]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=self.folder, env=self.environment(), **(pipes | options))

    def start_run(self, *words: str, **options: Any) -> "subprocess.Popen[str]":
        """Start `referee run` with two series at once."""
        return self.start("run", self.toml.name, "--concurrency", "2", "--force-concurrency", *words, **options)

    def run(self, *words: str, code: int = 0) -> Finished:
        """`referee run` to its end, which has to be that exit code."""
        return self.end(self.start_run(*words), code)

    def referee(self, *words: str, code: int = 0) -> Finished:
        """Any other command on the results, to its end: `referee("replay", "3")`."""
        name, *rest = words
        return self.end(self.start(name, str(self.out), *rest), code)

    def export(self) -> list[dict[str, Any]]:
        """The lines of the export without times; the config without what a test may change."""
        lines = [json.loads(line) for line in self.referee("export").out.splitlines()]
        return [timeless(line) for line in lines[1:]]

    def processes(self) -> dict[int, str]:
        """All that runs of it, bots included: command line by process id."""
        return {pid: command for pid, command in _processes() if self.mark.encode() in _read(pid, "environ")}

    def bots(self) -> list[int]:
        """The process ids of its bots."""
        mark = f"MARK={self.mark}".encode()
        return [pid for pid in self.processes() if mark in _read(pid, "environ").split(b"\0")]

    def environment(self) -> dict[str, str]:
        """Of the processes that are started here."""
        return {**os.environ, MARK: self.mark}

    def end(self, process: "subprocess.Popen[str]", code: int = 0) -> Finished:
        """What comes of a command that was started, which has to end with that exit code."""
        out, err = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == code, f"exit code {process.returncode}, expected {code}:\n{out}\n{err}"
        assert "Traceback" not in err, err
        return Finished(code=process.returncode, out=out, err=err)

    def _bot(self, name: str, program: str) -> str:
        home = Path(program.split(maxsplit=1)[0]).parent if program.startswith("/") else EXAMPLES
        command = f'command = "{{python}} {program}"\ndir = "{home}"'
        return f'[[bot]]\nname = "{name}"\n{command}\nenv = {{ MARK = "{self.mark}" }}\n'


def timeless(line: dict[str, Any]) -> dict[str, Any]:
    """A line of an export without anything that depends on how fast the machine was."""
    faults = [{**fault, "elapsed_ms": None} for fault in line["faults"]]
    return {**line, "think_ms": len(line["think_ms"]), "faults": faults}


def workers_of(process: "subprocess.Popen[str]") -> list[int]:
    """The process ids of the workers of a run; none if it has ended."""
    return [pid for pid in children_of(process.pid) if b"referee.tournament.worker" in _read(pid, "cmdline")]


def heeds_signals(process: "subprocess.Popen[str]") -> bool:
    """Whether a command has come so far that SIGTERM does not simply end it."""
    status = dict(line.split(b":", 1) for line in _read(process.pid, "status").splitlines())
    return bool(int(status.get(b"SigCgt", b"0"), 16) >> (signal.SIGTERM - 1) & 1)


def kill(pid: int, number: signal.Signals = signal.SIGKILL) -> None:
    """Signal a process that may be gone."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _processes() -> list[tuple[int, str]]:
    pids = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return [(pid, _read(pid, "cmdline").replace(b"\0", b" ").decode()) for pid in pids if pid != os.getpid()]


def _read(pid: int, name: str) -> bytes:
    """A file of the kernel about a process; empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""
