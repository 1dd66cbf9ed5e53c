"""The one writer."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from support.records import bots, encounter, eventful_records, finish, header, new_store, play_series, withdrawn
from support.sql import ask, change

from referee.errors import RefusedError, StoreError
from referee.results.reader import Results
from referee.results.rows import SeriesRow, StoredBot
from referee.results.store import Store


def pending(store: Store, round_number: int = 1) -> list[SeriesRow]:
    """What is left of a round."""
    return list(store.pending(round_number))


def test_a_second_store_is_refused(store: Store) -> None:
    """One writer; the lock is free again when it is closed."""
    with pytest.raises(RefusedError, match=f"process {os.getpid()}"):
        Store.open(store.folder, header())
    store.close()
    store.close()
    Store.open(store.folder).close()


def test_a_store_that_cannot_be_opened_leaves_no_lock(tmp_path: Path) -> None:
    """The next attempt is told the same again."""
    (tmp_path / "results.db").write_text("my holiday pictures, " * 100)
    for _ in range(2):
        with pytest.raises(RefusedError, match="not a results file"):
            Store.open(tmp_path, header())


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file is in its place."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"file/league\.results: cannot be made: Not a directory; check the path"):
        Store.open(tmp_path / "file" / "league.results", header())


def test_a_new_folder_is_its_owners_alone(tmp_path: Path) -> None:
    """Its file tells the cards of encounters whose other leg is still to be played; a folder that is there is kept."""
    folder, shared = tmp_path / "new" / "own", tmp_path / "shared"
    shared.mkdir(mode=0o755)
    for place in (folder, shared):
        with Store.open(place, header()):
            pass
    assert [place.stat().st_mode & 0o777 for place in (folder, shared)] == [0o700, 0o755]


def test_results_are_for_the_hosts_eyes_alone_in_any_folder(tmp_path: Path) -> None:
    """With what SQLite keeps beside them while they are written."""
    tmp_path.chmod(0o755)
    with new_store(tmp_path, encounter()) as store:
        finish(store)
        modes = {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("results.db*")}
    assert modes == dict.fromkeys(("results.db", "results.db-wal", "results.db-shm"), 0)


def test_series_are_numbered_in_the_order_of_planning(store: Store) -> None:
    """What is planned already is not planned again and keeps its number."""
    store.put_bots(bots("alpha"))
    later = encounter("alpha", "greedy", pairing=2)
    assert store.plan([*encounter(), *later, *encounter()]) == 2
    assert store.plan([*later, *encounter()]) == 0
    assert {row.number: (row.a, row.b, row.leg) for row in pending(store)} == {
        1: ("greedy", "random", 1),
        2: ("greedy", "random", 2),
        3: ("alpha", "greedy", 1),
        4: ("alpha", "greedy", 2),
    }


def test_rows_come_back_as_they_were_planned(tmp_path: Path) -> None:
    """All of them, with the number they got."""
    rows = encounter(round=2, replay=1, day=3, pairing=4, mirrored=False, generation_b=2)
    with new_store(tmp_path, []) as store:
        greedy, random = bots("greedy", "random")
        store.put_bots([greedy, replace(random, generation=2)])
        assert store.plan(rows) == 2
        assert pending(store, 2) == [replace(row, number=number) for number, row in enumerate(rows, 1)]


def test_pending_series_come_in_the_order_of_the_schedule(store: Store) -> None:
    """Day, pairing, leg; the schedule of a series may move when bots are added."""
    store.put_bots(bots("alpha"))
    moved = encounter(day=3)
    others = [*encounter("alpha", "greedy", day=2, pairing=2), *encounter("alpha", "random", day=2, pairing=1)]
    store.plan([*others, *moved])
    order = [(row.day, row.pairing, row.leg, row.number) for row in pending(store)]
    assert order == [(2, 1, 1, 5), (2, 1, 2, 6), (2, 2, 1, 3), (2, 2, 2, 4), (3, 1, 1, 1), (3, 1, 2, 2)]


def test_pending_series_may_be_saved_while_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each comes once, page by page, whatever became final meanwhile."""
    monkeypatch.setattr("referee.results.planning._PAGE_COUNT", 2)
    rows = [row for pairing in (1, 2, 3) for row in encounter(day=pairing, round=pairing)]
    rows = [replace(row, round=1, replay=row.round - 1) for row in rows]
    with new_store(tmp_path, rows) as store:
        seen = []
        for row in store.pending(1):
            seen.append(row.number)
            store.save(row, withdrawn(row, row.a))
        assert seen == [1, 2, 3, 4, 5, 6]
        assert pending(store) == []


def test_a_bot_that_is_not_stored_cannot_be_planned(store: Store) -> None:
    """Nothing of the plan is kept then."""
    with pytest.raises(StoreError, match=r"^alpha \(generation 1\): not among the stored bots; store it first$"):
        store.plan([*encounter(round=2), *encounter("alpha", "greedy", round=2)])
    assert store.counts() == (0, 2)


def test_a_stage_that_is_not_stored_cannot_be_planned(store: Store) -> None:
    """A series without a seed has no deals."""
    with pytest.raises(StoreError, match="FOREIGN KEY constraint failed"):
        store.plan(encounter(round=2, stage=2))
    assert store.rounds() == [1]


