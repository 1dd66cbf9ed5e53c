"""Everybody but the writer: a read-only connection that never holds the writer up.

Of an encounter of which one leg is still to be played, no reader may see deals, hands, turns, notes or what a fault
was: that is the view `disclosed` in the schema, and every method here that gives any of it reads through that view.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from operator import attrgetter
from pathlib import Path
from sqlite3 import Row
from types import TracebackType
from typing import Final, Self

from referee.errors import FaultKind, RefusedError
from referee.play.records import SeriesEnd, SeriesRecord
from referee.results import head, planning, stages
from referee.results.blame import blaming_damage
from referee.results.codec import LETTERS, nonsense, read_record, read_text
from referee.results.database import DAMAGE_ERRORS, Database
from referee.results.newest import FinishedEncounter, newest_encounters
from referee.results.opening import check_head, open_for_reading, results_folder
from referee.results.planning import SERIES_COLUMNS, SERIES_TABLES, Counts
from referee.results.rows import FaultSummary, SeriesResult, SeriesRow, Stage, StoredBot, TournamentHeader
from referee.rules.variant import Variant

_FINAL: Final = f"""
    SELECT {SERIES_COLUMNS}, ending, losers, points_a, points_b, total_a, total_b, match_count,
        turn_count_a, turn_count_b, think_sum_ms_a, think_sum_ms_b, think_max_ms_a, think_max_ms_b,
        margin_uses_a, margin_uses_b, lag_ms, luck,
        EXISTS (SELECT 1 FROM disclosed WHERE disclosed.series = number) AS is_complete
    FROM {SERIES_TABLES} JOIN outcomes ON outcomes.series = number
    WHERE history IS NULL"""  # noqa: S608 - names of ours
_LARGEST: Final = 1e12
"""What no number of a series comes near; sums of larger ones might be infinite."""

_IN_ORDER: Final = " ORDER BY round, day, pairing, replay, leg"

_RESULTS: Final = _FINAL + _IN_ORDER

# Few of very many: the index of encounters begins with the round, so all rounds are named; the sign keeps SQLite from
# reading in the order of the schedule instead.
_BETWEEN: Final = f"""
    WITH RECURSIVE
        rounds (one) AS (
            SELECT min(round) FROM series UNION ALL
            SELECT (SELECT min(round) FROM series WHERE round > one) FROM rounds WHERE one IS NOT NULL),
        two (bot) AS (SELECT bot FROM bots WHERE name IN (?, ?))
    {_FINAL} AND round IN rounds AND series.a IN two AND series.b IN two ORDER BY +round, day, pairing, replay, leg
