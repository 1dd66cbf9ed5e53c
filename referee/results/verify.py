"""The whole file checked: everything that follows from something else is computed again and compared.

Where an encounter is still withheld its cards and turns are withheld here too: a difference then says where and what,
but shows no values.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from sqlite3 import Row
from typing import Final

from referee.deals import deal_key
from referee.errors import StoreError
from referee.luck import LUCK_MODEL
from referee.play.records import Deal, SeriesRecord
from referee.results import head, planning, stages
from referee.results.canonical import record_hash
from referee.results.codec import outcome_columns, read_record, sensible
from referee.results.database import DAMAGE_ERRORS, Database
from referee.results.opening import head_faults, open_for_reading, results_folder
from referee.results.recheck import Basis, Difference, check_series
from referee.results.rows import SeriesRow, Stage
from referee.results.seeds import SEED_FILE, read_seeds, stage_seed
from referee.results.soundness import plan_differences, round_differences

DIFFERENCE_LIMIT: Final = 100

_ORPHANS: Final = {
    "outcomes": "SELECT outcomes.series FROM outcomes LEFT JOIN series ON number = series WHERE number IS NULL",
    "matches": "SELECT DISTINCT series FROM matches WHERE series NOT IN (SELECT series FROM outcomes)",
    "faults": "SELECT DISTINCT series FROM faults WHERE (series, match) NOT IN (SELECT series, match FROM matches)",
    "voids": "SELECT DISTINCT series FROM voids WHERE series NOT IN (SELECT number FROM series)",
}
"""By table: the series of rows that belong to nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Verification:
    """What came of a check.

    Attributes:
        differences: in the order of the file, at most as many as were asked for.
        is_cut: whether there are more.
        series_count, match_count: how many are final and were looked at, history included.
        history_count: series among them that were annulled, replaced or removed.
        unproven: a sentence that says whose deals could not be derived, for want of a seed; "" for none.
    """

    differences: tuple[Difference, ...]
    is_cut: bool
    series_count: int
    match_count: int
    history_count: int
    unproven: str


def verify(path: Path, *, limit: int = DIFFERENCE_LIMIT) -> Verification:
    """Check the results of an output folder, or of the TOML they belong to; nothing is changed.

    Raises:
        ConfigError: there are no results yet.
        RefusedError: the file is foreign, or of another version of the referee.
        StoreError: it cannot be read at all.
    """
    folder = results_folder(path)
    with open_for_reading(folder) as database, database.snapshot():
        check = _Check(folder, database)
        found = list(islice(check.differences(), limit + 1))
        return Verification(
            differences=tuple(found[:limit]),
            is_cut=len(found) > limit,
            series_count=_count(database, "outcomes"),
            match_count=_count(database, "matches"),
            history_count=_count(
                database, "outcomes JOIN series ON number = outcomes.series WHERE history IS NOT NULL"
            ),
            unproven=_unproven(folder, check.without_seed),
        )


