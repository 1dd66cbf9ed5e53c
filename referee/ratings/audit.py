"""The luck audit: a bot that draws better than chance sees what it should not, or the shuffle is broken.

The luck model's terms have expectation zero whatever a bot does. So the mean luck of a bot's encounters, over all its
draws, must be 0 within its error: z = mean / (sd / √count). A match that a fault ended counts up to the fault:
left out, a bot that crashes when it is unlucky would look lucky. Source: `referee.luck`, section 5; the z test of a
mean.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from referee.errors import ReplayError, RulesError
from referee.luck import match_luck
from referee.play.records import SeriesRecord
from referee.ratings.margins import LuckSums
from referee.ratings.tally import Tally
from referee.results.rows import SeriesResult
from referee.rules.variant import Variant

LEAST_ENCOUNTERS: Final = 30
LARGEST_Z: Final = 4.0
CAP_Z: Final = 99.0
"""Shown where luck hardly scatters, or not at all."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LuckFinding:
    """A bot whose luck is no chance.

    Attributes:
        bot: its name.
        mean: its luck, in points a series.
        z: the mean in standard errors, beyond 4 on either side, at most 99.
        encounter_count: how many tell it.
    """

    bot: str
    mean: float
    z: float
    encounter_count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LuckAudit:
    """What the audit found.

    Attributes:
        bot_count: bots with 30 encounters or more, which are audited.
        findings: those that it reports, the largest z first.
    """

    bot_count: int
    findings: tuple[LuckFinding, ...]


def audit_luck(tally: Tally, luck_of: Callable[[SeriesResult], float]) -> LuckAudit:
    """Audit every bot with at least 30 encounters.

    Args:
        tally: all series, added up.
        luck_of: the luck of A in a series that was not played out, up to the fault, in points.
    """
    sums = {name: replace(bot.luck) for name, bot in tally.bots.items()}
    broken = [legs for legs in tally.broken if any(leg.match_count for leg in legs)]
    counts = {name: own.count for name, own in sums.items()}
    for leg, _ in broken:
        counts[leg.a] += 1
        counts[leg.b] += 1
    audited = {name for name, count in counts.items() if count >= LEAST_ENCOUNTERS}
    for legs in broken:
        a, b = legs[0].a, legs[0].b
        if a in audited or b in audited:
            luck = sum(leg.luck if leg.luck is not None else luck_of(leg) for leg in legs if leg.match_count)
            sums[a].add(luck)
            sums[b].add(-luck)
    findings = [found for name in audited if (found := _judge(name, sums[name])) is not None]
    findings.sort(key=lambda found: (-abs(found.z), found.bot))
    return LuckAudit(bot_count=len(audited), findings=tuple(findings))


def record_luck(record: SeriesRecord, variant: Variant) -> float:
    """The luck of A in a series, in points; of a match that a fault ended, up to the fault.

    Raises:
        ReplayError: the record does not follow the rules.
    """
    luck = 0.0
    for match in record.matches:
        try:
            of_first = match_luck(match.deal.cards, match.turns, variant).total if match.luck is None else match.luck
        except RulesError as error:
            place = f"series {record.number}, match {match.number}"
            raise ReplayError(f"{place}: the stored turns break the rules: {error}; see `referee verify`") from error
        luck += of_first if match.bots[0] == record.bots[0] else -of_first
    return luck


def _judge(bot: str, sums: LuckSums) -> LuckFinding | None:
    """A finding where |z| is above 4; none where there is no luck at all."""
    mean = sums.total / sums.count
    variance = max(0.0, sums.squares - sums.total * mean) / (sums.count - 1)
    error = math.sqrt(variance / sums.count)
    if abs(mean) <= LARGEST_Z * error:
        return None
    z = min(CAP_Z, abs(mean) / error) if error else CAP_Z
    return LuckFinding(bot=bot, mean=mean, z=math.copysign(z, mean), encounter_count=sums.count)