"""  # noqa: S608 - names of ours

_FAULTS: Final = """
    SELECT faults.series, faults.bot, kind, substituted, match, turn, detail, bots.name,
        EXISTS (SELECT 1 FROM disclosed WHERE disclosed.series = faults.series) AS is_disclosed
    FROM faults JOIN series ON number = faults.series
    JOIN bots ON bots.bot = CASE faults.bot WHEN 'A' THEN series.a ELSE series.b END
    WHERE history IS NULL ORDER BY round, day, pairing, replay, leg, match, turn, substituted, faults.position"""

_DISCLOSED: Final = """
    SELECT number FROM series JOIN disclosed ON disclosed.series = number WHERE history IS NULL ORDER BY number"""

_BEFORE: Final = _DISCLOSED.replace("ORDER BY number", "AND number < ? ORDER BY number DESC LIMIT 1")
_AFTER: Final = _DISCLOSED.replace("ORDER BY number", "AND number > ? ORDER BY number LIMIT 1")
_PAST: Final = _DISCLOSED.replace("history IS NULL", "history IS NOT NULL")


class Results:
    """A tournament's results as they are now, also while it runs: made by `open`, a context manager.

    Every method may raise StoreError: the file cannot be read, or is damaged. As a context manager it tells an error
    that comes of a damaged file as that.

    Attributes:
        folder: the output folder.
    """

    def __init__(self, folder: Path, database: Database) -> None:
        self.folder = folder
        self._database = database
        self._closing = ExitStack()
        self._closing.callback(database.close)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the results of an output folder, or of the TOML they belong to.

        Raises:
            ConfigError: there are none yet.
            RefusedError: the file is foreign, or of another version of the referee.
            StoreError: it cannot be read, or is damaged.
        """
        folder = results_folder(path)
        results = cls(folder, open_for_reading(folder))
        try:
            check_head(results._database)
        except BaseException:
            results.close()
            raise
        return results

    def __enter__(self) -> Self:
        self._closing.enter_context(blaming_damage(self.folder))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._closing.__exit__(kind, error, traceback)

    def close(self) -> None:
        """Close the file; twice is fine."""
        self._closing.close()

    def snapshot(self) -> AbstractContextManager[None]:
        """A context in which all that is read is of one moment, while the tournament goes on."""
        return self._database.snapshot()

    @property
    def header(self) -> TournamentHeader:
        """The tournament as a whole."""
        return head.read_header(self._database)

    @property
    def variant(self) -> Variant:
        """The rules it is played by."""
        return head.read_variant(self._database)

    @property
    def luck_model(self) -> str | None:
        """The name of its model of luck; None where luck is not computed."""
        return head.read_luck_model(self._database)

    def bots(self) -> list[StoredBot]:
        """The bots, each in its present generation, in the order of the TOML; removed ones keep their place."""
        newest = {bot.name: bot for bot in sorted(head.read_bots(self._database), key=attrgetter("generation"))}
        return sorted(newest.values(), key=attrgetter("position", "name"))

    def stages(self) -> list[Stage]:
        """All stages, in order."""
        return stages.read_stages(self._database)

    def counts(self) -> Counts:
        """Final and planned series; planned ones include the final ones, history is not counted."""
        return planning.count_series(self._database)

    def has_result(self) -> bool:
        """Whether any series is final, history included."""
        return planning.has_result(self._database)

    def row(self, number: int) -> SeriesRow:
        """What was planned under a number.

        Raises:
            RefusedError: nothing was.
        """
        return planning.existing_series(self._database, number)

    def legs(self, number: int) -> tuple[SeriesRow, SeriesRow]:
        """Both legs of the encounter of a series, whether they are final or not.

        Raises:
            RefusedError: there is no such series.
        """
        return planning.encounter_of(self._database, number)

    def last_number(self) -> int:
        """The highest number that a series has, history included; 0 before the plan."""
        return planning.last_number(self._database)

    def history(self, number: int) -> tuple[str, str | None] | None:
        """Why a series is history, as one word, and the reason given; None where it is in plan and tables."""
        return planning.history_of(self._database, number)

    def series_rows(self, between: tuple[str, str] | None = None) -> Iterator[SeriesResult]:
        """All final series without their turns, history left out, in the order round, day, pairing, leg.

        Args:
            between: the names of two bots whose series are wanted, found without reading those of others; None for all.
        """
        sql, names = (_RESULTS, ()) if between is None else (_BETWEEN, between)
        return (_result(row) for row in self._database.rows(sql, names))

    def record(self, number: int) -> SeriesRecord:
        """A whole series: deals, turns, notes, faults with their evidence; history too.

        Raises:
            RefusedError: there is no such series, it is not final, or the other leg of its encounter is not.
        """
        self._check_disclosed(number)
        return read_record(self._database, number)

    def disclosed(self) -> Iterator[int]:
        """The numbers of the series that `record` gives, ascending; history left out."""
        return (row["number"] for row in self._database.rows(_DISCLOSED))

    def past(self) -> Iterator[int]:
        """The numbers of the series that `record` gives and that are history, ascending."""
        return (row["number"] for row in self._database.rows(_PAST))

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """The nearest of the numbers that `disclosed` tells, below a number and above it; None where there is none."""
        rows = (self._database.row(sql, (number,)) for sql in (_BEFORE, _AFTER))
        below, above = (None if row is None else int(row["number"]) for row in rows)
        return below, above

    def newest(self, count: int) -> list[FinishedEncounter]:
        """The encounters that became complete last, newest first, at most so many; history left out."""
        return newest_encounters(self._database, count)

    def annulled(self) -> Iterator[tuple[SeriesRow, str]]:
        """The first leg of every encounter that was annulled, and the reason given, in the order of planning."""
        return planning.annulled_encounters(self._database)

    def version(self) -> int:
        """Another number after every change by another process, as long as this stays open; costs next to nothing."""
        return int(self._database.value("PRAGMA data_version"))

    def faults(self) -> Iterator[FaultSummary]:
        """All faults, also of turns that the referee played, in the order of the schedule; history left out.

        A withdrawn series has none: it is lost without being asked.
        """
        return (_fault(row) for row in self._database.rows(_FAULTS))

    def _check_disclosed(self, number: int) -> None:
        if self._database.row("SELECT 1 FROM disclosed WHERE series = ?", (number,)) is not None:
            return
        row = self.row(number)
        if not planning.is_final(self._database, number):
            state = "not played yet" if self.history(number) is None else "out of the plan, and was never played"
            raise RefusedError(f"series {number} ({row.a} against {row.b}): {state}")
        raise RefusedError(
            f"series {number} ({row.a} against {row.b}): withheld until the other leg of its encounter is played too,"
            " since that has the same cards; look again then"
        )


