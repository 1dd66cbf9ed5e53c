"""Final series added up, by bot and by pair, one at a time and in any order: what every table starts from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.errors import FaultKind
from referee.play.records import SeriesEnd
from referee.ratings.pairs import Meeting
from referee.results.rows import FaultSummary, SeriesResult


@dataclass(kw_only=True, slots=True)
class BotTally:
    """Sums over one bot's final series.

    Attributes:
        wins, draws, losses: series; one that both bots lost is a loss for both.
        lost_by_fault: series lost by its own fault or withdrawal.
        faults: how often by kind, turns that the referee played for it included.
        encounter_count: encounters of which a leg is final.
        left_out_count: those with a forfeit, by whomever: in no average.
        own_left_out_count: those that its own faults left out.
        played_out_count: series of the other encounters: averages are over these.
        match_count, score_sum, margin_sum: matches in these, its points in them, and less its opponents'.
        turn_count, think_sum_ms, think_max_ms, margin_uses: over all turns it was asked for.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lost_by_fault: int = 0
    faults: Counter[FaultKind] = field(default_factory=Counter)
    encounter_count: int = 0
    left_out_count: int = 0
    own_left_out_count: int = 0
    played_out_count: int = 0
    match_count: int = 0
    score_sum: int = 0
    margin_sum: int = 0
    turn_count: int = 0
    think_sum_ms: float = 0.0
    think_max_ms: float = 0.0
    margin_uses: int = 0

    @property
    def series_count(self) -> int:
        """Final series."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """League points: 1, ½ or 0 a series."""
        return self.wins + self.draws / 2


@dataclass(kw_only=True, slots=True)
class PairTally:
    """Sums over the final series of one pair: league points of A and B, and the rated series."""

    points_a: float = 0.0
    points_b: float = 0.0
    rated: Meeting = field(default_factory=Meeting)


class Tally:
    """Sums over final series that grow as series become final.

    Attributes:
        bots: by name; bots without a series are not in it.
        pairs: by both names, the first in code-point order first.
        encounter_count: encounters of which a leg is final.
        left_out_count: those with a forfeit in them.
    """

    def __init__(self) -> None:
        self.bots: dict[str, BotTally] = {}
        self.pairs: dict[tuple[str, str], PairTally] = {}
        self.encounter_count = 0
        self.left_out_count = 0
        self._first_legs: dict[tuple[str, str, int, int], SeriesResult] = {}

    def add(self, result: SeriesResult) -> None:
        """Count a final series, once; its encounter is counted anew when the other leg comes."""
        for side, name in enumerate((result.a, result.b)):
            self._add_side(self.bots.setdefault(name, BotTally()), name, result, side)
        pair = self.pairs.setdefault((result.a, result.b), PairTally())
        pair.points_a += result.points[0]
        pair.points_b += result.points[1]
        if is_rated(result):
            pair.rated.add(result.points[0])
        key = (result.a, result.b, result.round, result.replay)
        other = self._first_legs.pop(key, None)
        if other is None:
            self._first_legs[key] = result
            self._count_encounter([result], 1)
        else:
            self._count_encounter([other], -1)
            self._count_encounter([other, result], 1)

    def add_fault(self, fault: FaultSummary) -> None:
        """Count a fault for the summary by kind; what it did to the series comes with the series."""
        self.bots.setdefault(fault.bot, BotTally()).faults[fault.kind] += 1

    def bot(self, name: str) -> BotTally:
        """The sums of a bot, only to be read; empty ones for a bot without a series."""
        return self.bots.get(name) or BotTally()

    def _add_side(self, bot: BotTally, name: str, result: SeriesResult, side: int) -> None:
        points = result.points[side]
        if points == 1:
            bot.wins += 1
        elif points:
            bot.draws += 1
        else:
            bot.losses += 1
        if name in result.losers:
            bot.lost_by_fault += 1
            if result.end is SeriesEnd.WITHDRAWN:
                bot.faults[FaultKind.WITHDRAWN] += 1
        bot.turn_count += result.turn_counts[side]
        bot.think_sum_ms += result.think_sum_ms[side]
        bot.think_max_ms = max(bot.think_max_ms, result.think_max_ms[side])
        bot.margin_uses += result.margin_uses[side]

    def _count_encounter(self, legs: Sequence[SeriesResult], sign: int) -> None:
        """Count an encounter as far as it is known, or with sign −1 take that back."""
        a, b = legs[0].a, legs[0].b
        rated = [leg for leg in legs if is_rated(leg)]
        if rated:
            points = sum(leg.points[0] for leg in rated)
            self.pairs[a, b].rated.add_encounter(points, len(rated), sign=sign)
        is_played_out = all(leg.end is SeriesEnd.PLAYED for leg in legs)
        self.encounter_count += sign
        self.left_out_count += 0 if is_played_out else sign
        for side, name in enumerate((a, b)):
            bot = self.bots[name]
            bot.encounter_count += sign
            if is_played_out:
                _add_scores(bot, legs, side, sign)
                continue
            bot.left_out_count += sign
            if any(name in leg.losers for leg in legs):
                bot.own_left_out_count += sign


def is_rated(result: SeriesResult) -> bool:
    """Whether a series counts in Elo: not where both bots were at fault, and not where one was withdrawn."""
    return result.end is not SeriesEnd.WITHDRAWN and len(result.losers) < 2


def _add_scores(bot: BotTally, legs: Sequence[SeriesResult], side: int, sign: int) -> None:
    for leg in legs:
        bot.played_out_count += sign
        bot.match_count += sign * leg.match_count
        bot.score_sum += sign * leg.totals[side]
        bot.margin_sum += sign * (leg.totals[side] - leg.totals[1 - side])
