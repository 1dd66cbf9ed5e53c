"""`referee run`: what is told around a run, of results that are there."""

import shlex
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.fake_bot import FakeBot, Reply
from support.records import play_series
from support.tomls import TWO_BOTS, load

from referee.cli import run
from referee.errors import ConfigError, FaultKind
from referee.results.annul import annul
from referee.results.rows import FaultSummary
from referee.results.seeds import SEED_FILE
from referee.results.store import Store
from referee.tournament.config import TournamentConfig
from referee.tournament.interrupts import Interrupts
from referee.tournament.isolation import Isolation
from referee.tournament.notices import missing_programs
from referee.tournament.runner import LOG_FOLDER, RunOptions, Tournament


@pytest.fixture
def begun(tmp_path: Path) -> tuple[TournamentConfig, Path]:
    """A tournament of one encounter, and its folder, in which the first leg is lost by a fault."""
    config, folder = load(tmp_path, TWO_BOTS), tmp_path / "out"
    with Tournament.open(config, folder, RunOptions()):
        pass
    with Store.open(folder) as store:
        row = next(store.pending(1))
        store.save(row, play_series(row, (FakeBot(script={(1, 1): Reply(raw=b"")}), FakeBot())))
    return config, folder


def go_on(begun: tuple[TournamentConfig, Path], monkeypatch: pytest.MonkeyPatch) -> list[FaultSummary]:
    """Go on with it, but play nothing; the faults that the display is told of."""
    told: list[FaultSummary] = []

    def open_progress(
        *_: object, faults: Iterable[FaultSummary] = (), **__: object
    ) -> AbstractContextManager[SimpleNamespace]:
        told.extend(faults)
        display = nullcontext(SimpleNamespace())
        display.message = print  # type: ignore[attr-defined]  # all that is asked of it here
        return display

    monkeypatch.setattr(run, "open_progress", open_progress)
    monkeypatch.setattr(Tournament, "play", lambda *_: None)
    run._play(*begun, RunOptions(), Isolation())
    return told


