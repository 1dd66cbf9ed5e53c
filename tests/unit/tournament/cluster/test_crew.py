"""The worker's side: where bots are found, what comes of a task, and what is left at the end: nothing."""

import shutil
import socket
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.fake_cluster import fit, order, rehearsal, unfit
from support.fake_series import plan

from referee.bots.isolation.host import look
from referee.bots.isolation.protections import UNBOXED, Finding, Protection, State, states
from referee.bots.isolation.survey import Survey, Trial
from referee.bots.spec import BotSpec
from referee.tournament.cluster import crew as module
from referee.tournament.cluster.cores import machine
from referee.tournament.cluster.crew import TRIALS, Crew
from referee.tournament.cluster.order import Enlisted, Lost, Recruit, Refusal, Served, Unfit, recruit
from referee.tournament.cluster.parcel import pack
from referee.tournament.cores import available_cores
from referee.tournament.tasks import RehearsalTask, Rehearsed, Result, SeriesTask, Task, Void, WorkerSettings


class FakeProcess:
    """A worker process that answers as a test says; it is its own connection."""

    answer: Callable[[Task], Result | type[BaseException] | None]
    made: list["FakeProcess"]

    def __init__(self, settings: WorkerSettings, core: int | None) -> None:
        self.settings = settings
        self.core = core
        self.tasks: list[Task] = []
        self.ends: list[str] = []
        self.connection = self
        type(self).made.append(self)

    def send(self, task: Task) -> None:
        """A task."""
        self.tasks.append(task)

    def poll(self, _timeout_s: float | None) -> bool:
        """Whether it answers."""
        return type(self).answer(self.tasks[-1]) is not None

    def recv(self) -> Any:
        """Its answer."""
        answer = type(self).answer(self.tasks[-1])
        if isinstance(answer, type):
            raise answer
        return answer

    def interrupt(self) -> None:
        """Killed."""
        self.ends.append("interrupt")

    def kill(self) -> None:
        """Killed, and waited for."""
        self.ends.append("kill")

    def ask_to_stop(self) -> None:
        """Asked."""
        self.ends.append("ask")

    def join(self) -> None:
        """Waited for."""
        self.ends.append("join")


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[FakeProcess]:
    """Those that are started; they find every bot fit."""
    monkeypatch.setattr(module, "WorkerProcess", FakeProcess)
    FakeProcess.made = []
    FakeProcess.answer = staticmethod(lambda task: fit(task.specs[0].name).result)
    return FakeProcess.made


@pytest.fixture
def bots(tmp_path: Path) -> dict[str, BotSpec]:
    """Two bots in two folders."""
    specs = {}
    for name in ("greedy", "random"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "bot.py").write_text(name)
        specs[name] = BotSpec(name=name, command=("{python}", "bot.py"), dir=tmp_path / name)
    return specs


def crew_of(bots: dict[str, BotSpec], scratch: Path, **keys: Any) -> Crew:
    """A crew that knows them."""
    return Crew(order(*(recruit(spec) for spec in bots.values()), **keys), scratch)


def series(bots: dict[str, BotSpec]) -> SeriesTask:
    """One series."""
    return SeriesTask(plan=plan(), specs=(bots["greedy"], bots["random"]))


def test_bots_that_are_there_need_not_be_sent(bots: dict[str, BotSpec], tmp_path: Path) -> None:
    """The same files in the same place; of those that differ or are missing the folder is named."""
    here = Enlisted(host=socket.gethostname(), machine=machine(), cores=available_cores())
    assert crew_of(bots, tmp_path / "scratch").enlist() == here
    away = crew_of(bots, tmp_path / "other")
    (tmp_path / "greedy" / "bot.py").write_text("changed")
    shutil.rmtree(tmp_path / "random")
    answer = away.enlist()
    assert isinstance(answer, Enlisted)
    assert answer.missing == (str(tmp_path / "greedy"), str(tmp_path / "random"))


def test_bots_that_were_sent_play_from_there(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]
) -> None:
    """And are gone with the run."""
    crew, parcel = crew_of(bots, tmp_path / "scratch"), pack(tmp_path / "greedy", without=tmp_path / "out")
    shutil.rmtree(tmp_path / "greedy")
    crew.enlist()
    assert crew.receive(parcel) is None
    crew.serve(0, series(bots))
    greedy, random = processes[0].tasks[-1].specs
    assert (greedy.dir / "bot.py").read_text() == "greedy"
    assert greedy.dir.is_relative_to(tmp_path / "scratch")
    assert random == bots["random"]
    crew.close(peacefully=True)
    assert not (tmp_path / "scratch").exists()


