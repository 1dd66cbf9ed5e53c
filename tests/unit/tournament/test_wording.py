"""How messages show values and suggest what was meant."""

import shlex
from datetime import date, datetime, time
from pathlib import Path

import pytest

from referee.tournament.wording import command_text, listed, printable_path, quoted, suggestion


@pytest.mark.parametrize(
    "text",
    [
        "{python} bot.py",
        "./bot --listen={address} -v",
        "'my bot' '' 'a;b' '{a,b}' '$HOME'",
        "java -XX:+UseSerialGC -jar x",
    ],
)
def test_command_is_shown_as_it_is_written(text: str) -> None:
    """Placeholders without quotes; what a shell would act upon with them."""
    assert command_text(shlex.split(text)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", '"a"'),
        ("é\n\x1b[0m\u202e", '"é\\n\\x1b[0m\\u202e"'),
        ("x" * 61, f'"{"x" * 59}…"'),
        (True, "true"),
        (-3, "-3"),
        (2**63, "9223372036854775808"),
        (1.5, "1.5"),
        (float("inf"), "inf"),
        (date(2026, 1, 2), "2026-01-02"),
        (time(1, 2), "01:02:00"),
        (datetime(2026, 1, 2, 3), "2026-01-02T03:00:00"),  # noqa: DTZ001 - a local datetime, as TOML has it
        ([], "an empty list"),
        ([1], "a list"),
        ({}, "a table"),
    ],
)
def test_quoted(value: object, text: str) -> None:
    """A value is shown on one short line as TOML would write it, and nothing in it reaches the terminal."""
    assert quoted(value) == text


def test_an_endless_number() -> None:
    """A number with more digits than Python prints is told by its size."""
    assert quoted(-(16**9000)) == "an integer beyond 64 bits"


def test_a_path_is_shown_whole() -> None:
    """A long path is not cut, but what cannot be printed is escaped."""
    assert printable_path(Path("x" * 200, "a\nb")) == "x" * 200 + "/a\\nb"


def test_listed() -> None:
    """Options are joined as a person would."""
    assert [listed([5]), listed([5, 6]), listed(["a", "b", "c"])] == ["5", "5 or 6", '"a", "b" or "c"']


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("turn_mss", '; did you mean "turn_ms"?'),
        ("TURN_MS", '; did you mean "turn_ms"?'),
        ("zzz", ""),
        ("", ""),
        (5, ""),
        (["turn_ms"], ""),
    ],
)
def test_suggestion(word: object, text: str) -> None:
    """The text most like the word is suggested, capitals or not; nothing is like a number."""
    assert suggestion(word, ["turn_ms", "bank_ms", 5]) == text