def test_display_goes_on_with_the_faults_so_far(
    begun: tuple[TournamentConfig, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the table on a terminal would show none after a resume."""
    (fault,) = go_on(begun, monkeypatch)
    assert (fault.bot, fault.kind) == ("left", FaultKind.MALFORMED_REPLY)


@pytest.mark.parametrize(("mode", "is_warned"), [(0o644, True), (0o600, False)])
def test_seed_that_others_can_read_is_told(
    begun: tuple[TournamentConfig, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    mode: int,
    is_warned: bool,
) -> None:
    """As after a careless copy; a run goes on all the same."""
    (begun[1] / SEED_FILE).chmod(mode)
    go_on(begun, monkeypatch)
    assert ("warning: " in capsys.readouterr().err) == is_warned


def test_lowered_rounds_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was played of later rounds stays, which would else be a riddle; what was not leaves the plan."""
    text, folder = "[tournament]\nrounds = {}\n" + TWO_BOTS, tmp_path / "out"
    with Tournament.open(load(tmp_path, text.format(3)), folder, RunOptions()):
        pass
    with Store.open(folder) as store:
        for row in [*store.pending(1), *store.pending(2)]:
            store.save(row, play_series(row))
    told = "rounds is 1 now, but what was played up to round 2 stays in the table\n"
    go_on((load(tmp_path, text.format(2)), folder), monkeypatch)
    assert told not in capsys.readouterr().err
    go_on((load(tmp_path, text.format(1)), folder), monkeypatch)
    assert told in capsys.readouterr().err
    run._foretell(Tournament.forecast(load(tmp_path, text.format(1)), folder, RunOptions(), Isolation()))
    told_before = capsys.readouterr()
    assert told in told_before.err
    assert "of these     2 of rounds after round 1\n" in told_before.out


@pytest.mark.parametrize("is_annulled", [False, True])
def test_no_resume_refuses_results_history_too(begun: tuple[TournamentConfig, Path], *, is_annulled: bool) -> None:
    """Whatever was played here, another tournament is not to be added to."""
    if is_annulled:
        annul(begun[1], 1, "the power failed")
    with pytest.raises(ConfigError, match="results are here already"):
        run._check_fresh(begun[1])


def test_no_resume_takes_a_folder_in_which_nothing_was_played(tmp_path: Path) -> None:
    """A plan, and a seed that is committed to, are no results."""
    with Tournament.open(load(tmp_path, TWO_BOTS), tmp_path / "out", RunOptions()):
        pass
    run._check_fresh(tmp_path / "out")


@pytest.mark.parametrize("kind", ["file", "loop"])
def test_logs_that_are_no_folder_are_told_before_the_first_bot(begun: tuple[TournamentConfig, Path], kind: str) -> None:
    """One line that names them, not a traceback of every worker."""
    config, folder = begun
    logs = folder / LOG_FOLDER
    if kind == "file":
        logs.touch()
    else:
        logs.symlink_to(logs)
    nobody: Any = SimpleNamespace(message=None)
    with (
        Tournament.open(config, folder, RunOptions()) as tournament,
        pytest.raises(ConfigError, match=f"{logs}: expected a folder for the logs of bots"),
    ):
        tournament.play(nobody, nobody)


def test_bot_that_left_the_toml_is_told(
    begun: tuple[TournamentConfig, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """It stays in the table, which would else be a riddle; a bot that has no results is not mentioned."""
    go_on(begun, monkeypatch)
    assert "TOML any more" not in capsys.readouterr().err
    third = load(tmp_path, TWO_BOTS.replace('"right"', '"third"'))
    told = "not in the TOML any more, but kept in the table with their results: right\n"
    run._foretell(Tournament.forecast(third, begun[1], RunOptions(), Isolation()))
    told_before = capsys.readouterr()
    assert told in told_before.err
    assert "of these     1 of bots that left the TOML\n" in told_before.out
    go_on((third, begun[1]), monkeypatch)
    assert told in capsys.readouterr().err
    go_on(begun, monkeypatch)
    assert "TOML any more" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "command", "is_asked"), [("third", "right", True), ("right2", "new", True), ("third", "new", False)]
)
def test_bot_that_was_probably_renamed_is_told(
    begun: tuple[TournamentConfig, Path], tmp_path: Path, *, name: str, command: str, is_asked: bool
) -> None:
    """It has the fingerprint of the one that is gone, or a name like it; without any result of its own."""
    bot = '[[bot]]\nname = "{}"\ncommand = "{}"\n'
    config = load(tmp_path, bot.format("left", "left") + bot.format(name, command))
    told = " ".join(Tournament.forecast(config, begun[1], RunOptions(), Isolation()).notices)
    assert (f"did you rename right to {name}? results belong to a name: to go on with them call it right" in told) == (
        is_asked
    )


def test_dry_run_names_programs_that_are_not_there(tmp_path: Path) -> None:
    """With line and key; a warning only, since a build may make them, and `--exclude-broken` does without."""
    (tmp_path / "there").touch()
    commands = ["./pathfindr", "./there", "no-such-program", "{python} absent.py", "sh -c x"]
    text = "".join(f'[[bot]]\nname = "b{place}"\ncommand = "{word}"\n' for place, word in enumerate(commands))
    path = tmp_path / "t.toml"
    expected = f"expected a program, found none at {tmp_path}/pathfindr; build it, or mend the name"
    assert list(missing_programs(load(tmp_path, text))) == [
        f'{path}, line 3: [[bot]] 1 "b0" command: {expected}',
        f'{path}, line 9: [[bot]] 3 "b2" command: expected a program, found no "no-such-program" on PATH',
    ]


def test_run_stopped_before_its_first_series_shows_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only how to go on: there is nothing in the table yet."""
    with Tournament.open(load(tmp_path, TWO_BOTS), tmp_path / "out", RunOptions()):
        (tmp_path / "t.toml").write_text(TWO_BOTS)
    monkeypatch.setattr(run, "_play", lambda *_: (SimpleNamespace(is_stopping=False, is_draining=True), True))
    words = [str(tmp_path / "t.toml"), "--isolation", "none", "--out", str(tmp_path / "out")]
    assert run.command.main(words, standalone_mode=False) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert "Go on with: " in told.err


def test_run_stopped_while_changed_bots_are_tried_goes_on_with_the_whole_command(
    begun: tuple[TournamentConfig, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is given up for new results yet: without the option the next run would be refused."""

    def try_changed(*_: object, interrupts: Interrupts, **__: object) -> None:
        interrupts.is_draining = True

    monkeypatch.setattr(Tournament, "try_changed", try_changed)
    words = [str(begun[0].path), "--isolation", "none", "--out", str(begun[1]), "--replay-changed", "--reinstate=left"]
    monkeypatch.setattr("sys.argv", ["/x/referee", "run", *words])
    assert run.command.main(words, standalone_mode=False) == 130
    assert f"Go on with: /x/referee run {shlex.join(words)}\n" in capsys.readouterr().err


def ways(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunOptions:
    """The options that a tournament is opened with."""
    opened: list[RunOptions] = []

    def play(_config: object, _folder: object, options: RunOptions, _isolation: object) -> tuple[SimpleNamespace, bool]:
        opened.append(options)
        return SimpleNamespace(is_stopping=True, is_draining=False), True

    (tmp_path / "t.toml").write_text(TWO_BOTS)
    monkeypatch.setattr(run, "_play", play)
    run.command.main([str(tmp_path / "t.toml"), "--isolation", "none", *words.split()], standalone_mode=False)
    return opened[0]


def test_executor_and_scheduler_are_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine is the default."""
    assert ways("", tmp_path, monkeypatch).executor == "local"
    options = ways("--executor dask --scheduler tcp://h:8786", tmp_path, monkeypatch)
    assert (options.executor, options.scheduler) == ("dask", "tcp://h:8786")
    assert ways("--executor dask --concurrency 1", tmp_path, monkeypatch).scheduler is None


def test_scheduler_alone_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be of no use; nor is what is no address."""
    with pytest.raises(ConfigError, match=r"^--scheduler: expected --executor dask beside it$"):
        ways("--scheduler tcp://h:8786", tmp_path, monkeypatch)
    with pytest.raises(ConfigError, match=r"^--scheduler: expected an address such as tcp://"):
        ways("--executor dask --scheduler h:8786", tmp_path, monkeypatch)


def test_concurrency_of_a_cluster_is_not_bound_by_our_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is."""
    assert ways("--executor dask --scheduler tcp://h:8786 --concurrency 999", tmp_path, monkeypatch)
    with pytest.raises(ConfigError, match=r"^concurrency: expected at most"):
        ways("--executor dask --concurrency 999", tmp_path, monkeypatch)
