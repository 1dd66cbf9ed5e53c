"""The commands of a cluster in the README run as they stand there, but for the address."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.certificates import Authority
from support.processes import eventually

from referee.tournament.config import load_config

ROOT = Path(__file__).parents[2]
CHAPTER = (ROOT / "README.md").read_text().split("## When one machine is not enough\n")[1].split("\n## ")[0]
(BLOCK,) = re.findall(r"^```bash\n(.*?)^```$", CHAPTER, re.MULTILINE | re.DOTALL)
ADDRESS = "10.0.0.1"
PORT = "8786"


@contextmanager
def started(words: list[str], folder: Path) -> Iterator[None]:
    """A command of Dask's in the background, until it is not needed any more."""
    program, *rest = words
    assert program == "dask"
    with (
        (folder / f"{rest[0]}.log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, "-m", "dask", *rest],
            cwd=folder,
            env=os.environ | {"DASK_TEMPORARY_DIRECTORY": str(folder)},
            stdout=log,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            yield
        finally:
            process.terminate()


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@pytest.mark.slow
def test_commands_of_a_cluster_run(tmp_path: Path) -> None:
    """A scheduler, a worker, a tournament; and then nothing is left."""
    text = BLOCK.replace(ADDRESS, "127.0.0.1").replace(PORT, str(free_port()))
    scheduler, worker, (program, *words) = map(shlex.split, text.splitlines())
    shutil.copytree(ROOT / "example_bots" / "python", tmp_path / "example_bots" / "python")
    shutil.copytree(ROOT / "tournaments", tmp_path / "tournaments")
    assert program == "referee"
    with started(scheduler, tmp_path), started(worker, tmp_path):
        assert eventually(lambda: "Registered to" in (tmp_path / "worker.log").read_text(), 60)
        finished = subprocess.run(
            [sys.executable, "-m", "referee", *words, "--rounds", "1"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
            timeout=240,
        )
    assert finished.stdout.startswith("quickstart · 12 of 12 series\n")


@pytest.mark.slow
def test_options_that_are_named_are_there() -> None:
    """Of Dask's commands for other machines, which cannot be run here."""
    for name in ("scheduler", "worker"):
        told = subprocess.run(
            [sys.executable, "-m", "dask", name, "--help"], check=True, capture_output=True, text=True, timeout=60
        ).stdout
        for option in ("--protocol", "--tls-ca-file", "--tls-cert", "--tls-key", "--no-dashboard"):
            assert option in told
            assert option in CHAPTER
    assert "--nthreads" in told


def test_entry_of_a_bot_that_runs_elsewhere_loads(tmp_path: Path) -> None:
    """The keys shown are those that there are."""
    (block,) = re.findall(r"^```toml\n(.*?)^```$", CHAPTER, re.MULTILINE | re.DOTALL)
    (tmp_path / "authority.pem").write_bytes(Authority().pem)
    (tmp_path / "far.token").write_text("secret\n")
    (tmp_path / "t.toml").write_text(f'{block}\n[[bot]]\nname = "near"\ncommand = "c"\n')
    far, _ = load_config(tmp_path / "t.toml").entries
    assert (far.address, far.tls) == ("bots.example.org:443", True)
    assert far.ca == tmp_path / "authority.pem"
    assert far.token_file == tmp_path / "far.token"
