"""`referee run TOML`: play a tournament, or go on with it."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

import click

from referee.bots.lodging import check_temporary_folder
from referee.cli import INTERRUPTED
from referee.cli.console import note, warn
from referee.cli.folder_argument import PATH
from referee.errors import ConfigError
from referee.ratings.standings import build_standings
from referee.report.plan import plan_lines
from referee.report.progress import open_progress
from referee.report.standings import StandingsPage
from referee.report.terminal import open_console
from referee.results.opening import RESULTS_FILE, results_folder
from referee.results.reader import Results
from referee.results.seeds import exposure_warning
from referee.tournament.cluster.joining import check_cluster
from referee.tournament.config import TournamentConfig, load_config
from referee.tournament.cores import available_cores
from referee.tournament.forecast import Forecast
from referee.tournament.interrupts import Interrupts, StopNow
from referee.tournament.isolation import Isolation, isolate
from referee.tournament.notices import missing_programs
from referee.tournament.runner import ExecutorName, RunOptions, Tournament
from referee.tournament.settings import Level

_DRAINING: Final = "stopping when the running series are finished; press Ctrl-C again to stop at once"
_ONLY_ONCE: Final = ("--no-resume", "--replay-changed")
_ONLY_ONCE_WITH_VALUE: Final = "--reinstate"


@click.command("run")
@click.argument("toml", type=PATH)
@click.option("--out", type=PATH, help="Output folder.  [default: TOML's name + .results]")
@click.option("--concurrency", type=click.IntRange(1, 1024), help="Series played at once.  [default: CPU cores]")
@click.option("--force-concurrency", is_flag=True, help="Allow more series at once than there are cores.")
@click.option("--rounds", type=click.IntRange(1, 100_000), help="Rounds, instead of the TOML's.")
@click.option("--no-resume", is_flag=True, help="Refuse a folder that has results already.")
@click.option("--exclude-broken", is_flag=True, help="Play all rounds without bots that fail before the first match.")
@click.option("--keep-results", is_flag=True, help="Go on although a bot's files or command changed.")
@click.option("--replay-changed", is_flag=True, help="Play the series of a changed bot again, with fresh deals.")
@click.option("--isolation", type=click.Choice(get_args(Level)), help="How bots are boxed, instead of the TOML's.")
@click.option("--executor", type=click.Choice(get_args(ExecutorName)), default="local", help="Where series are played.")
@click.option("--scheduler", metavar="URL", help="With --executor dask: that of a cluster.  [default: starts one here]")
@click.option("--dry-run", is_flag=True, help="Print the plan and the commitment, and play nothing.")
@click.option("--reinstate", metavar="BOT", multiple=True, help="Let a withdrawn bot play again; may be repeated.")
def command(
    toml: Path,
    out: Path | None,
    concurrency: int | None,
    force_concurrency: bool,
    rounds: int | None,
    no_resume: bool,
    exclude_broken: bool,
    keep_results: bool,
    replay_changed: bool,
    reinstate: tuple[str, ...],
    isolation: Level | None,
    executor: ExecutorName,
    scheduler: str | None,
    dry_run: bool,
) -> None:
    """Play the tournament that TOML describes, or go on with it.

    Results are kept in the output folder; run the same command again after an interruption. The final table goes
    to stdout, everything else to stderr.
    """
    config = _read(toml, concurrency=concurrency, rounds=rounds)
    _check_executor(executor, scheduler)
    if scheduler is None:
        _check_concurrency(config.worker_count, force=force_concurrency)
    folder = out or results_folder(toml)
    if folder == toml:
        raise ConfigError(f"{toml}: expected an output folder that is not the TOML itself; name one with --out")
    if no_resume:
        _check_fresh(folder)
    if keep_results and replay_changed:
        raise ConfigError("--keep-results and --replay-changed: expected one of them, got both")
    if config.seed is not None:
        warn("the seed stands in the TOML: whoever knows it knows every deal, and the deals repeat with it")
    options = RunOptions(
        exclude_broken=exclude_broken,
        keep_results=keep_results,
        replay_changed=replay_changed,
        reinstate=reinstate,
        executor=executor,
        scheduler=scheduler,
    )
    if not dry_run:
        check_temporary_folder()
    with isolate(config, folder, isolation) as isolated:
        _tell(isolated)
        if dry_run:
            _foretell(Tournament.forecast(config, folder, options, isolated))
            return
        interrupts, has_enrolled = _play(config, folder, options, isolated)
    if not interrupts.is_stopping:
        _show_table(folder, str(out or toml), is_cut_short=interrupts.is_draining)
    if interrupts.is_draining:
        going_on = shlex.join(_resume_command(sys.argv, has_enrolled=has_enrolled))
        click.echo(f"stopped; nothing finished is lost. Go on with: {going_on}", err=True)
        click.get_current_context().exit(INTERRUPTED)


def _read(toml: Path, *, concurrency: int | None, rounds: int | None) -> TournamentConfig:
    """The config of the TOML, with what the options say instead."""
    config = load_config(toml)
    settings = config.tournament
    settings = replace(settings, concurrency=concurrency or settings.concurrency, rounds=rounds or settings.rounds)
    return replace(config, tournament=settings)


def _check_executor(executor: ExecutorName, scheduler: str | None) -> None:
    if executor == "dask":
        check_cluster(scheduler)
    elif scheduler is not None:
        raise ConfigError("--scheduler: expected --executor dask beside it")


def _check_fresh(folder: Path) -> None:
    """Check that nothing was played here; a seed that is committed to is no result."""
    if not (folder / RESULTS_FILE).exists():
        return
    with Results.open(folder) as results:
        if results.has_result():
            raise ConfigError(
                f"{folder}: results are here already; leave out --no-resume to go on, or use another --out"
            )


def _tell(isolation: Isolation) -> None:
    """Say which protections are on; where there are none, the warning says why."""
    for warning in isolation.warnings:
        warn(warning)
    if isolation.box is not None:
        note(isolation.sentence)
    if isolation.sharing:
        note(isolation.sharing)


def _play(config: TournamentConfig, folder: Path, options: RunOptions, isolation: Isolation) -> tuple[Interrupts, bool]:
    """Play what is left; the signals that came meanwhile, and whether plan and bots are those of the TOML by now."""
    tell, has_enrolled = [note], False
    interrupts = Interrupts(lambda: tell[-1](_DRAINING))
    try:
        with interrupts:
            if options.replay_changed:
                Tournament.try_changed(config, folder, options, isolation, tell=note, interrupts=interrupts)
                if interrupts.is_draining:
                    return interrupts, has_enrolled
            with Tournament.open(config, folder, options, isolation) as tournament:
                has_enrolled = True
                note(f"commitment {tournament.commitment}")
                if (exposure := exposure_warning(folder)) is not None:
                    warn(exposure)
                if str(tournament.change):
                    note(str(tournament.change))
                for sentence in tournament.notices:
                    note(sentence)
                if tournament.counts.final == tournament.counts.planned:
                    note("every planned series is played already")
                    return interrupts, has_enrolled
                with Results.open(folder) as results:
                    names = [entry.name for entry in config.entries]
                    progress = open_progress(
                        tournament.counts,
                        names,
                        earlier=results.series_rows(),
                        faults=results.faults(),
                        subject=names[0] if config.tournament.format == "gauntlet" else None,
                    )
                with progress:
                    tell.append(progress.message)
                    tournament.play(progress, interrupts)
    except StopNow:  # out here: it may come at the very end too, while the handlers are put back
        note("stopped at once: the series that were being played will be played again")
    return interrupts, has_enrolled


def _foretell(forecast: Forecast) -> None:
    """Print what a run would do; beside it what it would tell, and which bots it could not start."""
    for sentence in forecast.notices:
        note(sentence)
    for sentence in missing_programs(forecast.config):
        warn(sentence)
    click.echo("\n".join(plan_lines(forecast)))


def _resume_command(argv: Sequence[str], *, has_enrolled: bool) -> list[str]:
    """The words that go on: those of the command line, without what is done once only, if it is done."""
    script = argv[0]
    program = ["referee"] if shutil.which("referee") == script else [script]
    words = program if Path(script).name == "referee" else [sys.executable, "-m", "referee"]
    if not has_enrolled:
        return [*words, *argv[1:]]
    rest = iter(argv[1:])
    for word in rest:
        if word == _ONLY_ONCE_WITH_VALUE:
            next(rest, None)
        elif word not in _ONLY_ONCE and not word.startswith(f"{_ONLY_ONCE_WITH_VALUE}="):
            words.append(word)
    return words


def _show_table(folder: Path, named: str, *, is_cut_short: bool) -> None:
    """Print the table; nothing of a run that was stopped before anything could be in it."""
    with Results.open(folder) as results:
        standings = build_standings(results)
        if standings.final_count or not is_cut_short:
            open_console(sys.stdout).print(StandingsPage(standings=standings, folder=shlex.quote(named)))


def _check_concurrency(count: int, *, force: bool) -> None:
    if count > available_cores() and not force:
        raise ConfigError(
            f"concurrency: expected at most {available_cores()}, one series a core, got {count}; bots would be charged "
            "for each other's thinking; to do it all the same add --force-concurrency"
        )
