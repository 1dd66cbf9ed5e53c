"""What is refused because of isolation, and what is said of it; with surveys that are made up."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, load

from referee.bots.isolation.host import Host
from referee.bots.isolation.protections import ON, UNBOXED, Finding, Findings, Level, Protection, State
from referee.bots.isolation.survey import Survey, Trial
from referee.errors import AnswerIsNoError, ConfigError, RefusedError
from referee.results.store import Store
from referee.tournament import isolation as module
from referee.tournament import runner
from referee.tournament.config import TournamentConfig
from referee.tournament.isolation import Isolation, check_not_weaker, isolate
from referee.tournament.runner import RunOptions, Tournament, play_settings, worker_settings

ALL_ON: Findings = dict.fromkeys(Protection, ON)
Reached = Callable[[Level], None]


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> Reached:
    """Sets the level that the machine reaches; stronger ones lack a moat."""

    def be(level: Level) -> None:
        trials = {
            "strict": Trial(level="strict", findings=ALL_ON, missing=() if level == "strict" else ("no moat; dig",)),
            "standard": Trial(level="standard", findings=ALL_ON, missing=("no moat; dig",) if level == "none" else ()),
            "none": Trial(level="none", findings=UNBOXED),
        }

        def survey(wanted: str, *, may_think_off_turn: bool) -> Survey:  # noqa: ARG001 - as the real one
            order = ["strict", "standard", "none"]
            start = 0 if wanted == "auto" else order.index(wanted)
            return Survey(host=Host(bwrap="/bin/bwrap"), trials=tuple(trials[name] for name in order[start:]))

        monkeypatch.setattr(module, "survey", survey)

    be("standard")
    return be


def config(folder: Path, sections: str = "", *, left: str = "left", right: str = "right") -> TournamentConfig:
    """A tournament of two bots in two folders."""
    for name in ("left", "right", "left/inner"):
        (folder / name).mkdir(exist_ok=True)
    bots = "".join(
        f'[[bot]]\nname = "{name}"\ncommand = "x"\ndir = "{place}"\n' for name, place in (("a", left), ("b", right))
    )
    return load(folder, f"{sections}\n{bots}")


@pytest.mark.usefixtures("reached")
def test_reached_level_makes_boxes_of_the_settings(tmp_path: Path) -> None:
    """Each key of the section has its place; bots are told what they may have."""
    sections = (
        "[isolation]\nmemory_mb = 99\npids = 9\ntmp_mb = 8\nopen_files = 77\noff_turn = 'allow'\nread_only = ['/']\n"
        "env = {A = '1'}"
    )
    tournament = config(tmp_path, sections)
    isolation = isolate(tournament, tmp_path / "out")
    box = isolation.box
    assert box is not None
    assert (box.level, box.memory_mb, box.pids, box.tmp_mb, box.open_files) == ("standard", 99, 9, 8, 77)
    assert (box.is_frozen_off_turn, box.read_only, box.cgroup) == (False, ("/",), None)
    processes = worker_settings(tournament, tmp_path, isolation).processes
    assert (processes.box, processes.env, processes.open_files) == (box, (("A", "1"),), 77)
    assert play_settings(tournament, isolation).memory_mb == 99
    assert play_settings(tournament).memory_mb == 0
    assert isolation.warnings == ()


@pytest.mark.parametrize(("affinity", "cores"), [("auto", [0, 1]), ("off", [])])
def test_workers_are_kept_on_cores_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, affinity: str, cores: list[int]
) -> None:
    """On all that there are: which of them is free is found out when a worker begins."""
    monkeypatch.setattr(runner, "core_numbers", lambda: [0, 1])
    monkeypatch.setattr(runner, "available_cores", lambda: 2)
    given: list[int] = []
    monkeypatch.setattr(runner, "LocalExecutor", lambda *_, cores, **__: given.extend(cores))
    tournament = config(tmp_path, f"[tournament]\nconcurrency = 2\n[bots]\ncpu_affinity = '{affinity}'")
    runner._open_executor(tournament, tmp_path, RunOptions(), Isolation(), print)
    assert given == cores


def test_sentence_names_what_is_on_and_what_is_not() -> None:
    """In the order of the protections."""
    some = {**ALL_ON, Protection.DISK: Finding(state=State.WEAK), Protection.CPU_OFF_TURN: Finding(state=State.OFF)}
    isolation = Isolation(level="standard", states={name.value: finding.state.value for name, finding in some.items()})
    assert isolation.sentence == ("isolation standard, all protections on but cpu_off_turn off, disk weak")


def test_auto_without_boxes_is_a_warning(tmp_path: Path, reached: Reached) -> None:
    """That says why, and how to get them."""
    reached("none")
    isolation = isolate(config(tmp_path), tmp_path / "out")
    assert (isolation.level, isolation.box) == ("none", None)
    assert isolation.warnings == ("bots run without boxes (no moat; dig): play only bots that you trust",)


@pytest.mark.usefixtures("reached")
def test_none_by_name_is_a_warning_too(tmp_path: Path) -> None:
    """And folders are no matter then."""
    isolation = isolate(config(tmp_path, right="."), tmp_path / "out", "none")
    assert isolation.warnings == ("bots run without boxes: play only bots that you trust",)


@pytest.mark.parametrize("sections", ["[isolation]\nrequire = 'strict'", "[isolation]\nlevel = 'strict'"])
@pytest.mark.usefixtures("reached")
def test_less_than_asked_for_is_refused(tmp_path: Path, sections: str) -> None:
    """Whether as a requirement or by name: exit 3, with what is missing."""
    with pytest.raises(AnswerIsNoError) as caught:
        isolate(config(tmp_path, sections), tmp_path / "out")
    assert str(caught.value) == (
        "isolation strict is not reached on this machine, only standard; missing:\n  no moat; dig\n"
        "`referee doctor` shows every protection"
    )
    assert caught.value.exit_code == 3


@pytest.mark.usefixtures("reached")
def test_option_below_the_requirement_is_refused(tmp_path: Path) -> None:
    """The host of the tournament decides, not who types the command."""
    with pytest.raises(AnswerIsNoError, match="isolation none is less than the tournament requires: standard"):
        isolate(config(tmp_path, "[isolation]\nrequire = 'standard'"), tmp_path / "out", "none")


@pytest.mark.usefixtures("reached")
def test_remote_bots_need_no_boxes(tmp_path: Path) -> None:
    """They run where we have no say."""
    text = "".join(f'[[bot]]\nname = "{name}"\naddress = "{name}.example.org:443"\n' for name in "ab")
    isolation = isolate(load(tmp_path, text), tmp_path / "out")
    assert (isolation.level, isolation.box, len(isolation.warnings)) == ("none", None, 1)


@pytest.mark.usefixtures("reached")
@pytest.mark.parametrize(
    ("right", "what"),
    [
        (".", "this file, the results and the seed"),
        ("out", "the results and the seed"),
        ("/proc", "/proc, which is the box's own"),
    ],
)
def test_folder_that_holds_what_it_must_not_is_refused(tmp_path: Path, right: str, what: str) -> None:
    """With its line, what is in it, and what to do."""
    (tmp_path / "out").mkdir()
    with pytest.raises(ConfigError) as caught:
        isolate(config(tmp_path, right=right), tmp_path / "out")
    place = (tmp_path / right).resolve()
    assert (
        f"{tmp_path / 't.toml'}, line 9: [[bot]] b: dir {place} holds {what}, and in a box all of dir can be read; put"
        " what the bot needs into a folder of its own and name that as its dir, or play with isolation none"
    ) in caught.value.faults


@pytest.mark.usefixtures("reached")
def test_folder_by_default_is_told_with_the_line_of_its_bot(tmp_path: Path) -> None:
    """A bot without `dir` runs in the folder of the TOML, where all secrets are."""
    tournament = load(tmp_path, TWO_BOTS)
    with pytest.raises(
        ConfigError, match=r"t\.toml, line 2: \[\[bot\]\] left, right: dir .* holds this file, the results"
    ):
        isolate(tournament, tmp_path / "out")


@pytest.mark.usefixtures("reached")
def test_folder_is_refused_once(tmp_path: Path) -> None:
    """For all of its bots, with all that is in it."""
    with pytest.raises(ConfigError) as caught:
        isolate(config(tmp_path, left="/", right="/"), tmp_path / "out")
    (fault,) = caught.value.faults
    assert "[[bot]] a, b: dir / holds this file, the results and the seed, temporary files of the referee, " in fault
    assert "/usr, which is the box's own" in fault


@pytest.mark.usefixtures("reached")
@pytest.mark.parametrize(("left", "right"), [("left", "left"), ("left", "left/inner"), ("left/inner", "left")])
def test_folders_that_overlap_are_told_or_refused(tmp_path: Path, left: str, right: str) -> None:
    """By whether the host requires isolation."""
    isolation = isolate(config(tmp_path, left=left, right=right), tmp_path / "out")
    assert isolation.sharing == "a, b share folders, and can read each other's files"
    with pytest.raises(
        ConfigError, match=r"line 10: \[\[bot\]\] a and b: one's dir holds the other's; give each a folder"
    ):
        isolate(config(tmp_path, "[isolation]\nrequire = 'standard'", left=left, right=right), tmp_path / "out")


def boxes(**changes: State) -> Isolation:
    """Isolation at standard, with states of some protections changed."""
    states = {protection.value: str(changes.get(protection.value, State.ON)) for protection in Protection}
    return Isolation(level="standard", states=states)


@pytest.mark.parametrize(
    ("first", "then", "words"),
    [
        (boxes(), Isolation(), ["played at isolation standard", "weaker, at none", "isolation.files: was on, is off"]),
        (boxes(), boxes(disk=State.WEAK), ["isolation.disk: was on, is weak"]),
        (boxes(disk=State.WEAK), boxes(), []),
        (Isolation(), boxes(), []),
        (boxes(), replace(boxes(), level="strict"), []),
    ],
)
def test_results_go_on_only_as_strongly(tmp_path: Path, first: Isolation, then: Isolation, words: list[str]) -> None:
    """What is weaker is named; what is stronger is welcome; what was stored first stays."""
    tournament = config(tmp_path)
    for name in ("a", "b"):
        (tmp_path / {"a": "left", "b": "right"}[name] / "x").touch()
    with Tournament.open(tournament, tmp_path / "out", RunOptions(), first):
        pass
    with Store.open(tmp_path / "out") as store:
        assert store.header.isolation == first.record
        if not words:
            check_not_weaker(store, then)
            return
        with pytest.raises(RefusedError) as caught:
            check_not_weaker(store, then)
    assert caught.value.exit_code == 2
    assert all(word in str(caught.value) for word in words)
