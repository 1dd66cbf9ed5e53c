"""A whole tournament: enrol, rehearse, then round after round until nothing is left to be played.

The runner alone writes results. A series counts when it is saved; whatever ends a run, the next one goes on from there.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Self

from referee import __version__
from referee.bots.spec import BotSpec, ProcessSettings
from referee.deals import deal_key
from referee.errors import ConfigError
from referee.luck import LUCK_MODEL
from referee.play.series import PlaySettings
from referee.results.activity import Activity
from referee.results.agenda import PlanChange
from referee.results.blame import blaming_damage
from referee.results.opening import RESULTS_FILE
from referee.results.planning import Counts
from referee.results.rows import SeriesRow, Stage, TournamentHeader
from referee.results.seeds import stage_seed
from referee.results.store import Store
from referee.tournament.assignment import assign
from referee.tournament.cluster.opening import open_cluster
from referee.tournament.config import TournamentConfig, config_tables
from referee.tournament.cores import available_cores, core_numbers
from referee.tournament.dispatch import Dispatcher
from referee.tournament.enrolment import (
    changed_bots,
    check_reinstated,
    check_seeds,
    check_settings,
    enrol_bots,
    newest_bots,
    plan_encounters,
    reinstate_bots,
)
from referee.tournament.executors import Executor, LocalExecutor
from referee.tournament.forecast import Forecast, forecast, task_patience_s
from referee.tournament.interrupts import Interrupts
from referee.tournament.isolation import Isolation, check_not_weaker
from referee.tournament.notices import notices
from referee.tournament.rehearsals import rehearse_all, rehearse_changed
from referee.tournament.rounds import RoundInPlay, begin_round
from referee.tournament.spectator import Spectator
from referee.tournament.tasks import SeriesTask, WorkerSettings
from referee.tournament.wording import printable_path

PROTOCOL: Final = "lostcities.v1"
LOG_FOLDER: Final = "logs"
"""Of the bots, below the output folder."""

ExecutorName = Literal["local", "dask"]


@dataclass(frozen=True, kw_only=True, slots=True)
class RunOptions:
    """What the command line adds to the TOML.

    Attributes:
        exclude_broken: play on without the bots that fail before the first match.
        keep_results: go on although a bot's files or command changed.
        replay_changed: play all series of such a bot again; not together with `keep_results`.
        reinstate: names of bots that are to play again, though they were withdrawn.
        executor: where series are played: `local` is this machine, `dask` a cluster.
        scheduler: the cluster's address; None starts one on this machine.
    """

    exclude_broken: bool = False
    keep_results: bool = False
    replay_changed: bool = False
    reinstate: tuple[str, ...] = ()
    executor: ExecutorName = "local"
    scheduler: str | None = None


class Tournament:
    """A tournament whose folder is open: made by `open`, a context manager.

    Attributes:
        config: as in the TOML, changed by options.
        isolation: how the bots are kept apart.
        commitment: SHA-256 of the open stage's seed, in hex.
        change: what became of the plan when it was opened.
        notices: what is in the table and not in the TOML any more, a sentence each.
    """

    def __init__(self, config: TournamentConfig, store: Store, options: RunOptions, isolation: Isolation) -> None:
        with store.planning():
            stage, self.change = _enrol(store, config, options)
            self.notices = notices(store, config)
        self.config = config
        self.isolation = isolation
        self.commitment = stage.commitment
        self._store = store
        self._options = options

    @classmethod
    def open(
        cls, config: TournamentConfig, folder: Path, options: RunOptions, isolation: Isolation | None = None
    ) -> Self:
        """Open or make the results, enrol the bots, and plan what is missing.

        Raises:
            ConfigError: a bot that is to be reinstated is not of this tournament.
            RefusedError: the results are another tournament's, or another referee's at work, or were played at a
                stronger isolation.
            StoreError: they cannot be read or written.
        """
        check_reinstated(options.reinstate, config)
        check_seeds(folder)
        isolation = isolation or Isolation()
        store = Store.open(folder, _header(config, isolation))
        try:
            with blaming_damage(folder):
                check_not_weaker(store, isolation)
                return cls(config, store, options, isolation)
        except BaseException:
            store.close()
            raise

    @staticmethod
    def forecast(config: TournamentConfig, folder: Path, options: RunOptions, isolation: Isolation) -> Forecast:
        """What a run would do. Nothing changes by it, but that there is a seed afterwards, and a commitment to it.

        Raises:
            RefereeError: as `open`.
        """
        check_reinstated(options.reinstate, config)
        check_seeds(folder)
        with Store.open(folder, _header(config, isolation)) as store:
            check_not_weaker(store, isolation)
            with store.trial():
                plan = _enrol(store, config, options)
                expected = forecast(store, config, plan, isolation.level)
            if expected.stage.number > len(store.stages()):
                store.ensure_stage(config.seed, config.tournament.public_entropy)
        return expected

    @staticmethod
    def try_changed(
        config: TournamentConfig,
        folder: Path,
        options: RunOptions,
        isolation: Isolation,
        *,
        tell: Callable[[str], None],
        interrupts: Interrupts,
    ) -> None:
        """See that bots whose results are to be given up for new ones can play, before anything is given up.

        Raises:
            RefereeError: they cannot, or as `open`.
        """
        if not (folder / RESULTS_FILE).is_file():
            return
        with Store.open(folder) as store, blaming_damage(folder):
            check_settings(store, config)
            changed = changed_bots(store, config)
        specs = {spec.name: spec for spec in config.entries if spec.name in changed}
        if specs:
            with _open_executor(config, folder, options, isolation, tell) as executor:
                rehearse_changed(Dispatcher(executor, lambda: interrupts.is_draining), specs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._store.close()

    @property
    def counts(self) -> Counts:
        """Final and planned series."""
        return self._store.counts()

    def play(self, spectator: Spectator, interrupts: Interrupts) -> None:
        """Play what is left, or until interrupted.

        Raises:
            RefereeError: bots are not fit to play, or we failed to play a series; nothing finished is lost.
        """
        folder = self._store.folder
        try:
            with _open_executor(self.config, folder, self._options, self.isolation, spectator.message) as executor:
                self._play(executor, spectator, interrupts)
        except BaseException:
            self._store.forget_plan()  # of a tournament that never began
            raise

    def _play(self, executor: Executor, spectator: Spectator, interrupts: Interrupts) -> None:
        dispatcher = Dispatcher(executor, lambda: interrupts.is_draining)
        withdrawn = {bot.name for bot in newest_bots(self._store).values() if bot.withdrawn}
        entries = {spec.name: spec for spec in self.config.entries if spec.name not in withdrawn}
        subject = self.config.entries[0].name if self.config.tournament.format == "gauntlet" else None
        exclude_broken = self._options.exclude_broken
        specs = rehearse_all(dispatcher, entries, spectator, exclude_broken=exclude_broken, subject=subject)
        rounds = self._store.rounds()
        with Activity(self._store.folder) as activity:
            for number in rounds:
                if interrupts.is_draining:
                    return
                if next(self._store.pending(number), None) is None:
                    continue
                spectator.round_started(number, rounds[-1])
                begin_round(self._store, number, self.config.faults.max_faults, spectator)
                RoundInPlay(self._store, dispatcher, spectator, activity).play(self._tasks(number, specs))

    def _tasks(self, number: int, specs: Mapping[str, BotSpec]) -> Iterator[tuple[SeriesRow, SeriesTask]]:
        """The tasks of a round, in order; series of bots that do not play are left for another run."""
        folder = self._store.folder
        keys = {
            stage.number: deal_key(stage_seed(folder, stage), stage.public_entropy) for stage in self._store.stages()
        }
        for row in self._store.pending(number):
            if row.a in specs and row.b in specs:
                yield row, assign(row, keys[row.stage], specs, colors=self.config.rules.colors)


def _open_executor(
    config: TournamentConfig, folder: Path, options: RunOptions, isolation: Isolation, tell: Callable[[str], None]
) -> AbstractContextManager[Executor]:
    """Where series are played: on this machine, or on a cluster's."""
    settings = worker_settings(config, folder, isolation)
    _make_log_folder(folder / LOG_FOLDER)
    if options.executor == "dask":
        return open_cluster(config, settings, isolation, folder=folder, scheduler=options.scheduler, tell=tell)
    cores = core_numbers() if _is_pinned(config) else []
    return LocalExecutor(settings, config.worker_count, cores=cores, patience_s=task_patience_s(config))


