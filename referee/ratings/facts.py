"""What the numbers of a table are: units, models, priors, how the bots were kept apart, and how deals are proven."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.bots.isolation.protections import summary
from referee.bots.text import escape_text
from referee.ratings.audit import LEAST_ENCOUNTERS, LuckAudit
from referee.ratings.precision import Precision
from referee.results.planning import Counts
from referee.results.reader import Results
from referee.results.rows import SeriesRow, Stage, TournamentHeader

POINTS_FACT: Final = "Points: 1, ½, 0 a series of three matches."
AVERAGE_FACT: Final = "Average: points a match, in whole encounters without a forfeit."
MS_FACT: Final = "ms: a turn, mean and longest."
PLACE_FACT: Final = "Place: among bots compared by Strength, 95 % of 4,000 draws from its joint normal law."
STRENGTH_FACT: Final = (
    "Strength: points a series above the mean bot, least squares on the mean margin of whole encounters; ± 95 %,"
    " Student's t, scatter of each pairing once all have 5 encounters."
)
ELO_FACT: Final = (
    "Elo: Bradley–Terry on series, a draw half a win, mean 0, prior 2 virtual draws a bot; ± 95 %, clustered by"
    " encounter; ≥, ≤ or two ends, each 95 % on one side, with fewer than 3 series not won or not lost."
)
GAUNTLET_STRENGTH_FACT: Final = (
    "Strength: the lead over the opponent in points a series, the mean margin of whole encounters; ± 95 %, Student's t."
)
GAUNTLET_ELO_FACT: Final = (
    "Elo: the lead over the opponent, Bradley–Terry on the series of the two, a draw half a win, prior 2 virtual draws;"
    " ± 95 %, clustered by encounter; ≥, ≤ or two ends, each 95 % on one side, with fewer than 3 series not won or not"
    " lost."
)

LISTED_COUNT: Final = 8
"""No line names more bots than this; the others are counted."""

ANNULLED_COUNT: Final = 3
"""So many annulled encounters are told with their reasons, the last ones; the others are counted."""

_REASON_CHARACTERS: Final = 120
_ENTROPY_CHARACTERS: Final = 1024


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """Where a tournament's numbers come from.

    Attributes:
        header: what holds for all of it.
        stages: in order.
        counts: how far it has come.
        annulled_count: encounters that were taken out of the tables.
        annulled: the first leg of the last of them, and the reason given, in the order of planning.
    """

    header: TournamentHeader
    stages: Sequence[Stage]
    counts: Counts
    annulled_count: int = 0
    annulled: Sequence[tuple[SeriesRow, str]] = ()


def read_facts(results: Results) -> Facts:
    """Those of a tournament as it is now.

    Raises:
        StoreError: the results cannot be read.
    """
    last: deque[tuple[SeriesRow, str]] = deque(maxlen=ANNULLED_COUNT)
    count = 0
    for count, encounter in enumerate(results.annulled(), 1):  # noqa: B007 - the last one is how many there are
        last.append(encounter)
    return Facts(
        header=results.header,
        stages=results.stages(),
        counts=results.counts(),
        annulled_count=count,
        annulled=tuple(last),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class LuckFacts:
    """What was done about luck.

    Attributes:
        model: name of the luck model that the results were stored with; None where luck was not computed.
        is_taken_out: whether margins are less luck.
        precision: what that and the mirror are worth in this tournament.
        audit: of the bots' luck; None where it is not made: luck is left in, or is that of a model we do not know.
    """

    model: str | None
    is_taken_out: bool
    precision: Precision
    audit: LuckAudit | None


def describe(facts: Facts, luck: LuckFacts) -> tuple[str, ...]:
    """The facts as lines, each with what it is about before a colon: the head of a column, without `±`, or a word."""
    rated = (
        (GAUNTLET_STRENGTH_FACT, GAUNTLET_ELO_FACT)
        if is_gauntlet(facts.header)
        else (STRENGTH_FACT, ELO_FACT, PLACE_FACT)
    )
    return (
        POINTS_FACT,
        *rated,
        AVERAGE_FACT,
        MS_FACT,
        f"Luck: {_luck(luck, is_mirrored=is_mirrored(facts.header))}.",
        *_annulled(facts),
        *provenance(facts.header, facts.stages),
    )


def _annulled(facts: Facts) -> Iterator[str]:
    """What the host took out of the tables, and why; nothing if nothing was."""
    if not facts.annulled_count:
        return
    noun = "encounter" if facts.annulled_count == 1 else "encounters"
    told = "; ".join(
        f"{row.a} against {row.b}, round {row.round_text} ({escape_text(reason, _REASON_CHARACTERS)})"
        for row, reason in facts.annulled
    )
    last = "" if facts.annulled_count <= ANNULLED_COUNT else f" the last {ANNULLED_COUNT}:"
    yield f"Annulled: {facts.annulled_count} {noun}, played anew if both bots are still here:{last} {told}."


def provenance(header: TournamentHeader, stages: Sequence[Stage]) -> tuple[str, ...]:
    """Where all numbers come from: how the bots were kept apart, and how the deals are proven."""
    deals = "; ".join(part for part in (_deals(stages), unmirrored(header)) if part)
    return (f"Isolation: {_isolation(header)}.", f"Deals: {deals}.")


def is_gauntlet(header: TournamentHeader) -> bool:
    """Whether the first bot meets each of the others, and no others meet."""
    return bool(header.config.get("tournament", {}).get("format") == "gauntlet")


def is_mirrored(header: TournamentHeader) -> bool:
    """Whether any encounter is: where both bots run here."""
    bots = header.config.get("bot", [])
    if not _wants_mirror(header) or not bots:
        return _wants_mirror(header)
    here = ["address" not in bot for bot in bots]
    return (here[0] or not is_gauntlet(header)) and sum(here) > 1


def _wants_mirror(header: TournamentHeader) -> bool:
    return bool(header.config.get("tournament", {}).get("mirror", True))


def _remote(header: TournamentHeader) -> list[str]:
    """Bots that run elsewhere: what they remember of a deal nobody can know."""
    return [bot["name"] for bot in header.config.get("bot", []) if "address" in bot]


def unmirrored(header: TournamentHeader) -> str:
    """Which encounters have other deals in their second leg; "" for none."""
    remote = _remote(header)
    if not _wants_mirror(header):
        return "the legs of an encounter have different deals"
    if not remote:
        return ""
    named = ", ".join(remote[:LISTED_COUNT]) + (f" and {rest} more" if (rest := len(remote) - LISTED_COUNT) > 0 else "")
    why = "it runs elsewhere" if len(remote) == 1 else "they run elsewhere"
    return f"the legs of encounters with {named} have different deals: {why}"


def _isolation(header: TournamentHeader) -> str:
    level = str(header.isolation.get("level", "none"))
    if level == "none":
        return f"{level}, mirror unprotected" if is_mirrored(header) else level
    return summary(level, header.isolation.get("protections", {}))


def _luck(luck: LuckFacts, *, is_mirrored: bool) -> str:
    how = f"{luck.model} is taken out of margins" if luck.is_taken_out else "left in" if luck.model else "not computed"
    means = [*(["the mirror"] if is_mirrored else []), *(["the luck model"] if luck.is_taken_out else [])]
    return "; ".join(part for part in (how, _gain(luck.precision, means), _audit(luck.audit)) if part)


def _gain(precision: Precision, means: Sequence[str]) -> str:
    """What the means are worth; "" without any."""
    if not means:
        return ""
    count = f"{precision.encounter_count} whole encounter{'' if precision.encounter_count == 1 else 's'}"
    if precision.factor is None:
        return f"{count} cannot tell yet what {' and '.join(means)} {'is' if len(means) == 1 else 'are'} worth"
    return f"with {' and '.join(means)} a series tells as much as {precision.factor:.1f} plain ones, by {count}"


def _audit(audit: LuckAudit | None) -> str:
    if audit is None:
        return ""
    if not audit.bot_count:
        return f"no audit before a bot has {LEAST_ENCOUNTERS} encounters"
    bots = f"{audit.bot_count} bot{'' if audit.bot_count == 1 else 's'}"
    found = f"{len(audit.findings)} reported above" if audit.findings else "nothing found"
    return f"audit of {bots}: {found}"


def _deals(stages: Sequence[Stage]) -> str:
    if not stages:
        return "no commitment yet"
    return "; ".join(_stage(stage, is_only=len(stages) == 1) for stage in stages)


def _stage(stage: Stage, *, is_only: bool) -> str:
    where = "" if is_only else f"stage {stage.number}: "
    seed = "" if stage.seed is None else f"seed {stage.seed.hex()}, "
    text = escape_text(stage.public_entropy, _ENTROPY_CHARACTERS)
    entropy = f'public entropy "{text}", ' if text else ""
    return f"{where}{seed}{entropy}commitment {stage.commitment}"