def test_folder_that_is_not_what_was_told_is_refused(bots: dict[str, BotSpec], tmp_path: Path) -> None:
    """By the fingerprint."""
    crew = crew_of(bots, tmp_path / "scratch")
    (tmp_path / "greedy" / "bot.py").write_text("changed meanwhile")
    crew.enlist()
    answer = crew.receive(pack(tmp_path / "greedy", without=tmp_path / "out"))
    assert isinstance(answer, Refusal)
    assert answer.reason.startswith("does not have greedy as it is here: its folder was sent, and its fingerprint diff")


def test_tokens_come_along_for_our_eyes_only(tmp_path: Path) -> None:
    """A bot that runs elsewhere is dialled from the worker."""
    (tmp_path / "token").write_text("secret")
    spec = BotSpec(name="far", address="h:1", token_file=tmp_path / "token")
    crew = crew_of({"far": spec}, tmp_path / "scratch")
    (tmp_path / "token").unlink()
    answer = crew.enlist()
    assert isinstance(answer, Enlisted)
    assert not answer.missing
    kept = crew._specs["far"].token_file
    assert kept is not None
    assert kept.read_text() == "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    crew.close(peacefully=False)
    assert not kept.exists()


def test_each_bot_is_tried_once_on_a_worker(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]
) -> None:
    """Before its first series there; rehearsals are trials themselves."""
    crew = crew_of(bots, tmp_path / "scratch")
    crew.enlist()
    for _ in range(2):
        crew.serve(0, series(bots))
    kinds = [type(task) for task in processes[0].tasks]
    assert kinds == [RehearsalTask, RehearsalTask, SeriesTask, SeriesTask]
    crew.serve(1, replace(rehearsal(), spec=bots["greedy"]))
    assert len(processes[1].tasks) == 1
    plain = crew_of(bots, tmp_path / "other", tries_bots=False)
    plain.enlist()
    plain.serve(0, series(bots))
    assert [type(task) for task in processes[2].tasks] == [SeriesTask]


def test_bot_that_does_not_start_here_is_told(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]
) -> None:
    """After as many trials as there are; no series is begun."""
    FakeProcess.answer = staticmethod(lambda task: unfit(task.specs[0].name).result)
    crew = crew_of(bots, tmp_path / "scratch")
    crew.enlist()
    assert crew.serve(0, series(bots)) == Unfit(bot="greedy", reason="did not start")
    assert [type(task) for task in processes[0].tasks] == [RehearsalTask] * TRIALS


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(EOFError, "its worker process ended"), (None, "its worker process did not answer in time")],
)
def test_process_that_is_lost_is_replaced(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess], answer: Any, reason: str
) -> None:
    """It is killed, and the next task has another one."""
    crew = crew_of(bots, tmp_path / "scratch")
    crew.enlist()
    FakeProcess.answer = staticmethod(lambda _: answer)
    assert crew.serve(0, series(bots)) == Lost(reason=reason)
    assert processes[0].ends == ["kill"]
    crew.serve(0, series(bots))
    assert len(processes) == 2


def test_failure_of_ours_is_void(bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]) -> None:
    """With its traceback; nothing is raised, since Dask would log the deals with it."""
    crew = crew_of(bots, tmp_path / "scratch")
    report = crew.serve(0, series(bots))  # it was not enlisted, and knows no bots
    assert isinstance(report, Served)
    assert isinstance(report.result, Void)
    assert "KeyError: 'greedy'" in report.result.reason
    assert processes


