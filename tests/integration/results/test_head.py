"""The tournament as a whole, and its bots."""

from dataclasses import replace
from pathlib import Path

from support.records import bots, header, play_series

from referee.results.store import Store
from referee.results.verify import verify


def test_a_header_is_kept_from_the_first_result(store: Store) -> None:
    """A later one changes nothing; the config only when it is told to."""
    (row, *_) = store.pending(1)
    store.save(row, play_series(row))
    store.close()
    later = replace(header(name="other"), isolation={"level": "strict"}, referee_version="9", luck_model="luck-9")
    with Store.open(store.folder, later) as again:
        assert not again.is_new
        assert again.header == header()
        again.update_config({**header().config, "tournament": {"name": "other", "rounds": 2}})
        assert again.stored_config() == {**header().config, "tournament": {"name": "other", "rounds": 2}}
        assert again.header.name == "other"


def test_versions_and_isolation_are_those_of_the_first_result(tmp_path: Path) -> None:
    """A run that played nothing, as a dry run, does not say how the bots of the next one are kept apart."""
    with Store.open(tmp_path, header()) as store:
        assert store.is_new
    later = replace(header(name="other"), isolation={"level": "strict"}, referee_version="9", luck_model="luck-9")
    with Store.open(tmp_path, later) as store:
        assert not store.is_new
        assert store.header == replace(later, name="tiny", config=header().config)
    assert verify(tmp_path).differences == ()


def test_a_new_file_knows_when_it_was_made(tmp_path: Path) -> None:
    """In UTC, to the millisecond, unless the header says when."""
    with Store.open(tmp_path, replace(header(), created_utc="")) as store:
        created_utc = store.header.created_utc
    assert len(created_utc) == len(header().created_utc)
    assert created_utc[:2] == "20"
    assert created_utc[-1] == "Z"


def test_bots_are_replaced_by_name_and_generation(store: Store) -> None:
    """A new generation stands beside the old one."""
    greedy, random = bots("greedy", "random")
    changed = replace(random, fingerprint="f" * 64, withdrawn=True, removed=True, position=0)
    next_greedy = replace(greedy, generation=2, position=1)
    store.put_bots([changed, next_greedy])
    assert store.bots() == [greedy, changed, next_greedy]


def test_bots_come_in_the_order_of_the_toml(store: Store) -> None:
    """Whenever they were added; of one bot the older generation first."""
    greedy, random = store.bots()
    store.put_bots(
        [replace(random, position=0), replace(greedy, position=1), replace(random, position=0, generation=2)]
    )
    assert [(bot.name, bot.generation) for bot in store.bots()] == [("random", 1), ("random", 2), ("greedy", 1)]
