"""A gauntlet: one bot, the subject, against each of the others. A row an opponent, told from the subject's side."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.ratings.elo import EloRating, EloTable, rate_elo
from referee.ratings.league import LeagueRow
from referee.ratings.margins import tabulate_margins
from referee.ratings.pairs import tabulate
from referee.ratings.strength import StrengthRating, StrengthTable, rate_strength
from referee.ratings.tally import Tally
from referee.ratings.verdict import listed, percent_text, points_text
from referee.results.rows import FaultSummary, SeriesResult

SURE: Final = 0.95
"""From this probability on the subject is told to be stronger, or weaker, than an opponent."""


class SubjectTally:
    """The subject's series against each opponent, added up as they come.

    Args:
        subject: the bot that meets all others; None in a league: nothing is added up.
        takes_luck_out: as in Tally.

    Attributes:
        subject: as above.
        tallies: by opponent, of those that were met.
    """

    def __init__(self, subject: str | None, *, takes_luck_out: bool = True) -> None:
        self.subject = subject
        self.tallies: dict[str, Tally] = {}
        self._takes_luck_out = takes_luck_out
        self._opponents: dict[int, str] = {}

    def add(self, result: SeriesResult) -> None:
        """Count a series, if the subject is in it."""
        if self.subject not in (result.a, result.b):
            return
        opponent = self._opponents[result.number] = result.b if result.a == self.subject else result.a
        if opponent not in self.tallies:
            self.tallies[opponent] = Tally(takes_luck_out=self._takes_luck_out)
        self.tallies[opponent].add(result)

    def add_fault(self, fault: FaultSummary) -> None:
        """Count a fault of a series that was counted."""
        if fault.series in self._opponents:
            self.tallies[self._opponents[fault.series]].add_fault(fault)


class Gauntlet:
    """The subject's series, added up by opponent.

    Args:
        subject: name of the bot that meets all others.
        opponents: their names.
        tallies: by opponent, its series against the subject.
        hidden: bots that get no Strength, and no average.
        is_rated: whether there is time for ratings at all.

    Attributes:
        rows: the subject's sums against each opponent, hardest first, opponents not met last; a row is named after
            the opponent, its place counts rows.
        elo: for each opponent that was met in a rated series, the subject's lead over it: Bradley–Terry of the two
            alone, whose prior is 2 virtual draws.
        strength: for each opponent with encounters enough, the subject's lead over it in points a series.
    """

    def __init__(
        self,
        subject: str,
        opponents: Sequence[str],
        tallies: Mapping[str, Tally],
        *,
        hidden: Collection[str] = (),
        is_rated: bool = True,
    ) -> None:
        self.subject = subject
        met = [
            LeagueRow(place=0, name=name, tally=tally.bot(subject), is_faulty=subject in hidden or name in hidden)
            for name, tally in tallies.items()
        ]
        met = sorted((row for row in met if row.share is not None), key=lambda row: (row.share, row.name))
        rest = sorted(set(opponents) - {row.name for row in met})
        self.rows = [replace(row, place=place) for place, row in enumerate(met, 1)]
        self.rows += [LeagueRow(place=None, name=name, tally=Tally().bot(subject), is_faulty=False) for name in rest]
        tallies = tallies if is_rated else {}
        self._elos = {name: _elo_of_two(subject, name, tally) for name, tally in tallies.items()}
        rated = {name: table.ratings for name, table in self._elos.items() if subject in table.ratings}
        self.elo = EloTable(ratings={name: _elo_lead(ratings[subject]) for name, ratings in rated.items()}, groups=())
        self._strengths = {
            name: _strength_of_two(subject, name, tally)
            for name, tally in tallies.items()
            if subject not in hidden and name not in hidden
        }
        self.strength = {
            name: _strength_lead(table.ratings[subject])
            for name, table in self._strengths.items()
            if subject in table.ratings
        }

    def verdict(self) -> str:
        """The subject's share of all points, and whom it is surely stronger or weaker than."""
        count = sum(row.tally.series_count for row in self.rows)
        if not count:
            return "No series is final yet."
        points = sum(row.tally.points for row in self.rows)
        sentences = [f"{self.subject} takes {points_text(points)} of {count} points ({100 * points / count:.1f} %)."]
        chances = {row.name: self._chance(row.name) for row in self.rows if row.name in self.elo.ratings}
        weaker = [name for name, chance in chances.items() if chance >= SURE]
        stronger = [name for name, chance in chances.items() if chance <= 1 - SURE]
        open_ = [name for name in chances if name not in weaker and name not in stronger]
        sentences += [f"At least {percent_text(SURE)} likely stronger than {listed(weaker)}."] if weaker else []
        sentences += [f"At least {percent_text(SURE)} likely weaker than {listed(stronger)}."] if stronger else []
        sentences += [f"Undecided against {listed(open_)}."] if open_ else []
        return " ".join(sentences)

    def _chance(self, opponent: str) -> float:
        """Probability that the subject is stronger than a rated opponent: by Strength, else by Elo."""
        chance = None
        if opponent in self._strengths:
            chance = self._strengths[opponent].probability_stronger(self.subject, opponent)
        if chance is None:
            chance = self._elos[opponent].probability_stronger(self.subject, opponent)
        return 0.5 if chance is None else chance


def _elo_of_two(subject: str, opponent: str, tally: Tally) -> EloTable:
    meetings = ((a, b, meeting) for (a, b), meeting in tally.pairs.items())
    return rate_elo(tabulate([subject, opponent], meetings))


def _strength_of_two(subject: str, opponent: str, tally: Tally) -> StrengthTable:
    pairs = {pair: meeting.margins for pair, meeting in tally.pairs.items()}
    return rate_strength(tabulate_margins([subject, opponent], pairs))


def _elo_lead(rating: EloRating) -> EloRating:
    """The lead over the other of two bots, whose ratings are as far from 0 on either side."""
    error, low, high = (None if part is None else 2 * part for part in (rating.error, rating.low, rating.high))
    return EloRating(value=2 * rating.value, error=error, low=low, high=high)


def _strength_lead(rating: StrengthRating) -> StrengthRating:
    """The same in points a series."""
    return StrengthRating(value=2 * rating.value, error=2 * rating.error)
