"""The one writer of a results file."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Self

from referee.errors import RefusedError, StoreError
from referee.play.records import SeriesRecord
from referee.results import head, planning, stages, withdrawals
from referee.results.activity import forget_activity
from referee.results.agenda import Agenda
from referee.results.canonical import record_hash
from referee.results.codec import insert_record, write_text
from referee.results.database import NOW, Database
from referee.results.lock import FolderLock
from referee.results.opening import RESULTS_FILE, absent, open_for_writing
from referee.results.planning import Counts
from referee.results.rows import SeriesRow, Stage, StoredBot, TournamentHeader, WantedEncounter
from referee.results.withdrawals import Ending
from referee.results.writing import not_written, sync_folder

_PLAN_KIB: Final = 65_536
"""Enough for the indexes of a million planned series, in KiB."""


class Store:
    """A tournament's results while they grow: made by `open`, a context manager, alone on its folder.

    Whatever it writes is on the disk when the method returns. Every method may raise StoreError: the disk is full,
    read-only or failing, or the file is damaged; the file is then as it was before the call.

    Attributes:
        folder: the output folder.
        is_new: whether the file was made by this `open`.
    """

    def __init__(self, folder: Path, database: Database, *, is_new: bool, resources: ExitStack) -> None:
        self.folder = folder
        self.is_new = is_new
        self._database = database
        self._resources = resources

    @classmethod
    def open(cls, folder: Path, header: TournamentHeader | None = None) -> Self:
        """Lock the folder and open its file; both are made if they are missing.

        Args:
            folder: the output folder.
            header: what a new file says of the tournament; one that has no result yet takes over the versions and the
                isolation, one that has ignores it; None: it must be there.

        Raises:
            RefusedError: another referee has the folder, or the file is foreign or of a newer referee.
            ConfigError: there is no file, and no header to make one with.
            StoreError: it cannot be written, or is damaged.
        """
        if header is None and not (folder / RESULTS_FILE).is_file():
            raise absent(folder)
        _make_folder(folder)
        resources = ExitStack()
        try:
            resources.enter_context(FolderLock(folder))
            forget_activity(folder)
            database = resources.enter_context(open_for_writing(folder))
            is_new = not database.value("SELECT count(*) FROM tournament")
            if is_new:
                head.insert_header(database, header)
            elif header is not None:
                head.replace_circumstances(database, header)
        except BaseException:
            resources.close()
            raise
        return cls(folder, database, is_new=is_new, resources=resources)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and give the folder free; twice is fine."""
        self._resources.close()

    def transaction(self) -> AbstractContextManager[None]:
        """A context in which all that is written is kept together when it ends, or nothing of it."""
        return self._database.transaction()

    @contextmanager
    def planning(self) -> Iterator[None]:
        """A `transaction` for the whole plan, which may be a million series; with memory for its indexes."""
        with self._database.large_cache(_PLAN_KIB), self.transaction():
            yield

    def trial(self) -> AbstractContextManager[None]:
        """A context in which one may write and look at it: all of it is undone at the end."""
        return self._database.snapshot()

    @property
    def header(self) -> TournamentHeader:
        """What the file says of the tournament as a whole."""
        return head.read_header(self._database)

    def stored_config(self) -> dict[str, Any]:
        """The config as it was stored last: the TOML's tables with defaults, without the seed."""
        return dict(self.header.config)

    def update_config(self, config: Mapping[str, Any]) -> None:
        """Replace the config, and the name by the one it has; whether it may be is for the caller to decide."""
        head.replace_config(self._database, config)

    def bots(self) -> list[StoredBot]:
        """All bots in all generations, in the order of the TOML, then by generation."""
        return head.read_bots(self._database)

    def put_bots(self, bots: Iterable[StoredBot]) -> None:
        """Add bots; those of the same name and generation are replaced. One transaction."""
        head.put_bots(self._database, bots)

    def stages(self) -> list[Stage]:
        """All stages, in order."""
        return stages.read_stages(self._database)

    def stage(self) -> Stage | None:
        """The stage that is open: the last one, if its seed is not published; else None."""
        return stages.open_one(self._database)

    def ensure_stage(self, seed: bytes | None, public_entropy: str = "") -> Stage:
        """The open stage; if none is, a new one with that seed, or one of the system's: on the disk first.

        `public_entropy` may change until the first result of the stage is stored.

        Raises:
            RefusedError: another seed or, with results, another public_entropy than that of the open stage; or the
                seed of an earlier stage.
        """
        return stages.ensure_stage(self._database, self.folder, seed, public_entropy)

    def has_result(self, stage: int | None = None) -> bool:
        """Whether a series is final, of one stage or any, history included."""
        return planning.has_result(self._database) if stage is None else stages.has_result(self._database, stage)

    def publish_seed(self, stage: int, seed: bytes) -> None:
        """Close a stage: its seed is no secret from now on."""
        stages.publish_seed(self._database, stage, seed)

    def agenda(self, wanted: Iterable[WantedEncounter]) -> Agenda:
        """What is wanted against what is planned; inside a `transaction`."""
        return Agenda(self._database, wanted)

    def plan(self, rows: Iterable[SeriesRow]) -> int:
        """Plan the series that are not planned yet, in their order; how many that were. One transaction.

        A series is known by round, replay, leg and both bots with their generations. One that is planned keeps its
        number and takes over day and pairing.

        Raises:
            StoreError: a bot or stage of it was not stored before.
        """
        return planning.add_series(self._database, rows)

    def forget_plan(self) -> None:
        """Take plan and bots out again, as long as no series was ever begun; stages, with their seeds, stay."""
        planning.forget_plan(self._database)

    def encounter(self, number: int) -> tuple[SeriesRow, SeriesRow]:
        """Both legs of the encounter of a series.

        Raises:
            RefusedError: there is no such series.
        """
        return planning.encounter_of(self._database, number)

    def is_final(self, row: SeriesRow) -> bool:
        """Whether a planned series has a result."""
        return planning.is_final(self._database, row.number or 0)

    def history(self, number: int) -> tuple[str, str | None] | None:
        """Why a series is history, as one word, and the reason given; None where it is in plan and tables."""
        return planning.history_of(self._database, number)

    def make_history(self, rows: Iterable[SeriesRow], kind: str, reason: str) -> None:
        """Take series out of plan and tables, final or not; `kind` is annulled, superseded or removed."""
        planning.make_history(self._database, [row.number or 0 for row in rows], kind, reason)

    def last_played_utc(self, bot: StoredBot) -> str | None:
        """When the last series of that generation of a bot became final; None if none is; history is not counted."""
        return planning.last_played_utc(self._database, bot.name, bot.generation)

    def played_bots(self) -> set[str]:
        """The names of all bots of which a series is final; history is not counted."""
        return planning.played_bots(self._database)

    def pending(self, round: int) -> Iterator[SeriesRow]:  # noqa: A002 - the word of the rest of the project
        """The series of a round without a result, in the order day, pairing, leg; saving meanwhile is fine."""
        return planning.pending_series(self._database, round)

    def rounds(self) -> list[int]:
        """The rounds that have planned series, ascending."""
        return planning.planned_rounds(self._database)

    def counts(self, stage: int | None = None) -> Counts:
        """Final and planned series, of one stage or all; planned ones include the final ones, history is left out."""
        return planning.count_series(self._database, stage)

    def unwanted_counts(self, rounds: int) -> tuple[int, int]:
        """Planned series of bots that left, and the others of rounds after so many."""
        return planning.unwanted_counts(self._database, rounds)

    def save(self, row: SeriesRow, record: SeriesRecord) -> None:
        """Make a series final: one transaction, durable when this returns.

        Raises:
            RefusedError: it is final already.
            StoreError: the record is not of this series, or cannot be written: then nothing of it is.
        """
        digest = self._digest(row, record)
        with self._database.transaction():
            if self.is_final(row):
                raise RefusedError(f"series {row.number}: it has a result already, and results are never replaced")
            insert_record(self._database, record, digest)

    def pending_counts(self) -> list[int]:
        """How many series of each round that is not complete are to be played by bots that are not withdrawn."""
        return planning.pending_counts(self._database)

    def mean_series_s(self) -> float | None:
        """How long a series took on average that was played to its end, in seconds; None if none was."""
        return planning.mean_series_s(self._database)

    def has_begun(self, round: int) -> bool:  # noqa: A002 - the word of the rest of the project
        """Whether a series of a round is final."""
        return withdrawals.has_begun(self._database, round)

    def last_begun_round(self) -> int:
        """The latest round of which a series is final; 0 if none is."""
        return withdrawals.last_begun_round(self._database)

    def endings_before(self, round: int) -> Iterator[Ending]:  # noqa: A002 - the word of the rest of the project
        """How the series of all earlier rounds ended, the last of the schedule first; history left out."""
        return withdrawals.endings_before(self._database, round)

    def withdraw(self, names: Iterable[str], lost: Iterable[tuple[SeriesRow, SeriesRecord]]) -> None:
        """Mark bots as withdrawn, and make series that are lost by it final: one transaction."""
        hashed = [(record, self._digest(row, record)) for row, record in lost]
        withdrawals.insert_withdrawal(self._database, names, hashed)

    def save_void(self, row: SeriesRow, attempt: int, traceback: str) -> None:
        """Keep an attempt that came to nothing by our own failure; `attempt` is from 1."""
        with self._database.transaction():
            self._database.execute(
                f"INSERT INTO voids (series, attempt, utc, traceback) VALUES (?, ?, {NOW}, ?)",  # noqa: S608 - ours
                (row.number, attempt, write_text(traceback)),
            )

    def _digest(self, row: SeriesRow, record: SeriesRecord) -> str:
        """The hash of a record, once it is sure that the record is of that series."""
        stage = next((stage for stage in self.stages() if stage.number == row.stage), None)
        if stage is None or (record.number, record.bots, record.leg) != (row.number, (row.a, row.b), row.leg):
            raise StoreError(f"series {row.number}: the record is of series {record.number}, or of no stage; not saved")
        return record_hash(stage, row, record)


def _make_folder(folder: Path) -> None:
    try:
        if not folder.is_dir():
            # The file tells the cards of encounters whose other leg is still to be played.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            sync_folder(folder.parent)
    except OSError as error:
        advice = "check the path, or name another folder with --out"
        raise not_written(folder, error, f"cannot be made: {error.strerror}; {advice}") from error
