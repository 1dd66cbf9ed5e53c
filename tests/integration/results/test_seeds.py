"""The secret file."""

import os
from pathlib import Path

import pytest

from referee.deals import commitment
from referee.errors import RefusedError, StoreError
from referee.results.rows import Stage
from referee.results.seeds import add_seed, exposure_warning, read_seeds, stage_seed

SEED, OTHER = bytes(32), bytes(range(32))


def test_seeds_are_lines_of_stage_and_hex(tmp_path: Path) -> None:
    """In the order of the stages; the folder is made for them."""
    folder = tmp_path / "new.results"
    add_seed(folder, 2, OTHER)
    add_seed(folder, 1, SEED)
    assert (folder / "seed").read_text() == f"1 {SEED.hex()}\n2 {OTHER.hex()}\n"
    assert read_seeds(folder) == {1: SEED, 2: OTHER}


def test_only_the_owner_may_read_them(tmp_path: Path) -> None:
    """Mode 0600 from the first moment, whatever the umask; nothing else is left in the folder."""
    umask = os.umask(0)
    try:
        add_seed(tmp_path, 1, SEED)
    finally:
        os.umask(umask)
    assert (tmp_path / "seed").stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["seed"]  # noqa: PTH208 - names are what is compared
    assert exposure_warning(tmp_path) is None


def test_a_seed_is_on_the_disk_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole file, and then its name in the folder: deals that follow from a lost seed could never be proven."""
    synced = []

    def fsync(descriptor: int) -> None:
        path = Path(f"/proc/self/fd/{descriptor}").readlink()
        synced.append((path, path.read_text() if path.is_file() else None, (tmp_path / "seed").exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    add_seed(tmp_path, 1, SEED)
    assert synced == [(tmp_path / "seed.new", f"1 {SEED.hex()}\n", False), (tmp_path, None, True)]


@pytest.mark.parametrize("mode", [0o640, 0o620, 0o604, 0o602])
def test_others_who_could_read_them_are_told_of(tmp_path: Path, mode: int) -> None:
    """A copy may have got another mode."""
    assert exposure_warning(tmp_path) is None
    add_seed(tmp_path, 1, SEED)
    (tmp_path / "seed").chmod(mode)
    path = tmp_path / "seed"
    assert exposure_warning(tmp_path) == f"{path}: other users can read the secret seed; run chmod 600 {path}"


def test_the_same_seed_may_be_added_again_and_no_other(tmp_path: Path) -> None:
    """What a stage is committed to is never overwritten."""
    add_seed(tmp_path, 1, SEED)
    add_seed(tmp_path, 1, SEED)
    with pytest.raises(RefusedError, match="seed: stage 1 has another seed; remove the seed from the TOML"):
        add_seed(tmp_path, 1, OTHER)
    assert read_seeds(tmp_path) == {1: SEED}


def test_a_half_written_file_is_not_in_the_way(tmp_path: Path) -> None:
    """A referee was killed while it wrote."""
    (tmp_path / "seed.new").write_text("1 00")
    add_seed(tmp_path, 1, SEED)
    assert read_seeds(tmp_path) == {1: SEED}


def test_no_file_is_no_seed(tmp_path: Path) -> None:
    """Nothing was drawn yet."""
    assert read_seeds(tmp_path) == {}


@pytest.mark.parametrize(
    "line", ["", "1", f"0 {SEED.hex()}", f"2 {SEED.hex()[1:]}", f"2 {SEED.hex()}0", "2 " + "g" * 64, f"1 {OTHER.hex()}"]
)
def test_a_line_that_is_no_seed_is_named_and_not_shown(tmp_path: Path, line: str) -> None:
    """A secret does not end in a log."""
    (tmp_path / "seed").write_text(f"1 {SEED.hex()}\n{line}\n")
    with pytest.raises(StoreError) as caught:
        read_seeds(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}/seed, line 2: expected a new stage and 64 hex digits, such as '1 00ff…'; restore the file from a"
        " copy"
    )


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A folder in its place is an example that holds for root, too."""
    (tmp_path / "seed").mkdir()
    with pytest.raises(StoreError, match="seed: cannot be read: Is a directory"):
        read_seeds(tmp_path)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    """To read a pipe would wait for ever."""
    os.mkfifo(tmp_path / "seed")
    with pytest.raises(StoreError, match="seed: expected a file with seeds, got something else; restore it"):
        read_seeds(tmp_path)


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """With the reason of the system."""
    (tmp_path / "seed.new").mkdir()
    with pytest.raises(StoreError, match="seed: cannot be written: Is a directory; make the folder writable"):
        add_seed(tmp_path, 1, SEED)


def test_the_seed_of_a_stage_is_the_one_it_committed_to(tmp_path: Path) -> None:
    """From the file; once it is published, from the database, whatever the file says."""
    stage = Stage(number=1, commitment=commitment(SEED))
    add_seed(tmp_path, 1, SEED)
    assert stage_seed(tmp_path, stage) == SEED
    published = Stage(number=2, commitment=commitment(OTHER), seed=OTHER)
    assert stage_seed(tmp_path, published) == OTHER


def test_a_missing_seed_is_named(tmp_path: Path) -> None:
    """Only the host has a copy."""
    with pytest.raises(StoreError, match=r"there is no seed of stage 1; restore the file from a copy"):
        stage_seed(tmp_path, Stage(number=1, commitment=commitment(SEED)))


def test_another_seed_is_named_by_its_commitment(tmp_path: Path) -> None:
    """Both hashes are shown, and no seed."""
    add_seed(tmp_path, 1, OTHER)
    with pytest.raises(StoreError) as caught:
        stage_seed(tmp_path, Stage(number=1, commitment=commitment(SEED)))
    assert f"expected SHA-256 {commitment(SEED)}, got {commitment(OTHER)}" in str(caught.value)
    assert OTHER.hex() not in str(caught.value)


def test_a_published_seed_that_is_another_is_named(tmp_path: Path) -> None:
    """It is of the database, so the file is not blamed."""
    with pytest.raises(StoreError, match=r"^the published seed of stage 1 is not the one committed to"):
        stage_seed(tmp_path, Stage(number=1, commitment=commitment(SEED), seed=OTHER))


def test_a_seed_does_not_show_in_the_text_of_a_stage() -> None:
    """A traceback may print it."""
    assert OTHER.hex() not in repr(Stage(number=1, commitment="", seed=OTHER))
    assert str(OTHER) not in repr(Stage(number=1, commitment="", seed=OTHER))
