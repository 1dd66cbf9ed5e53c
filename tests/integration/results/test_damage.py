"""A byte that changed on the disk, anywhere in the file: every command works, or says so; nothing gets worse."""

import math
import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from support.specimen import NONSENSE, READERS, Specimen, check_readers, check_writer
from support.sql import change

from referee.results.schema import MIGRATIONS

TABLES = re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS))
Dice = random.Random


def flip(specimen: Specimen, dice: Dice) -> int:
    """Change a byte: in the file's own header, of any table or index, or anywhere; where."""
    draw = dice.random()
    if draw < 0.1:
        place = dice.randrange(100)
    elif draw < 0.9:
        place = dice.choice(dice.choice(specimen.pages[dice.choice(sorted(specimen.pages))]))
    else:
        place = dice.randrange(len(specimen.whole))
    content = bytearray(specimen.whole)
    content[place] ^= 1 << dice.randrange(8) if dice.random() < 0.5 else dice.randrange(1, 256)
    specimen.write(content)
    return place


def torment(specimen: Specimen, times: int, seed: int, check: Callable[[Specimen], None]) -> None:
    """Flip a byte so many times."""
    dice = Dice(seed)
    for _ in range(times):
        place = flip(specimen, dice)
        try:
            check(specimen)
        except BaseException as error:
            error.add_note(f"seed {seed}, byte {place}: {specimen.path.read_bytes()[place]}")
            raise


@pytest.mark.parametrize("check", [check_readers, check_writer])
def test_changed_byte_is_told_or_does_no_harm(specimen: Specimen, check: Callable[[Specimen], None]) -> None:
    """Eight of them, the same ones each time."""
    torment(specimen, 8, 1, check)


@pytest.mark.slow
@pytest.mark.parametrize("check", [check_readers, check_writer])
def test_hundreds_of_changed_bytes(specimen: Specimen, check: Callable[[Specimen], None]) -> None:
    """Others each time."""
    torment(specimen, 500, random.randrange(2**32), check)


def write_value(specimen: Specimen, table: str, column: str, value: object) -> None:
    """Put a value into the last row of a table that the type of its column, and SQLite, would never let in."""
    specimen.write(specimen.whole)
    with closing(sqlite3.connect(specimen.path, isolation_level=None)) as connection:
        (strict,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    loose = re.sub(r" (TEXT|REAL|ANY|BLOB|INTEGER)(?! PRIMARY KEY)( NOT NULL)?", "", strict).replace(") STRICT", ")")
    folder = specimen.host.results
    rewrite = "UPDATE sqlite_schema SET sql = ? WHERE name = ?"
    update = f"UPDATE {table} SET {column} = ? WHERE rowid = (SELECT max(rowid) FROM {table})"  # noqa: S608 - ours
    assert change(folder, rewrite, loose, table, writes_schema=True) == 1
    assert change(folder, update, value) == 1
    assert change(folder, rewrite, strict, table, writes_schema=True) == 1
    change(folder, "PRAGMA wal_checkpoint(TRUNCATE)")


def columns(table: str) -> list[tuple[str, bool]]:
    """The columns of a table, and whether each is the number of its rows."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript("".join(MIGRATIONS))
        rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
    keys = [row[1] for row in rows if row[5]]
    return [(row[1], row[2] == "INTEGER" and keys == [row[1]]) for row in rows]


def check_value(specimen: Specimen, table: str, column: str, value: object) -> None:
    """Whatever is there for the value of a column, both readers and the writer are fine with it or tell it."""
    write_value(specimen, table, column, value)
    check_readers(specimen)
    if (table, column) == ("bots", "name") and isinstance(value, str):
        return  # to the writer that is another bot
    write_value(specimen, table, column, value)
    check_writer(specimen)


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("tournament", "config", None),
        ("bots", "name", None),
        ("stages", "seed", b"\xff"),
        ("series", "round", 2**62),
        ("series", "history", "x"),
        ("outcomes", "luck", math.inf),
        ("outcomes", "luck", 1e200),
        ("outcomes", "points_a", 1e308),
        ("tournament", "isolation", "[" * 5000),
    ],
)
def test_value_of_another_type(specimen: Specimen, table: str, column: str, value: object) -> None:
    """Each of these once ended in a traceback, or not at all."""
    check_value(specimen, table, column, value)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_every_column_with_every_type(specimen: Specimen, table: str) -> None:
    """What SQLite itself keeps out of a sound file; the numbers of rows can be nothing else."""
    for column, is_row_number in columns(table):
        for value in NONSENSE:
            if not is_row_number or isinstance(value, int):
                check_value(specimen, table, column, value)


@pytest.mark.parametrize("length", [0, 50, 100, 4096, 10_000])
def test_shortened_file(specimen: Specimen, length: int) -> None:
    """Copied while it was written, or on a full disk: told, and left as it is."""
    specimen.write(specimen.whole[:length])
    for words in READERS:
        assert specimen.read(*words).code in ((1, 2, 3) if words == ("verify",) else (1, 2))
    check_writer(specimen)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"my holiday pictures, " * 500, "not a results file of a tournament; it stays as it is"),
        (None, "written by a newer referee (version 99 of the file"),
    ],
)
def test_file_that_is_not_ours_or_too_new(specimen: Specimen, content: bytes | None, expected: str) -> None:
    """Exit code 2 from every command, and it stays as it is."""
    specimen.write(content or specimen.whole)
    if content is None:
        change(specimen.host.results, "PRAGMA user_version = 99")
        change(specimen.host.results, "PRAGMA journal_mode = DELETE")
    for words in READERS:
        outcome = specimen.read(*words)
        assert outcome.code == 2
        assert expected in outcome.err
    check_writer(specimen)
