"""Every change behind the referee's back is found, with its place."""

import random
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from support.records import encounter, finish, new_store
from support.sql import ask, change

from referee.errors import ConfigError, RefereeError
from referee.results import verify as verify_module
from referee.results.annul import annul
from referee.results.reader import Results
from referee.results.store import Store
from referee.results.verify import verify
from referee.rules.variant import Variant

# Columns that nothing depends on: order, marks, texts for people. Those of the tournament are the host's settings.
FREE = {
    "tournament": {
        "id",
        "name",
        "config",
        "referee_version",
        "protocol_version",
        "luck_model",
        "isolation",
        "created_utc",
    },
    "stages": {"stage", "seed"},
    "bots": {"fingerprint", "command", "position", "withdrawn", "reinstated", "removed"},
    "series": {"day", "pairing", "history", "reason"},
    "outcomes": set(),
    "matches": set(),
    "faults": {"position"},
}


def other(value: Any) -> Any:
    """Another value of the same type, and no other row's key."""
    if isinstance(value, int):
        return value + 90
    if isinstance(value, float):
        return value + 0.01
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:] if value else b"\x00"
    middle = len(value) // 2
    return f"{value[:middle]}{'3' if value[middle : middle + 1] == '2' else '2'}{value[middle + 1 :]}"


COLUMNS = {
    "tournament": [
        "name", "config", "referee_version", "protocol_version", "luck_model", "isolation", "created_utc", "hash",
    ],
    "stages": ["commitment", "public_entropy"],
    "bots": ["bot", "name", "generation"],
    "series": ["number", "stage", "round", "replay", "leg", "a", "b", "mirrored"],
    "outcomes": [
        "series", "ending", "losers", "points_a", "points_b", "total_a", "total_b", "match_count", "turn_count_a",
        "turn_count_b", "think_sum_ms_a", "think_sum_ms_b", "think_max_ms_a", "think_max_ms_b", "margin_uses_a",
        "margin_uses_b", "lag_ms", "luck", "started_utc", "finished_utc", "hash",
    ],
    "matches": [
        "series", "match", "starter", "ending", "score_first", "score_second", "margin_uses_first",
        "margin_uses_second", "lag_ms", "luck", "deal_id", "deal", "turns", "think_ms", "notes",
    ],
    "faults": [
        "series", "match", "substituted", "bot", "seat", "kind", "turn", "elapsed_ms", "limit_ms", "lag_ms",
        "exit_status", "detail", "legal", "request", "reply", "log_tail",
    ],
}  # fmt: skip


def test_what_was_really_played_is_right(folder: Path) -> None:
    """No difference in anything that can happen; and everything was looked at."""
    checked = verify(folder)
    assert checked.differences == ()
    assert not checked.is_cut
    assert (checked.series_count, checked.match_count) == (6, 3 + 3 + 2 + 1 + 3)


def test_every_variant_is_right(tmp_path: Path) -> None:
    """Six colors, shared deck, the other scores, no mirror."""
    variant = Variant(colors=6, draw="shared", bonus_counts="numbers", handshakes_alone="free", deck_only_after=30)
    with new_store(tmp_path, encounter(mirrored=False), variant=variant) as store:
        finish(store, variant=variant)
    assert verify(tmp_path).differences == ()


def test_columns_are_all_columns(folder: Path) -> None:
    """A new column is checked by `verify`, or is named here as free."""
    for table, free in FREE.items():
        names = {row[1] for row in ask(folder, f"PRAGMA table_info({table})")}
        assert names == free | set(COLUMNS.get(table, ()))


