"""Final series added up, by bot and by pair, one at a time and in any order: what every table starts from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.errors import FaultKind
from referee.play.records import SeriesEnd
from referee.ratings.margins import LuckSums, encounter_luck, encounter_margins
from referee.ratings.pairs import Meeting
from referee.results.rows import FaultSummary, SeriesResult


@dataclass(kw_only=True, slots=True)
class BotTally:
    """Sums over one bot's final series.

    Attributes:
        wins, draws, losses: series; one that both bots lost is a loss for both.
        lost_by_fault: series lost by its own fault or withdrawal.
        faults: how often by kind, turns that the referee played for it included.
        substituted: turns that the referee played for it.
        encounter_count: encounters of which a leg is final.
        left_out_count: those with a forfeit, by whomever: in no average.
        own_left_out_count: those that its own faults left out.
        played_out_count: series of encounters of which both legs were played out: averages are over these.
        match_count, score_sum, margin_sum: matches in these, its points in them, and less its opponents'.
        turn_count, think_sum_ms, think_max_ms, margin_uses: over all turns it was asked for.
        luck: of its encounters played out, where it is known.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lost_by_fault: int = 0
    faults: Counter[FaultKind] = field(default_factory=Counter)
    substituted: int = 0
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
    luck: LuckSums = field(default_factory=LuckSums)

    @property
    def series_count(self) -> int:
        """Final series."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """League points: 1, ½ or 0 a series."""
        return self.wins + self.draws / 2


SIDES: Final = (0, 1)


class Tally:
    """Sums over final series that grow as series become final.

    Of half an encounter nobody is told more than points, faults and times: its scores count when both legs are final
    (DESIGN section 3).

    Args:
        takes_luck_out: whether margins of encounters are less luck; where luck is not known there is then no margin.

    Attributes:
        bots: by name; bots without a series are not in it.
        pairs: by both names, the first in code-point order first.
        encounter_count: encounters of which a leg is final.
        left_out_count: those with a forfeit in them.
        lag_ms: the referee's largest own delay in a turn, in milliseconds.
        broken: the legs of encounters of which both are final and one was not played out.
    """

    def __init__(self, *, takes_luck_out: bool = True) -> None:
        self._takes_luck_out = takes_luck_out
        self.bots: dict[str, BotTally] = {}
        self.pairs: dict[tuple[str, str], Meeting] = {}
        self.encounter_count = 0
        self.left_out_count = 0
        self.lag_ms = 0.0
        self.broken: list[tuple[SeriesResult, SeriesResult]] = []
        self._first_legs: dict[tuple[str, str, int, int], SeriesResult] = {}

    def add(self, result: SeriesResult) -> None:
        """Count a final series, once; until the other leg comes it stands for its encounter, but for its scores."""
        names = (result.a, result.b)
        bots = [self._known(name) for name in names]
        for side in SIDES:
            _add_side(bots[side], names[side], result, side)
        self.lag_ms = max(self.lag_ms, result.lag_ms)
        meeting = self.pairs.get(names)
        if meeting is None:
            meeting = self.pairs[names] = Meeting()
        meeting.points_a += result.points[0]
        meeting.points_b += result.points[1]
        if is_rated(result):
            meeting.rate(result.points[0])
        key = (*names, result.round, result.replay)
        other = self._first_legs.pop(key, None)
        if other is None:
            self._first_legs[key] = result
            meeting.rate_encounter(*_rated_points(result))
            self._begin_encounter(bots, result)
        else:
            meeting.rate_encounter(*_rated_points(other, result), instead=_rated_points(other))
            self._end_encounter(bots, other, result)
            self._add_margins(meeting, bots, other, result)

    def add_fault(self, fault: FaultSummary) -> None:
        """Count a fault for the summary by kind; what it did to the series comes with the series."""
        bot = self._known(fault.bot)
        bot.faults[fault.kind] += 1
        bot.substituted += fault.substituted

    def bot(self, name: str) -> BotTally:
        """The sums of a bot, only to be read; empty ones for a bot without a series."""
        return self.bots.get(name) or BotTally()

    def _known(self, name: str) -> BotTally:
        bot = self.bots.get(name)
        if bot is None:
            bot = self.bots[name] = BotTally()
        return bot

    def _begin_encounter(self, bots: Sequence[BotTally], leg: SeriesResult) -> None:
        self.encounter_count += 1
        for bot in bots:
            bot.encounter_count += 1
        if leg.end is not SeriesEnd.PLAYED:
            self._leave_out(bots, leg)

    def _end_encounter(self, bots: Sequence[BotTally], first: SeriesResult, second: SeriesResult) -> None:
        """Count the scores of both legs, or leave out both if either was not played out."""
        if first.end is not SeriesEnd.PLAYED:
            for bot, name in zip(bots, (first.a, first.b), strict=True):
                bot.own_left_out_count += name in second.losers and name not in first.losers
        elif second.end is SeriesEnd.PLAYED:
            _add_scores(bots, first)
            _add_scores(bots, second)
        else:
            self._leave_out(bots, second)

    def _add_margins(
        self, meeting: Meeting, bots: Sequence[BotTally], other: SeriesResult, result: SeriesResult
    ) -> None:
        """Count a complete encounter as margins, if both legs were played out."""
        legs = (other, result) if other.leg < result.leg else (result, other)
        margins = encounter_margins(*legs)
        if margins is None:
            self.broken.append(legs)
            return
        luck = encounter_luck(*legs)
        if luck is not None:
            for bot, side in zip(bots, (luck, -luck), strict=True):
                bot.luck.add(side)
        if not self._takes_luck_out:
            meeting.margins.add(margins, 0.0)
        elif luck is not None:
            meeting.margins.add(margins, luck)

    def _leave_out(self, bots: Sequence[BotTally], leg: SeriesResult) -> None:
        self.left_out_count += 1
        for bot, name in zip(bots, (leg.a, leg.b), strict=True):
            bot.left_out_count += 1
            bot.own_left_out_count += name in leg.losers


def is_rated(result: SeriesResult) -> bool:
    """Whether a series counts in Elo: not where both bots were at fault, and not where one was withdrawn."""
    return result.end is not SeriesEnd.WITHDRAWN and len(result.losers) < 2


def _rated_points(*legs: SeriesResult) -> tuple[float, int]:
    """Points of A in the rated ones, and how many these are."""
    points, count = 0.0, 0
    for leg in legs:
        if is_rated(leg):
            points += leg.points[0]
            count += 1
    return points, count


def _add_side(bot: BotTally, name: str, result: SeriesResult, side: int) -> None:
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


def _add_scores(bots: Sequence[BotTally], leg: SeriesResult) -> None:
    margin = leg.totals[0] - leg.totals[1]
    for bot, score, lead in zip(bots, leg.totals, (margin, -margin), strict=True):
        bot.played_out_count += 1
        bot.match_count += leg.match_count
        bot.score_sum += score
        bot.margin_sum += lead
