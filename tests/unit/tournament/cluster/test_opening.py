"""What the workers of a cluster are told of a tournament."""

from pathlib import Path

import pytest
from support.tomls import TWO_BOTS, load

from referee.tournament.cluster.opening import make_order, series_limit
from referee.tournament.isolation import Isolation
from referee.tournament.runner import worker_settings


@pytest.mark.parametrize(
    ("keys", "limit", "instances"),
    [
        ("", None, 4),
        ("[tournament]\nconcurrency = 6", 6, 4),
        ("[bots]\nmax_processes = 20", 10, 2),
        ("[tournament]\nconcurrency = 5\n[bots]\nmax_processes = 20", 5, 4),
    ],
)
def test_limits_are_those_of_the_whole_cluster(tmp_path: Path, keys: str, limit: int | None, instances: int) -> None:
    """Without any, every thread of every worker plays, and keeps four instances."""
    config = load(tmp_path, f"{keys}\n{TWO_BOTS}")
    made = make_order(config, worker_settings(config, tmp_path, Isolation()), Isolation(), is_ours=False)
    assert series_limit(config) == limit
    assert made.settings.max_processes == instances


def test_logs_are_kept_on_this_machine_only(tmp_path: Path) -> None:
    """What a bot wrote before a fault comes with the fault."""
    config = load(tmp_path, TWO_BOTS)
    settings = worker_settings(config, tmp_path, Isolation())
    ours, theirs = (make_order(config, settings, Isolation(), is_ours=is_ours) for is_ours in (True, False))
    assert ours.settings.processes.log_dir == tmp_path / "logs"
    assert theirs.settings.processes.log_dir is None
    assert (ours.tries_bots, theirs.tries_bots) == (False, True)
    assert ours.run != theirs.run


def test_bots_are_told_by_their_fingerprints(tmp_path: Path) -> None:
    """Of each bot of the TOML, in its order."""
    config = load(tmp_path, TWO_BOTS)
    made = make_order(config, worker_settings(config, tmp_path, Isolation()), Isolation(), is_ours=True)
    assert [recruit.spec for recruit in made.recruits] == list(config.entries)
    assert len({recruit.fingerprint for recruit in made.recruits}) == 2
