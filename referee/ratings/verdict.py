"""The table in words: who leads, how sure that is, and what is undecided."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from referee.ratings.elo import EloTable
from referee.ratings.league import LeagueRow
from referee.ratings.strength import StrengthTable

SURE: Final = 0.95
"""From this probability on that one bot is stronger than another, we call it decided."""


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

    def probability_stronger(self, one: str, other: str) -> float | None:
        """By Strength, or by Elo where one has no Strength; None where neither can tell."""
        probability = self.strength.probability_stronger(one, other)
        return self.elo.probability_stronger(one, other) if probability is None else probability


def _strength_lead(leader: LeagueRow, strength: StrengthTable) -> str:
    return f"{leader.name} has the highest Strength ({strength.ratings[leader.name].value:+.1f} points a series)"


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
    if not chances:
        return _confidence_by_elo(ranked, ratings.elo)
    leader = ranked[0].name
    group = chances[leader][0] if leader in chances else 0
    rivals = {name: chance for name, (number, chance) in chances.items() if number == group}
    best = max(rivals, key=lambda name: (rivals[name], name == leader))
    title = "the stronger" if len(rivals) == 2 else "the strongest"
    if len(ratings.strength.groups) > 1:
        title += " of its group"
    elif leader in chances and len(rivals) < len(ranked):
        title += " of those with a Strength"
    if leader not in chances:
        return f"; of those with a Strength {_claim(best, rivals[best], title)}"
    if len([row for row in ranked if row.place == 1]) > 1:
        return f"; {_claim(best, rivals[best], title)}"
    if len(rivals) == 2 and _is_even(rivals[best]):
        return f"; by Strength {next(name for name in rivals if name != leader)} is level with it"
    if best != leader:
        return f", but {_claim(best, rivals[best], title)}"
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


def _claim(name: str, chance: float, title: str) -> str:
    if chance < 0.5:
        return f"{name} is the likeliest to be {title}, with {percent_text(chance)}"
    return f"{name} is {percent_text(chance)} likely {title}"


def _and_is(chance: float) -> str:
    return " and is" if chance >= SURE else ", but is only"


def _is_even(chance: float) -> bool:
    """Whether it would be said to be 50 %, for either of two bots."""
    return abs(chance - 0.5) < 0.01


def _open_places(ranked: Sequence[LeagueRow], ratings: Ratings) -> str:
    """Runs of neighbours of which none is surely stronger than the next; nothing where nobody is rated."""
    if len(ranked) < 2 or not ratings.elo.ratings:
        return ""
    runs: list[list[int]] = []
    for place, (upper, lower) in enumerate(pairwise(ranked), 1):
        probability = ratings.probability_stronger(upper.name, lower.name)
        if probability is not None and probability >= SURE:
            continue
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
