"""Where a bot's private folder is: its socket can be dialled, whatever the folder for temporary files is called."""

import tempfile
from pathlib import Path

import pytest

from referee.bots.lodging import choose_folder


@pytest.mark.parametrize("name", ["plain", "with blanks", "jürgen"])
def test_folder_is_below_the_usual_place(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a socket's path fits in there, and gRPC reads it as it stands."""
    monkeypatch.setattr(tempfile, "tempdir", f"/t/{name}")
    assert choose_folder().parent == Path("/t", name)


@pytest.mark.parametrize("name", ["x" * 90, "a#b", "a?b", "a,b", "100%41"])
def test_folder_is_elsewhere_if_no_socket_could_be_dialled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path would be too long, or be another one for gRPC."""
    monkeypatch.setattr(tempfile, "tempdir", f"/t/{name}")
    assert choose_folder().parent == Path("/tmp")  # noqa: S108 - as the module has it
