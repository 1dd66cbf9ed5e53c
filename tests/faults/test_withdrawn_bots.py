"""A bot that only commits faults is not asked any more; and what a run says that plays nothing."""

from pathlib import Path

import pytest
from support.real_run import Run, example_bot, faults_of, run_referee, write_toml, zoo_bot

from referee.play.records import SeriesEnd
from referee.results.reader import Results
from referee.results.verify import verify

HONEST = [example_bot("greedy"), example_bot("random_bot")]
SECTIONS = {"tournament": {"rounds": 3}, "faults": {"max_faults": 4}, "clock": {"turn_ms": 10_000}}
PLAYED, FORFEIT, WITHDRAWN = SeriesEnd.PLAYED, SeriesEnd.FORFEIT, SeriesEnd.WITHDRAWN


def ends_of(run: Run, bot: str) -> list[SeriesEnd]:
    """How the series of a bot ended, in the order of the schedule."""
    return [record.end for record in run.series_of(bot)]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Three rounds with a bot that crashes in each of its four series a round; then two more, reinstated."""
    folder = tmp_path_factory.mktemp("withdrawn")
    write_toml(folder, [*HONEST, zoo_bot("crasher", "dies turn")], SECTIONS)
    return [run_referee(folder), run_referee(folder, "--rounds", "5", "--reinstate", "crasher")]


def test_both_runs_end_well(runs: list[Run]) -> None:
    """Exit 0, nothing left, all verified."""
    assert [(run.code, run.left) for run in runs] == [(0, [])] * 2
    assert verify(runs[0].folder).differences == ()


def test_bot_is_withdrawn_until_it_is_reinstated(runs: list[Run]) -> None:
    """One round of faults, two without being asked; one of faults again, and then it is withdrawn again."""
    assert ends_of(runs[1], "crasher") == [FORFEIT] * 4 + [WITHDRAWN] * 8 + [FORFEIT] * 4 + [WITHDRAWN] * 4
    with Results.open(runs[1].folder) as results:
        assert [bot.withdrawn for bot in results.bots()] == [False, False, True]


def test_others_play_on(runs: list[Run]) -> None:
    """All their series with each other are played out."""
    both = [record.end for record in runs[1].series_of("greedy") if "random" in record.bots]
    assert both == [PLAYED] * 10


def test_withdrawal_is_told(runs: list[Run]) -> None:
    """When it happens, once in each run, and in the table."""
    said = (
        "crasher is withdrawn: its last 4 series were all lost by its own fault; "
        "to let it play in later rounds add --reinstate crasher"
    )
    assert [run.err.count(said) for run in runs] == [1, 1]
    assert all("ithdrawn after too many faults: crasher" in run.out for run in runs)


def test_unknown_bot_cannot_be_reinstated(tmp_path: Path) -> None:
    """Exit 2, with what may have been meant; nothing is begun."""
    write_toml(tmp_path, HONEST, SECTIONS)
    run = run_referee(tmp_path, "--reinstate", "greedi")
    assert (run.code, run.out) == (2, "")
    assert 'got "greedi"; did you mean "greedy"?' in run.err
    assert not run.folder.exists()


def test_dry_run_plays_nothing(tmp_path: Path) -> None:
    """The plan on stdout, exit 0; the seed is there, and the run has its commitment."""
    write_toml(tmp_path, HONEST, {**SECTIONS, "tournament": {"rounds": 2}})
    dry = run_referee(tmp_path, "--dry-run")
    assert (dry.code, dry.left) == (0, [])
    assert "rounds       2 × 1 pairing × 2 series\n" in dry.out
    assert (dry.folder / "seed").exists()
    with Results.open(dry.folder) as results:
        (stage,) = results.stages()
        assert results.counts() == (0, 0)
    assert f"commitment   {stage.commitment} (stage 1)\n" in dry.out
    real = run_referee(tmp_path, "--no-resume")
    assert real.code == 0
    assert f"commitment {stage.commitment}\n" in real.err
    assert ends_of(real, "greedy") == [PLAYED] * 4
    assert [faults_of(record) for record in real.records()] == [[]] * 4
