"""The table in words: who leads, how sure that is, and what is undecided."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final, Literal

from referee.ratings.elo import EloTable
from referee.ratings.league import LeagueRow
from referee.ratings.ranks import PlaceRange
from referee.ratings.strength import StrengthTable

DECIDED: Final = 0.975
"""From this probability on that a bot is the stronger, or the strongest, it is called so: 95 % on two sides, as in the
intervals of Place."""


def verdict(
    rows: Sequence[LeagueRow],
    elo: EloTable,
    strength: StrengthTable,
    *,
    provisional: bool,
    sort: Literal["points", "strength"] = "points",
) -> str:
    """One or more sentences.

    Args:
        rows: in the order that is shown.
        elo: of the same bots; it judges where there is no Strength.
        strength: of the same bots.
        provisional: whether they have played unequal numbers of series.
        sort: what the order is by.
    """
    ranked = [row for row in rows if row.place is not None]
    if not ranked:
        return "No series is final yet."
    ratings = Ratings(elo=elo, strength=strength)
    by_strength = sort == "strength" and bool(strength.ratings)
    lead = _strength_lead(ranked[0], strength) if by_strength else _lead(ranked, by_percent=provisional)
    sentences = [f"{lead}{_confidence(ranked, ratings)}.", _open_places(ranked, ratings), _groups(ratings)]
    if provisional:
        sentences.insert(0, _unequal(rows))
    return " ".join(sentence for sentence in sentences if sentence)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ratings:
    """What there is to judge by."""

    elo: EloTable
    strength: StrengthTable


def _strength_lead(leader: LeagueRow, strength: StrengthTable) -> str:
    where = " of its group" if len(strength.groups) > 1 else ""
    value = strength.ratings[leader.name].value
    return f"{leader.name} has the highest Strength{where} ({value:+.1f} points a series)"


def _lead(ranked: Sequence[LeagueRow], *, by_percent: bool) -> str:
    leaders = [row.name for row in ranked if row.place == 1]
    leader = ranked[0]
    score = f"{100 * (leader.share or 0):.1f} %" if by_percent else _points(leader.tally.points)
    if len(leaders) > 1:
        return f"{listed(leaders)} share the lead with {score} each"
    is_tied = len(ranked) > 1 and (
        ranked[1].share == leader.share if by_percent else ranked[1].tally.points == leader.tally.points
    )
    return f"{leader.name} leads with {score}{' on the tie-break' if is_tied else ''}"


def _points(points: float) -> str:
    return f"{points_text(points)} {'point' if points == 1 else 'points'}"


def points_text(points: float) -> str:
    """League points, however many: `7`, `1234567.5`."""
    return f"{points:.1f}".removesuffix(".0")


def _confidence(ranked: Sequence[LeagueRow], ratings: Ratings) -> str:
    """How sure it is that the leader is the best; "" where nothing can be said."""
    chances = {
        name: (rating.group, rating.places.strongest)
        for name, rating in ratings.strength.ratings.items()
        if rating.places is not None
    }
    leader = ranked[0].name
    group = chances[leader][0] if leader in chances else 0
    rivals = {name: chance for name, (number, chance) in chances.items() if number == group}
    if len(rivals) < 2:  # who is alone with a Strength is the strongest of nobody else
        return _confidence_by_elo(ranked, ratings.elo)
    best = max(rivals, key=lambda name: (rivals[name], name == leader))
    title = "the stronger" if len(rivals) == 2 else "the strongest"
    if len(ratings.strength.groups) > 1:
        title += " of its group"
    elif leader in chances and len(rivals) < len(ranked):
        title += " of those with a Strength"
    if leader not in chances:
        return f"; of those with a Strength {_claim(best, rivals, title)}"
    if len([row for row in ranked if row.place == 1]) > 1:
        return f"; {_claim(best, rivals, title)}"
    if len(rivals) == 2 and _is_even(rivals[best]):
        return f"; by Strength {next(name for name in rivals if name != leader)} is level with it"
    if best != leader:
        return f", but {_claim(best, rivals, title)}"
    return f"{_and_is(rivals[best])} {percent_text(rivals[best])} likely {title}"


def _confidence_by_elo(ranked: Sequence[LeagueRow], elo: EloTable) -> str:
    leader = ranked[0].name
    chances = ((elo.probability_stronger(leader, row.name), row.name) for row in ranked[1:])
    rivals = [(chance, name) for chance, name in chances if chance is not None]
    if not rivals or ranked[1].place == 1:
        return ""
    chance, rival = min(rivals)
    if _is_even(chance):
        return f"; by Elo {rival} is level with it"
    if chance < 0.5:
        return f", but by Elo {rival} is {percent_text(1 - chance)} likely to be the stronger"
    against = f"than {rival}" if len(rivals) == 1 else f"than {rival}, its closest rival by Elo"
    return f"{_and_is(chance)} {percent_text(chance)} likely to be stronger {against}"


def _claim(name: str, chances: Mapping[str, float], title: str) -> str:
    """How likely the likeliest is what the title says, or each of those whose Strength is quite the same."""
    chance = chances[name]
    level = list(chances.values()).count(chance)
    if level > 1:
        return f"{level} bots are each {percent_text(chance)} likely {title}"
    if chance < 0.5:
        return f"{name} is the likeliest to be {title}, with {percent_text(chance)}"
    return f"{name} is {percent_text(chance)} likely {title}"


def _and_is(chance: float) -> str:
    return " and is" if chance >= DECIDED else ", but is only"


def _is_even(chance: float) -> bool:
    """Whether it would be said to be 50 %, for either of two bots."""
    return abs(chance - 0.5) < 0.01


def _open_places(ranked: Sequence[LeagueRow], ratings: Ratings) -> str:
    """Runs of rows that may stand in another order by true strength; nothing where nobody is rated."""
    if len(ranked) < 2 or not ratings.elo.ratings:
        return ""
    runs: list[list[int]] = []
    for place in sorted(_open_lines(ranked, ratings)):
        if runs and runs[-1][1] == place:
            runs[-1][1] = place + 1
        else:
            runs.append([place, place + 1])
    judge = _judge_of_some(ranked, ratings)
    if not runs:
        return f"Every place is decided{judge}."
    if runs == [[1, len(ranked)]]:
        return f"Every place is open{judge}." if len(ranked) > 2 else "The lead is open."
    return f"Places {listed([f'{first}–{last}' for first, last in runs])} are open{judge}."


def _open_lines(ranked: Sequence[LeagueRow], ratings: Ratings) -> set[int]:
    """The lines below rows, from 1, that are not sure: who stands above one may be weaker than somebody below it."""
    lines = _lines_open_by_strength(ranked, ratings.strength)
    rated = [ratings.strength.ratings.get(row.name) for row in ranked]
    groups = [None if rating is None else rating.group for rating in rated]
    for upper, row in enumerate(ranked):
        apart = (
            lower
            for lower in range(len(ranked) - 1, upper, -1)
            if groups[upper] is None or groups[upper] != groups[lower]
        )
        lowest = next((lower for lower in apart if _is_open_by_elo(row, ranked[lower], ratings.elo)), upper)
        lines.update(range(upper + 1, lowest + 1))
    return lines


def _is_open_by_elo(upper: LeagueRow, lower: LeagueRow, elo: EloTable) -> bool:
    probability = elo.probability_stronger(upper.name, lower.name)
    return probability is None or probability < DECIDED


def _lines_open_by_strength(ranked: Sequence[LeagueRow], strength: StrengthTable) -> set[int]:
    """Those that the Places of bots of a group reach across."""
    groups: defaultdict[int, list[tuple[int, PlaceRange]]] = defaultdict(list)
    for number, row in enumerate(ranked, 1):
        rating = strength.ratings.get(row.name)
        if rating is not None and rating.places is not None:
            groups[rating.group].append((number, rating.places))
    lines: set[int] = set()
    for rows in groups.values():
        worst_above = accumulate((places.high for _, places in rows), max)
        best_below = [*accumulate((places.low for _, places in reversed(rows)), min)][-2::-1]
        for ((upper, _), (lower, _)), worst, best in zip(pairwise(rows), worst_above, best_below, strict=False):
            if worst >= best:
                lines.update(range(upper, lower))
    return lines


def _judge_of_some(ranked: Sequence[LeagueRow], ratings: Ratings) -> str:
    """By what places are told where only some bots have a Strength; "" where all or none have."""
    have = {row.name in ratings.strength.ratings for row in ranked}
    return ", by Elo where a bot has no Strength" if len(have) > 1 else ""


def _groups(ratings: Ratings) -> str:
    met, measured = len(ratings.elo.groups), len(ratings.strength.groups)
    if met > 1:
        return f"The bots fall into {met} groups that have not met each other: ratings compare only bots of one group."
    if measured > 1:
        return f"No whole encounter joins the {measured} groups of bots that have a Strength: it compares inside each."
    return ""


def _unequal(league: Sequence[LeagueRow]) -> str:
    counts = [row.tally.series_count for row in league]
    return f"Provisional, by %: the bots have played {min(counts)} to {max(counts)} series each."


def percent_text(probability: float) -> str:
    """A probability as a person says it, never rounded up."""
    return "over 99 %" if probability >= 0.99 else f"{int(100 * probability)} %"


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
