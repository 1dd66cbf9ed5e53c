"""A head to head: everything that is shown of it, built here once; whoever shows it only formats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from referee.ratings.facts import provenance
from referee.ratings.headtohead.lead import EloLead, elo_lead
from referee.ratings.headtohead.points import MarginEstimate
from referee.ratings.headtohead.reading import EncounterCounts, HeadToHead
from referee.ratings.headtohead.sprt import Outcome, Plan
from referee.results.reader import Results
from referee.results.rows import StoredBot

OWN_FAULTS_LIMIT: Final = 0.05
"""Where a bot's own faults left out more than this share of the encounters, margins do not tell who is stronger."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """Two bots head to head, over their whole encounters, told from the first one's side.

    Attributes:
        tournament: its name.
        bots: names of the first and the second.
        encounters: how many, by what they are good for.
        wins, draws, losses: series of the first bot; one that both bots lost is a loss.
        points: league points of both.
        scores: rated encounters by the first bot's points: 0, ½, 1, 1½, 2.
        margin: the first bot's mean margin, in points a series.
        luck_model: name of the model whose luck is taken from margins; None where none is.
        elo: the first bot's lead; None without a rated encounter.
        test: of the sequential test; None where none was asked for.
        provenance: how the bots were kept apart, and how the deals are proven, a line each.
        gap_round: the round at which the test stopped reading, since its encounter is not final; None where it did not.
    """

    tournament: str
    bots: tuple[str, str]
    encounters: EncounterCounts
    wins: int
    draws: int
    losses: int
    points: tuple[float, float]
    scores: tuple[int, ...]
    margin: MarginEstimate
    luck_model: str | None
    elo: EloLead | None
    test: Outcome | None
    provenance: tuple[str, ...]
    gap_round: int | None

    @property
    def series_count(self) -> int:
        """Series of whole encounters."""
        return self.wins + self.draws + self.losses

    @property
    def faulty(self) -> tuple[str, ...]:
        """Bots whose own faults left out more than 5 % of the encounters: margins say too little of them."""
        limit = OWN_FAULTS_LIMIT * self.encounters.whole
        return tuple(name for name in self.bots if self.encounters.left_out_by[name] > limit)


def compare(
    results: Results, bots: tuple[str, str], *, plan: Plan | None = None, takes_luck: bool = True
) -> Comparison:
    """Two bots head to head as the results are now, all of one moment, read once.

    Args:
        results: of the tournament.
        bots: two different names; a name that is not in the results has no encounters.
        plan: of a sequential test; None for none.
        takes_luck: whether luck is taken from margins, if the tournament has a model of it.

    Raises:
        StoreError: the results cannot be read.
    """
    with results.snapshot():
        header, stored = results.header, results.bots()
        origin = provenance(header, results.stages())
        luck_model = header.luck_model if takes_luck else None
        sums = HeadToHead(bots, plan, takes_luck=luck_model is not None, is_gapless=_are_present(stored, bots))
        sums.read(results.series_rows(bots))
    return conclude(sums, tournament=header.name, luck_model=luck_model, provenance=origin)


def conclude(
    sums: HeadToHead, *, tournament: str, luck_model: str | None, provenance: Sequence[str] = ()
) -> Comparison:
    """What the sums say, after all was read; names of the tournament and of its model of luck go with it."""
    return Comparison(
        tournament=tournament,
        bots=sums.bots,
        encounters=sums.encounters,
        wins=sums.wins,
        draws=sums.draws,
        losses=sums.losses,
        points=(sums.points[0], sums.points[1]),
        scores=tuple(sums.scores.counts),
        margin=sums.margins.estimate(),
        luck_model=luck_model,
        elo=elo_lead(sums.scores.counts, wins=sums.rated_wins, losses=sums.rated_losses),
        test=None if sums.test is None else sums.test.outcome(),
        provenance=tuple(provenance),
        gap_round=None if sums.test is None else sums.gap_round,
    )


def _are_present(stored: Sequence[StoredBot], names: Sequence[str]) -> bool:
    """Whether both still play: a bot that was removed has encounters that will never be final."""
    present = {bot.name for bot in stored if not bot.removed}
    return present.issuperset(names)
