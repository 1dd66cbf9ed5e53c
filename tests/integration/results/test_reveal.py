"""Publishing a seed."""

from pathlib import Path

import pytest
from support.records import SEED, encounter, finish, header, new_store
from support.sql import ask, change

from referee.deals import commitment
from referee.errors import AnswerIsNoError, ConfigError, RefusedError, StoreError
from referee.results.reader import Results
from referee.results.reveal import reveal
from referee.results.store import Store
from referee.results.verify import verify


def test_the_seed_is_published_when_all_is_played(folder: Path) -> None:
    """Then anyone with the file can check the deals, without `DIR/seed`; it still verifies."""
    assert reveal(folder).seed == SEED
    with Results.open(folder) as results:
        assert [stage.seed for stage in results.stages()] == [SEED]
    (folder / "seed").unlink()
    assert verify(folder).differences == ()


def test_publishing_twice_is_fine(folder: Path) -> None:
    """It tells the same again; a TOML means the folder beside it."""
    assert reveal(folder) == reveal(folder.with_name("tiny.toml"))


def test_an_open_series_keeps_the_seed_secret(tmp_path: Path) -> None:
    """Exit 3: half an encounter would give the other half away."""
    with new_store(tmp_path, encounter()) as store:
        finish(store)
    change(tmp_path, "DELETE FROM matches WHERE series = 2")
    change(tmp_path, "DELETE FROM outcomes WHERE series = 2")
    with pytest.raises(AnswerIsNoError) as caught:
        reveal(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: stage 1 has 1 series left to play, and its seed would give their cards away; finish it with"
        " `referee run` first"
    )
    assert caught.value.exit_code == 3
    assert ask(tmp_path, "SELECT seed FROM stages") == [(None,)]


def test_series_that_are_history_are_not_waited_for(tmp_path: Path) -> None:
    """A removed bot's planned series are never played."""
    with new_store(tmp_path, [*encounter(), *encounter(round=2)]) as store:
        store._database.execute("UPDATE series SET history = 'removed' WHERE round = 2")
        finish(store)
    assert reveal(tmp_path).seed == SEED


@pytest.mark.parametrize("has_stage", [True, False])
def test_nothing_played_is_nothing_to_publish(tmp_path: Path, has_stage: bool) -> None:  # noqa: FBT001 - a case
    """A seed that has dealt no card is not used up."""
    if has_stage:
        new_store(tmp_path, []).close()
    else:
        Store.open(tmp_path, header()).close()
    with pytest.raises(AnswerIsNoError, match="nothing is played yet, so there is no seed to publish"):
        reveal(tmp_path)


def test_a_running_referee_is_not_disturbed(folder: Path) -> None:
    """It has the lock."""
    with Store.open(folder), pytest.raises(RefusedError, match="a referee already works here"):
        reveal(folder)


def test_missing_results_are_named(tmp_path: Path) -> None:
    """And no folder is made."""
    with pytest.raises(ConfigError, match="no results here"):
        reveal(tmp_path / "absent.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_seed_is_not_published(folder: Path) -> None:
    """What stands in the file must be what was committed to."""
    (folder / "seed").write_text(f"1 {'11' * 32}\n")
    with pytest.raises(StoreError, match=f"expected SHA-256 {commitment(SEED)}"):
        reveal(folder)
    (folder / "seed").unlink()
    with pytest.raises(StoreError, match="there is no seed of stage 1; restore the file from a copy"):
        reveal(folder)
    assert ask(folder, "SELECT seed FROM stages") == [(None,)]
