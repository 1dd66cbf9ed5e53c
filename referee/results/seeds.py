"""The secret seeds of a tournament: `DIR/seed`, mode 0600, a line for each stage: `1 <64 hex digits>`.

They lie outside the database, so that a copy of the results gives no deal away.
"""

import os
import re
from pathlib import Path
from typing import Final

from referee.deals import SEED_BYTES, commitment
from referee.errors import RefusedError, StoreError
from referee.results.rows import Stage
from referee.results.writing import not_written, sync_folder

SEED_FILE: Final = "seed"

_LINE: Final = re.compile(r"([1-9][0-9]*) ([0-9a-f]{64})")
_PRIVATE: Final = 0o600
_OTHERS: Final = 0o077


def read_seeds(folder: Path) -> dict[int, bytes]:
    """The seeds by stage; empty without a file.

    Raises:
        StoreError: the file cannot be read, or a line is no stage and seed, or a stage stands there twice.
    """
    path = folder / SEED_FILE
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise StoreError(f"{path}: expected a file with seeds, got something else; restore it from a copy")
        lines = path.read_text("ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"{path}: cannot be read: {error.strerror}; run as the user who made it") from error
    seeds: dict[int, bytes] = {}
    for number, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None or int(match[1]) in seeds:
            # The line itself is secret and is not shown.
            raise StoreError(
                f"{path}, line {number}: expected a new stage and {2 * SEED_BYTES} hex digits, such as '1 00ff…';"
                " restore the file from a copy"
            )
        seeds[int(match[1])] = bytes.fromhex(match[2])
    return seeds


def add_seed(folder: Path, stage: int, seed: bytes) -> None:
    """Keep the seed of a stage, on the disk before this returns; the folder is made if it is missing.

    Raises:
        RefusedError: the stage has another seed already.
        StoreError: the file cannot be read or written.
    """
    seeds = read_seeds(folder)
    if seeds.get(stage, seed) != seed:
        raise RefusedError(f"{folder / SEED_FILE}: stage {stage} has another seed; remove the seed from the TOML")
    if stage not in seeds:
        _write(folder, {**seeds, stage: seed})


def stage_seed(folder: Path, stage: Stage) -> bytes:
    """The seed of a stage: the published one, else that of the file; it is what the stage committed to.

    Raises:
        StoreError: it is missing, or another one.
    """
    seed = stage.seed or read_seeds(folder).get(stage.number)
    path = folder / SEED_FILE
    if seed is None:
        raise StoreError(f"{path}: there is no seed of stage {stage.number}; restore the file from a copy")
    if commitment(seed) != stage.commitment:
        where = "the published seed" if stage.seed else f"{path}: the seed"
        raise StoreError(
            f"{where} of stage {stage.number} is not the one committed to: expected SHA-256 {stage.commitment},"
            f" got {commitment(seed)}; restore it from a copy"
        )
    return seed


def exposure_warning(folder: Path) -> str | None:
    """A sentence if others than its owner may read the seeds; None if all is well or there is no file."""
    path = folder / SEED_FILE
    if path.exists() and path.stat().st_mode & _OTHERS:
        return f"{path}: other users can read the secret seed; run chmod 600 {path}"
    return None


def _write(folder: Path, seeds: dict[int, bytes]) -> None:
    path = folder / SEED_FILE
    text = "".join(f"{stage} {seed.hex()}\n" for stage, seed in sorted(seeds.items()))
    new = path.with_name(f"{SEED_FILE}.new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
        with open(descriptor, "w", encoding="ascii") as file:  # noqa: PTH123 - of a descriptor, which has no path
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        new.replace(path)
        sync_folder(folder)
    except OSError as error:
        raise not_written(path, error, f"cannot be written: {error.strerror}; make the folder writable") from error
