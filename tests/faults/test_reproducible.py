"""The same seed gives the same tournament, whatever the concurrency, and mirrors cancel what they should."""

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

BOTS = Path(__file__).parents[2] / "example_bots" / "python"
PROGRAMS = {
    "discarder": "discarder.py",
    "greedy": "greedy.py",
    "greedy-again": "greedy.py",
    "planner": "planner.py",
    "random": "random_bot.py",
}
VARIANTS = {
    "six colors, shared deck, numbers": 'colors = 6\ndraw = "shared"\nbonus_counts = "numbers"',
    "five colors, own ends, all": 'colors = 5\ndraw = "own-end"\nbonus_counts = "all"',
}

Lines = list[dict[str, Any]]


def play(folder: Path, rules: str, concurrency: int) -> Lines:
    """Run five bots with a fixed seed, and export."""
    folder.mkdir(parents=True)
    bots = "".join(
        f'[[bot]]\nname = "{name}"\ncommand = "{{python}} {program}"\ndir = "{BOTS}"\n'
        for name, program in PROGRAMS.items()
    )
    toml = folder / "five.toml"
    toml.write_text(f'[tournament]\nseed = "{"5a" * 32}"\n[rules]\n{rules}\n{bots}')
    referee(folder, "run", "five.toml", "--concurrency", str(concurrency), "--force-concurrency")
    referee(folder, "verify", "five.toml")
    return [json.loads(line) for line in referee(folder, "export", "five.toml").splitlines()[1:]]


def referee(folder: Path, *words: str) -> str:
    """A command that succeeds; what it printed."""
    command = [sys.executable, "-m", "referee", *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=240).stdout


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(rules, id=name, marks=pytest.mark.slow if number else ())
        for number, (name, rules) in enumerate(VARIANTS.items())
    ],
)
def runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Lines, Lines]:
    """The same tournament by one worker and by three."""
    folder = tmp_path_factory.mktemp("runs")
    return play(folder / "one", request.param, 1), play(folder / "three", request.param, 3)


def test_runs_are_the_same_but_for_time(runs: tuple[Lines, Lines]) -> None:
    """Deals, turns, notes, scores and luck are equal to the last bit."""
    one, three = ([json.dumps({**line, "think_ms": None}) for line in lines] for lines in runs)
    assert one == three
    assert len(one) == 10 * 2 * 3


def test_legs_have_the_same_deals_with_the_seats_swapped(runs: tuple[Lines, Lines]) -> None:
    """In every encounter, match by match."""
    legs: dict[tuple[str, int], dict[int, dict[str, Any]]] = defaultdict(dict)
    for line in runs[0]:
        legs[line["deal_id"], line["match"]][line["leg"]] = line
    assert len(legs) == 10 * 3
    for pair in legs.values():
        assert pair[1]["deal"] == pair[2]["deal"]
        assert pair[1]["bots"] == {"first": pair[2]["bots"]["second"], "second": pair[2]["bots"]["first"]}


def test_deterministic_bot_against_itself_cancels(runs: tuple[Lines, Lines]) -> None:
    """The margins and the luck of greedy against greedy add up to nothing over the two legs."""
    margin, luck = 0, 0.0
    for line in runs[0]:
        if set(line["bots"].values()) == {"greedy", "greedy-again"}:
            sign = 1 if line["bots"]["first"] == "greedy" else -1
            margin += sign * (line["scores"]["first"] - line["scores"]["second"])
            luck += sign * line["luck"]
    assert margin == 0
    assert abs(luck) < 1e-9
