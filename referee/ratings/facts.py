"""What the numbers of a table are: units, models, priors, how the bots were kept apart, and how deals are proven."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.results.planning import Counts
from referee.results.rows import Stage, TournamentHeader

POINTS_FACT: Final = (
    "Points: 1, ½, 0 a series of three matches. Average: points a match, without encounters that have a forfeit."
    " ms: a turn, mean and longest."
)
ELO_FACT: Final = (
    "Elo: Bradley–Terry on series, a draw half a win, mean 0, prior 2 virtual draws a bot; ± 95 %, clustered by"
    " encounter; ≥ and ≤ 95 % on one side, with fewer than 3 series not won or not lost."
)
GAUNTLET_FACT: Final = (
    "Elo: the lead over the opponent, Bradley–Terry on the series of the two, a draw half a win, prior 2 virtual draws;"
    " ± 95 %, clustered by encounter; ≥ and ≤ 95 % on one side, with fewer than 3 series not won or not lost."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """Where a tournament's numbers come from: what holds for all of it, its stages, and how far it has come."""

    header: TournamentHeader
    stages: Sequence[Stage]
    counts: Counts


def describe(facts: Facts) -> tuple[str, ...]:
    """The facts as lines."""
    elo = GAUNTLET_FACT if is_gauntlet(facts.header) else ELO_FACT
    return POINTS_FACT, elo, f"Isolation: {_isolation(facts.header)}.", f"Deals: {_deals(facts.stages)}."


def is_gauntlet(header: TournamentHeader) -> bool:
    """Whether the first bot meets each of the others, and no others meet."""
    return bool(header.config.get("tournament", {}).get("format") == "gauntlet")


def _isolation(header: TournamentHeader) -> str:
    level = str(header.isolation.get("level", "none"))
    is_mirrored = header.config.get("tournament", {}).get("mirror", True)
    return f"{level}, mirror unprotected" if level == "none" and is_mirrored else level


def _deals(stages: Sequence[Stage]) -> str:
    if not stages:
        return "no commitment yet"
    return "; ".join(_stage(stage, is_only=len(stages) == 1) for stage in stages)


def _stage(stage: Stage, *, is_only: bool) -> str:
    where = "" if is_only else f"stage {stage.number}: "
    if stage.seed is not None:
        return f"{where}seed {stage.seed.hex()}, commitment {stage.commitment}"
    return f"{where}commitment {stage.commitment}"
