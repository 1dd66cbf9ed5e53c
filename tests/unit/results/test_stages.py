"""Stages: commitments that are kept."""

from pathlib import Path

import pytest
from support.records import SEED, encounter, finish, header, new_store

from referee.deals import commitment
from referee.errors import RefusedError
from referee.results.rows import Stage
from referee.results.store import Store

OURS, OTHER = commitment(SEED), commitment(bytes(range(32)))


def test_a_new_file_has_no_stage(tmp_path: Path) -> None:
    """Until one is opened; opening it again is the same stage."""
    with Store.open(tmp_path, header()) as store:
        assert store.stage() is None
        opened = store.open_stage(OURS, "drand 4711")
        assert opened == Stage(number=1, commitment=OURS, public_entropy="drand 4711")
        assert store.stage() == store.open_stage(OURS, "drand 4711") == opened
        assert store.stages() == [opened]


def test_public_entropy_may_change_until_the_first_result(tmp_path: Path) -> None:
    """A lottery number is filled in after the commitment was published; then it stays."""
    with new_store(tmp_path, encounter()) as store:
        assert store.open_stage(OURS, "6 out of 49").public_entropy == "6 out of 49"
        stage = store.stage()
        assert stage is not None
        assert stage.public_entropy == "6 out of 49"
        finish(store)
        with pytest.raises(RefusedError) as caught:
            store.open_stage(OURS, "7 out of 49")
        assert str(caught.value) == (
            "tournament.public_entropy: stage 1 has results with '6 out of 49', got '7 out of 49'; put the old value"
            " back, or name another folder with --out"
        )
        assert store.open_stage(OURS, "6 out of 49").number == 1


def test_another_seed_is_refused_from_the_first_moment(tmp_path: Path) -> None:
    """Nobody can search for a pleasing one after the commitment."""
    with Store.open(tmp_path, header()) as store:
        store.open_stage(OURS)
        with pytest.raises(RefusedError, match=f"stage 1 is committed to another seed: expected {OURS}, got {OTHER};"):
            store.open_stage(OTHER)


def test_a_published_seed_closes_its_stage(tmp_path: Path) -> None:
    """The next one is opened under another seed, and never under a published one."""
    with Store.open(tmp_path, header()) as store:
        store.open_stage(OURS)
        store.publish_seed(1, SEED)
        assert store.stage() is None
        with pytest.raises(RefusedError, match="the seed of an earlier stage is published and cannot deal again"):
            store.open_stage(OURS)
        assert store.open_stage(OTHER).number == 2
        assert [stage.seed for stage in store.stages()] == [SEED, None]
