"""Series of two bots as they come from a results file, put together to encounters and added up."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.play.records import SeriesEnd
from referee.ratings.headtohead.points import MarginTally
from referee.ratings.headtohead.sprt import Plan, ScoreTally, SequentialTest, Unit
from referee.ratings.margins import DIGITS, encounter_luck, encounter_margins
from referee.ratings.tally import is_rated
from referee.results.rows import SeriesResult

Legs = tuple[SeriesResult, SeriesResult]
"""Both series of a whole encounter, leg 1 first."""


@dataclass(kw_only=True, slots=True)
class EncounterCounts:
    """Encounters of two bots, by what they are good for.

    Attributes:
        whole: both legs are final.
        played_out: both legs were played to their end: they count in points a series.
        mirrored: whole ones whose legs have the same deals.
        rated: both legs are rated: they count in Elo.
        forfeited: whole ones with a forfeit in them.
        withdrawn: whole ones with a series that was not asked for, since a bot was withdrawn.
        unknown_luck: played out, without their luck: in no margin that luck is taken from.
        open: one leg is final.
        left_out_by: whole ones that a bot's own faults or withdrawal left out of margins, by its name.
    """

    whole: int = 0
    played_out: int = 0
    mirrored: int = 0
    rated: int = 0
    forfeited: int = 0
    withdrawn: int = 0
    unknown_luck: int = 0
    open: int = 0
    left_out_by: Counter[str] = field(default_factory=Counter)


class HeadToHead:
    """Sums over the encounters of two bots that grow as series are read, once, in the order of the schedule.

    Args:
        bots: names of the first and the second; all is told from the first one's side.
        plan: of a sequential test; None for none.
        takes_luck: whether luck is taken from margins.
        is_gapless: whether every round has an encounter of the two that is, or will be, final: a test then waits
            for those that are not.

    Attributes:
        encounters: how many, by what they are good for.
        wins, draws, losses: of the first bot, in series of whole encounters.
        points: league points of both bots in them.
        rated_wins, rated_losses: of the first bot, in rated encounters.
        scores: rated encounters by the first bot's points.
        margins: of the encounters played out.
        test: the sequential test; None without a plan.
        gap_round: the round whose encounter the test waits for; None where it read all.
    """

    def __init__(self, bots: tuple[str, str], plan: Plan | None, *, takes_luck: bool, is_gapless: bool) -> None:
        self.bots = bots
        self.encounters = EncounterCounts()
        self.wins = self.draws = self.losses = 0
        self.rated_wins = self.rated_losses = 0
        self.points = [0.0, 0.0]
        self.scores = ScoreTally()
        self.margins = MarginTally()
        self.test = None if plan is None else SequentialTest(plan)
        self.gap_round: int | None = None
        self._unit = None if plan is None else plan.unit
        self._takes_luck = takes_luck
        self._is_gapless = is_gapless
        self._leg: SeriesResult | None = None
        self._round = 0

    def read(self, series: Iterable[SeriesResult]) -> None:
        """Read final series of any bots in the order round, day, pairing, leg; those of others are passed over."""
        names = {*self.bots}
        for result in series:
            if result.a in names and result.b in names:
                self._read_leg(result)
        self._close_leg()

    def _read_leg(self, result: SeriesResult) -> None:
        other = self._leg
        if other is not None and (other.round, other.replay) == (result.round, result.replay):
            self._leg = None
            self._enter_round(result.round)
            self._read_encounter((other, result))
        else:
            self._close_leg()
            self._leg = result

    def _close_leg(self) -> None:
        """A leg is left alone: its encounter is open."""
        if self._leg is not None:
            self.encounters.open += 1
            self._leg = None

    def _enter_round(self, number: int) -> None:
        """Note the first round that was passed over."""
        if self._is_gapless and self.gap_round is None and number > self._round + 1:
            self.gap_round = self._round + 1
        self._round = number

    def _read_encounter(self, legs: Legs) -> None:
        counts = self.encounters
        counts.whole += 1
        counts.mirrored += all(leg.mirrored for leg in legs)
        for leg in legs:
            self._count_points(leg)
        counts.forfeited += any(leg.end is SeriesEnd.FORFEIT for leg in legs)
        counts.withdrawn += any(leg.end is SeriesEnd.WITHDRAWN for leg in legs)
        counts.left_out_by.update({name for leg in legs for name in leg.losers})
        margins = encounter_margins(*legs)
        if margins is not None:
            counts.played_out += 1
            self._count_margins(margins, legs)
        if all(map(is_rated, legs)):
            counts.rated += 1
            self._count_score(legs)

    def _count_points(self, leg: SeriesResult) -> None:
        mine, theirs = self._own_first(leg.points, leg)
        self.points[0] += mine
        self.points[1] += theirs
        if mine == 1:
            self.wins += 1
        elif mine:
            self.draws += 1
        else:
            self.losses += 1

    def _count_score(self, legs: Legs) -> None:
        points = [self._own_first(leg.points, leg)[0] for leg in legs]
        self.rated_wins += points.count(1)
        self.rated_losses += points.count(0)
        self.scores.add(sum(points))
        if self._unit is Unit.ELO:
            self._test(sum(points))

    def _count_margins(self, margins: tuple[int, int], legs: Legs) -> None:
        """Count the margins of A in both legs."""
        luck = encounter_luck(*legs) if self._takes_luck else 0.0
        if luck is None:
            self.encounters.unknown_luck += 1
            return
        lead = round((sum(margins) - luck) / 2, DIGITS)
        lead = lead if legs[0].a == self.bots[0] else 0.0 - lead
        self.margins.add(lead)
        if self._unit is Unit.POINTS:
            self._test(lead)

    def _test(self, value: float) -> None:
        if self.test is not None and self.gap_round is None:
            self.test.read(value)

    def _own_first(self, pair: tuple[float, float], leg: SeriesResult) -> tuple[float, float]:
        """A pair of A and B, as a pair of the first and the second bot."""
        return pair if leg.a == self.bots[0] else (pair[1], pair[0])
