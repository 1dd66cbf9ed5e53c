"""Folders with results."""

import shutil
from pathlib import Path

import pytest
from support.records import eventful_folder
from support.specimen import Specimen, make_specimen


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished tournament in which everything happened; not to be changed."""
    folder = tmp_path_factory.mktemp("eventful") / "tiny.results"
    eventful_folder(folder)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of it to do with as a test likes."""
    return Path(shutil.copytree(original, tmp_path / original.name))


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Specimen:
    """A file to be damaged."""
    return make_specimen(tmp_path_factory.mktemp("specimen"))
