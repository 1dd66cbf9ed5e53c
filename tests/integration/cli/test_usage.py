"""A wrong command line is told in the form of all other messages."""

import sys

import click
import pytest

import referee.cli
from referee.cli import cli
from referee.cli.usage import usage_fault


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("bogus", 'expected a command, got "bogus"; see `referee --help`'),
        ("chek x", 'expected a command, got "chek"; did you mean "check"? see `referee --help`'),
        ("--nope", 'no option "--nope"; see `referee --help`'),
        ("run", "run: expected TOML, got nothing; see `referee run --help`"),
        ("compare x a", "compare: expected B, got nothing; see `referee compare --help`"),
        ("annul x 1", "annul: expected --reason, got nothing; see `referee annul --help`"),
        ("run a b", 'run: expected TOML, and got "b" too; see `referee run --help`'),
        ("doctor a b", 'doctor: expected no argument, and got "a b" too; see `referee doctor --help`'),
        ("replay x 1 2 3", 'replay: expected DIR SERIES [MATCH], and got "3" too; see `referee replay --help`'),
        ("play a", "play: expected BOT BOT, got fewer; see `referee play --help`"),
        ("run --ruonds 3", 'run: no option "--ruonds"; did you mean "--rounds"? see `referee run --help`'),
        ("run x --rounds", "run: --rounds: expected a value, got nothing; see `referee run --help`"),
        ("run x --dry-run=1", "run: --dry-run: expected no value, got one; see `referee run --help`"),
        ("compare x a b --bounds 1", "compare: --bounds: expected 2 values, got fewer; see `referee compare --help`"),
        (
            "run x --rounds 0",
            'run: --rounds: expected a whole number from 1 to 100000, got "0"; see `referee run --help`',
        ),
        (
            "replay x y",
            'replay: SERIES: expected a whole number from 1 to 1000000000, got "y"; see `referee replay --help`',
        ),
        ("compare x a b --alpha q", 'compare: --alpha: expected a number, got "q"; see `referee compare --help`'),
        (
            "run x --isolation foo",
            'run: --isolation: expected "auto", "none", "standard" or "strict", got "foo"; see `referee run --help`',
        ),
        (
            "new-bot pyton x",
            (
                'new-bot: LANGUAGE: expected "python", "go", "rust", "java", "typescript" or "cpp", got "pyton"; did'
                ' you mean "python"? see `referee new-bot --help`'
            ),
        ),
        (
            "export x --format cvs",
            (
                'export: --format: expected "jsonl", "csv" or "pgn", got "cvs"; did you mean "csv"?'
                " see `referee export --help`"
            ),
        ),
    ],
)
def test_fault_says_what_was_expected_and_what_came(line: str, fault: str) -> None:
    """And where to read on."""
    with pytest.raises(click.UsageError) as caught:
        cli.main(line.split(), standalone_mode=False)
    assert usage_fault(caught.value, cli, line.split()) == fault


def test_command_ends_with_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line on stderr, exit code 2."""
    monkeypatch.setattr(sys, "argv", ["referee", "run"])
    assert referee.cli._run() == 2
    assert capsys.readouterr() == ("", "referee: run: expected TOML, got nothing; see `referee run --help`\n")
