"""`referee doctor`: what this machine can keep bots from."""

import sys
from typing import Any, Final

import click

from referee.bots.isolation.protections import LEVELS, MEANINGS, Protection, State
from referee.bots.isolation.survey import Survey, survey
from referee.bots.text import json_text
from referee.cli.console import note, tell

FORMAT: Final = "lostcities-doctor/1"
_HANG: Final = 20
"""Blanks before a reason that goes on: it stands below its first line."""


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="For a program.")
def command(as_json: bool) -> None:
    """Find out which level of isolation this machine reaches, by attacks out of two boxes, and how to get more.

    Every protection is listed with its state: on, weak or off, why, and what helps. Bots are played at the best level
    unless the TOML says otherwise.
    """
    found = survey("auto")
    try:
        if as_json:
            sys.stdout.write(json_text(as_table(found)))
        else:
            _show(found)
    finally:
        found.close()


def as_table(found: Survey) -> dict[str, Any]:
    """The survey as JSON has it."""
    best = found.best
    reached = {trial.level: trial for trial in found.trials}
    return {
        "format": FORMAT,
        "level": best.level,
        "bubblewrap": found.host.bwrap,
        "root": found.host.is_root,
        "protections": {
            protection.value: {
                "state": best.findings[protection].state.value,
                "reason": best.findings[protection].reason,
                "fix": best.findings[protection].fix,
            }
            for protection in Protection
        },
        "levels": {
            level: {
                "available": LEVELS.index(level) <= LEVELS.index(best.level),
                "missing": list(reached[level].missing) if level in reached else [],
            }
            for level in LEVELS
        },
    }


def _show(found: Survey) -> None:
    best = found.best
    for protection in Protection:
        finding = best.findings[protection]
        text = MEANINGS[protection] if finding.state is State.ON else finding.reason
        help_ = f"; {finding.fix}" if finding.fix else ""
        tell(f"{protection.value:13} {finding.state.value:5} {text}{help_}", sys.stdout, hang=_HANG)
    for trial in found.trials:
        for sentence in trial.missing:
            note(f"{trial.level} is not reached: {sentence}")
    note(f"bots are played at isolation {best.level} here")
