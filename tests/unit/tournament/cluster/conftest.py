"""What the worker's side of a cluster is tried with."""

from pathlib import Path

import pytest
from support.fake_cluster import fit
from support.fake_crew import FakeProcess

from referee.bots.spec import BotSpec
from referee.tournament.cluster import crew


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[FakeProcess]:
    """Those that are started; they find every bot fit."""
    monkeypatch.setattr(crew, "WorkerProcess", FakeProcess)
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
