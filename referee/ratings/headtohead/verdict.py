"""A head to head in words: who is stronger, by how much, and how sure that is.

Points a series decide where they can, since they say the most; Elo where there are no margins, or a bot's own faults
keep too many encounters out of them. Only one of the two decides, so that a false alarm is as rare as 5 %.
"""

from typing import Final

from referee.ratings.headtohead.comparison import Comparison
from referee.ratings.headtohead.lead import EloLead
from referee.ratings.headtohead.points import MarginEstimate
from referee.ratings.headtohead.sprt import Decision, Plan, Unit
from referee.ratings.verdict import DECIDED, percent_text

MANY: Final = 100_000
"""More encounters than this nobody plays."""


def verdict(comparison: Comparison) -> str:
    """One or more sentences."""
    return " ".join(sentence for sentence in (_strength(comparison), _test(comparison)) if sentence)


def stronger(comparison: Comparison) -> str | None:
    """The bot that is called stronger; None while that is open. Of equal bots one is in 5 % of all cases at most."""
    elo = comparison.elo
    if decides_by_points(comparison):
        chances = [comparison.margin.superiority]
    elif elo is not None and _excludes_zero(elo):
        chances = [elo.chance, elo.superiority]
    else:
        return None
    known = [chance for chance in chances if chance is not None]
    if min(known) >= DECIDED:
        return comparison.bots[0]
    return comparison.bots[1] if max(known) <= 1 - DECIDED else None


def decides_by_points(comparison: Comparison) -> bool:
    """Whether points a series decide, and not Elo."""
    return comparison.margin.superiority is not None and not comparison.faulty


def _excludes_zero(elo: EloLead) -> bool:
    low, high = elo.interval
    return (low is not None and low > 0) or (high is not None and high < 0)


def _strength(comparison: Comparison) -> str:
    elo, chance = comparison.elo, comparison.margin.superiority
    if not comparison.encounters.whole:
        return f"{' and '.join(comparison.bots)} have not met in a whole encounter yet."
    if decides_by_points(comparison) and chance is not None:
        by_series = "" if elo is None else f" {_by_series(comparison, elo)}"
        return f"{_by_points(comparison, chance)}{by_series}"
    if elo is not None:
        return _by_elo(comparison, elo)
    return "Nothing can be said of who is stronger: no encounter is rated."


def _by_points(comparison: Comparison, chance: float) -> str:
    margin = comparison.margin
    better, worse, chance = _sides(comparison, chance)
    digits = margin.decimals
    lead = f"{abs(margin.mean or 0):.{digits}f} ± {margin.error:.{digits}f} points a series"
    if stronger(comparison):
        return f"{better} is stronger than {worse} by {lead}, {percent_text(chance)} likely."
    return (
        f"It is open who is stronger: {better} is ahead by {lead}, only {percent_text(chance)} likely to be the"
        f" stronger{_outlook(margin)}."
    )


def _outlook(margin: MarginEstimate) -> str:
    """How many encounters more would decide it."""
    more = margin.more_to_decide(MANY)
    if more is None:
        return ""
    rounded = round(more, min(0, 2 - len(str(more))))
    return f"; if it stays so, about {_encounters(rounded, 'more ')} will decide it"


def _by_series(comparison: Comparison, elo: EloLead) -> str:
    """The other view, which decides nothing."""
    if elo.share == 0.5:
        return "By series won they are equal."
    better, _, chance = _sides(comparison, elo.chance)
    return f"By series won {better} is {percent_text(chance)} likely to be the stronger."


def _by_elo(comparison: Comparison, elo: EloLead) -> str:
    if elo.share == 0.5:
        return "It is open who is stronger: by series won they are equal."
    better, worse, chance = _sides(comparison, elo.chance)
    if stronger(comparison):
        return f"By series won {better} is stronger than {worse}, {percent_text(chance)} likely."
    return f"It is open who is stronger: by series won {better} is {percent_text(chance)} likely to be."


def _sides(comparison: Comparison, chance: float) -> tuple[str, str, float]:
    """The bot that is rather stronger, the other, and how likely that is, from the chance of the first."""
    first, second = comparison.bots
    return (first, second, chance) if chance >= 0.5 else (second, first, 1 - chance)


def _test(comparison: Comparison) -> str:
    test = comparison.test
    if test is None or not test.count:
        return ""
    if test.decision is None or test.decided_count is None:
        return "The sequential test is not decided."
    plan = test.plan
    accepted, refused = (plan.high, plan.low) if test.decision is Decision.HIGH else (plan.low, plan.high)
    return (
        f"The sequential test accepts {test.decision} after {_encounters(test.decided_count)}: a lead of"
        f" {comparison.bots[0]} of {bound_text(plan, accepted)} rather than {signed_bound(refused)}."
    )


def bound_text(plan: Plan, bound: float) -> str:
    """A bound with its sign and unit: `+10 points`, `-5 Elo`, `0 points`."""
    return f"{signed_bound(bound)} {'points' if plan.unit is Unit.POINTS else 'Elo'}"


def signed_bound(bound: float) -> str:
    """A bound with its sign; zero has none."""
    return f"{bound:+g}" if bound else "0"


def _encounters(count: int, kind: str = "") -> str:
    return f"{count} {kind}{'encounter' if count == 1 else 'encounters'}"