def _result(row: Row) -> SeriesResult:
    """A row of _RESULTS as a record; unpacked by place, since looking up 27 names takes three times as long."""
    (number, stage, round_number, replay, _day, _pairing, leg, mirrored, a, b, generation_a, generation_b,
     ending, losers, points_a, points_b, total_a, total_b, match_count, turn_count_a, turn_count_b,
     think_sum_ms_a, think_sum_ms_b, think_max_ms_a, think_max_ms_b, margin_uses_a, margin_uses_b,
     lag_ms, luck, is_complete) = row  # fmt: skip
    try:
        _check_sizes(
            points_a, points_b, total_a, total_b, match_count, turn_count_a, turn_count_b, think_sum_ms_a,
            think_sum_ms_b, think_max_ms_a, think_max_ms_b, margin_uses_a, margin_uses_b, lag_ms, luck or 0,
        )  # fmt: skip
        return SeriesResult(
            number=number,
            stage=stage,
            round=round_number,
            replay=replay,
            leg=leg,
            a=a,
            b=b,
            generation_a=generation_a,
            generation_b=generation_b,
            mirrored=bool(mirrored),
            is_complete=bool(is_complete),
            end=SeriesEnd(ending),
            losers=tuple((a, b)[LETTERS.index(letter)] for letter in losers) if losers else (),
            points=(points_a, points_b),
            totals=(total_a, total_b),
            match_count=match_count,
            turn_counts=(turn_count_a, turn_count_b),
            think_sum_ms=(think_sum_ms_a, think_sum_ms_b),
            think_max_ms=(think_max_ms_a, think_max_ms_b),
            margin_uses=(margin_uses_a, margin_uses_b),
            lag_ms=lag_ms,
            luck=luck,
        )
    except DAMAGE_ERRORS as error:
        raise nonsense(f"series {number}", error) from error


def _check_sizes(*numbers: float) -> None:
    if max(map(abs, numbers)) > _LARGEST:
        raise ValueError(f"a number above {_LARGEST:g}")


def _fault(row: Row) -> FaultSummary:
    try:
        kind = FaultKind(row["kind"])
    except ValueError as error:
        raise nonsense(f"series {row['series']}", error) from error
    is_disclosed = row["is_disclosed"]
    return FaultSummary(
        series=row["series"],
        bot=row["name"],
        kind=kind,
        substituted=bool(row["substituted"]),
        match=row["match"] if is_disclosed else None,
        turn=row["turn"] if is_disclosed else None,
        detail=read_text(row["detail"]) if is_disclosed else None,
    )
