"""Bots' texts made harmless."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bots.text import escape_text, json_text, log_line, status_text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("", ""),
        ("plain, ünïcödé, 漢字, 🂡", "plain, ünïcödé, 漢字, 🂡"),
        ("two\nlines\r\n\ttab", r"two\nlines\r\n\ttab"),
        ("\x1b[31mred\x07\x00", r"\x1b[31mred\x07\x00"),
        ("csi \x9b31m", r"csi \x9b31m"),
        ("turned \u202e round", r"turned \u202e round"),
        ("line\u2028separator, no\xa0break", r"line\u2028separator, no\xa0break"),
        ("half \udcff", r"half \udcff"),
        ("tag \U000e0041", r"tag \U000e0041"),
    ],
)
def test_what_a_terminal_acts_upon_is_escaped(text: str, escaped: str) -> None:
    """Letters of all scripts stay; controls, separators, directions and halves of pairs do not."""
    assert escape_text(text, 100) == escaped


@given(st.text(st.characters(codec=None)))
def test_json_says_the_same_and_a_terminal_acts_upon_nothing_in_it(text: str) -> None:
    """Whatever a bot wrote; letters of all scripts stand as they are."""
    written = json_text({"text": text})
    assert json.loads(written) == {"text": text}
    assert all(line.isprintable() for line in written.split("\n"))
    assert json_text(["\x9b31m", "\u202e\x7f", "漢字"], indent=None) == r'["\u009b31m", "\u202e\u007f", "漢字"]' + "\n"


def test_tabs_of_a_log_become_blanks_and_the_rest_is_escaped() -> None:
    """The trace of a Go program can be read; in other texts a tab stays visible as what it is."""
    assert log_line("\tmain.go:22\x1b[31m", 40) == "    main.go:22\\x1b[31m"
    assert escape_text("\tmain.go:22", 40) == "\\tmain.go:22"


def test_long_text_is_cut_with_an_ellipsis() -> None:
    """The limit counts what is shown, escapes included."""
    assert escape_text("x" * 10, 10) == "x" * 10
    assert escape_text("x" * 11, 10) == "x" * 9 + "…"
    assert escape_text("\n" * 9, 10) == r"\n\n\n\n\…"
    assert escape_text("x" * 10_000_000, 3) == "xx…"


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_escaped_text_is_one_printable_line_within_the_limit(text: str, limit: int) -> None:
    """Whatever a bot says; and escaping it again changes nothing."""
    escaped = escape_text(text, limit)
    assert len(escaped) <= limit
    assert escaped.isprintable()
    assert escape_text(escaped, limit) == escaped


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (0, "exited with status 0"),
        (3, "exited with status 3"),
        (-9, "killed by SIGKILL"),
        (-11, "killed by SIGSEGV"),
        (-99, "killed by signal 99"),
    ],
)
def test_exit_status_in_words(status: int, text: str) -> None:
    """Negative numbers are signals, by name where they have one."""
    assert status_text(status) == text
