"""SQLite's errors in our words."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from referee.errors import RefusedError, StoreError
from referee.results.database import Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """An open file with one table."""
    with Database(tmp_path / "results.db", "mode=rwc") as opened:
        opened.execute("PRAGMA journal_mode = WAL")
        opened.execute("CREATE TABLE words (word TEXT NOT NULL)")
        yield opened


def words(database: Database) -> list[str]:
    """What the table holds."""
    return [row["word"] for row in database.rows("SELECT word FROM words ORDER BY word")]


def fail_inside_a_transaction(database: Database, error: type[BaseException]) -> None:
    """Write, then raise."""
    with database.transaction():
        database.execute("INSERT INTO words VALUES ('a')")
        raise error


def test_a_transaction_is_all_or_nothing(database: Database) -> None:
    """Whatever is raised inside, also an interrupt, leaves nothing behind."""
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error):
            fail_inside_a_transaction(database, error)
    assert words(database) == []
    with database.transaction():
        database.execute("INSERT INTO words VALUES ('b')")
    assert words(database) == ["b"]


def test_a_script_is_all_or_nothing(database: Database) -> None:
    """A migration that fails leaves the file as it was, and open."""
    with pytest.raises(StoreError, match="SQLite says: no such table: absent"):
        database.script("INSERT INTO words VALUES ('a'); INSERT INTO absent VALUES (1);")
    assert words(database) == []
    database.script("INSERT INTO words VALUES ('a'); INSERT INTO words VALUES ('b');")
    assert words(database) == ["a", "b"]


def test_a_snapshot_shows_one_moment(database: Database) -> None:
    """A reader in the middle does not see, and does not hold up, what is written meanwhile."""
    with Database(database.path, "mode=ro") as reader:
        with reader.snapshot():
            assert words(reader) == []
            database.execute("INSERT INTO words VALUES ('a')")
            assert words(reader) == []
        assert words(reader) == ["a"]


def test_a_context_closes_it(tmp_path: Path) -> None:
    """Nothing stays open, and closing it again is fine."""
    with Database(tmp_path / "results.db", "mode=rwc") as opened:
        pass
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened._connection.execute("SELECT 1")
    opened.close()


def test_problems_are_told_without_headings(tmp_path: Path) -> None:
    """Each line is about a page or an index; what SQLite prints above them is left out."""
    path = tmp_path / "results.db"
    with Database(path, "mode=rwc") as opened:
        opened.execute("CREATE TABLE words (word TEXT)")
        assert list(opened.problems()) == []
    raw = bytearray(path.read_bytes())
    raw[39] += 1  # of the file's header: how many of its pages are free
    path.write_bytes(raw)
    with Database(path, "mode=ro") as opened:
        (problem,) = opened.problems()
    assert "freelist" in problem


def test_the_first_value_has_to_be_there(database: Database) -> None:
    """Where a row must be, none is damage."""
    with pytest.raises(StoreError, match=r"nothing came of SELECT word FROM words\)$"):
        database.value("SELECT word FROM words")
    assert database.row("SELECT word FROM words") is None


@pytest.mark.parametrize(
    ("name", "words_of_it"),
    [
        ("SQLITE_FULL", "the disk is full; free some space"),
        ("SQLITE_READONLY_DIRECTORY", "it cannot be written: the file or its folder is read-only"),
        ("SQLITE_CANTOPEN", "it cannot be opened"),
        ("SQLITE_PERM", "it cannot be opened"),
        ("SQLITE_BUSY_SNAPSHOT", "another program keeps it locked"),
        ("SQLITE_LOCKED", "another program keeps it locked"),
        ("SQLITE_IOERR_SHMSIZE", "the disk failed to read or write it, or is full"),
        ("SQLITE_CORRUPT_INDEX", "the file is damaged; copy the whole folder first"),
        ("SQLITE_CONSTRAINT", "SQLite says: some words of SQLite$"),
    ],
)
def test_errors_are_told_in_our_words(
    database: Database, monkeypatch: pytest.MonkeyPatch, name: str, words_of_it: str
) -> None:
    """The file, what happened, and what to do; extended codes are told like their plain ones."""

    class Failing:
        def execute(self, *_: object) -> None:
            error = sqlite3.OperationalError("some words of SQLite")
            error.sqlite_errorname = name
            raise error

    with closing(database._connection), monkeypatch.context() as patch:
        patch.setattr(database, "_connection", Failing())
        with pytest.raises(StoreError, match=f"results.db: {words_of_it}"):
            database.execute("SELECT 1")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Exit 2, and the file is not touched."""
    path = tmp_path / "results.db"
    path.write_text("my holiday pictures, " * 100)
    with Database(path, "mode=rw") as database, pytest.raises(RefusedError) as caught:
        database.value("PRAGMA user_version")
    assert str(caught.value) == (f"{path}: not a results file of a tournament; it stays as it is; name another folder")
    assert path.read_text() == "my holiday pictures, " * 100


def test_odd_paths_are_paths(tmp_path: Path) -> None:
    """Signs that mean something in a URI mean nothing in a path."""
    path = tmp_path / "50% ?mode=memory#1" / "results.db"
    path.parent.mkdir()
    with Database(path, "mode=rwc") as database:
        database.execute("CREATE TABLE words (word TEXT)")
    assert path.stat().st_size


def test_text_that_is_no_unicode_is_read_when_asked_for(database: Database) -> None:
    """Whoever looks for a changed byte has to get past it; others are told."""
    database.execute("INSERT INTO words VALUES (CAST(x'61ff' AS TEXT))")
    with Database(database.path, "mode=ro", is_lenient=True) as reader:
        assert words(reader) == ["a\udcff"]
    with pytest.raises(StoreError, match="Could not decode to UTF-8"):
        words(database)


def test_names_that_are_no_unicode_are_damage(database: Database) -> None:
    """A byte of the schema itself was changed; no traceback."""
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET sql = CAST(replace(sql, '(word', '(' || x'ff') AS TEXT)")
    with (
        Database(database.path, "mode=ro", is_lenient=True) as reader,
        pytest.raises(StoreError, match=r"the file is damaged; .*'utf-8' codec can't decode byte 0xff"),
    ):
        reader.row("SELECT * FROM words")


def test_rows_given_up_are_let_go(database: Database) -> None:
    """A reader that stops in the middle leaves nothing that could fail later, even after the file is closed."""
    for word in ("a", "b"):
        database.execute("INSERT INTO words VALUES (?)", (word,))
    rows = database.rows("SELECT word FROM words")
    next(rows)
    database.close()
    del rows


def test_a_large_cache_is_given_back(tmp_path: Path) -> None:
    """Outside the context SQLite keeps no more of the file in memory than it did before."""
    with Database(tmp_path / "x.db", "mode=rwc") as database:
        before = database.value("PRAGMA cache_size")
        with database.large_cache(50_000):
            assert database.value("PRAGMA cache_size") == -50_000
        assert database.value("PRAGMA cache_size") == before
