"""Writing pages goes wrong: interrupted, killed, a full disk; what was there before stays."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.bulk import bulk_folder
from support.processes import eventually
from support.requires import skip_unless

SOME_FILES = 50
PATIENCE_S = 60.0


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """380 series: enough to be caught half way."""
    folder = tmp_path_factory.mktemp("results")
    bulk_folder(folder, 380)
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """An earlier site, of one page."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "lost-cities-site.txt").write_text("")
    (site / "index.html").write_text("earlier")
    return site


def report(results: Path, site: Path) -> subprocess.Popen[str]:
    """The command, as a process."""
    command = [sys.executable, "-m", "referee", "report", str(results), "--out", str(site)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@contextmanager
def caught(results: Path, site: Path) -> Iterator[subprocess.Popen[str]]:
    """The command, stopped when it has written some files."""
    with report(results, site) as process:

        def is_half_way() -> bool:
            process.send_signal(signal.SIGSTOP)
            if sum(1 for _ in site.with_name("site.partial").rglob("*.js")) > SOME_FILES:
                return True
            process.send_signal(signal.SIGCONT)
            return False

        assert eventually(is_half_way, PATIENCE_S)
        yield process
        process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(results: Path, site: Path, number: signal.Signals) -> None:
    """Exit code 130, no traceback; the earlier site is there, and nothing beside it."""
    with caught(results, site) as process:
        process.send_signal(number)
        process.send_signal(signal.SIGCONT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert [path.name for path in site.parent.iterdir()] == ["site"]
    assert (site / "index.html").read_text() == "earlier"


def test_killed(results: Path, site: Path) -> None:
    """The earlier site is there; the next report needs no help, and leaves nothing of the half one."""
    with caught(results, site) as process:
        process.kill()
    assert (site / "index.html").read_text() == "earlier"
    assert site.with_name("site.partial").is_dir()
    with report(results, site) as process:
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (0, f"the pages are in {site}/index.html\n")
    assert [path.name for path in site.parent.iterdir()] == ["site"]
    assert (site / "index.html").read_text() != "earlier"


def test_full_disk(results: Path, tmp_path: Path) -> None:
    """Exit 1 with one message; nothing is left that would stand in the way."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["/bin/mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    is_mounted = os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0
    skip_unless(is_mounted, "mounting a small disk takes root and the right to mount")
    try:
        with report(results, disk / "site") as process:
            _, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 1
        assert "the disk is full; free some space" in errors
        assert len(errors.splitlines()) == 1
        assert not list(disk.iterdir())
    finally:
        subprocess.run(["/bin/umount", str(disk)], check=True)
