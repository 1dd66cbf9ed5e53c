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
