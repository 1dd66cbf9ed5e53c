"""Folders with results."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.records import encounter, eventful_folder, new_store
from support.specimen import Specimen, make_specimen

from referee.results.store import Store


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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with one encounter planned."""
    with new_store(tmp_path, encounter()) as opened:
        yield opened
