"""Where a worker plays: on which cores, and in which boxes."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from support.fake_crew import FakeProcess, crew_of, series

from referee.bots.isolation.host import look
from referee.bots.isolation.protections import UNBOXED, Finding, Protection, State, states
from referee.bots.isolation.survey import Survey, Trial
from referee.bots.spec import BotSpec
from referee.tournament.cluster import crew as module
from referee.tournament.cluster.order import Refusal


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
