"""`referee replay`: a stored series, history too."""

from pathlib import Path

from click.testing import CliRunner
from support.commands import command as run
from support.records import encounter, eventful_folder, finish, new_store

from referee.cli.replay import command
from referee.results.annul import annul


def test_history_is_told_as_such(tmp_path: Path) -> None:
    """With the reason, escaped; a series of the tables without a word."""
    with new_store(tmp_path, [*encounter(), *encounter("alpha", "beta", pairing=2)]) as store:
        finish(store)
    annul(tmp_path, 1, "the power \x1b[31mfailed")
    ended = CliRunner().invoke(command, [str(tmp_path), "2", "1"])
    assert ended.exit_code == 0
    assert ended.stderr == "series 2 is annulled, and in no table: the power \\x1b[31mfailed\n"
    assert CliRunner().invoke(command, [str(tmp_path), "3", "1"]).stderr == ""


def test_match_that_was_not_played(tmp_path: Path) -> None:
    """What there is instead, in a series that ended early, and in one that was withdrawn."""
    eventful_folder(tmp_path)
    assert run("replay", str(tmp_path), "4", "2").err == "referee: series 4: expected match 1, got 2\n"
    withdrawn = run("replay", str(tmp_path), "6", "1")
    told = "referee: series 6: expected no match, since none was played, got 1\n"
    assert (withdrawn.code, withdrawn.err) == (2, told)
