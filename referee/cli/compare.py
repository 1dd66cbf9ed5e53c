"""`referee compare DIR A B`: two bots head to head."""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from referee.cli.folder_argument import folder_argument
from referee.errors import ConfigError
from referee.ratings.headtohead.comparison import compare
from referee.ratings.headtohead.sprt import Plan, Unit
from referee.report.compare import ComparePage
from referee.report.comparison_json import comparison_json
from referee.report.terminal import open_console
from referee.results.reader import Results
from referee.tournament.wording import listed, quoted, suggestion

LISTED_COUNT: Final = 12
"""With more bots than this, a message does not name them all."""
LEAST_RISK: Final = 1e-9
MOST_ELO: Final = 1000.0
MOST_POINTS: Final = 10_000.0


@click.command("compare")
@folder_argument
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--unit",
    type=click.Choice([unit.value for unit in Unit]),
    default=Unit.POINTS.value,
    show_default=True,
    help="What the bounds are in: points a series, or Elo.",
)
@click.option("--bounds", type=float, nargs=2, metavar="LOW HIGH", help="Test a lead of HIGH against one of LOW.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Risk to accept HIGH where LOW is true.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Risk to accept LOW where HIGH is true.")
@click.option("--no-luck", is_flag=True, help="Margins as they are, without taking the luck of the cards out.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(
    folder: Path,
    first: str,
    second: str,
    unit: str,
    bounds: tuple[float, float] | None,
    alpha: float,
    beta: float,
    no_luck: bool,
    as_json: bool,
) -> None:
    """Compare two bots of DIR head to head: by how much is A better than B, and how sure is that?

    Whole encounters count, in the order of the schedule. With --bounds a sequential test (SPRT) decides between a lead
    of A of LOW and one of HIGH. DIR is an output folder, or the TOML it belongs to; also while the tournament runs.
    """
    plan = None if bounds is None else _plan(Unit(unit), bounds, alpha=alpha, beta=beta)
    with Results.open(folder) as results:
        # Printed inside, as standings are.
        _check_names((first, second), [bot.name for bot in results.bots()])
        comparison = compare(results, (first, second), plan=plan, takes_luck=not no_luck)
        if as_json:
            sys.stdout.write(comparison_json(comparison))
        else:
            open_console(sys.stdout).print(ComparePage(comparison=comparison))


def _plan(unit: Unit, bounds: tuple[float, float], *, alpha: float, beta: float) -> Plan:
    """What is to be tested, once it makes sense.

    Raises:
        ConfigError: with all that does not.
    """
    most = MOST_ELO if unit is Unit.ELO else MOST_POINTS
    low, high = bounds
    faults = [
        f"--{name}: expected a probability from {LEAST_RISK:g} to below 0.5, got {risk:g}"
        for name, risk in (("alpha", alpha), ("beta", beta))
        if not LEAST_RISK <= risk < 0.5
    ]
    if not (math.isfinite(low) and math.isfinite(high) and -most <= low < high <= most):
        faults.append(
            f"--bounds: expected LOW below HIGH, in {unit}, both from {-most:g} to {most:g}, got {low:g} {high:g}"
        )
    if faults:
        raise ConfigError(*faults)
    return Plan(unit=unit, low=low, high=high, alpha=alpha, beta=beta)


def _check_names(names: tuple[str, str], known: Sequence[str]) -> None:
    """Check that both are bots of the tournament, and two.

    Raises:
        ConfigError: with every name that is not.
    """
    if not known:
        raise ConfigError("no bot has played in this tournament yet; run it first")
    expected = f"one of {listed(known)}" if len(known) <= LISTED_COUNT else f"one of its {len(known)} bots"
    faults = [
        f"{place}: expected a bot of the tournament, {expected}, got {quoted(name)}{suggestion(name, known)}"
        for place, name in zip("AB", names, strict=True)
        if name not in known
    ]
    if not faults and names[0] == names[1]:
        faults = [f"B: expected another bot than A, got {quoted(names[1])} twice"]
    if faults:
        raise ConfigError(*faults)
