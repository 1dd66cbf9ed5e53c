"""`referee check BOT`: one bot alone, step by step."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from referee.bots.clock import ClockSettings
from referee.bots.isolation.host import this_host
from referee.bots.lodging import check_temporary_folder
from referee.bots.spec import Transport
from referee.cli.bot_argument import bot_options, resolve_bots
from referee.cli.console import note
from referee.errors import AnswerIsNoError
from referee.play.series import PlaySettings
from referee.report.compliance import StepPrinter, compliance_json
from referee.report.terminal import open_console
from referee.rules.variant import Variant
from referee.tournament.compliance.candidate import Candidate, CheckSettings
from referee.tournament.compliance.examination import examine
from referee.tournament.compliance.findings import ComplianceReport, Step, StepReport
from referee.tournament.config import TournamentConfig, load_config
from referee.tournament.runner import play_settings

_UNBOXED: Final = (
    "checked without a box; `referee run` puts bots into one where it can: there they may write to /tmp only, and reach"
    " no network"
)


@click.command("check")
@click.argument("bot", metavar="BOT")
@bot_options
@click.option("--json", "as_json", is_flag=True, help="As one JSON object, at the end.")
def command(bot: str, toml: Path | None, transport: Transport, as_json: bool) -> None:
    """Check a bot alone, step by step: its start, whole series, odd calls, its costs, its end.

    BOT is a name in --config TOML, else host:port, else a command such as "{python} greedy.py", called like its file;
    one of `new-bot` is called like its folder. Rules, clock and limits are those of the TOML, else the usual ones. It
    is started without a box. The exit code is 3 if it is not compliant.
    """
    config = load_config(toml) if toml else None
    (spec,) = resolve_bots([bot], config, transport)
    check_temporary_folder()
    with Candidate(spec, _settings(config)) as candidate:
        report = _report(candidate) if as_json else _show(candidate)
    if as_json:
        sys.stdout.write(compliance_json(report))
    elif not spec.is_remote and this_host().bwrap is not None:
        note(_UNBOXED)
    if not report.is_compliant:
        raise AnswerIsNoError(report.verdict)
    note(report.verdict)


def _show(candidate: Candidate) -> ComplianceReport:
    """Examine the bot, and print each step as it is taken; the next one is announced on a terminal."""
    note(f"checking {candidate.spec.name}: {candidate.started}")
    console = open_console(sys.stdout)
    printer = StepPrinter(console)
    titles = [step.title for step in Step]
    with console.status(titles[0]) as status:

        def show(report: StepReport) -> None:
            printer.show(report)
            status.update("".join(titles[report.step.number : report.step.number + 1]))

        report = _report(candidate, show)
        printer.end()
    return report


def _report(candidate: Candidate, show: Callable[[StepReport], None] = lambda _: None) -> ComplianceReport:
    steps = []
    for report in examine(candidate):
        show(report)
        steps.append(report)
    return ComplianceReport(bot=candidate.spec.name, started=candidate.started, steps=steps)


def _settings(config: TournamentConfig | None) -> CheckSettings:
    if config is None:
        return CheckSettings(play=PlaySettings(variant=Variant(), clock=ClockSettings()))
    return CheckSettings(
        play=play_settings(config),
        memory_mb=config.isolation.memory_mb,
        open_files=config.isolation.open_files,
        log_kb=config.bots.log_kb,
        env=config.isolation.env,
    )
