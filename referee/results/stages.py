"""Stages: parts of a tournament, each under a seed of its own (DESIGN section 3)."""

from dataclasses import replace
from pathlib import Path

from referee.bots.text import escape_text
from referee.deals import commitment, new_seed
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
                commitment=bytes.fromhex(row["commitment"]).hex(),
                public_entropy=row["public_entropy"],
                seed=None if row["seed"] is None else bytes.fromhex(row["seed"]),
            )
            for row in database.rows("SELECT * FROM stages ORDER BY stage")
        ]
    except ValueError as error:
        raise damaged(database.path, f"a commitment or published seed is no hex: {error}") from error


def open_one(database: Database) -> Stage | None:
    """The stage that is open: the last one, if its seed is not published; else None."""
    stages = read_stages(database)
    return stages[-1] if stages and stages[-1].seed is None else None


def ensure_stage(database: Database, folder: Path, seed: bytes | None, public_entropy: str) -> Stage:
    """The open stage; if none is, a new one, whose seed is in the folder before the stage is in the file.

    Args:
        database: of the writer.
        folder: where the seeds are.
        seed: that it has to have; None: the one it has, or a new one from the system.
        public_entropy: may change until the first result of the stage is stored.

    Raises:
        RefusedError: another seed or, with results, another public_entropy than that of the open stage; or the seed
            of an earlier stage.
        StoreError: the seed of the open stage is missing, or another one than it is committed to.
    """
    opened = open_one(database)
    if opened is None:
        return _begin(database, folder, seed, public_entropy)
    if seed is not None and commitment(seed) != opened.commitment:
        raise RefusedError(
            f"{database.path}: stage {opened.number} is committed to another seed: expected {opened.commitment}, got"
            f" {commitment(seed)}; take the seed out of the TOML, or name another folder with --out"
        )
    if seed is not None:
        add_seed(folder, opened.number, seed)  # if somebody lost the file
    stage_seed(folder, opened)
    if opened.public_entropy != public_entropy:
        _change_entropy(database, opened, public_entropy)
    return replace(opened, public_entropy=public_entropy)


def has_result(database: Database, stage: int) -> bool:
    """Whether a series of a stage is final, history included."""
    sql = "SELECT EXISTS (SELECT 1 FROM outcomes JOIN series ON number = outcomes.series WHERE stage = ?)"
    return bool(database.value(sql, (stage,)))


def publish_seed(database: Database, stage: int, seed: bytes) -> None:
    """Close a stage: its seed is no secret from now on."""
    with database.transaction():
        database.execute("UPDATE stages SET seed = ? WHERE stage = ?", (seed.hex(), stage))


def _begin(database: Database, folder: Path, seed: bytes | None, public_entropy: str) -> Stage:
    earlier = read_stages(database)
    number = len(earlier) + 1
    # A seed may be there of a run that was killed at this point.
    seed = seed or read_seeds(folder).get(number) or new_seed()
    stage = Stage(number=number, commitment=commitment(seed), public_entropy=public_entropy)
    if stage.commitment in [one.commitment for one in earlier]:
        raise RefusedError(
            f"{database.path}: the seed of an earlier stage is published and cannot deal again; take the seed out of"
            " the TOML, and the next stage draws its own"
        )
    add_seed(folder, number, seed)
    with database.transaction():
        database.execute(
            "INSERT INTO stages (stage, commitment, public_entropy) VALUES (?, ?, ?)",
            (number, stage.commitment, public_entropy),
        )
    return stage


def _change_entropy(database: Database, stage: Stage, public_entropy: str) -> None:
    with database.transaction():
        if has_result(database, stage.number):
            old, new = (escape_text(text, 200) for text in (stage.public_entropy, public_entropy))
            raise RefusedError(
                f'tournament.public_entropy: stage {stage.number} has results with "{old}", got "{new}"; put the'
                " old value back, or name another folder with --out"
            )
        database.execute("UPDATE stages SET public_entropy = ? WHERE stage = ?", (public_entropy, stage.number))
