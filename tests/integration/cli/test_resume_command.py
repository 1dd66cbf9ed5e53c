"""The command that goes on, as it is printed after an interruption."""

import sys

import pytest

from referee.cli.run import _resume_command


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["run", "a b.toml", "--out", "x"], ["run", "a b.toml", "--out", "x"]),
        (["run", "t.toml", "--keep-results", "--rounds", "3"], ["run", "t.toml", "--keep-results", "--rounds", "3"]),
        (["run", "t.toml", "--no-resume", "--replay-changed"], ["run", "t.toml"]),
        (["run", "--reinstate", "a", "t.toml", "--reinstate=b"], ["run", "t.toml"]),
    ],
)
def test_it_is_the_same_without_what_is_done_once(words: list[str], kept: list[str]) -> None:
    """Going on with results, the bots that are new or reinstated are so already."""
    assert _resume_command(["/opt/bin/referee", *words], has_enrolled=True) == ["/opt/bin/referee", *kept]


def test_module_that_was_run_is_run_again() -> None:
    """By the same interpreter."""
    assert _resume_command(["/x/referee/__main__.py", "run", "t.toml"], has_enrolled=True) == [
        sys.executable,
        "-m",
        "referee",
        "run",
        "t.toml",
    ]


def test_program_on_the_path_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was typed."""
    monkeypatch.setattr("shutil.which", lambda name: f"/opt/bin/{name}")
    assert _resume_command(["/opt/bin/referee", "run", "t.toml"], has_enrolled=True) == ["referee", "run", "t.toml"]
