"""A header of another shape, with the hash that belongs to it: told as damage, in one line, by readers and writer."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

import pytest
from support.specimen import NONSENSE, READERS, Specimen, check_readers, check_writer
from support.sql import ask, change

from referee.results.database import Database
from referee.results.head import _hash, _hashed
from referee.results.schema import MIGRATIONS

Place = tuple[str | int, ...]

ESCAPE: Final = "\x1b[31mred\x07"
MORE_NONSENSE: Final[tuple[object, ...]] = (True, [], {}, [3], {"name": 3}, -1, 0, ESCAPE)


def places(value: Any, path: Place = ()) -> Iterator[Place]:
    """Every place in a JSON value, itself first."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from places(inner, (*path, key))


def replaced(value: Any, path: Place, new: object) -> Any:
    """A JSON value with another one in a place."""
    if not path:
        return new
    key, *rest = path
    copy = value.copy()
    copy[key] = replaced(value[key], tuple(rest), new)
    return copy


def forge(specimen: Specimen, column: str, value: object) -> None:
    """Put a value into a column of the header, and the hash that belongs to it."""
    specimen.write(specimen.whole)
    folder = specimen.host.results
    change(folder, f"UPDATE tournament SET {column} = ?", value)  # noqa: S608 - ours
    with Database(specimen.path, "mode=ro") as database:
        row = database.row("SELECT * FROM tournament")
        assert row is not None
        digest = _hash(tuple(_hashed(row).values()))
    change(folder, "UPDATE tournament SET hash = ?", digest)
    change(folder, "PRAGMA wal_checkpoint(TRUNCATE)")


def stored(specimen: Specimen, column: str) -> Any:
    """A column of JSON as it has to be."""
    specimen.write(specimen.whole)
    return json.loads(ask(specimen.host.results, f"SELECT {column} FROM tournament")[0][0])  # noqa: S608 - ours


def check_forged(specimen: Specimen, column: str, value: object) -> None:
    """Whatever stands there, readers and writer are fine with it or tell it, and no terminal acts upon it."""
    forge(specimen, column, value)
    check_readers(specimen)
    check_report(specimen)
    forge(specimen, column, value)
    check_writer(specimen)


def check_report(specimen: Specimen) -> None:
    """The pages are written, or it is told why not."""
    assert specimen.read("report", "--out", str(specimen.host.folder / "site")).code in (0, 1, 2)


@pytest.mark.parametrize(
    ("column", "path", "value"),
    [
        ("config", ("isolation",), 3),
        ("config", ("clock",), -1),
        ("config", ("bots",), 3),
        ("config", ("bot",), 1e308),
        ("config", ("bot", 0), 3),
        ("config", ("bot", 1, "name"), ESCAPE),
        ("config", ("tournament", "rounds"), 2**62),
        ("config", ("rules", "colors"), 7),
        ("config", ("rules", "colors"), 2**62),
        ("isolation", ("level",), ESCAPE),
        ("isolation", ("protections",), 3),
        ("isolation", ("protections", "files"), ESCAPE),
    ],
)
def test_header_of_another_shape(specimen: Specimen, column: str, path: Place, value: object) -> None:
    """Told as damage by whoever opens the file, and by `verify` as a difference."""
    forge(specimen, column, json.dumps(replaced(stored(specimen, column), path, value)))
    check_readers(specimen)
    assert "the file is damaged" in specimen.read("standings").err
    assert "nothing that a referee writes" in specimen.read("verify").out
    check_report(specimen)
    check_writer(specimen)


@pytest.mark.slow
@pytest.mark.parametrize("column", ["config", "isolation"])
def test_every_place_with_every_value(specimen: Specimen, column: str) -> None:
    """All sections, keys and items of lists, the whole and what is no JSON."""
    right = stored(specimen, column)
    for path in places(right):
        for value in (*(one for one in NONSENSE if not isinstance(one, bytes)), *MORE_NONSENSE):
            check_forged(specimen, column, json.dumps(replaced(right, path, value)))
    for text in ("", "[" * 5000, ESCAPE, "9" * 5000):
        check_forged(specimen, column, text)


def text_columns() -> list[tuple[str, str]]:
    """The columns of all tables that hold text."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("".join(MIGRATIONS))
        return connection.execute(
            "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' AND columns.type IN ('TEXT', 'ANY')"
        ).fetchall()


@pytest.mark.parametrize(("table", "column"), text_columns())
def test_text_that_a_terminal_would_act_upon(specimen: Specimen, table: str, column: str) -> None:
    """It is refused, or shown with its control characters escaped."""
    if table == "tournament":
        forge(specimen, column, ESCAPE)
    else:
        specimen.write(specimen.whole)
        change(specimen.host.results, f"UPDATE {table} SET {column} = ? WHERE rowid = 1", ESCAPE)  # noqa: S608 - ours
        change(specimen.host.results, "PRAGMA wal_checkpoint(TRUNCATE)")
    for words in (
        *READERS,
        ("standings", "--markdown"),
        ("standings", "--csv"),
        ("compare", "b", "c"),
        ("replay", "1"),
    ):
        outcome = specimen.read(*words)
        assert not {*ESCAPE} & {*"\x1b\x07"} & {*outcome.out, *outcome.err}, words
