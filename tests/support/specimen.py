"""A results file to be damaged: every command that reads it, and its writer, work or say what is wrong."""

import math
import sqlite3
from collections import defaultdict
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from support.commands import Outcome, command
from support.fake_bot import FakeBot, Reply
from support.host import Host
from support.records import lively, play_series

from referee.errors import RefereeError

READERS: Final = (
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
NONSENSE: Final = (None, -7, 2**62, 1.5, 1e308, math.inf, "x", "[" * 5000, b"\xff")
"""What a place may hold that is made for something else."""


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


def make_specimen(folder: Path) -> Specimen:
    """Three bots, two rounds, all played; one of the series with a substituted turn, a fault and a void."""
    host = Host(folder)
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