def test_process_that_cannot_be_started_is_a_loss(
    bots: dict[str, BotSpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is raised here either, for Dask to log; the place is free again."""

    def fails(*_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(module, "WorkerProcess", fails)
    crew = crew_of(bots, tmp_path / "scratch")
    reason = "its worker process cannot be started: Resource temporarily unavailable"
    assert crew.serve(0, series(bots)) == Lost(reason=reason)
    assert not crew._busy


def test_nothing_is_left_by_a_crew_that_is_dismissed_while_it_gets_ready(
    bots: dict[str, BotSpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whose coordinator was killed while folders were looked through, or unpacked."""
    (tmp_path / "token").write_text("secret")
    bots["far"] = BotSpec(name="far", address="h:1", token_file=tmp_path / "token")
    parcel = pack(tmp_path / "greedy", without=tmp_path / "out")
    crew = crew_of(bots, tmp_path / "scratch")
    settle = crew._settle

    def slowly(recruit: Recruit) -> BotSpec:
        crew.close(peacefully=False)
        return settle(recruit)

    monkeypatch.setattr(crew, "_settle", slowly)
    assert crew.enlist() == Refusal(reason="the run has ended here")
    assert not (tmp_path / "scratch").exists()
    assert crew.receive(parcel) == Refusal(reason="the run has ended here")
    assert not (tmp_path / "scratch").exists()


def test_what_is_sent_is_for_our_eyes_only(bots: dict[str, BotSpec], tmp_path: Path) -> None:
    """Other users of the machine do not get there, whatever may be read below."""
    crew = crew_of(bots, tmp_path / "scratch")
    crew.enlist()
    assert stat.S_IMODE((tmp_path / "scratch").stat().st_mode) == 0o700


def test_processes_end_with_the_run(bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]) -> None:
    """In good order or at once; the one that is busy is left to the thread that awaits it. Twice is once."""
    crew = crew_of(bots, tmp_path / "scratch", tries_bots=False)
    crew.enlist()
    crew.serve(0, series(bots))

    def close(_: Task) -> Result:
        crew.close(peacefully=True)
        return Rehearsed(bot="greedy", fault=None)

    FakeProcess.answer = staticmethod(close)
    crew.serve(1, series(bots))
    assert processes[0].ends == ["ask", "join"]
    assert processes[1].ends == ["interrupt", "kill"]
    crew.close(peacefully=False)
    assert crew.serve(0, series(bots)) == Lost(reason="the run has ended here")
    assert len(processes) == 2


def test_each_place_has_a_core_of_its_own(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as there are any; bots are told of one core where they are kept to one."""
    taken: list[int] = []

    class Core:
        number = 0

        @classmethod
        def claim(cls, numbers: list[int]) -> "Core | None":
            free = [number for number in numbers if number not in taken]
            core = cls()
            core.number = free[0] if free else -1
            taken.append(core.number)
            return core if free else None

        def close(self) -> None:
            taken.remove(self.number)

    monkeypatch.setattr(module, "Core", Core)
    monkeypatch.setattr(module, "core_numbers", lambda: [2])
    crew = crew_of(bots, tmp_path / "scratch", pins=True, tries_bots=False)
    crew.enlist()
    for place in (0, 1):
        crew.serve(place, series(bots))
    assert [process.core for process in processes] == [2, None]
    assert [process.settings.play.cpu_cores for process in processes] == [1, 0]
    crew.close(peacefully=True)
    assert 2 not in taken


def test_places_that_cannot_see_each_other_have_different_cores(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In containers every core is free to be claimed: the place's number tells which one to take."""

    class Core:
        @classmethod
        def claim(cls, numbers: list[int]) -> SimpleNamespace:
            return SimpleNamespace(number=numbers[0], close=lambda: None)

    monkeypatch.setattr(module, "Core", Core)
    monkeypatch.setattr(module, "core_numbers", lambda: [2, 3])
    for place in (0, 1):
        crew = crew_of(bots, tmp_path / f"scratch{place}", pins=True, tries_bots=False)
        crew.enlist()
        crew.serve(place, series(bots))
    assert [process.core for process in processes] == [2, 3]


def test_worker_without_boxes_is_refused(
    bots: dict[str, BotSpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is missing there."""
    missing = Trial(level="standard", findings=UNBOXED, missing=("bubblewrap is not installed",))
    none = Trial(level="none", findings=UNBOXED)
    monkeypatch.setattr(module, "survey", lambda *_, **__: Survey(host=look(), trials=(missing, none)))
    crew = crew_of(bots, tmp_path / "scratch", level="standard", states=states(UNBOXED))
    assert crew.enlist() == Refusal(reason="does not reach isolation standard: bubblewrap is not installed")


def test_worker_whose_boxes_are_weaker_is_refused(
    bots: dict[str, BotSpec], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each protection that is weaker than the coordinator's is named."""
    here = Trial(level="standard", findings={name: Finding(state=State.WEAK) for name in Protection})
    monkeypatch.setattr(module, "survey", lambda *_, **__: Survey(host=look(), trials=(here,)))
    there = dict.fromkeys(states(UNBOXED), "weak") | {"network": "on"}
    crew = crew_of(bots, tmp_path / "scratch", level="standard", states=there)
    assert crew.enlist() == Refusal(reason="does not reach isolation standard: network would be weaker")
