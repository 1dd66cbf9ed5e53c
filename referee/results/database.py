"""One connection to SQLite, with its errors in our words."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from referee.errors import RefusedError, StoreError
from referee.results.writing import DISK_FULL

NOW: Final = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')"
"""SQL for the time in UTC, ISO 8601 to the millisecond, as in records."""

DAMAGE_ERRORS: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip
"""What a value of the wrong kind leads to, where nobody raises anything on purpose."""

_BUSY_S: Final = 10.0
_LOCKED: Final = "another program keeps it locked; close that program and run the same command again"
_CLOSED: Final = "it cannot be opened; check that the folder is there and may be read and written"
_DAMAGED: Final = (
    "the file is damaged; copy the whole folder first, then `referee verify` says where, and"
    " `sqlite3 results.db .recover` saves what can be saved"
)
_SENTENCES: Final = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_READONLY": "it cannot be written: the file or its folder is read-only; make both writable, or copy them",
    "SQLITE_CANTOPEN": _CLOSED,
    "SQLITE_PERM": _CLOSED,
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_IOERR": "the disk failed to read or write it, or is full; look for both, then run the same command again",
    "SQLITE_CORRUPT": _DAMAGED,
}
"""By the name of SQLite's error, or how that begins."""

_CACHE_KIB: Final = 2000
"""What SQLite keeps of a file in memory unless told otherwise, in KiB."""

Values = Sequence[object] | Mapping[str, object]


class Database:
    """One connection to one file; whatever SQLite raises becomes a StoreError that names the file.

    Args:
        path: of the file.
        options: of SQLite's URI: `mode=ro`.
        is_lenient: read text that is no Unicode as far as it goes, instead of failing: whoever looks for a byte that
            was changed on the disk must be able to read it.
    """

    def __init__(self, path: Path, options: str, *, is_lenient: bool = False) -> None:
        self.path = path
        with _told(path):
            uri = f"{path.absolute().as_uri()}?{options}"
            self._connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_BUSY_S)
        self._connection.row_factory = sqlite3.Row
        if is_lenient:
            self._connection.text_factory = _decode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, sql: str, values: Values = ()) -> Iterator[sqlite3.Row]:
        """The rows of a query, one at a time."""
        with _told(self.path):
            # Not `yield from`: that would close the cursor when the generator is given up, maybe after the connection.
            for row in self._connection.execute(sql, values):  # noqa: UP028 - as said above
                yield row

    def row(self, sql: str, values: Values = ()) -> sqlite3.Row | None:
        """The first row of a query; None without one."""
        return next(self.rows(sql, values), None)

    def value(self, sql: str, values: Values = ()) -> Any:
        """The first value of the first row, which there must be."""
        row = self.row(sql, values)
        if row is None:
            raise StoreError(f"{self.path}: {_DAMAGED} (nothing came of {sql})")
        return row[0]

    def problems(self, table: str | None = None) -> Iterator[str]:
        """What SQLite finds wrong with its pages and indexes, of one table or the whole file; one line each."""
        what = "" if table is None else f"('{table}')"
        for row in self.rows(f"PRAGMA integrity_check{what}"):
            if row[0] != "ok":
                yield from (line for line in row[0].splitlines() if not line.startswith("***"))

    def execute(self, sql: str, values: Values = ()) -> None:
        """Run one statement that returns nothing of interest."""
        with _told(self.path):
            self._connection.execute(sql, values)

    def change(self, sql: str, values: Values = ()) -> int:
        """Run one statement that inserts, updates or deletes; how many rows."""
        self.execute(sql, values)
        # Python's own count does not know of statements that begin with WITH.
        return int(self.value("SELECT changes()"))

    def executemany(self, sql: str, values: Iterable[Values]) -> None:
        """Run one statement for each of many values."""
        with _told(self.path):
            self._connection.executemany(sql, values)

    def script(self, sql: str) -> None:
        """Run several statements as one transaction."""
        with _told(self.path):
            try:
                self._connection.executescript(f"BEGIN IMMEDIATE; {sql} COMMIT;")
            except BaseException:
                self._roll_back()
                raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing: everything inside is on the disk when this ends, or nothing is.

        Inside another one it is a part of that.
        """
        if self._connection.in_transaction:
            yield
            return
        self.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    @contextmanager
    def large_cache(self, size_kib: int) -> Iterator[None]:
        """So much of the file may be kept in memory inside; it is given back after."""
        self.execute(f"PRAGMA cache_size = -{size_kib}")
        try:
            yield
        finally:
            self.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            self.execute("PRAGMA shrink_memory")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """All that is read inside is of one moment, whatever the writer does meanwhile."""
        self.execute("BEGIN")
        try:
            yield
        finally:
            self._roll_back()

    def close(self) -> None:
        """Close it; twice is fine."""
        self._connection.close()

    def _roll_back(self) -> None:
        # SQLite itself rolls back after some errors: a full disk, for one.
        if self._connection.in_transaction:
            self._connection.rollback()


def damaged(path: Path, detail: str) -> StoreError:
    """The error of a file that is damaged; `detail` is what was found."""
    return StoreError(f"{path}: {_DAMAGED} ({detail})")


def foreign(path: Path) -> RefusedError:
    """The error of a file that is something else."""
    return RefusedError(f"{path}: not a results file of a tournament; it stays as it is; name another folder")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name == "SQLITE_NOTADB":
            raise foreign(path) from error
        sentence = next((text for key, text in _SENTENCES.items() if name.startswith(key)), None)
        raise StoreError(f"{path}: {sentence or f'SQLite says: {error}'}") from error
    except UnicodeDecodeError as error:
        # Names of columns are always decoded strictly.
        raise damaged(path, str(error)) from error


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")
