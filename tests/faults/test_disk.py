"""A disk that is full, and one that cannot be written."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import command
from support.real_league import PROGRAMS, RealLeague
from support.requires import skip_unless
from support.sql import ask

TWO = {name: PROGRAMS[name] for name in ("discarder", "random")}


def mount(folder: Path, options: str) -> bool:
    """Mount a file system in memory there, or mount it anew with other options; whether that worked."""
    command = ["/bin/mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    is_mounted = mount(folder, "size=256k")
    skip_unless(is_mounted, "mounting a small disk takes root and the right to mount")
    yield folder
    subprocess.run(["/bin/umount", str(folder)], check=True)


def test_full_disk_stops_the_run_and_loses_nothing(mark: str, disk: Path, tmp_path: Path) -> None:
    """Exit 1 with one clear message; with more room the run goes on, and ends as if nothing had happened."""
    league = RealLeague(tmp_path / "league", mark, programs=TWO, rounds=5)
    out = ("--out", str(disk / "results"))
    stopped = league.run(*out, code=1)
    assert (
        "the disk is full; free some space and run the same command again, nothing that was saved is lost"
        in stopped.err
    )
    assert not league.processes()
    saved = ask(disk / "results", "SELECT series, hash FROM outcomes ORDER BY series")
    assert 0 < len(saved) < 10
    league.run(*out, code=1)
    assert mount(disk, "remount,size=4m")
    league.run(*out)
    assert ask(disk / "results", "SELECT series, hash FROM outcomes ORDER BY series")[: len(saved)] == saved
    assert ask(disk / "results", "SELECT count(*) FROM voids") == [(0,)]
    whole = RealLeague(tmp_path / "whole", mark, programs=TWO, rounds=5)
    whole.run()
    league.out = disk / "results"
    assert league.export() == whole.export()
    assert league.referee("verify").out == ""


def test_disk_without_any_room(mark: str, disk: Path, tmp_path: Path) -> None:
    """Nothing can even begin; nothing is left that would stand in the way later."""
    league = RealLeague(tmp_path / "league", mark, programs=TWO)
    out = ("--out", str(disk / "results"))
    filler = disk / "filler"
    filler.write_bytes(b"\0" * (os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize))
    assert "the disk is full" in league.run(*out, code=1).err
    filler.unlink()
    assert mount(disk, "remount,size=4m")
    league.run(*out)


def test_read_only_disk_can_be_read(mark: str, disk: Path, tmp_path: Path) -> None:
    """A run is refused with exit 1; whoever only reads does not notice."""
    assert mount(disk, "remount,size=4m")
    league = RealLeague(tmp_path / "league", mark, programs=TWO)
    league.out = disk / "results"
    league.run("--out", str(league.out))
    shown = league.referee("standings").out
    assert mount(disk, "remount,ro,size=4m")
    refused = league.run("--out", str(league.out), code=1)
    assert f"{league.out}: cannot write here: Read-only file system; make the folder writable" in refused.err
    assert league.referee("standings").out == shown
    assert league.referee("verify").out == ""
    assert len(league.export()) == 6
    assert "0 of 3 matches" not in league.referee("replay", "1").out


def test_new_bot_that_does_not_fit(disk: Path) -> None:
    """One line, exit code 1; nothing is left that the same command would then be refused for."""
    assert mount(disk, "remount,size=24k")
    for folder in (disk / "new", disk):
        outcome = command("new-bot", "go", str(folder))
        assert (outcome.code, len(outcome.err.splitlines())) == (1, 1)
        assert f"{folder}: the disk is full; free some space and run the same command again" in outcome.err
        assert not list(disk.iterdir())