@pytest.mark.parametrize(("table", "column"), [(table, column) for table, names in COLUMNS.items() for column in names])
def test_a_change_in_any_cell_is_found(folder: Path, table: str, column: str) -> None:
    """One cell of one row, the smallest change: in the series it belongs to, where it belongs to one."""
    key = "number" if table == "series" else "series"
    where = f"{key} = 3" if table in ("series", "outcomes", "matches", "faults") else "1"
    sql = f"SELECT rowid, {column} FROM {table} WHERE {where} ORDER BY {column} IS NULL, rowid LIMIT 1"  # noqa: S608
    ((rowid, value),) = ask(folder, sql)
    new = 1 - value if column == "mirrored" else 9 if value is None else other(value)
    assert change(folder, f"UPDATE {table} SET {column} = ? WHERE rowid = ?", new, rowid) == 1  # noqa: S608
    found = verify(folder).differences
    assert found
    if table in ("outcomes", "matches", "faults") and column != "series":
        assert {difference.series for difference in found} <= {3, None}


def test_a_changed_deal_is_found(folder: Path) -> None:
    """Two cards of the deck exchanged: the pack is whole, the turns may stay legal."""
    ((deal,),) = ask(folder, "SELECT deal FROM matches WHERE series = 5 AND match = 3")
    cards = deal.split(" ")
    cards[-1], cards[-2] = cards[-2], cards[-1]
    change(folder, "UPDATE matches SET deal = ? WHERE series = 5 AND match = 3", " ".join(cards))
    first = verify(folder).differences[0]
    assert (first.series, first.match, first.text) == (5, 3, "the deal does not follow from the seed")
    assert first.shown == f"expected {deal}, got {' '.join(cards)}"


def test_a_series_that_is_there_twice_is_found(folder: Path) -> None:
    """A copy under another number is no series of its own: its deals are those of another."""
    change(
        folder,
        "INSERT INTO series SELECT number + 6, stage, round + 1, replay, day, pairing, leg, a, b, mirrored, history,"
        " reason FROM series WHERE number < 3",
    )
    for table in ("outcomes", "matches"):
        names = [row[1] for row in ask(folder, f"PRAGMA table_info({table})")]
        copied = ", ".join("series + 6" if name == "series" else name for name in names)
        change(folder, f"INSERT INTO {table} SELECT {copied} FROM {table} WHERE series < 3")  # noqa: S608 - ours
    found = [difference for difference in verify(folder).differences if difference.text == "the deal has another id"]
    assert [(difference.series, difference.match) for difference in found] == [
        (s, m) for s in (7, 8) for m in (1, 2, 3)
    ]


