"""Stages: parts of a tournament, each under a seed of its own (DESIGN section 3)."""

from pathlib import Path

from referee.deals import commitment as commitment_of
from referee.deals import new_seed
from referee.errors import RefusedError
from referee.results.database import Database, damaged
from referee.results.rows import Stage
from referee.results.seeds import add_seed, read_seeds, stage_seed


def read_stages(database: Database) -> list[Stage]:
    """All stages, in order."""
    try:
        return [
            Stage(
                number=row["stage"],
                commitment=row["commitment"],
                public_entropy=row["public_entropy"],
                seed=None if row["seed"] is None else bytes.fromhex(row["seed"]),
            )
            for row in database.rows("SELECT * FROM stages ORDER BY stage")
        ]
    except ValueError as error:
        raise damaged(database.path, f"a published seed is no hex: {error}") from error


def open_one(database: Database) -> Stage | None:
    """The stage that is open: the last one, if its seed is not published; else None."""
    stages = read_stages(database)
    return stages[-1] if stages and stages[-1].seed is None else None


def open_stage(database: Database, commitment: str, public_entropy: str) -> Stage:
    """The open stage; a new one if none is. `public_entropy` may change until its first result is stored.

    Raises:
        RefusedError: another seed or, with results, another public_entropy than that of the open stage; or the
            seed of an earlier stage.
    """
    stage = open_one(database)
    if stage is None:
        return _begin(database, commitment, public_entropy)
    if stage.commitment != commitment:
        raise RefusedError(
            f"{database.path}: stage {stage.number} is committed to another seed: expected {stage.commitment}, got"
            f" {commitment}; take the seed out of the TOML, or name another folder with --out"
        )
    if stage.public_entropy != public_entropy:
        _change_entropy(database, stage, public_entropy)
    return Stage(number=stage.number, commitment=commitment, public_entropy=public_entropy)


def ensure_stage(database: Database, folder: Path, seed: bytes | None, public_entropy: str) -> Stage:
    """The open stage; if none is, a new one, whose seed is in the folder before the stage is in the file.

    Args:
        database: of the writer.
        folder: where the seeds are.
        seed: that it has to have; None: the one it has, or a new one from the system.
        public_entropy: as in `open_stage`.

    Raises:
        RefusedError: as `open_stage`.
        StoreError: the seed of the open stage is missing, or another one than it is committed to.
    """
    opened = open_one(database)
    if opened is not None:
        return open_stage(database, commitment_of(seed or stage_seed(folder, opened)), public_entropy)
    number = len(read_stages(database)) + 1
    # A seed may be there of a run that was killed at this point.
    seed = seed or read_seeds(folder).get(number) or new_seed()
    _check_unpublished(database, commitment_of(seed))
    add_seed(folder, number, seed)
    return open_stage(database, commitment_of(seed), public_entropy)


def has_result(database: Database, stage: int) -> bool:
    """Whether a series of a stage is final, history included."""
    sql = "SELECT EXISTS (SELECT 1 FROM outcomes JOIN series ON number = outcomes.series WHERE stage = ?)"
    return bool(database.value(sql, (stage,)))


def publish_seed(database: Database, stage: int, seed: bytes) -> None:
    """Close a stage: its seed is no secret from now on."""
    with database.transaction():
        database.execute("UPDATE stages SET seed = ? WHERE stage = ?", (seed.hex(), stage))


def _begin(database: Database, commitment: str, public_entropy: str) -> Stage:
    _check_unpublished(database, commitment)
    number = len(read_stages(database)) + 1
    stage = Stage(number=number, commitment=commitment, public_entropy=public_entropy)
    with database.transaction():
        database.execute(
            "INSERT INTO stages (stage, commitment, public_entropy) VALUES (?, ?, ?)",
            (stage.number, commitment, public_entropy),
        )
    return stage


def _check_unpublished(database: Database, commitment: str) -> None:
    if any(stage.commitment == commitment for stage in read_stages(database)):
        raise RefusedError(
            f"{database.path}: the seed of an earlier stage is published and cannot deal again; take the seed out of"
            " the TOML, and the next stage draws its own"
        )


def _change_entropy(database: Database, stage: Stage, public_entropy: str) -> None:
    with database.transaction():
        if has_result(database, stage.number):
            raise RefusedError(
                f"tournament.public_entropy: stage {stage.number} has results with {stage.public_entropy!r}, got"
                f" {public_entropy!r}; put the old value back, or name another folder with --out"
            )
        database.execute("UPDATE stages SET public_entropy = ? WHERE stage = ?", (public_entropy, stage.number))
