"""What is wanted against what is planned, encounter by encounter."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from support.records import SEED, bots, header, play_series
from support.sql import ask

from referee.results.agenda import PlanChange
from referee.results.rows import SeriesRow, StoredBot, WantedEncounter
from referee.results.store import Store

NOTHING = PlanChange(added_count=0, returned_count=0, removed_count=0, superseded_count=0)
OTHER_SEED = bytes(range(32))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Three bots, nothing planned, no stage."""
    with Store.open(tmp_path, header()) as store:
        store.put_bots(bots("a", "b", "c"))
        yield store


def wanted(names: str = "abc", rounds: int = 1, *, mirrored: bool = True) -> list[WantedEncounter]:
    """Everybody against everybody."""
    return [
        WantedEncounter(round=number, day=day, pairing=1, a=a, b=b, mirrored=mirrored)
        for number in range(1, rounds + 1)
        for day, (a, b) in enumerate(combinations(names, 2), 1)
    ]


def follow(store: Store, encounters: list[WantedEncounter], *, seed: bytes = SEED) -> PlanChange:
    """What becomes of the plan; a stage is opened only if something is to be planned."""
    with store.transaction():
        agenda = store.agenda(encounters)
        stage = store.ensure_stage(seed) if agenda.is_new else store.stage()
        return agenda.follow(None if stage is None else stage.number)


def play(store: Store, count: int | None = None, round_number: int = 1) -> None:
    """Make so many series of a round final, in the order of the schedule; None: all."""
    for row in list(store.pending(round_number))[:count]:
        store.save(row, play_series(row))


def plan(store: Store) -> list[tuple[int | None, str, int]]:
    """What is left to be played: number, round and replay as in deal ids, bots; leg."""
    return [
        (row.number, f"{row.round_text} {label(row)}", row.leg) for one in store.rounds() for row in store.pending(one)
    ]


def label(row: SeriesRow) -> str:
    """`a~1 b~2`."""
    return f"{row.a}~{row.generation_a} {row.b}~{row.generation_b}"


def histories(store: Store) -> list[tuple[int, str | None]]:
    """Number and history of every series."""
    return ask(store.folder, "SELECT number, history FROM series ORDER BY number")


def leave(store: Store, name: str, *, removed: bool = True) -> None:
    """Take a bot out of the TOML, or put it back."""
    store.put_bots([replace(bot, removed=removed) for bot in store.bots() if bot.name == name])


def publish(store: Store) -> None:
    """Close the open stage."""
    stage = store.stage()
    assert stage is not None
    store.publish_seed(stage.number, SEED)


def test_first_plan_is_all_that_is_wanted(store: Store) -> None:
    """Numbered in the order of the schedule, both legs of each encounter."""
    assert follow(store, wanted()) == replace(NOTHING, added_count=6)
    assert plan(store) == [
        (1, "1 a~1 b~1", 1),
        (2, "1 a~1 b~1", 2),
        (3, "1 a~1 c~1", 1),
        (4, "1 a~1 c~1", 2),
        (5, "1 b~1 c~1", 1),
        (6, "1 b~1 c~1", 2),
    ]


@pytest.mark.parametrize("count", [0, 1, 6])
def test_same_plan_changes_nothing(store: Store, count: int) -> None:
    """Whatever is played of it; not even a stage is needed."""
    follow(store, wanted())
    play(store, count)
    before = plan(store)
    with store.transaction():
        assert not store.agenda(wanted()).is_new
    assert follow(store, wanted()) == NOTHING
    assert plan(store) == before


def test_bots_and_rounds_are_added_behind(store: Store) -> None:
    """What is planned keeps its number; only what is missing is added."""
    follow(store, wanted("ab"))
    play(store)
    assert follow(store, wanted("abc", 2)) == replace(NOTHING, added_count=4 + 6)
    assert plan(store)[0] == (3, "1 a~1 c~1", 1)
    assert [number for number, *_ in plan(store)] == list(range(3, 13))


def test_encounters_move_inside_their_round(store: Store) -> None:
    """When bots are added, the days of the others may be other days."""
    follow(store, wanted())
    follow(store, [replace(one, day=4 - one.day) for one in wanted()])
    assert [name for _, name, leg in plan(store) if leg == 1] == ["1 b~1 c~1", "1 a~1 c~1", "1 a~1 b~1"]
    assert sorted(number or 0 for number, *_ in plan(store)) == [1, 2, 3, 4, 5, 6]


def test_mirror_follows_the_config_until_something_is_played(store: Store) -> None:
    """Then both legs stay what they are."""
    follow(store, wanted())
    play(store, 1)
    follow(store, wanted(mirrored=False))
    rows = list(store.pending(1))
    assert [(row.number, row.mirrored) for row in rows] == [(2, True), (3, False), (4, False), (5, False), (6, False)]