def test_our_own_errors_are_not_the_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file that is all right so far an error is ours; in a damaged one it is one more difference."""
    monkeypatch.setattr(verify_module, "Basis", Mock(side_effect=TypeError("our bug")))
    with pytest.raises(TypeError, match="our bug"):
        verify(folder)
    change(folder, "UPDATE series SET pairing = 0 WHERE number = 2")
    texts = [difference.text for difference in verify(folder).differences]
    assert texts[-1] == "what is stored makes no sense: TypeError"


def test_what_is_withheld_is_checked_and_not_shown(folder: Path) -> None:
    """Leg 2 of alpha against greedy is still to be played: no word of a card of leg 1."""
    for table in ("faults", "matches", "outcomes"):
        change(folder, f"DELETE FROM {table} WHERE series = 4")  # noqa: S608 - names of ours
    assert verify(folder).differences == ()
    change(folder, "UPDATE matches SET turns = replace(turns, ',', ',-Y2 deck,'), deal = 'R7' WHERE series = 3")
    change(folder, "UPDATE faults SET detail = 'I had W3' WHERE series = 3")
    change(folder, "UPDATE matches SET notes = '[W3' WHERE series = 3 AND match = 2")
    found = verify(folder).differences
    assert [difference.text for difference in found] == ["what is stored cannot be read"]
    change(folder, "UPDATE matches SET notes = '{}' WHERE series = 3 AND match = 2")
    found = verify(folder).differences
    assert len(found) > 2
    assert {difference.series for difference in found} == {3}
    assert all(difference.shown == "" for difference in found)
    assert "Y2" not in str(found)


def test_a_void_attempt_is_no_difference(folder: Path) -> None:
    """It came to nothing, and is kept."""
    change(folder, "INSERT INTO voids (series, attempt, utc, traceback) VALUES (1, 1, '2026', 'Traceback')")
    assert verify(folder).differences == ()


def test_history_is_checked(folder: Path) -> None:
    """What is annulled is still a record; it is planned again."""
    annul(folder, 3, "a power cut")
    assert (verify(folder).differences, verify(folder).history_count) == ((), 2)
    change(folder, "UPDATE matches SET score_first = 500 WHERE series = 3 AND match = 1")
    assert {difference.series for difference in verify(folder).differences} == {3}


def test_whole_encounter_that_is_gone_is_missed(folder: Path) -> None:
    """All its rows, in all tables; nothing else would know of it, if it was planned last."""
    for table, key in (("faults", "series"), ("matches", "series"), ("outcomes", "series"), ("series", "number")):
        change(folder, f"DELETE FROM {table} WHERE {key} > 4")  # noqa: S608 - names of ours
    assert [str(difference) for difference in verify(folder).differences] == [
        "round 1: 2 encounters are planned, expected 3"
    ]


def test_at_most_a_hundred_differences_are_told(folder: Path) -> None:
    """Or as many as are asked for; whether there are more is told."""
    change(folder, 'UPDATE matches SET score_first = score_first + 1, notes = \'{"99":"x"}\'')
    assert verify(folder).differences
    few = verify(folder, limit=3)
    assert len(few.differences) == 3
    assert few.is_cut
    exact = verify(folder, limit=len(verify(folder).differences))
    assert not exact.is_cut
    change(folder, "UPDATE matches SET think_ms = replace(think_ms, '1.0', '-1.0')")
    assert (len(verify(folder).differences), verify(folder).is_cut) == (100, True)


def test_a_damaged_page_is_told(folder: Path) -> None:
    """Whatever SQLite finds, then what can still be read."""
    path = folder / "results.db"
    ((root,),) = ask(folder, "SELECT rootpage FROM sqlite_schema WHERE name = 'matches'")
    ((size,),) = ask(folder, "PRAGMA page_size")
    raw = bytearray(path.read_bytes())
    raw[(root - 1) * size : root * size] = bytes(size)
    path.write_bytes(raw)
    found = verify(folder).differences
    texts = [difference.text for difference in found]
    assert "results.db: the file is damaged; copy the whole folder first" in texts[0]
    assert {d.series for d in found if d.text == "what is stored cannot be read"} == {1, 2, 3, 4, 5}  # 6 has no matches


@pytest.mark.parametrize("count", [15, pytest.param(300, marks=pytest.mark.slow)])
def test_any_flipped_byte_ends_in_a_clear_answer(original: Path, tmp_path: Path, count: int) -> None:
    """No traceback, from any reader or writer, wherever the byte is."""
    dice = random.Random(4711)
    raw = (original / "results.db").read_bytes()
    for number in range(count):
        copy = tmp_path / str(number)
        copy.mkdir()
        shutil.copy(original / "seed", copy)
        flipped = bytearray(raw)
        flipped[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
        (copy / "results.db").write_bytes(flipped)
        answer = use_everything(copy)
        assert answer is None or "\n" not in answer


def use_everything(folder: Path) -> str | None:
    """Verify, read and open for writing; the error's text, if there is one."""
    try:
        verify(folder)
        with Results.open(folder) as results:
            assert results.header.name
            list(results.series_rows())
            list(results.faults())
            for number in results.disclosed():
                results.record(number)
        with Store.open(folder) as store:
            store.counts()
            list(store.pending(1))
    except RefereeError as error:
        return str(error)
    return None


def test_missing_results_are_named(tmp_path: Path) -> None:
    """A TOML means the folder beside it."""
    with pytest.raises(ConfigError, match=r"league\.results: no results here"):
        verify(tmp_path / "league.toml")


def test_nothing_is_changed(folder: Path) -> None:
    """Looking leaves the file as it is."""
    before = (folder / "results.db").read_bytes()
    verify(folder)
    assert (folder / "results.db").read_bytes() == before
