"""`referee verify`: what its last line says."""

from pathlib import Path

import pytest
from support.commands import command
from support.records import eventful_folder
from support.sql import change


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (["tournament SET name = 'other'"], "1 difference in 6 series"),
        (["tournament SET name = 'other'", "outcomes SET total_a = 1"], "differences in 6 series"),
    ],
)
def test_one_difference_is_not_several(tmp_path: Path, changes: list[str], expected: str) -> None:
    """The exit code is 3, and the count agrees with its word."""
    eventful_folder(tmp_path)
    for one in changes:
        change(tmp_path, f"UPDATE {one}")
    outcome = command("verify", str(tmp_path))
    assert (outcome.code, len(outcome.out.splitlines()) == 1) == (3, expected.startswith("1 "))
    assert expected in outcome.err
    assert not outcome.err.startswith("referee: 1 differences")


def test_copy_without_the_seed_differs_in_nothing(tmp_path: Path) -> None:
    """The answer is no all the same, since nothing proves the deals; a difference is told before that."""
    eventful_folder(tmp_path)
    (tmp_path / "seed").unlink()
    outcome = command("verify", str(tmp_path))
    assert (outcome.code, outcome.out) == (3, "")
    assert "matches: nothing differs, but the deals of stage 1 could not be checked" in outcome.err
    change(tmp_path, "UPDATE tournament SET name = 'other'")
    outcome = command("verify", str(tmp_path))
    assert (outcome.code, len(outcome.out.splitlines())) == (3, 1)
    assert "matches; besides, the deals of stage 1 could not be checked" in outcome.err