class _Check:
    """One pass over one file.

    Attributes:
        without_seed: the stages whose seed is neither published nor here, once they were looked at.
    """

    def __init__(self, folder: Path, database: Database) -> None:
        self.without_seed: list[int] = []
        self._folder = folder
        self._database = database
        self._stages: dict[int, Stage] = {}
        self._keys: dict[int, bytes] = {}
        self._first_legs: dict[str, tuple[Deal, ...]] = {}

    def differences(self) -> Iterator[Difference]:
        """Everything that is different, of the file, its stages, its plan, and each series."""
        is_whole = True
        for check in (self._check_pages, self._check_head, self._check_stages, self._check_plan, self._check_results):
            try:
                for difference in check():
                    is_whole = False
                    yield difference
            except StoreError as error:
                # A damaged page stops one look at the file; the next may still find where.
                is_whole = False
                yield Difference(text=str(error))
            except DAMAGE_ERRORS as error:
                # In a file that is all right so far the error is ours.
                if is_whole:
                    raise
                yield Difference(text=f"what is stored makes no sense: {type(error).__name__}")

    def _check_pages(self) -> Iterator[Difference]:
        for problem in self._database.problems():
            yield Difference(text=f"{self._database.path.name} is damaged: {problem}")

    def _check_head(self) -> Iterator[Difference]:
        if head.is_changed(self._database):
            yield Difference(
                text="name, config, versions or isolation are not those that were stored: the hash differs"
            )
        for fault in head_faults(self._database):
            yield Difference(text=fault)

    def _check_stages(self) -> Iterator[Difference]:
        self._stages = {stage.number: stage for stage in stages.read_stages(self._database)}
        for number, stage in self._stages.items():
            try:
                if stage.seed is None and number not in read_seeds(self._folder):
                    self.without_seed.append(number)
                    continue
                self._keys[number] = deal_key(stage_seed(self._folder, stage), stage.public_entropy)
            except StoreError as error:
                yield Difference(text=f"stage {number}: its deals cannot be derived: {error}")

    def _check_plan(self) -> Iterator[Difference]:
        for table, sql in _ORPHANS.items():
            for (number,) in self._database.rows(sql):
                yield Difference(series=number, text=f"rows in {table} that belong to nothing")
        yield from plan_differences(self._database)
        with sensible("config, section tournament"):
            yield from round_differences(self._database, head.read_header(self._database).config)

    def _check_results(self) -> Iterator[Difference]:
        strikes, variant = self._strikes(), head.read_variant(self._database)
        has_luck = head.read_header(self._database).luck_model == LUCK_MODEL
        for stored in self._database.rows("SELECT * FROM outcomes ORDER BY series"):
            number = stored["series"]
            is_shown = self._database.row("SELECT 1 FROM disclosed WHERE series = ?", (number,)) is not None
            row = planning.planned_series(self._database, number)
            if row is None or row.stage not in self._stages:
                yield Difference(series=number, text="its plan, one of its bots or its stage is gone")
                continue
            basis = Basis(row=row, variant=variant, has_luck=has_luck, strikes=strikes, key=self._keys.get(row.stage))
            for difference in self._check_one(basis, stored):
                yield difference if is_shown else replace(difference, shown="")

    def _check_one(self, basis: Basis, stored: Row) -> Iterator[Difference]:
        number = stored["series"]
        try:
            record = read_record(self._database, number)
            with sensible(f"series {number}"):
                found = [*check_series(basis, record), *self._check_sums(basis, record, stored)]
        except StoreError as error:
            shown = str(error).removeprefix(f"series {number}").lstrip(",: ")
            yield Difference(series=number, text="what is stored cannot be read", shown=shown)
            return
        yield from found
        if basis.key is None and basis.row.mirrored:
            yield from self._check_mirror(basis.row, record)

    def _check_sums(self, basis: Basis, record: SeriesRecord, stored: Row) -> Iterator[Difference]:
        for column, value in outcome_columns(record).items():
            if stored[column] != value:
                shown = f"expected {value}, got {stored[column]}"
                yield Difference(series=record.number, text=f"{column} is not what the matches add up to", shown=shown)
        if stored["hash"] != record_hash(self._stages[basis.row.stage], basis.row, record):
            yield Difference(series=record.number, text="the record is not the one that was stored: its hash differs")

    def _check_mirror(self, row: SeriesRow, record: SeriesRecord) -> Iterator[Difference]:
        """Whether both legs have the same deals, where the seed that says so is not known."""
        deals = tuple(match.deal for match in record.matches)
        other = self._first_legs.pop(row.encounter.label, None)
        if other is None:
            self._first_legs[row.encounter.label] = deals
        elif any(mine.cards != theirs.cards for mine, theirs in zip(deals, other, strict=False)):
            yield Difference(series=record.number, text="its deals are not those of the other leg")

    def _strikes(self) -> int:
        """Turns that the referee may play for a bot in a series."""
        config = head.read_header(self._database).config
        with sensible("config, section faults"):
            return int(config["faults"]["strikes"]) if config["faults"]["policy"] == "substitute" else 0


def _unproven(folder: Path, stages_without: Collection[int]) -> str:
    if not stages_without:
        return ""
    whose = f"stage{'' if len(stages_without) == 1 else 's'} {', '.join(map(str, stages_without))}"
    return (
        f"the deals of {whose} could not be checked, because the seed is not here: copy the file {SEED_FILE} from the"
        f" tournament's folder to {folder / SEED_FILE}"
    )


def _count(database: Database, rows: str) -> int:
    try:
        return int(database.value(f"SELECT count(*) FROM {rows}"))  # noqa: S608 - names of ours
    except StoreError:
        return 0  # the damage is among the differences
