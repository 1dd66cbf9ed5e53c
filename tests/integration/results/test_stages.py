"""Stages: commitments that are kept."""

from pathlib import Path

import pytest
from support.records import SEED, encounter, finish, header, new_store

from referee.deals import commitment
from referee.errors import RefusedError
from referee.results.rows import Stage
from referee.results.store import Store

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
