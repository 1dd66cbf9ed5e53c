"""A byte that changed on the disk, anywhere in the file: every command works, or says so; nothing gets worse."""

import random
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.commands import Outcome, command
from support.host import Host
from support.sql import change

from referee.errors import RefereeError

READERS = (
    ("standings",),
    ("standings", "--json"),
    ("export",),
    ("export", "--format", "csv"),
    ("export", "--format", "pgn"),
    ("replay", "4"),
    ("verify",),
)
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
    """Three bots, two rounds, all played."""
    host = Host(tmp_path_factory.mktemp("damage"))
    host.play()
    host.tournament["rounds"] = "2"
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
