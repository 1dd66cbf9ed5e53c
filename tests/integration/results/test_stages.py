"""Stages: commitments that are kept."""

from pathlib import Path

import pytest
from support.records import SEED, encounter, finish, header, new_store, play_series

from referee.deals import commitment
from referee.errors import RefusedError, StoreError
from referee.results.rows import Stage
from referee.results.seeds import add_seed, read_seeds
from referee.results.store import Store
from referee.results.verify import verify

NEXT = bytes(range(32))
OURS, OTHER = commitment(SEED), commitment(NEXT)


def test_a_new_file_has_no_stage(tmp_path: Path) -> None:
    """Until one is opened; opening it again is the same stage."""
    with Store.open(tmp_path, header()) as store:
        assert store.stage() is None
        opened = store.ensure_stage(SEED, "drand 4711")
        assert opened == Stage(number=1, commitment=OURS, public_entropy="drand 4711")
        assert store.stage() == store.ensure_stage(SEED, "drand 4711") == opened
        assert store.stages() == [opened]


def test_public_entropy_may_change_until_the_first_result(tmp_path: Path) -> None:
    """A lottery number is filled in after the commitment was published; then it stays."""
    with new_store(tmp_path, encounter()) as store:
        assert store.ensure_stage(SEED, "6 out of 49").public_entropy == "6 out of 49"
        stage = store.stage()
        assert stage is not None
        assert stage.public_entropy == "6 out of 49"
        finish(store)
        with pytest.raises(RefusedError) as caught:
            store.ensure_stage(SEED, "7 out of 49")
        assert str(caught.value) == (
            'tournament.public_entropy: stage 1 has results with "6 out of 49", got "7 out of 49"; put the old value'
            " back, or name another folder with --out"
        )
        assert store.ensure_stage(SEED, "6 out of 49").number == 1


def test_another_seed_is_refused_from_the_first_moment(tmp_path: Path) -> None:
    """Nobody can search for a pleasing one after the commitment."""
    with Store.open(tmp_path, header()) as store:
        store.ensure_stage(SEED)
        with pytest.raises(RefusedError, match=f"stage 1 is committed to another seed: expected {OURS}, got {OTHER};"):
            store.ensure_stage(NEXT)


def test_a_published_seed_closes_its_stage(tmp_path: Path) -> None:
    """The next one is opened under another seed, and never under a published one."""
    with Store.open(tmp_path, header()) as store:
        store.ensure_stage(SEED)
        store.publish_seed(1, SEED)
        assert store.stage() is None
        with pytest.raises(RefusedError, match="the seed of an earlier stage is published and cannot deal again"):
            store.ensure_stage(SEED)
        assert store.ensure_stage(NEXT).number == 2
        assert [stage.seed for stage in store.stages()] == [SEED, None]


def test_stages_do_not_touch_each_other(tmp_path: Path) -> None:
    """Results, public entropy and the published seed of one say nothing of another."""
    with new_store(tmp_path, encounter(), public_entropy="first") as store:
        finish(store)
        store.publish_seed(1, SEED)
        store.ensure_stage(NEXT, "second")
        assert store.ensure_stage(NEXT, "later").public_entropy == "later"
        store.publish_seed(2, NEXT)
        assert [(stage.public_entropy, stage.seed) for stage in store.stages()] == [("first", SEED), ("later", NEXT)]


def test_series_of_a_later_stage(tmp_path: Path) -> None:
    """They are dealt from its seed, and their hashes hold its commitment."""
    with new_store(tmp_path, encounter()) as store:
        finish(store)
        store.publish_seed(1, SEED)
        store.ensure_stage(NEXT)
        rows = encounter(round=2, stage=2)
        store.plan(rows)
        assert (store.has_result(1), store.has_result(2)) == (True, False)
        for row in list(store.pending(2)):
            store.save(row, play_series(row))
    texts = {difference.text for difference in verify(tmp_path).differences}
    assert texts == {"the deal does not follow from the seed"}  # they were played with the first seed


def test_a_seed_from_the_system(tmp_path: Path) -> None:
    """It is in the folder before the stage is in the file; what a killed run left there is taken."""
    with Store.open(tmp_path, header()) as store:
        assert store.ensure_stage(None).commitment == commitment(read_seeds(tmp_path)[1])
        store.publish_seed(1, read_seeds(tmp_path)[1])
        add_seed(tmp_path, 2, NEXT)
        assert store.ensure_stage(None).commitment == OTHER


def test_a_lost_seed(tmp_path: Path) -> None:
    """The TOML may bring it back; without it nothing is dealt."""
    with Store.open(tmp_path, header()) as store:
        store.ensure_stage(SEED)
        (tmp_path / "seed").unlink()
        with pytest.raises(StoreError, match="there is no seed of stage 1"):
            store.ensure_stage(None)
        store.ensure_stage(SEED)
        assert read_seeds(tmp_path) == {1: SEED}