def test_removed_bot_keeps_its_results(store: Store) -> None:
    """What of it was not played leaves the plan, also the other leg of an encounter that was begun."""
    follow(store, wanted())
    play(store, 3)
    leave(store, "c")
    assert follow(store, wanted("ab")) == replace(NOTHING, removed_count=3)
    assert plan(store) == []
    assert store.counts() == (3, 3)
    assert histories(store) == [(1, None), (2, None), (3, None), (4, "removed"), (5, "removed"), (6, "removed")]


def test_bot_that_comes_back_goes_on(store: Store) -> None:
    """With the same series as before, under their numbers, since nobody saw their deals."""
    follow(store, wanted())
    play(store, 3)
    before = plan(store)
    leave(store, "c")
    follow(store, wanted("ab"))
    leave(store, "c", removed=False)
    assert follow(store, wanted()) == replace(NOTHING, returned_count=3)
    assert plan(store) == before


def test_bot_that_comes_back_after_the_seed_was_published(store: Store) -> None:
    """Its series move to the new stage; where one leg is final, the deals of the other are known: both start anew."""
    follow(store, wanted())
    play(store, 3)
    leave(store, "c")
    follow(store, wanted("ab"))
    publish(store)
    leave(store, "c", removed=False)
    change = follow(store, wanted(), seed=OTHER_SEED)
    assert change == replace(NOTHING, added_count=2, returned_count=2, superseded_count=1)
    assert plan(store) == [
        (7, "1.1 a~1 c~1", 1),
        (8, "1.1 a~1 c~1", 2),
        (5, "1 b~1 c~1", 1),
        (6, "1 b~1 c~1", 2),
    ]
    assert {row.stage for row in store.pending(1)} == {2}
    assert histories(store)[2:4] == [(3, "superseded"), (4, "removed")]
    assert follow(store, wanted()) == NOTHING


def test_fewer_rounds_leave_the_plan(store: Store) -> None:
    """Only an encounter of which one leg is final is played to its end."""
    follow(store, wanted(rounds=3))
    play(store, 1, round_number=2)
    assert follow(store, wanted()) == replace(NOTHING, removed_count=5 - 1 + 6)
    assert [name for number, name, _ in plan(store) if number and number > 6] == ["2 a~1 b~1"]
    assert follow(store, wanted(rounds=3)) == replace(NOTHING, returned_count=10)
    assert follow(store, wanted(rounds=3)) == NOTHING


def test_replaced_bot_plays_all_its_series_again(store: Store) -> None:
    """Final or not, the old ones are history; those of the others stay."""
    follow(store, wanted())
    play(store, 3)
    store.put_bots([StoredBot(name="c", generation=2, fingerprint="new", command="c", position=2)])
    assert follow(store, wanted()) == replace(NOTHING, added_count=4, superseded_count=4)
    assert plan(store) == [
        (7, "1 a~1 c~2", 1),
        (8, "1 a~1 c~2", 2),
        (9, "1 b~1 c~2", 1),
        (10, "1 b~1 c~2", 2),
    ]
    assert store.counts() == (2, 6)
    assert store.history(3) == ("superseded", "a bot was replaced")
    assert follow(store, wanted()) == NOTHING


def test_new_series_of_a_closed_stage_need_a_new_one(store: Store) -> None:
    """Without them no stage is opened."""
    follow(store, wanted())
    play(store)
    publish(store)
    assert follow(store, wanted()) == NOTHING
    assert store.stage() is None
    follow(store, wanted(rounds=2), seed=OTHER_SEED)
    assert {row.stage for row in store.pending(2)} == {2}


def test_annulled_encounter_is_planned_under_the_next_number(store: Store) -> None:
    """If that was not done when it was annulled, since a bot was gone."""
    follow(store, wanted())
    play(store, 2)
    store.make_history(store.encounter(2), "annulled", "a power cut")
    assert follow(store, wanted()) == replace(NOTHING, added_count=2)
    assert plan(store)[:2] == [(7, "1.1 a~1 b~1", 1), (8, "1.1 a~1 b~1", 2)]
    assert follow(store, wanted()) == NOTHING


def test_plan_that_fails_leaves_all_as_it_was(store: Store) -> None:
    """Whatever goes wrong later in the same transaction."""
    follow(store, wanted())
    leave(store, "c")
    before = histories(store)

    def fail() -> None:
        with store.transaction():
            store.agenda(wanted("ab")).follow(1)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert histories(store) == before
