"""Bots that cannot play are told together before the first match; or the others play without them."""

import re
from pathlib import Path

import pytest
from support.real_run import Bot, Run, example_bot, run_referee, write_toml, zoo_bot

from referee.play.records import SeriesEnd
from referee.results.reader import Results

GOLDEN = Path(__file__).parents[1] / "golden" / "rehearsal_report.txt"

BROKEN = {
    "says-goodbye": "ends 0",
    "says-no": "ends 3",
    "segfault": "killed 11",
    "never-listens": "never-listens",
    "too-slow": "slow-start 60",
    "describe-hangs": "describe-hangs",
    "describe-fails": r"describe-fails a\x1b[2Jb",
    "silence": "raw silence",
    "noise": "raw garbage",
    "half-a-frame": "raw half-a-frame",
    "never-reads": "raw never-reads",
    "http1": "raw http1",
    "hangs-up": "raw hangs-up",
    "another-package": "serves-another-service lostcities.v2.BotService",
    "another-service": "serves-another-service grpc.health.v1.Health",
    "refuses": r"refuses no\nway,\x1b[31m never",
    "scrawls": r"refuses \x1b]0;title\x07",
}
HONEST = [example_bot("greedy"), example_bot("random_bot")]
CLOCK = {"clock": {"startup_ms": 2000}}


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with two honest bots and very many broken ones."""
    folder = tmp_path_factory.mktemp("broken")
    locked = zoo_bot("locked", "honest", "exit 1")
    nowhere = Bot(name="nowhere", command="no-such-program --really")
    write_toml(folder, [HONEST[0], nowhere, locked, *(zoo_bot(*item) for item in BROKEN.items()), HONEST[1]], CLOCK)
    (folder / "homes" / "locked" / "bot.sh").chmod(0o644)
    return run_referee(folder)


def report_of(run: Run) -> str:
    """What the run said of bots that cannot play, without what differs from run to run."""
    report = run.err[run.err.index("referee: ") :]
    return re.sub(r"/\S*/(?=homes|bot\.s)", "…/", report)


def test_joint_report(broken: Run) -> None:
    """Name, sentence with exit status and likely causes, command, last lines of the log: all of them, in order."""
    assert report_of(broken) == GOLDEN.read_text("utf-8")


def test_nothing_was_played(broken: Run) -> None:
    """The exit code says that it failed; there is no table, no result, no bot, no plan, and nothing is left."""
    assert (broken.code, broken.out, broken.left) == (1, "", [])
    with Results.open(broken.folder) as results:
        assert (results.bots(), results.counts()) == ([], (0, 0))


def test_others_play_without_them(tmp_path: Path) -> None:
    """With --exclude-broken, round after round; their series wait until they are mended."""
    bots = [*HONEST, zoo_bot("broken", "honest", "exit 1")]
    write_toml(tmp_path, bots, {"tournament": {"rounds": 2}})
    first = run_referee(tmp_path, "--exclude-broken")
    assert (first.code, first.left) == (0, [])
    told = "1 of 3 bots is not fit to play; all rounds go on without them, and their series wait for another run\n"
    assert f"{told}  broken exited with" in first.err
    assert "broken" in first.out
    with Results.open(first.folder) as results:
        assert {(row.a, row.b) for row in results.series_rows()} == {("greedy", "random")}
        assert results.counts() == (4, 12)
    (tmp_path / "homes" / "broken" / "bot.sh").write_text('#!/bin/sh\nexec "$@"\n')
    second = run_referee(tmp_path, "--keep-results")
    assert (second.code, second.left) == (0, [])
    assert [record.end for record in second.records()] == [SeriesEnd.PLAYED] * 12


def test_one_alone_cannot_play(tmp_path: Path) -> None:
    """Without an opponent there is nothing to go on with."""
    write_toml(tmp_path, [HONEST[0], zoo_bot("broken", "ends 1")], {})
    run = run_referee(tmp_path, "--exclude-broken")
    assert (run.code, run.out, run.left) == (1, "", [])
    assert (
        "referee: 1 of 2 bots is not fit to play, and one alone cannot play\n  broken exited with status 1" in run.err
    )
