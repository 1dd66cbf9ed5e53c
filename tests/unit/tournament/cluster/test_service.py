"""What the coordinator calls on a worker: it answers in time, and leaves nothing of a run it does not take part in."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from support.fake_cluster import order

from referee.tournament.cluster import service
from referee.tournament.cluster.crew import Crew
from referee.tournament.cluster.link import ASK_S, READY_S
from referee.tournament.cluster.order import Enlisted, Refusal


def enlist(tmp_path: Path) -> Enlisted | Refusal:
    """Have a worker take part."""
    return asyncio.run(service.enlist(order(), SimpleNamespace(local_directory=str(tmp_path))))


def test_worker_takes_part_until_it_is_dismissed(tmp_path: Path) -> None:
    """Twice is once; then it has left."""
    assert isinstance(enlist(tmp_path), Enlisted)
    assert len([*tmp_path.iterdir()]) == 1
    for _ in range(2):
        asyncio.run(service.dismiss("run"))
    assert not [*tmp_path.iterdir()]


def test_worker_that_joins_again_is_not_disturbed_by_the_end_before(tmp_path: Path) -> None:
    """What is still being removed is not what is made anew."""
    enlist(tmp_path)
    before = service._CREWS["run"]
    assert isinstance(enlist(tmp_path), Enlisted)
    before.close(peacefully=False)
    assert len([*tmp_path.iterdir()]) == 1
    asyncio.run(service.expel("run"))
    assert not [*tmp_path.iterdir()]


def test_worker_that_does_not_get_ready_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the coordinator gives up, which would cost the answers of all others that are asked with it."""
    released = threading.Event()

    async def wait(acting: list[asyncio.Task[object]], timeout: float) -> tuple[set[object], set[object]]:  # noqa: ASYNC109 - as that of asyncio
        assert timeout == READY_S < ASK_S
        released.set()
        return set(), {*acting}

    monkeypatch.setattr(Crew, "enlist", lambda _: released.wait())
    monkeypatch.setattr(asyncio, "wait", wait)
    assert enlist(tmp_path) == Refusal(reason="does not get ready within 45 s: is its disk slow?")
    assert not service._CREWS


def test_crew_that_fails_when_its_run_has_ended_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it made meanwhile is removed, although nobody knows of it any more."""

    def fails(crew: Crew) -> None:
        service._CREWS.pop("run")
        crew._scratch.mkdir()
        raise OSError("the disk is full")

    monkeypatch.setattr(Crew, "enlist", fails)
    assert enlist(tmp_path) == Refusal(reason="cannot take part: the disk is full")
    assert not [*tmp_path.iterdir()]
