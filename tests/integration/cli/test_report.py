"""`referee report` and what it says."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.commands import command
from support.records import encounter, eventful_folder, new_store

from referee.cli import report


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results with all kinds of faults."""
    folder = tmp_path_factory.mktemp("results")
    eventful_folder(folder)
    return folder


def test_pages_in_the_output_folder(tmp_path: Path) -> None:
    """By default in `site`; where the first page is goes to stderr, nothing to stdout."""
    eventful_folder(tmp_path)
    outcome = command("report", str(tmp_path))
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == f"the pages are in {tmp_path}/site/index.html\n"
    assert (tmp_path / "site" / "index.html").is_file()


def test_pages_elsewhere(folder: Path, tmp_path: Path) -> None:
    """In the folder that is named; a second time in its place."""
    site = tmp_path / "pages"
    for _ in range(2):
        assert command("report", str(folder), "--out", str(site)).code == 0
        assert (site / "replay.html").is_file()
    assert not (folder / "site").exists()


def test_progress(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so many files a line."""
    monkeypatch.setattr(report, "TOLD_EVERY", 10)
    lines = command("report", str(folder), "--out", str(tmp_path / "site")).err.splitlines()
    assert lines[:2] == ["10 files written", "20 files written"]


def test_pages_before_the_first_series(tmp_path: Path) -> None:
    """A tournament that has only been planned has pages too."""
    new_store(tmp_path, encounter()).close()
    assert command("report", str(tmp_path)).code == 0
    assert "No series is final yet" in (tmp_path / "site" / "index.html").read_text()


def test_refusals(folder: Path, tmp_path: Path) -> None:
    """No results, and a folder with something else in it: one message each, exit code 2, nothing written."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    for words, message in (
        ((str(tmp_path),), "no results here"),
        ((str(folder), "--out", str(tmp_path / "mine")), "no site of ours"),
        ((str(folder), "--out", str(folder)), "no site of ours"),
    ):
        outcome = command("report", *words)
        assert outcome.code == 2
        assert message in outcome.err
        assert len(outcome.err.splitlines()) == 1
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("seed", range(20))
def test_damaged_results(tmp_path: Path, seed: int) -> None:
    """A byte that changed on the disk: pages all the same, or one message that says where; nothing half written."""
    eventful_folder(tmp_path)
    with closing(sqlite3.connect(tmp_path / "results.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray((tmp_path / "results.db").read_bytes())
    dice = random.Random(seed)
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    (tmp_path / "results.db").write_bytes(content)
    outcome = command("report", str(tmp_path))
    assert len(outcome.err.splitlines()) == 1
    assert outcome.err.startswith("referee: " if outcome.code else "the pages are in ")
    assert (tmp_path / "site").exists() is (outcome.code == 0)
    assert not list(tmp_path.glob("site.*"))