def _make_log_folder(path: Path) -> None:
    """Here, before the first bot: a worker that could not make it would be to blame for every series."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "").lower()
        raise ConfigError(
            f"{printable_path(path)}: expected a folder for the logs of bots, got: {reason}; move it away"
        ) from error


def _is_pinned(config: TournamentConfig) -> bool:
    return config.bots.cpu_affinity == "auto" and config.worker_count <= available_cores()


def _header(config: TournamentConfig, isolation: Isolation) -> TournamentHeader:
    return TournamentHeader(
        name=config.tournament.name,
        config=config_tables(config),
        referee_version=__version__,
        protocol_version=PROTOCOL,
        luck_model=LUCK_MODEL,
        isolation=isolation.record,
    )


def _enrol(store: Store, config: TournamentConfig, options: RunOptions) -> tuple[Stage, PlanChange]:
    """Bring results and TOML in line; the stage that the next series are of, and what became of the plan."""
    check_settings(store, config)
    store.update_config(config_tables(config))
    enrol_bots(store, config, keep_results=options.keep_results, replay_changed=options.replay_changed)
    reinstate_bots(store, options.reinstate)
    return plan_encounters(store, config)


def play_settings(config: TournamentConfig, isolation: Isolation | None = None) -> PlaySettings:
    """What holds in every series of a tournament; bots are told the memory of their boxes, if any.

    Without `isolation` no bot is boxed: outside a tournament. Who pins bots to a core tells them of it.
    """
    box = None if isolation is None else isolation.box
    substitutes = config.faults.policy == "substitute"
    return PlaySettings(
        variant=config.rules,
        clock=config.clock,
        strikes=config.faults.strikes if substitutes else 0,
        reveal_opponent=config.tournament.reveal_opponent,
        memory_mb=0 if box is None else box.memory_mb,
    )


def worker_settings(config: TournamentConfig, folder: Path, isolation: Isolation) -> WorkerSettings:
    """What every worker of a tournament works with; logs of bots go below the output folder."""
    return WorkerSettings(
        play=play_settings(config, isolation),
        processes=ProcessSettings(
            startup_ms=config.clock.startup_ms,
            log_kb=config.bots.log_kb,
            log_dir=folder / LOG_FOLDER,
            processes=config.bots.processes,
            env=config.isolation.env,
            open_files=config.isolation.open_files,
            box=isolation.box,
        ),
        max_processes=config.worker_instance_limit,
    )
