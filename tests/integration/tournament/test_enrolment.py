"""Before the first series: who plays, who plays again, and what may still be changed."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.records import bots, encounter, new_store, play_series
from support.tomls import TWO_BOTS, load

from referee.errors import ConfigError, RefusedError
from referee.tournament.enrolment import check_reinstated, enrol_bots, reinstate_bots, wanted_encounters


def test_only_bots_of_the_file_can_be_reinstated(tmp_path: Path) -> None:
    """All unknown names are told at once, each with what may have been meant."""
    config = load(tmp_path, TWO_BOTS)
    check_reinstated(["left", "right"], config)
    with pytest.raises(ConfigError) as caught:
        check_reinstated(["lef", "left", "up"], config)
    expected = f'--reinstate: expected a bot of {tmp_path}/t.toml, "left" or "right", got '
    assert caught.value.faults == (f'{expected}"lef"; did you mean "left"?', f'{expected}"up"')


def test_reinstatement_counts_from_the_next_round(tmp_path: Path) -> None:
    """The first that has no final series; nothing else of the bot changes, and nobody else does."""
    rows = [replace(row, round=number) for number in (1, 2) for row in encounter()]
    with new_store(tmp_path, rows) as store:
        store.withdraw(["greedy", "random"], [])
        row = next(store.pending(1))
        store.save(row, play_series(row))
        reinstate_bots(store, ["greedy"])
        greedy, random = bots("greedy", "random")
        assert store.bots() == [replace(greedy, reinstated=2), replace(random, withdrawn=True)]


def test_name_that_differs_by_case_from_one_with_results(tmp_path: Path) -> None:
    """Pages and logs of both would be the same files on some systems; without results there are none."""
    config = load(tmp_path, TWO_BOTS)
    renamed = load(tmp_path, TWO_BOTS.replace('name = "left"', 'name = "Left"').replace('name = "r', 'name = "R'))
    with new_store(tmp_path / "out", encounter("left", "right")) as store:
        enrol_bots(store, renamed, keep_results=True, replay_changed=False)
        enrol_bots(store, config, keep_results=True, replay_changed=False)
        row = next(store.pending(1))
        store.save(row, play_series(row))
    with new_store(tmp_path / "new", encounter("left", "right")) as store:
        row = next(store.pending(1))
        store.save(row, play_series(row))
        with pytest.raises(RefusedError) as caught:
            enrol_bots(store, renamed, keep_results=True, replay_changed=False)
        here = f"{tmp_path}/new: results of"
        assert str(caught.value) == (
            f"{here} left are here, and Left differs from it by case only; call it left again, or otherwise\n"
            f"{here} right are here, and Right differs from it by case only; call it right again, or otherwise"
        )
        enrol_bots(store, config, keep_results=True, replay_changed=False)


@pytest.mark.parametrize("mirror", [True, False])
def test_encounters_of_remote_bots_are_not_mirrored(tmp_path: Path, *, mirror: bool) -> None:
    """Nobody can say whether the process that served one leg serves the other; nor are any where nobody wants it."""
    far = '[[bot]]\nname = "far"\naddress = "far.example:1"\n'
    config = load(tmp_path, f"[tournament]\nmirror = {str(mirror).lower()}\n{TWO_BOTS}{far}")
    wanted = [(encounter.a, encounter.b, encounter.mirrored) for encounter in wanted_encounters(config)]
    assert sorted(wanted) == [("far", "left", False), ("far", "right", False), ("left", "right", mirror)]
