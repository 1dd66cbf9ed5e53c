"""What a host is told of bots that left the TOML."""

from pathlib import Path

from support.records import finish
from support.tomls import load

from referee.tournament.isolation import Isolation
from referee.tournament.runner import RunOptions, Tournament


def notices(folder: Path, names: str) -> tuple[str, ...]:
    """What is told with these bots in the TOML; all are the same program."""
    config = load(folder, "".join(f'[[bot]]\nname = "{name}"\ncommand = "b"\n' for name in names.split()))
    return Tournament.forecast(config, folder / "out", RunOptions(), Isolation()).notices


def test_bots_that_left_are_named_and_asked_about(tmp_path: Path) -> None:
    """One question each, about a bot that is new; one with results of its own has its name already."""
    config = load(tmp_path, "".join(f'[[bot]]\nname = "b{number}"\ncommand = "b"\n' for number in range(4)))
    with Tournament.open(config, tmp_path / "out", RunOptions()) as tournament:
        finish(tournament._store)
    gone = "not in the TOML any more, but kept in the table with their results: b0, b1"
    assert notices(tmp_path, "b2 b3") == (gone,)
    assert notices(tmp_path, "b2 b3 b5 b6") == (
        gone,
        "did you rename b0 to b5? results belong to a name: to go on with them call it b0 again",
        "did you rename b1 to b5? results belong to a name: to go on with them call it b1 again",
    )
