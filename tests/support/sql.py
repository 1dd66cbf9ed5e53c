"""A results file changed behind the referee's back."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


def change(folder: Path, sql: str, *values: object, writes_schema: bool = False) -> int:
    """Run one statement on the file of a folder, past all its checks; how many rows it changed.

    With `writes_schema` also on the schema itself, which others read anew after that.
    """
    with closing(sqlite3.connect(folder / "results.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        if writes_schema:
            connection.execute("PRAGMA writable_schema = ON")
        count = connection.execute(sql, values).rowcount
        if writes_schema:
            (version,) = connection.execute("PRAGMA schema_version").fetchone()
            connection.execute(f"PRAGMA schema_version = {version + 1}")
        return count


def ask(folder: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    with closing(sqlite3.connect(folder / "results.db")) as connection:
        return connection.execute(sql, values).fetchall()
