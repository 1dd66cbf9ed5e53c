"""A plan that is torn apart is not added to."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.records import new_store
from support.sql import ask, change

from referee.errors import RefusedError, StoreError
from referee.results.blame import blaming_damage
from referee.results.store import Store
from referee.results.verify import verify


@pytest.mark.parametrize(
    ("sql", "found"),
    [
        ("DELETE FROM series WHERE number = 3", "series 3: it was planned and is gone"),
        ("DELETE FROM series WHERE number = 6", "series 5: the other leg of its encounter is gone"),
        ("UPDATE series SET round = 2 WHERE number = 3", "series 4: the other leg of its encounter is gone"),
        (
            "UPDATE series SET mirrored = 0 WHERE number = 3",
            "series 3: the other leg of its encounter has another stage, or another mirror",
        ),
        (
            "UPDATE series SET replay = 9223372036854775807 WHERE number IN (3, 4)",
            "series 3: its place in the schedule is none that can be",
        ),
        ("UPDATE series SET pairing = 0 WHERE number = 2", "series 2: its place in the schedule is none that can be"),
        ("UPDATE series SET stage = 2 WHERE number = 4", "series 3: the other leg of its encounter has another stage"),
    ],
)
def test_torn_plan_is_refused(folder: Path, sql: str, found: str) -> None:
    """With the place, before anything is written; `verify` says the same."""
    change(folder, sql)
    before = ask(folder, "SELECT * FROM series")
    with pytest.raises(StoreError, match="the file is damaged") as caught:
        Store.open(folder)
    assert found in str(caught.value)
    assert any(str(difference).startswith(found) for difference in verify(folder).differences)
    assert ask(folder, "SELECT * FROM series") == before


def missing(folder: Path) -> list[str]:
    """What `verify` says of whole encounters."""
    return [str(difference) for difference in verify(folder).differences if difference.series is None]


def test_encounters_of_a_gauntlet(folder: Path) -> None:
    """The first bot against each of the others: two of three bots' encounters are enough, and one is not."""
    with Store.open(folder) as store:
        config = store.stored_config()
        store.update_config({**config, "tournament": {**config["tournament"], "format": "gauntlet"}})
    assert missing(folder) == []
    for table, key in (("faults", "series"), ("matches", "series"), ("outcomes", "series"), ("series", "number")):
        change(folder, f"DELETE FROM {table} WHERE {key} > 2")  # noqa: S608 - names of ours
    assert missing(folder) == ["round 1: 1 encounters are planned, expected 2"]


def test_encounters_of_the_bots_that_are_there(folder: Path) -> None:
    """Neither a removed bot is to be planned for, nor what a bot was before it changed."""
    with Store.open(folder) as store:
        alpha, greedy, random = store.bots()
        gone = replace(alpha, name="gone", position=3, removed=True)
        store.put_bots([alpha, greedy, random, gone])
    assert missing(folder) == []
    with Store.open(folder) as store:
        store.put_bots([alpha, replace(greedy, generation=2), random, gone])
    assert missing(folder) == ["round 1: 1 encounters are planned, expected 3"]


def test_empty_plan_is_sound(tmp_path: Path) -> None:
    """Before the first enrolment."""
    new_store(tmp_path, []).close()
    Store.open(tmp_path).close()


def stumble(folder: Path, error: Exception) -> None:
    """Come upon something that nobody raised on purpose."""
    with blaming_damage(folder):
        raise error


def test_error_over_a_damaged_file_is_the_files(folder: Path) -> None:
    """The message says where the damage is; the error itself stays its cause."""
    change(folder, "UPDATE matches SET score_first = 1000 WHERE series = 1 AND match = 1")
    error = TypeError("unsupported operand")
    with pytest.raises(StoreError, match=r"the file is damaged; .* \(series 1, match 1: the scores are not") as caught:
        stumble(folder, error)
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", [TypeError("our bug"), RefusedError("no"), OSError("disk"), MemoryError()])
def test_error_over_a_sound_file_stays_what_it_is(folder: Path, error: Exception) -> None:
    """Our bugs are not blamed on the file."""
    with pytest.raises(type(error)) as caught:
        stumble(folder, error)
    assert caught.value is error
