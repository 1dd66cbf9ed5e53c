"""Paths that cannot be used, and numbers that nothing has: one line each."""

import errno
import os
from pathlib import Path

import pytest
from support.commands import command
from support.records import eventful_folder
from support.tomls import TWO_BOTS


@pytest.mark.parametrize(
    "words", [("standings",), ("verify",), ("export",), ("replay", "1"), ("compare", "a", "b"), ("reveal",)]
)
def test_path_that_is_too_long(words: tuple[str, ...]) -> None:
    """It is cut where it is told."""
    name, *rest = words
    outcome = command(name, "x" * 5000, *rest)
    assert outcome.code == 2
    assert outcome.err.endswith("…: file name too long; name another, or see to it that you may use it\n")
    assert len(outcome.err) < 400


@pytest.mark.parametrize("words", [("standings",), ("replay", "1"), ("report",)])
def test_loop_of_links(tmp_path: Path, words: tuple[str, ...]) -> None:
    """A folder that is a link to itself."""
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    name, *rest = words
    outcome = command(name, str(loop), *rest)
    assert (outcome.code, len(outcome.err.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("standings", "{}"), "no results here"),
        (("report", "x", "--out", "{}"), "no results here"),
        (("run", "{}"), "expected a TOML file, got a folder"),
        (("run", "x.toml", "--out", "{}"), "no such file"),
        (("check", "x", "--config", "{}"), "expected a TOML file, got a folder"),
        (("new-bot", "cobol", "{}"), "LANGUAGE"),
    ],
)
def test_path_that_may_not_be_read(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told by whoever reads it: some only write there."""
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    outcome = command(*(word.format(tmp_path) for word in words))
    assert outcome.code == 2
    assert told in outcome.err
    assert "expected a path" not in outcome.err


@pytest.mark.parametrize("words", [("replay",), ("annul", "--reason", "none")])
def test_number_that_no_series_can_have(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It is refused before SQLite sees it."""
    eventful_folder(tmp_path)
    name, *rest = words
    outcome = command(name, str(tmp_path), str(2**63), *rest)
    assert outcome.code == 2
    assert f'SERIES: expected a whole number from 1 to 1000000000, got "{2**63}"' in outcome.err


def test_pause_that_is_no_number(tmp_path: Path) -> None:
    """`nan` is in no range."""
    outcome = command("replay", str(tmp_path), "1", "--pause", "nan")
    assert outcome.code == 2
    assert '--pause: expected a number from 0 to 60, got "nan"' in outcome.err


def test_seeds_that_are_no_file(tmp_path: Path) -> None:
    """A pipe is not waited for."""
    eventful_folder(tmp_path)
    (tmp_path / "seed").unlink()
    os.mkfifo(tmp_path / "seed")
    outcome = command("verify", str(tmp_path))
    assert outcome.code == 3
    assert "expected a file with seeds, got something else" in outcome.out


@pytest.mark.parametrize("words", [("league",), ("league.toml", "--out", "league.toml")])
def test_output_folder_that_is_the_toml(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default where its name does not end in .toml."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / words[0]).write_text(TWO_BOTS)
    outcome = command("run", *words)
    told = f"{words[0]}: expected an output folder that is not the TOML itself; name one with --out"
    assert (outcome.code, outcome.err) == (2, f"referee: {told}\n")


@pytest.mark.parametrize("words", [("check", "x"), ("play", "x", "y"), ("run", "{}/t.toml")])
def test_no_folder_for_temporary_files(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said before the first bot, in one line, with what to do."""

    def find_none() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", find_none)
    (tmp_path / "t.toml").write_text(TWO_BOTS)
    outcome = command(*(word.format(tmp_path) for word in words))
    told = "expected a folder for temporary files that can be written, found none; name one in the variable TMPDIR"
    assert (outcome.code, outcome.err) == (2, f"referee: {told}\n")


def test_no_room_for_a_private_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that says where, exit code 1."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "/t/abc")

    monkeypatch.setattr(Path, "mkdir", fail)
    outcome = command("check", "x", "--json")
    assert (outcome.code, len(outcome.err.splitlines())) == (1, 1)
    assert outcome.err.startswith("referee: /t/abc: the disk is full; free some space and run the same command again")


@pytest.mark.parametrize(
    "words", [("check", "x"), ("play", "x", "y"), ("new-bot", "python", "x"), ("report", "{}", "--out", "x")]
)
def test_working_folder_that_is_gone(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a `report` into it from elsewhere: what is relative to it is nowhere."""
    eventful_folder(tmp_path / "out")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    outcome = command(*(word.format(tmp_path / "out") for word in words))
    assert (outcome.code, outcome.err) == (2, "referee: the folder that you are in is gone; change to another one\n")
