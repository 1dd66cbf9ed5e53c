"""`referee play` with bots that do not get as far as a turn."""

import shlex

import pytest
from support.commands import command
from support.example_bots import FOLDER

GREEDY = f"{{python}} {shlex.quote(str(FOLDER / 'greedy.py'))}"


@pytest.mark.parametrize(
    ("bots", "losers"),
    [
        (("no-such-bot", "{python} -c exit(7)"), "no-such-bot and exit-7- failed before that"),
        (("no-such-bot", GREEDY), "no-such-bot failed before that"),
    ],
)
@pytest.mark.usefixtures("mark")
def test_series_without_a_turn_has_failed(bots: tuple[str, str], losers: str) -> None:
    """Exit code 1, with the names of those that are to blame; what is known of each stands on stdout."""
    outcome = command("play", *bots)
    assert (outcome.code, outcome.err) == (1, f"referee: no turn was played: {losers}\n")
    assert "process\n  there was none\n" in outcome.out
