"""The table in words: who leads, how sure that is, and what is undecided."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from referee.ratings.elo import EloTable
from referee.ratings.league import LeagueRow

SURE: Final = 0.95
"""From this probability on that one bot is stronger than another, we call it decided."""


def verdict(league: Sequence[LeagueRow], elo: EloTable, *, provisional: bool) -> str:
    """One or more sentences.

    Args:
        league: in its order.
        elo: of the same bots.
        provisional: whether they have played unequal numbers of series.
    """
    ranked = [row for row in league if row.place is not None]
    if not ranked:
        return "No series is final yet."
    sentences = [_lead(ranked, elo, by_percent=provisional), _open_places(ranked, elo), _groups(elo)]
    if provisional:
        sentences.insert(0, _unequal(league))
    return " ".join(sentence for sentence in sentences if sentence)


def _lead(ranked: Sequence[LeagueRow], elo: EloTable, *, by_percent: bool) -> str:
    leaders = [row.name for row in ranked if row.place == 1]
    leader = ranked[0]
    score = f"{100 * (leader.share or 0):.1f} %" if by_percent else _points(leader.tally.points)
    if len(leaders) > 1:
        return f"{listed(leaders)} share the lead with {score} each."
    is_tied = len(ranked) > 1 and ranked[1].share == leader.share
    lead = f"{leader.name} leads with {score}{' on the tie-break' if is_tied else ''}"
    rivals = []
    for row in ranked[1:]:
        probability = elo.probability_stronger(leader.name, row.name)
        if probability is not None:
            rivals.append((probability, row.name))
    if not rivals:
        return f"{lead}."
    probability, rival = min(rivals)
    return f"{lead}{_confidence(rival, probability, is_only=len(rivals) == 1)}"


def _points(points: float) -> str:
    return f"{points:g} {'point' if points == 1 else 'points'}"


def _confidence(rival: str, probability: float, *, is_only: bool) -> str:
    against = f"than {rival}" if is_only else f"than {rival}, its closest rival by Elo"
    if probability >= SURE:
        return f" and is {percent_text(probability)} likely to be stronger {against}."
    if probability >= 0.5:
        return f", but is only {percent_text(probability)} likely to be stronger {against}."
    return f", but by Elo {rival} is {percent_text(1 - probability)} likely to be the stronger."


def _open_places(ranked: Sequence[LeagueRow], elo: EloTable) -> str:
    """Runs of neighbours of which none is surely stronger than the next; nothing where nobody is rated."""
    if len(ranked) < 2 or not elo.ratings:
        return ""
    runs: list[list[int]] = []
    for place, (upper, lower) in enumerate(pairwise(ranked), 1):
        probability = elo.probability_stronger(upper.name, lower.name)
        if probability is not None and probability >= SURE:
            continue
        if runs and runs[-1][1] == place:
            runs[-1][1] = place + 1
        else:
            runs.append([place, place + 1])
    if not runs:
        return "Every place is decided."
    if runs == [[1, len(ranked)]]:
        return "Every place is open." if len(ranked) > 2 else "The lead is open."
    return f"Places {listed([f'{first}–{last}' for first, last in runs])} are open."


def _groups(elo: EloTable) -> str:
    count = len(elo.groups)
    if count < 2:
        return ""
    return f"The bots fall into {count} groups that have not met each other: Elo compares only bots of one group."


def _unequal(league: Sequence[LeagueRow]) -> str:
    counts = [row.tally.series_count for row in league]
    return f"Provisional, by %: the bots have played {min(counts)} to {max(counts)} series each."


def percent_text(probability: float) -> str:
    """A probability of at least one half as a person says it, never rounded up."""
    return "over 99 %" if probability >= 0.99 else f"{int(100 * probability)} %"


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
