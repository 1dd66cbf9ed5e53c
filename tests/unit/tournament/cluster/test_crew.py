"""The worker's side: where bots are found, what comes of a task, and what is left at the end: nothing."""

import shutil
import socket
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.fake_cluster import rehearsal, unfit
from support.fake_crew import FakeProcess, crew_of, series

from referee.bots.spec import BotSpec
from referee.tournament.cluster import crew as module
from referee.tournament.cluster.cores import machine
from referee.tournament.cluster.crew import TRIALS
from referee.tournament.cluster.order import Enlisted, Lost, Recruit, Refusal, Served, Unfit
from referee.tournament.cluster.parcel import pack
from referee.tournament.cores import available_cores
from referee.tournament.tasks import RehearsalTask, Rehearsed, Result, SeriesTask, Task, Void


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


def test_bot_that_was_rehearsed_on_a_worker_is_not_tried_there_again(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]
) -> None:
    """So there is one from which no bot that starts by chance only can have the worker taken out."""
    crew = crew_of(bots, tmp_path / "scratch")
    crew.enlist()
    crew.serve(0, RehearsalTask(spec=bots["greedy"]))
    FakeProcess.answer = staticmethod(lambda task: unfit(task.specs[0].name).result)
    crew.serve(0, RehearsalTask(spec=bots["random"]))
    assert crew.serve(0, series(bots)) == Unfit(bot="random", reason="did not start")
    assert [task.specs[0].name for task in processes[0].tasks] == ["greedy", "random", *["random"] * TRIALS]


def test_bot_that_was_reached_nowhere_is_not_tried(
    bots: dict[str, BotSpec], tmp_path: Path, processes: list[FakeProcess]
) -> None:
    """The other one is."""
    crew = crew_of(bots, tmp_path / "scratch")
    crew.enlist()
    crew.serve(0, series(bots), frozenset({"random"}))
    assert [task.specs[0].name for task in processes[0].tasks] == ["greedy", "greedy"]
    assert [type(task) for task in processes[0].tasks] == [RehearsalTask, SeriesTask]


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
