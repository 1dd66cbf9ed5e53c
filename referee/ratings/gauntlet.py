"""A gauntlet: one bot, the subject, against each of the others. A row an opponent, told from the subject's side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.ratings.elo import EloRating, EloTable, rate_elo
from referee.ratings.league import LeagueRow
from referee.ratings.pairs import tabulate
from referee.ratings.tally import Tally
from referee.ratings.verdict import SURE, listed, percent_text


class Gauntlet:
    """The subject's series, added up by opponent.

    Args:
        subject: name of the bot that meets all others.
        opponents: their names.
        tallies: by opponent, its series against the subject.

    Attributes:
        rows: the subject's sums against each opponent, hardest first, opponents not met last; a row is named after
            the opponent, its place counts rows.
        elo: for each opponent that was met in a rated series, the subject's lead over it: Bradley–Terry of the two
            alone, whose prior is 2 virtual draws.
    """

    def __init__(self, subject: str, opponents: Sequence[str], tallies: Mapping[str, Tally]) -> None:
        self.subject = subject
        self._tables = {name: _rate_two(subject, name, tallies[name]) for name in opponents if name in tallies}
        met = [LeagueRow(place=0, name=name, tally=tally.bot(subject)) for name, tally in tallies.items()]
        met = sorted((row for row in met if row.share is not None), key=lambda row: (row.share, row.name))
        rest = sorted(set(opponents) - {row.name for row in met})
        self.rows = [replace(row, place=place) for place, row in enumerate(met, 1)]
        self.rows += [LeagueRow(place=None, name=name, tally=Tally().bot(subject)) for name in rest]
        leads = ((name, table.ratings.get(subject)) for name, table in self._tables.items())
        self.elo = EloTable(ratings={name: _doubled(lead) for name, lead in leads if lead is not None}, groups=())

    def verdict(self) -> str:
        """The subject's share of all points, and whom it is surely stronger or weaker than."""
        count = sum(row.tally.series_count for row in self.rows)
        if not count:
            return "No series is final yet."
        points = sum(row.tally.points for row in self.rows)
        sentences = [f"{self.subject} takes {points:g} of {count} points ({100 * points / count:.1f} %)."]
        chances = {row.name: self._chance(row.name) for row in self.rows if row.name in self.elo.ratings}
        weaker = [name for name, chance in chances.items() if chance >= SURE]
        stronger = [name for name, chance in chances.items() if chance <= 1 - SURE]
        open_ = [name for name in chances if name not in weaker and name not in stronger]
        sentences += [f"At least {percent_text(SURE)} likely stronger than {listed(weaker)}."] if weaker else []
        sentences += [f"At least {percent_text(SURE)} likely weaker than {listed(stronger)}."] if stronger else []
        sentences += [f"Undecided against {listed(open_)}."] if open_ else []
        return " ".join(sentences)

    def _chance(self, opponent: str) -> float:
        """Probability that the subject is stronger than an opponent it met in a rated series."""
        return self._tables[opponent].probability_stronger(self.subject, opponent) or 0.0


def _rate_two(subject: str, opponent: str, tally: Tally) -> EloTable:
    meetings = ((a, b, meeting) for (a, b), meeting in tally.pairs.items())
    return rate_elo(tabulate([subject, opponent], meetings))


def _doubled(rating: EloRating) -> EloRating:
    """The lead over the other of two bots, whose ratings are as far from 0 on either side."""
    error, low, high = (None if part is None else 2 * part for part in (rating.error, rating.low, rating.high))
    return EloRating(value=2 * rating.value, error=error, low=low, high=high)
