"""`referee play BOT BOT`: one series, shown turn by turn."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from referee.bots.clock import ClockSettings
from referee.bots.lodging import check_temporary_folder
from referee.bots.spec import ProcessSettings, Transport
from referee.cli.bot_argument import bot_options, resolve_bots
from referee.cli.screen_options import screen_options
from referee.deals import SEED_BYTES, deal_key, new_seed
from referee.errors import ConfigError, RefereeError
from referee.play.series import PlaySettings
from referee.report.screen import Screen
from referee.report.series import show_outcome
from referee.report.terminal import open_console
from referee.results.rows import SeriesRow
from referee.rules.variant import DECK_ONLY_AFTER, Variant
from referee.tournament.assignment import assign
from referee.tournament.config import TournamentConfig, load_config
from referee.tournament.runner import play_settings
from referee.tournament.tasks import Bench, WorkerSettings


@click.command("play")
@click.argument("bots", nargs=2, metavar="BOT BOT")
@bot_options
@click.option("--colors", type=click.IntRange(5, 6), help="Instead of the TOML's.  [default: 5]")
@click.option("--seed", metavar="HEX", help="64 hex digits: play these deals again.  [default: from the system]")
@screen_options
def command(
    bots: tuple[str, str],
    toml: Path | None,
    transport: Transport,
    colors: int | None,
    seed: str | None,
    pause_s: float,
    every_board: bool,
) -> None:
    """Play one series of three matches between two bots, and show every turn.

    A BOT is a name in --config TOML, else host:port, else a command such as "{python} greedy.py", called like its file;
    one of `new-bot`, or one of two files of the same name, is called like its folder. The one named first begins. The
    same bot twice plays as A and A.2. Nothing is stored. The exit code is 1 if no turn was played, since a
    bot did not start or failed in the first.
    """
    config = load_config(toml) if toml else None
    specs = {spec.name: spec for spec in resolve_bots(bots, config, transport)}
    worker = _settings(config, colors)
    a, b = specs
    row = SeriesRow(number=1, stage=1, round=1, day=1, pairing=1, leg=1, a=a, b=b)
    task = assign(row, deal_key(_seed(seed)), specs, colors=worker.play.variant.colors)
    check_temporary_folder()
    screen = Screen(open_console(sys.stdout), pause_s=pause_s, every_board=every_board)
    with screen, Bench(worker, watch=screen.watch) as bench:
        record = task.run(bench).record
    show_outcome(screen, record, lambda bot: specs[bot].is_remote)
    if not any(match.turns for match in record.matches):
        raise RefereeError(f"no turn was played: {' and '.join(record.losers)} failed before that")


def _settings(config: TournamentConfig | None, colors: int | None) -> WorkerSettings:
    """Those of the TOML, but without a box; `colors` instead of its own."""
    play = play_settings(config) if config else PlaySettings(variant=Variant(), clock=ClockSettings())
    if colors:
        play = replace(play, variant=_with_colors(play.variant, colors))
    env = config.isolation.env if config else ()
    processes = ProcessSettings(startup_ms=play.clock.startup_ms, env=env)
    return WorkerSettings(play=play, processes=processes, max_processes=2)


def _with_colors(variant: Variant, colors: int) -> Variant:
    """The same with so many colors; when the piles are closed follows them, unless the TOML says otherwise."""
    is_default = variant.deck_only_after == DECK_ONLY_AFTER[variant.colors]
    return replace(
        variant, colors=colors, deck_only_after=DECK_ONLY_AFTER[colors] if is_default else variant.deck_only_after
    )


def _seed(text: str | None) -> bytes:
    if text is None:
        return new_seed()
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise ConfigError(f"--seed: expected {2 * SEED_BYTES} hex digits, got {text!r}")
    return seed
