"""A byte that changed on the disk, anywhere in the file: every command works, or says so; nothing gets worse."""

import math
import random
import re
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.commands import Outcome, command
from support.fake_bot import FakeBot, Reply
from support.host import Host
from support.records import lively, play_series
from support.sql import change

from referee.errors import RefereeError
from referee.results.schema import MIGRATIONS

READERS = (
    ("standings",),
    ("standings", "--json"),
    ("standings", "--crosstable", "margin"),
    ("compare", "a", "b"),
    ("export",),
    ("export", "--format", "csv"),
    ("export", "--format", "pgn"),
    ("replay", "12"),
    ("verify",),
)
NONSENSE = (None, -7, 2**62, 1.5, 1e308, math.inf, "x", "[" * 5000, b"\xff")
TABLES = re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS))
Dice = random.Random


@dataclass(kw_only=True)
class Specimen:
    """A finished tournament, whose file is one file and nothing beside it.

    Attributes:
        host: of the tournament.
        whole: the file as it has to be.
        pages: of each table and index: offset and length of the bytes that are used at all.
        lines: of the export, without the header.
    """

    host: Host
    whole: bytes
    pages: dict[str, list[list[int]]]
    lines: list[str]

    @property
    def path(self) -> Path:
        """Of the file."""
        return self.host.results / "results.db"

    def write(self, content: bytes | bytearray) -> None:
        """Put a file in the place of the one that is there."""
        for left in self.host.results.glob("results.db*"):
            left.unlink()
        self.path.write_bytes(content)

    def read(self, *words: str) -> Outcome:
        """A command that only reads: it says one thing at most, and changes no byte."""
        before = self.path.read_bytes()
        name, *rest = words
        outcome = command(name, str(self.host.results), *rest)
        assert self.path.read_bytes() == before
        if outcome.code:
            assert outcome.err.startswith("referee: ")
            assert len(outcome.err.splitlines()) == 1
        return outcome


@pytest.fixture(scope="module")
def specimen(tmp_path_factory: pytest.TempPathFactory) -> Specimen:
    """Three bots, two rounds, all played; one of the series with a substituted turn, a fault and a void."""
    host = Host(tmp_path_factory.mktemp("damage"))
    host.sections = '[faults]\npolicy = "substitute"\nstrikes = 1\n'
    host.play()
    host.tournament["rounds"] = "2"
    with host.opened() as tournament:
        store = tournament._store
        row = next(store.pending(2))
        store.save_void(row, 1, "Traceback")
        clumsy = FakeBot(policy=lively, script={(2, 3): Reply(turn="+P5 deck"), (2, 5): Reply(turn="+P6 deck")})
        store.save(row, play_series(row, (FakeBot(policy=lively), clumsy)))
    host.play()
    path = host.results / "results.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        numbers = connection.execute("SELECT name, pageno FROM dbstat").fetchall()
    whole = path.read_bytes()
    pages: dict[str, list[list[int]]] = defaultdict(list)
    for name, number in numbers:
        start = (number - 1) * size
        pages[name].append([place for place in range(start, start + size) if whole[place]])
    specimen = Specimen(host=host, whole=whole, pages=pages, lines=[])
    specimen.write(whole)
    specimen.lines = specimen.read("export").out.splitlines()[1:]
    return specimen


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


def check_readers(specimen: Specimen) -> None:
    """Each of them works or says what is wrong; what verifies has not changed."""
    outcomes = {words: specimen.read(*words) for words in READERS}
    assert {outcome.code for words, outcome in outcomes.items() if words[0] != "verify"} <= {0, 1, 2}
    verified = outcomes["verify",]
    assert verified.code in (0, 1, 2, 3)
    assert bool(verified.out) == (verified.code == 3)
    if verified.code == 0:
        assert outcomes["export",].out.splitlines()[1:] == specimen.lines


def check_writer(specimen: Specimen) -> None:
    """The run goes on with what is right, or refuses and changes nothing."""
    damaged = specimen.path.read_bytes()
    with suppress(RefereeError):
        with specimen.host.opened() as tournament:
            assert str(tournament.change) == ""
            assert tournament.counts == (12, 12)
        return
    assert specimen.path.read_bytes() == damaged


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
