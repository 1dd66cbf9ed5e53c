"""What a keeper is ordered to start, and what is said of a bot that it cannot be ordered to."""

import os
from pathlib import Path

import pytest

from referee.bots.lodging import Lodging
from referee.bots.order import plain_order
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError


def refused(folder: Path) -> str:
    """The reason why a bot of that folder cannot be started."""
    spec = BotSpec(name="greedy", command=("{python}",), dir=folder)
    with pytest.raises(NotStartedError) as told:
        plain_order(spec, ProcessSettings(), Lodging("unix"))
    return told.value.reason


def test_folder_that_may_not_be_entered_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system would name the program, as if that could not be executed."""
    monkeypatch.setattr(os, "access", lambda path, _: Path(path) != tmp_path)
    assert f"its folder '{tmp_path}' is closed to you" in refused(tmp_path)


def test_folder_in_one_that_may_not_be_entered_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can say more of it."""

    def forbid(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_dir", forbid)
    assert f"its folder '{tmp_path}' is not there or is not a folder" in refused(tmp_path)
