"""Amounts in words."""

import pytest

from referee.tournament.compliance.amounts import MB, counted, duration, size


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0.0, "0 ms"),
        (0.416, "0.42 ms"),
        (9.96, "10 ms"),
        (12.4, "12 ms"),
        (999, "999 ms"),
        (1000, "1 s"),
        (1540, "1.5 s"),
    ],
)
def test_duration(ms: float, text: str) -> None:
    """Two digits that matter, in the unit that fits."""
    assert duration(ms) == text


@pytest.mark.parametrize(
    ("count_bytes", "text"),
    [
        (0, "0 bytes"),
        (1023, "1023 bytes"),
        (1024, "1.0 KB"),
        (20_000, "20 KB"),
        (3.5 * MB, "3.5 MB"),
        (900 * MB, "900 MB"),
    ],
)
def test_size(count_bytes: float, text: str) -> None:
    """Units of 1024; one decimal below ten."""
    assert size(count_bytes) == text


def test_counted() -> None:
    """One is singular, none is plural, and some plurals are their own."""
    assert [counted(n, "turn") for n in (0, 1, 2)] == ["0 turns", "1 turn", "2 turns"]
    assert counted(2, "match", "matches") == "2 matches"
