"""`referee check BOT`: one bot alone, step by step."""

import sys
from pathlib import Path

import click

from referee.bots.clock import ClockSettings
from referee.cli.bot_argument import Transport, bot_options, resolve_bots
from referee.cli.console import note
from referee.errors import AnswerIsNoError
from referee.play.series import PlaySettings
from referee.report.compliance import StepLines, compliance_json
from referee.report.terminal import open_console
from referee.rules.variant import Variant
from referee.tournament.compliance.candidate import Candidate, CheckSettings
from referee.tournament.compliance.examination import examine
from referee.tournament.compliance.findings import ComplianceReport
from referee.tournament.config import TournamentConfig, load_config
from referee.tournament.runner import play_settings


@click.command("check")
@click.argument("bot", metavar="BOT")
@bot_options
@click.option("--json", "as_json", is_flag=True, help="As one JSON object, at the end.")
def command(bot: str, toml: Path | None, transport: Transport, as_json: bool) -> None:
    """Check a bot alone, step by step: its start, whole series, odd calls, its costs, its end.

    BOT is a name in --config TOML, else host:port, else a command such as "{python} greedy.py". Rules, clock and limits
    are those of the TOML, else the usual ones. The exit code is 3 if the bot is not compliant.
    """
    config = load_config(toml) if toml else None
    (spec,) = resolve_bots([bot], config, transport)
    console = open_console(sys.stdout)
    steps = []
    with Candidate(spec, _settings(config)) as candidate:
        if not as_json:
            note(f"checking {spec.name}: {candidate.started}")
        for report in examine(candidate):
            steps.append(report)
            if not as_json:
                console.print(StepLines(report=report))
        whole = ComplianceReport(bot=spec.name, started=candidate.started, steps=steps)
    if as_json:
        sys.stdout.write(compliance_json(whole))
    if not whole.is_compliant:
        raise AnswerIsNoError(whole.verdict)
    note(whole.verdict)


def _settings(config: TournamentConfig | None) -> CheckSettings:
    if config is None:
        return CheckSettings(play=PlaySettings(variant=Variant(), clock=ClockSettings()))
    return CheckSettings(
        play=play_settings(config),
        memory_mb=config.isolation.memory_mb,
        open_files=config.isolation.open_files,
        log_kb=config.bots.log_kb,
    )
