"""A real Dask cluster on the loopback interface: a scheduler and workers in processes of their own."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from distributed import Client
from support.processes import MARK, eventually, marked_processes
from support.real_league import kill

_PATIENCE_S = 60.0


class DaskCluster:
    """A scheduler, and the workers that were started for it. Use as a context manager.

    Args:
        folder: for scratch files; made if it is missing.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._mark = secrets.token_hex(8)
        self.workers: list[subprocess.Popen[bytes]] = []
        self._scheduler = self._start("scheduler", "--port", "0")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.workers, self._scheduler]:
            process.kill()
            process.wait()
        left = eventually(lambda: not marked_processes(self._mark), _PATIENCE_S)
        for pid in marked_processes(self._mark):
            kill(pid)
        assert left, "the cluster left processes"

    @property
    def scheduler(self) -> str:
        """The scheduler's address, once it is there."""
        assert eventually(self._read, _PATIENCE_S)
        return self._read()

    def _read(self) -> str:
        """The same, or "" before."""
        try:
            return str(json.loads(self._file.read_text())["address"])
        except (OSError, ValueError):  # not there, or not all of it
            return ""

    @property
    def options(self) -> tuple[str, ...]:
        """Those of `referee run`."""
        return ("--executor", "dask", "--scheduler", self.scheduler)

    def wait_for_workers(self) -> None:
        """Wait until all that were started have joined."""
        with Client(self.scheduler, set_as_default=False) as client:
            client.wait_for_workers(len(self.workers), timeout=_PATIENCE_S)

    def start_worker(
        self, *, prefix: Sequence[str] = (), env: Mapping[str, str] | None = None, threads: int = 1
    ) -> "subprocess.Popen[bytes]":
        """Start a worker without a nanny: what is killed stays away."""
        scratch = self._folder / f"scratch-{len(self.workers)}"
        scratch.mkdir()
        options = ("--no-nanny", "--nthreads", str(threads), "--local-directory", str(scratch), "--death-timeout", "60")
        worker = self._start("worker", *options, prefix=prefix, env=env or {})
        self.workers.append(worker)
        return worker

    def kill_scheduler(self) -> None:
        """As if its machine was gone."""
        self._scheduler.kill()
        self._scheduler.wait()

    def crews(self) -> list[int]:
        """The process ids of all referee's workers beside the cluster's."""
        return [pid for pid, line in marked_processes(self._mark).items() if "referee.tournament.worker" in line]

    def _start(
        self, kind: str, *options: str, prefix: Sequence[str] = (), env: Mapping[str, str] | None = None
    ) -> "subprocess.Popen[bytes]":
        command = [*prefix, sys.executable, "-m", "dask", kind, "--scheduler-file", str(self._file), *options]
        with (self._folder / f"{kind}-{len(self.workers)}.log").open("wb") as log:
            return subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"],
                cwd=self._folder,
                env={**os.environ, **(env or {}), MARK: self._mark, "DASK_TEMPORARY_DIRECTORY": str(self._folder)},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )


@contextmanager
def cluster_of(folder: Path, count: int, **options: Any) -> Iterator[DaskCluster]:
    """A cluster with so many workers, which need not be there yet."""
    with DaskCluster(folder) as cluster:
        for _ in range(count):
            cluster.start_worker(**options)
        yield cluster
