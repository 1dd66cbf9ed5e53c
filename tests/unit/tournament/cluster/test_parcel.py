"""A bot's folder on its way: what is in it arrives, and nothing else is sent."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from referee.errors import ConfigError, RefereeError
from referee.tournament.cluster import parcel
from referee.tournament.cluster.link import ASK_S
from referee.tournament.cluster.parcel import pack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot with all that a folder may hold."""
    folder = tmp_path / "bot"
    (folder / "lib" / "empty").mkdir(parents=True)
    (folder / "bot.sh").write_text("#!/bin/sh\n")
    (folder / "bot.sh").chmod(0o755)
    (folder / "lib" / ".hidden").write_bytes(b"\0\xff")
    (folder / "link").symlink_to("lib/.hidden")
    return folder


def test_folder_arrives_as_it_is(folder: Path, tmp_path: Path) -> None:
    """Files, their modes, links, empty folders."""
    place = tmp_path / "elsewhere" / "place"
    packed = pack(folder, without=tmp_path / "out")
    packed.unpack(place)
    assert sorted(path.relative_to(place).as_posix() for path in place.rglob("*")) == [
        "bot.sh",
        "lib",
        "lib/.hidden",
        "lib/empty",
        "link",
    ]
    assert (place / "bot.sh").stat().st_mode & 0o777 == 0o755
    assert (place / "link").readlink() == Path("lib/.hidden")
    assert (place / "lib" / ".hidden").read_bytes() == b"\0\xff"
    assert packed == pack(folder, without=tmp_path / "out")


def test_bots_of_other_users_are_let_in(folder: Path, tmp_path: Path) -> None:
    """In its box a bot may be one; also where files are made for nobody else."""
    packed = pack(folder, without=tmp_path / "out")
    before = os.umask(0o077)
    try:
        packed.unpack(tmp_path / "place")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "place").stat().st_mode) == 0o755


def test_results_and_seeds_are_not_sent(folder: Path, tmp_path: Path) -> None:
    """Neither those of this tournament nor of others; nor what is made again, nor what cannot be sent."""
    for name in ("mine.results", "other.results", "__pycache__", ".git"):
        (folder / name / "sub").mkdir(parents=True)
        (folder / name / "sub" / "secret").touch()
    (folder / "other.results" / "results.db").touch()
    (folder / "mine.results" / "seed").touch()
    pack(folder, without=folder / "mine.results").unpack(tmp_path / "place")
    assert not [*(tmp_path / "place").rglob("secret")]
    assert not [*(tmp_path / "place").rglob("seed")]
    assert not [*(tmp_path / "place").rglob("results.db")]


def test_folder_that_is_too_large_is_refused(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said what to do instead."""
    monkeypatch.setattr(parcel, "LARGEST_BYTES", 5)
    with pytest.raises(ConfigError, match="is not on every worker, and with more than 0 MB it is too large to be sent"):
        pack(folder, without=tmp_path)


def test_more_and_larger_folders_are_waited_for_longer() -> None:
    """Ten MB a second, for all workers together: all come from one machine."""
    large, small = (parcel.Parcel(folder="", data=bytes(size), digest="") for size in (20_000_000, 0))
    assert [small.patience_s(100), large.patience_s(1), large.patience_s(100)] == [ASK_S, ASK_S + 2, ASK_S + 200]


def test_damage_on_the_way_is_noticed(folder: Path, tmp_path: Path) -> None:
    """By the hash, before anything is unpacked."""
    packed = pack(folder, without=tmp_path / "out")
    with pytest.raises(RefereeError, match="was damaged on the way"):
        replace(packed, data=packed.data[:-1] + b"x").unpack(tmp_path / "place")
    assert not (tmp_path / "place").exists()


def test_place_that_is_taken_is_an_error_in_words(folder: Path, tmp_path: Path) -> None:
    """As is a full disk."""
    (tmp_path / "place").mkdir()
    with pytest.raises(RefereeError, match="cannot be unpacked"):
        pack(folder, without=tmp_path / "out").unpack(tmp_path / "place")


def test_folder_that_cannot_be_packed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's reason."""
    (tmp_path / "file").touch()

    def fails(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tarfile.TarFile.add", fails)
    with pytest.raises(ConfigError, match=r"cannot be packed for the workers: .*Permission denied"):
        pack(tmp_path, without=tmp_path / "out")