def test_rounds_and_counts_follow_the_plan(store: Store) -> None:
    """History is neither pending nor counted."""
    store.plan([*encounter(round=5), *encounter(round=3)])
    finish_one = next(store.pending(1))
    store.save(finish_one, play_series(finish_one))
    assert store.rounds() == [1, 3, 5]
    assert store.counts() == (1, 6)
    assert store.counts(1) == (1, 6)
    assert store.counts(2) == (0, 0)
    store._database.execute("UPDATE series SET history = 'superseded' WHERE round = 5")
    assert store.rounds() == [1, 3]
    assert store.counts() == (1, 4)
    assert pending(store, 5) == []


def test_a_series_is_final_once(store: Store) -> None:
    """Results are never replaced, not even by themselves."""
    row = pending(store)[0]
    record = play_series(row)
    store.save(row, record)
    with pytest.raises(RefusedError, match=r"^series 1: it has a result already, and results are never replaced$"):
        store.save(row, record)
    assert [row.number for row in pending(store)] == [2]
    assert ask(store.folder, "SELECT count(*) FROM matches") == [(3,)]


@pytest.mark.parametrize(
    "changes", [{"number": 2}, {"leg": 2}, {"bots": ("greedy", "rando")}, {"bots": ("random", "greedy")}]
)
def test_a_record_of_another_series_is_not_saved(store: Store, changes: dict[str, object]) -> None:
    """A mix-up of ours must not become a result."""
    row = pending(store)[0]
    with pytest.raises(StoreError, match=r"^series 1: the record is of series"):
        store.save(row, replace(play_series(row), **changes))  # type: ignore[arg-type] # as the cases say
    assert store.counts() == (0, 2)


def test_a_series_that_was_never_planned_is_not_saved(store: Store) -> None:
    """Its number means nothing here."""
    row = replace(pending(store)[0], number=9)
    with pytest.raises(StoreError, match="FOREIGN KEY constraint failed"):
        store.save(row, play_series(row))
    assert ask(store.folder, "SELECT count(*) FROM outcomes") == [(0,)]


@pytest.mark.parametrize("table", ["outcomes", "matches", "faults"])
def test_saving_is_all_or_nothing(folder: Path, table: str) -> None:
    """Whichever row fails, none of the series is there; and it can be saved afterwards."""
    for other in ("faults", "matches", "outcomes"):
        change(folder, f"DELETE FROM {other} WHERE series = 3")  # noqa: S608 - names of ours
    change(folder, f"CREATE TRIGGER fail AFTER INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'pulled'); END")
    with Store.open(folder) as store:
        row = pending(store)[0]
        with pytest.raises(StoreError, match="SQLite says: pulled"):
            store.save(row, eventful_records()[3])
        for other in ("faults", "matches", "outcomes"):
            assert ask(folder, f"SELECT 1 FROM {other} WHERE series = 3") == []  # noqa: S608 - names of ours
        store._database.execute("DROP TRIGGER fail")
        store.save(row, eventful_records()[3])
    with Results.open(folder) as results:
        assert results.record(3) == eventful_records()[3]


def test_a_full_disk_costs_only_the_series_that_did_not_fit(store: Store) -> None:
    """A clear message, nothing half written, and what was there stays."""
    first, second = pending(store)
    store.save(first, play_series(first))
    pages = store._database.value("PRAGMA page_count")
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match=r"results\.db: the disk is full; free some space and run the same command"):
        store.save(second, play_series(second))
    assert store.counts() == (1, 2)
    store._database.execute("PRAGMA max_page_count = 1000000")
    store.save(second, play_series(second))
    assert store.counts() == (2, 2)


def test_an_interrupt_inside_a_save_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C comes whenever it likes."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    row = pending(store)[0]
    with monkeypatch.context() as patch:
        patch.setattr("referee.results.codec._match_columns", interrupted)
        with pytest.raises(KeyboardInterrupt):
            store.save(row, play_series(row))
    assert store.counts() == (0, 2)
    store.save(row, play_series(row))


def test_void_attempts_are_kept_apart(store: Store) -> None:
    """The series stays pending; the traceback is kept as it came."""
    row = pending(store)[0]
    for attempt in (1, 2):
        store.save_void(row, attempt, f"Traceback {attempt} \udcff")
    assert store.counts() == (0, 2)
    stored = ask(store.folder, "SELECT series, attempt, traceback FROM voids ORDER BY void")
    assert stored == [(1, 1, b"Traceback 1 \xed\xb3\xbf"), (1, 2, b"Traceback 2 \xed\xb3\xbf")]


@pytest.mark.parametrize("bot_count", [30, pytest.param(100, marks=pytest.mark.slow)])
def test_many_series_are_planned_and_planned_again(tmp_path: Path, bot_count: int) -> None:
    """A large league: in order, each once."""
    names = [f"bot{number:03}" for number in range(bot_count)]
    rows = [
        row
        for number, b in enumerate(names)
        for a in names[:number]
        for row in encounter(a, b, day=number, pairing=int(a[3:]) + 1)
    ]
    with new_store(tmp_path, rows) as store:
        assert store.counts() == (0, len(rows))
        assert store.plan(reversed(rows)) == 0
        assert [row.number for row in store.pending(1)] == list(range(1, len(rows) + 1))


def test_everything_stored_of_a_bot_comes_back(store: Store) -> None:
    """Names, texts and marks."""
    bot = StoredBot(
        name="x", generation=3, fingerprint="f", command="{python} x.py", position=7, withdrawn=True, removed=True
    )
    store.put_bots([bot])
    assert store.bots()[-1] == bot


def test_all_is_final_in_the_end(store: Store) -> None:
    """Every pending series saved, none is pending."""
    finish(store)
    assert pending(store) == []
    assert store.counts() == (2, 2)
