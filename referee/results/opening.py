"""A results file opened: by its one writer, or by a reader; checked to be one, and of a version we know."""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from referee.errors import ConfigError, RefusedError, StoreError
from referee.results.database import Database, damaged, foreign
from referee.results.schema import APPLICATION_ID, MIGRATIONS
from referee.results.shape import header_faults, is_bot_name
from referee.results.soundness import plan_differences

RESULTS_FILE: Final = "results.db"

_COLUMNS: Final = (
    "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns"
    " WHERE tables.type = 'table'"
)
_HEAD_TABLES: Final = ("tournament", "stages", "bots")
_SMALL_TABLES: Final = (*_HEAD_TABLES, "series", "outcomes")


def open_for_writing(folder: Path) -> Database:
    """The file for its one writer: made if it is missing or empty, brought to the present version.

    Raises:
        RefusedError: it is not a results file, or one of a newer referee.
        StoreError: it cannot be read or written, or is damaged.
    """
    # It tells the cards of encounters whose other leg is still to be played, and the folder may be open to others.
    with suppress(OSError):
        os.close(os.open(folder / RESULTS_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    database = Database(folder / RESULTS_FILE, "mode=rwc")
    try:
        version = _version(database)
        database.execute("PRAGMA journal_mode = WAL")
        # A commit is on the disk before it returns: it survives kill -9 and the loss of power.
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        _migrate(database, version)
        _check_columns(database)
        # Where writing would make it worse; the large tables are only added to.
        _check_tables(database, _SMALL_TABLES)
        _check_shape(database)
        _check_plan(database)
        _check_references(database, _SMALL_TABLES)
    except BaseException:
        database.close()
        raise
    return database


def open_for_reading(folder: Path) -> Database:
    """The file for a reader, who never holds up its writer.

    Raises:
        ConfigError: there are no results yet.
        RefusedError: it is not a results file, or not one of this version.
        StoreError: it cannot be read, or is damaged.
    """
    path = folder / RESULTS_FILE
    if not path.is_file():
        raise absent(folder)
    try:
        return _readable(path, "mode=ro")
    except StoreError as error:
        # WAL wants to make two small files beside; a read-only folder does without if nobody has left any.
        if not _is_read_only(error) or path.with_name(f"{RESULTS_FILE}-wal").exists():
            raise
        return _readable(path, "mode=ro&immutable=1")


def check_head(database: Database) -> None:
    """Look for damage in what every table and page is headed with: the tournament, its stages and its bots.

    Raises:
        StoreError: there is.
    """
    _check_tables(database, _HEAD_TABLES)
    _check_shape(database)


def head_faults(database: Database) -> Iterator[str]:
    """What no referee ever writes into the header, and names that no bot has."""
    for config, isolation, luck_model in database.rows("SELECT config, isolation, luck_model FROM tournament"):
        yield from header_faults(config, isolation)
        if luck_model is not None and not luck_model.isprintable():
            yield "luck_model is nothing that a referee writes"
    for bot, name in database.rows("SELECT bot, name FROM bots"):
        if not is_bot_name(name):
            yield f"the name of bot {bot} is none that a bot can have"


def results_folder(path: Path) -> Path:
    """The output folder that a path means: itself, or of a TOML the folder beside it: `league.results`."""
    return path.with_name(f"{path.stem}.results") if path.suffix == ".toml" and not path.is_dir() else path


def absent(folder: Path) -> ConfigError:
    """The error of a folder without results."""
    return ConfigError(f"{folder}: no results here, expected {RESULTS_FILE} in it; `referee run` makes it")


def _readable(path: Path, options: str) -> Database:
    database = Database(path, options, is_lenient=True)
    try:
        _check_present(database, _version(database))
        _check_columns(database)
    except BaseException:
        database.close()
        raise
    return database


def _version(database: Database) -> int:
    """The version of its tables; 0 for an empty file."""
    identity = database.value("PRAGMA application_id")
    version = int(database.value("PRAGMA user_version"))
    if identity != APPLICATION_ID and (identity or version or database.value("SELECT count(*) FROM sqlite_schema")):
        raise foreign(database.path)
    if version > len(MIGRATIONS):
        raise RefusedError(
            f"{database.path}: written by a newer referee (version {version} of the file, this referee knows"
            f" {len(MIGRATIONS)}); update the referee"
        )
    return version


def _check_present(database: Database, version: int) -> None:
    if not version:
        raise absent(database.path.parent)
    if version < len(MIGRATIONS):
        raise RefusedError(
            f"{database.path}: written by an older referee (version {version} of the file, this referee reads"
            f" {len(MIGRATIONS)}); `referee run` brings it up to date"
        )


def _migrate(database: Database, version: int) -> None:
    for target, script in enumerate(MIGRATIONS[version:], version + 1):
        database.script(f"{script} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {target};")


def _check_columns(database: Database) -> None:
    """Look whether all tables and columns are there: a byte of the schema itself may have been changed."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("".join(MIGRATIONS))
        expected = set(connection.execute(_COLUMNS))
    for table, column in sorted(expected - {(row[0], row[1]) for row in database.rows(_COLUMNS)}):
        raise damaged(database.path, f"column {column} of {table} is not there")


def _check_tables(database: Database, tables: Sequence[str]) -> None:
    """Look for damage in tables: of pages, of indexes, and values of another type than their column's."""
    for table in tables:
        # Not the quick check: that would not find a row that its indexes do not know.
        problem = next(database.problems(table), None)
        if problem is not None:
            raise damaged(database.path, problem)


def _check_shape(database: Database) -> None:
    """Look whether the header and the names of bots are what a referee writes."""
    fault = next(head_faults(database), None)
    if fault is not None:
        raise damaged(database.path, fault)


def _check_references(database: Database, tables: Sequence[str]) -> None:
    for table in tables:
        row = database.row(f"PRAGMA foreign_key_check({table})")
        if row is not None:
            raise damaged(
                database.path, f"row {row['rowid']} of {table} belongs to a row of {row['parent']} that is gone"
            )


def _check_plan(database: Database) -> None:
    difference = next(plan_differences(database), None)
    if difference is not None:
        raise damaged(database.path, str(difference))


def _is_read_only(error: StoreError) -> bool:
    name: str = getattr(error.__cause__, "sqlite_errorname", "")
    return name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN"))
