"""From a tournament to an executor on a cluster."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.tournament.cluster.executor import ClusterExecutor
from referee.tournament.cluster.joining import join_cluster
from referee.tournament.cluster.order import Order, recruit
from referee.tournament.config import TournamentConfig
from referee.tournament.forecast import task_patience_s
from referee.tournament.isolation import Isolation
from referee.tournament.tasks import WorkerSettings

_SCRATCH: Final = "dask"
"""Below the output folder: of a cluster on this machine, while it runs."""


def open_cluster(
    config: TournamentConfig,
    settings: WorkerSettings,
    isolation: Isolation,
    *,
    folder: Path,
    scheduler: str | None,
    tell: Callable[[str], None],
) -> ClusterExecutor:
    """An executor on a cluster; to be used as a context manager.

    Args:
        config: of the tournament.
        settings: of the worker processes, as they would be on this machine.
        isolation: how bots are kept apart.
        folder: of the results.
        scheduler: the cluster's; None starts one on this machine.
        tell: is told what becomes of workers.

    Raises:
        ConfigError: a bot's files cannot be read.
        RefereeError: the scheduler cannot be reached.
    """
    order = make_order(config, settings, isolation, is_ours=scheduler is None)
    limit = series_limit(config) if scheduler else config.worker_count
    link = join_cluster(scheduler, config.worker_count, folder / _SCRATCH)
    return ClusterExecutor(link, order, limit=limit, results=folder, tell=tell)


def series_limit(config: TournamentConfig) -> int | None:
    """Series that may be played at once on a cluster: as set, or as `max_processes` allows; None for no limit."""
    most = config.bots.max_processes
    return config.tournament.concurrency or (None if most is None else most // 2)


def make_order(config: TournamentConfig, settings: WorkerSettings, isolation: Isolation, *, is_ours: bool) -> Order:
    """What every worker is told.

    Args:
        config: of the tournament.
        settings: of the worker processes, as they would be on this machine.
        isolation: how bots are kept apart.
        is_ours: whether the workers are started for this run, on this machine: then they write logs, and bots that
            start here start there.
    """
    limit = series_limit(config)
    if limit is not None and not is_ours:
        settings = replace(settings, max_processes=max(2, (config.bots.max_processes or 4 * limit) // limit))
    if not is_ours:
        settings = replace(settings, processes=replace(settings.processes, log_dir=None))
    return Order(
        run=secrets.token_hex(8),
        settings=settings,
        recruits=tuple(recruit(spec) for spec in config.entries),
        pins=config.bots.cpu_affinity == "auto",
        level=isolation.level,
        states=isolation.states,
        may_think_off_turn=config.isolation.off_turn == "allow",
        patience_s=task_patience_s(config),
        tries_bots=not is_ours,
    )
