"""One bot against each of the others, over whole encounters: what is shown of a pair, and what is worth a look."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.play.records import SeriesEnd
from referee.ratings.headtohead.comparison import Comparison, conclude
from referee.ratings.headtohead.reading import HeadToHead
from referee.ratings.headtohead.remarks import remarks, shows_wilson
from referee.ratings.headtohead.verdict import verdict
from referee.report.site import paths
from referee.report.site.overview import Overview
from referee.results.rows import SeriesResult, round_text

PAGE_ENCOUNTERS: Final = 500
"""Encounters of each page that lists them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Encounter:
    """A whole encounter from one bot's side.

    Attributes:
        opponent: name of the other bot.
        legs: both series, leg 1 first.
        side: 0 where the bot is A, else 1.
    """

    opponent: str
    legs: tuple[SeriesResult, SeriesResult]
    side: int

    @property
    def points(self) -> float:
        """The bot's points in both legs, 0..2."""
        return sum(leg.points[self.side] for leg in self.legs)

    @property
    def round_text(self) -> str:
        """The round as deal ids have it: `3`, or `3.1` for the first replay."""
        return round_text(self.legs[0].round, self.legs[0].replay)


@dataclass(frozen=True, kw_only=True, slots=True)
class Duel:
    """Two bots head to head, told from the first one's side.

    Attributes:
        comparison: the numbers.
        verdict: in words.
        remarks: what is left out, and why something is "–".
        shows_wilson: whether the interval of Wilson stands beside that of Elo.
        best, worst, closest: numbers of the series that the first bot won and lost by most points, and of the one with
            the least between them; None where there is none.
        list_path: where all encounters of the two are listed; None without any.
    """

    comparison: Comparison
    verdict: str
    remarks: tuple[str, ...]
    shows_wilson: bool
    best: int | None
    worst: int | None
    closest: int | None
    list_path: str | None


class Portfolio:
    """The series of one bot by opponent.

    Attributes:
        bot: its name.
        opponents: whom it met, in the order of the table.
        encounter_count: whole encounters with all of them.
    """

    def __init__(self, overview: Overview, bot: str) -> None:
        self.bot = bot
        self._overview = overview
        legs: dict[str, list[SeriesResult]] = {}
        for result in overview.ledger.of(bot):
            legs.setdefault(result.b if result.a == bot else result.a, []).append(result)
        self.opponents = [name for name in overview.names if name in legs]
        self._legs = legs
        self._first_page: dict[str, int] = {}
        count = 0
        for name in self.opponents:
            self._first_page[name] = 1 + count // PAGE_ENCOUNTERS
            count += sum(leg.is_complete for leg in legs[name]) // 2
        self.encounter_count = count

    def encounters(self) -> Iterator[Encounter]:
        """All whole encounters, opponent after opponent."""
        for name in self.opponents:
            yield from self.encounters_with(name)

    def encounters_with(self, opponent: str) -> Iterator[Encounter]:
        """Those with one opponent, in the order of the schedule."""
        shown = [leg for leg in self._legs.get(opponent, ()) if leg.is_complete]
        for one, other in zip(shown[::2], shown[1::2], strict=False):
            yield Encounter(opponent=opponent, legs=(one, other), side=int(one.b == self.bot))

    def duel(self, opponent: str) -> Duel:
        """Head to head with one opponent; the two need not have met."""
        overview = self._overview
        luck = overview.standings.luck
        luck_model = luck.model if luck.is_taken_out else None
        sums = HeadToHead((self.bot, opponent), None, takes_luck=luck_model is not None, is_gapless=False)
        sums.read(self._legs.get(opponent, ()))
        comparison = conclude(sums, tournament=overview.standings.tournament, luck_model=luck_model)
        leads = self._leads(opponent)
        has_met = comparison.encounters.whole > 0
        page = paths.encounters_page(self.bot, self._first_page[opponent]) if has_met else None
        return Duel(
            comparison=comparison,
            verdict=verdict(comparison),
            remarks=remarks(comparison),
            shows_wilson=shows_wilson(comparison.elo),
            best=max((lead for lead in leads if lead[0] > 0), default=(0, None))[1],
            worst=min((lead for lead in leads if lead[0] < 0), default=(0, None))[1],
            closest=min(leads, key=lambda lead: abs(lead[0]), default=(0, None))[1],
            list_path=f"{page}#{paths.opponent_anchor(opponent)}" if page else None,
        )

    def _leads(self, opponent: str) -> Sequence[tuple[int, int]]:
        """Of every series played out: the bot's lead in points, and its number."""
        return [
            (leg.totals[one.side] - leg.totals[1 - one.side], leg.number)
            for one in self.encounters_with(opponent)
            for leg in one.legs
            if leg.end is SeriesEnd.PLAYED
        ]
