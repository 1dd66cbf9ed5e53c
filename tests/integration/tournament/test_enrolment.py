"""Before the first series: who plays, who plays again, and what may still be changed."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.records import bots, encounter, new_store, play_series
from support.tomls import TWO_BOTS, load

from referee.errors import ConfigError, RefusedError
from referee.tournament.enrolment import check_reinstated, enrol_bots, reinstate_bots


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
    renamed = load(tmp_path, TWO_BOTS.replace('name = "left"', 'name = "Left"'))
    with new_store(tmp_path / "out", encounter("left", "right")) as store:
        enrol_bots(store, renamed, keep_results=True, replay_changed=False)
        enrol_bots(store, config, keep_results=True, replay_changed=False)
        row = next(store.pending(1))
        store.save(row, play_series(row))
    with new_store(tmp_path / "new", encounter("left", "right")) as store:
        row = next(store.pending(1))
        store.save(row, play_series(row))
        with pytest.raises(RefusedError, match="results of left are here, and Left differs from it by case only"):
            enrol_bots(store, renamed, keep_results=True, replay_changed=False)
        enrol_bots(store, config, keep_results=True, replay_changed=False)
