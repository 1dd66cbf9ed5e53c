"""Whole tournaments as a host runs them: a TOML, `referee run` as a process of its own, its output folder."""

import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support import leftovers
from support.example_bots import FOLDER as EXAMPLES
from support.processes import eventually

from referee.play.records import Fault, SeriesRecord
from referee.results.reader import Results

TESTS = Path(__file__).resolve().parents[1]
SEED = "5a" * 32
"""Of every tournament here: the same cards in each run."""

RUN_TIMEOUT_S = 240
PROXIES = dict.fromkeys(("http_proxy", "https_proxy", "grpc_proxy", "HTTP_PROXY"), "http://127.0.0.1:1")
"""Not for bots: nothing is different with them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Bot:
    """One `[[bot]]`, with a folder of its own to run in unless it has one.

    Attributes:
        name: in the tournament.
        command: as in the TOML.
        home: where it runs; None for a fresh folder.
        transport: where it listens.
        script: lines of a shell script `bot.sh` in its fresh folder, which then becomes the rest of the command.
    """

    name: str
    command: str
    home: Path | None = None
    transport: str = "unix"
    script: str = ""


def zoo_bot(name: str, words: str, script: str = "", transport: str = "unix") -> Bot:
    """The bot that misbehaves as the words say (support/zoo/bot.py), started by a script or without."""
    command = f"{{python}} -m support.zoo.bot {shlex.join(words.split(' '))}"
    command = f"./bot.sh {command}" if script else command
    return Bot(name=name, command=command, transport=transport, script=script)


def example_bot(name: str) -> Bot:
    """An honest bot of the example bots in Python, by the name of its file."""
    return Bot(name=name.partition("_")[0], command=f"{{python}} {name}.py", home=EXAMPLES)


@dataclass(frozen=True, kw_only=True)
class Run:
    """What came of a run.

    Attributes:
        folder: the output folder.
        code: the exit code.
        out, err: all that was written.
        left: processes and temporary files that are left, as text; [] if nothing is.
    """

    folder: Path
    code: int
    out: str
    err: str
    left: list[str] = field(default_factory=list)

    def records(self) -> list[SeriesRecord]:
        """All series, in the order of planning; every encounter must be complete."""
        with Results.open(self.folder) as results:
            assert results.counts().final == results.counts().planned
            return [results.record(number) for number in results.disclosed()]

    def series_of(self, bot: str) -> list[SeriesRecord]:
        """The series of one bot."""
        return [record for record in self.records() if bot in record.bots]


def faults_of(record: SeriesRecord) -> list[Fault]:
    """What ended the series: none, one, or two."""
    return [fault for match in record.matches for fault in match.faults]


def write_toml(folder: Path, bots: Sequence[Bot], sections: Mapping[str, Mapping[str, Any]]) -> Path:
    """The TOML of a tournament `zoo` with fixed deals; bots see the whole machine, and may write where they run."""
    tables = {"isolation": {"level": "none"}, **sections}
    tables["tournament"] = {"seed": SEED, **sections.get("tournament", {})}
    lines = []
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    for bot in bots:
        home = bot.home or folder / "homes" / bot.name
        home.mkdir(parents=True, exist_ok=True)
        if bot.script:
            (home / "bot.sh").write_text(f'#!/bin/sh\n{bot.script}\nexec "$@"\n')
            (home / "bot.sh").chmod(0o755)
        env = f'PYTHONPATH = "{TESTS}:{TESTS.parent}", PYTHONDONTWRITEBYTECODE = "1"'
        lines += ["[[bot]]", f'name = "{bot.name}"', f"command = {json.dumps(bot.command)}", f'dir = "{home}"']
        lines += [f'transport = "{bot.transport}"', f"env = {{ {env} }}"]
    path = folder / "zoo.toml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@contextmanager
def run_environment() -> Iterator[dict[str, str]]:
    """The environment of a run: with a proxy, and a place of its own for temporary files.

    Every process of the run, bots and what they leave included, carries that place in its environment.
    """
    with tempfile.TemporaryDirectory(prefix="r-") as temporary:
        yield {**os.environ, **PROXIES, "TMPDIR": temporary, "NO_COLOR": "1", "COLUMNS": "200"}


def finished(folder: Path, code: int, environment: Mapping[str, str]) -> Run:
    """What came of a run that has ended, in a folder where `out` and `err` are what it wrote."""
    temporary = Path(environment["TMPDIR"])
    eventually(lambda: not leftovers.find(temporary))
    return Run(
        folder=folder / "zoo.results",
        code=code,
        out=(folder / "out").read_text("utf-8"),
        err=(folder / "err").read_text("utf-8"),
        left=leftovers.find(temporary),
    )


def run_referee(folder: Path, *arguments: str, timeout_s: float = RUN_TIMEOUT_S) -> Run:
    """Run `referee run zoo.toml` in a folder, to its end."""
    command = [sys.executable, "-m", "referee", "run", str(folder / "zoo.toml"), *arguments]
    with run_environment() as environment, (folder / "out").open("wb") as out, (folder / "err").open("wb") as err:
        result = subprocess.run(
            command, cwd=TESTS.parent, env=environment, stdout=out, stderr=err, check=False, timeout=timeout_s
        )
        return finished(folder, result.returncode, environment)


@contextmanager
def command_output(*arguments: str) -> Iterator[str]:
    """The stdout of another command, which must succeed and say nothing on stderr."""
    command = [sys.executable, "-m", "referee", *arguments]
    result = subprocess.run(command, capture_output=True, check=False, timeout=RUN_TIMEOUT_S)
    assert result.returncode == 0, result.stderr.decode()
    yield result.stdout.decode()
