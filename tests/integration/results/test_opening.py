"""Opening a results file: new, ours, foreign, newer, older, damaged."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.records import encounter, finish, header, new_store
from support.sql import ask, change

from referee.errors import ConfigError, RefusedError, StoreError
from referee.results import opening
from referee.results.database import Database
from referee.results.opening import open_for_reading, open_for_writing, results_folder
from referee.results.reader import Results
from referee.results.schema import APPLICATION_ID, MIGRATIONS
from referee.results.store import Store

NO_RESULTS = r"no results here, expected results\.db in it; `referee run` makes it$"


def test_a_new_file_is_ours_and_durable(tmp_path: Path) -> None:
    """Identity and version in its header, WAL, a sync at each commit, foreign keys."""
    with open_for_writing(tmp_path) as database:
        pragmas = ("application_id", "user_version", "journal_mode", "synchronous", "foreign_keys")
        got = [database.value(f"PRAGMA {pragma}") for pragma in pragmas]
    assert got == [APPLICATION_ID, len(MIGRATIONS), "wal", 2, 1]


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    """A file that is there keeps all it has."""
    with new_store(tmp_path, encounter()) as store:
        finish(store)
    before = ask(tmp_path, "SELECT * FROM outcomes")
    with Store.open(tmp_path, header()) as store:
        assert not store.is_new
        assert store.counts() == (2, 2)
    assert ask(tmp_path, "SELECT * FROM outcomes") == before


@pytest.mark.parametrize("content", [b"", None])
def test_an_empty_file_is_a_new_one(tmp_path: Path, content: bytes | None) -> None:
    """A referee was killed in its first moment: with nothing written, or before its tables."""
    path = tmp_path / "results.db"
    if content is None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
    else:
        path.write_bytes(content)
    with pytest.raises(ConfigError, match=NO_RESULTS):
        open_for_reading(tmp_path)
    with Store.open(tmp_path, header()) as store:
        assert store.is_new


def test_a_file_without_a_header_is_a_new_one(tmp_path: Path) -> None:
    """A referee was killed between its tables and its first row."""
    open_for_writing(tmp_path).close()
    with Store.open(tmp_path, header()) as store:
        assert store.is_new
        assert store.header == header()


def test_no_file_is_no_results(tmp_path: Path) -> None:
    """A reader, and a writer without a header, say what to do; nothing is made."""
    for attempt in (lambda: open_for_reading(tmp_path), lambda: Store.open(tmp_path)):
        with pytest.raises(ConfigError, match=NO_RESULTS):
            attempt()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("opened", [open_for_reading, open_for_writing])
@pytest.mark.parametrize(
    "sql", ["CREATE TABLE holidays (picture BLOB)", "PRAGMA application_id = 4711", "PRAGMA user_version = 1"]
)
def test_somebody_elses_database_is_refused(tmp_path: Path, sql: str, opened: type) -> None:
    """Exit 2, and not a byte of it changes, also where it has no table yet."""
    path = tmp_path / "results.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(sql)
    before = path.read_bytes()
    with pytest.raises(RefusedError, match="not a results file of a tournament"):
        opened(tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("opened", [open_for_reading, open_for_writing])
def test_a_newer_file_is_refused(folder: Path, opened: type) -> None:
    """It may hold what this referee does not know of."""
    change(folder, f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(RefusedError, match=r"written by a newer referee \(version 2 .* knows 1\); update the referee"):
        opened(folder)


def test_an_older_file_is_brought_up_to_date_by_its_writer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers refuse it until then; everything in it stays."""
    before = ask(folder, "SELECT * FROM matches")
    monkeypatch.setattr(opening, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE series ADD COLUMN color TEXT;"))
    with pytest.raises(RefusedError, match=r"written by an older referee \(version 1 .* brings it up to date"):
        open_for_reading(folder)
    open_for_writing(folder).close()
    with open_for_reading(folder) as database:
        assert database.value("PRAGMA user_version") == 2
        assert database.value("SELECT count(*) FROM series WHERE color IS NULL") == 6
    assert ask(folder, "SELECT * FROM matches") == before


def test_a_migration_that_fails_leaves_the_file_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The version, too."""
    script = "ALTER TABLE series ADD COLUMN color TEXT; ALTER TABLE absent ADD COLUMN color TEXT;"
    with monkeypatch.context() as patch:
        patch.setattr(opening, "MIGRATIONS", (*MIGRATIONS, script))
        with pytest.raises(StoreError, match="no such table: absent"):
            open_for_writing(folder)
    assert ask(folder, "PRAGMA user_version") == [(1,)]
    with open_for_reading(folder) as database:
        assert "color" not in [row["name"] for row in database.rows("PRAGMA table_info(series)")]


def test_a_damaged_plan_is_not_written_to(folder: Path) -> None:
    """The pages of the series and their indexes are looked at before anything is added to them."""
    path = folder / "results.db"
    ((root,),) = ask(folder, "SELECT rootpage FROM sqlite_schema WHERE name = 'series_in_order'")
    ((size,),) = ask(folder, "PRAGMA page_size")
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * size : (root - 1) * size + 8] = b"\xff" * 8
    path.write_bytes(raw)
    with pytest.raises(StoreError, match="the file is damaged; copy the whole folder first"):
        Store.open(folder)
    assert path.read_bytes() == raw


@pytest.mark.parametrize("opened", [open_for_reading, open_for_writing])
def test_a_damaged_schema_is_told(folder: Path, opened: type) -> None:
    """One letter of a column's name, and nothing of it could be trusted."""
    change(folder, "ALTER TABLE outcomes RENAME COLUMN losers TO lovers")
    with pytest.raises(StoreError, match=r"the file is damaged; .* \(column losers of outcomes is not there\)$"):
        opened(folder)


def test_a_toml_means_the_folder_beside_it(tmp_path: Path) -> None:
    """`league.toml` has its results in `league.results`; anything else is the folder itself."""
    (tmp_path / "odd.toml").mkdir()
    assert results_folder(tmp_path / "league.toml") == tmp_path / "league.results"
    assert results_folder(tmp_path / "v1.2.toml") == tmp_path / "v1.2.results"
    assert results_folder(tmp_path / "league.results") == tmp_path / "league.results"
    assert results_folder(tmp_path / "odd.toml") == tmp_path / "odd.toml"


def test_a_read_only_folder_can_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WAL makes two files beside; where it cannot, the file is read without, unless another's are there."""
    for left in folder.glob("results.db-*"):
        left.unlink()
    real, tried = opening._readable, []

    def refuse(path: Path, options: str) -> Database:
        tried.append(options)
        if options == "mode=ro":
            cause = sqlite3.OperationalError("attempt to write a readonly database")
            cause.sqlite_errorname = "SQLITE_READONLY_DIRECTORY"
            raise StoreError(f"{path}: read-only") from cause
        return real(path, options)

    monkeypatch.setattr(opening, "_readable", refuse)
    with open_for_reading(folder) as database:
        assert database.value("SELECT count(*) FROM outcomes") == 6
    assert tried == ["mode=ro", "mode=ro&immutable=1"]
    shutil.copy(folder / "results.db", folder / "results.db-wal")
    with pytest.raises(StoreError, match="read-only"):
        open_for_reading(folder)


def test_a_context_closes_the_file(folder: Path) -> None:
    """Also where something was raised in it, and as `close` does; closing it again is fine."""
    with pytest.raises(ConfigError), Results.open(folder) as one:
        raise ConfigError("no")
    other = Results.open(folder)
    other.close()
    for results in (one, other):
        with pytest.raises(StoreError, match="closed"):
            results.counts()
        results.close()
