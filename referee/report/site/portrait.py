"""The pages of one bot: its line, its opponents, its faults and times, and lists of its encounters."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, Final

from referee.ratings.field import faulty_bots
from referee.ratings.standings import StandingsRow
from referee.report.site import paths
from referee.report.site.duels import PAGE_ENCOUNTERS, Duel, Portfolio
from referee.report.site.faultlist import FaultList
from referee.report.site.lines import Interval, interval_on
from referee.report.site.overview import Overview
from referee.report.site.scale import Scale, scale_of
from referee.report.site.shell import render_page

PAGE_OPPONENTS: Final = 200
"""Opponents of a bot's page, and of each further one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Meeting:
    """One opponent's line: the head to head, and its margin on a scale; None where it has no error."""

    duel: Duel
    interval: Interval | None


class Portrait:
    """The pages of one bot."""

    def __init__(self, overview: Overview, portfolio: Portfolio, faults: FaultList) -> None:
        self._overview = overview
        self._portfolio = portfolio
        self._faults = faults
        self._bot = portfolio.bot

    @property
    def opponent_pages(self) -> range:
        """The numbers of the pages with opponents, from 1, which is the bot's own page."""
        return range(1, 1 + max(1, math.ceil(len(self._portfolio.opponents) / PAGE_OPPONENTS)))

    @property
    def encounter_pages(self) -> range:
        """The numbers of the pages with encounters, from 1."""
        return range(1, 1 + math.ceil(self._portfolio.encounter_count / PAGE_ENCOUNTERS))

    def paths(self) -> Iterator[str]:
        """All of them; the bot's own page first."""
        yield paths.bot_page(self._bot)
        for number in self.opponent_pages[1:]:
            yield paths.opponents_page(self._bot, number)
        for number in self.encounter_pages:
            yield paths.encounters_page(self._bot, number)

    def page(self) -> str:
        """The bot's own page, with its first opponents."""
        name, overview = self._bot, self._overview
        config = overview.facts.header.config
        return self._render(
            "bot.html.jinja",
            paths.bot_page(name),
            line=overview.lines[name],
            reasons=list(_reasons(overview.lines[name], is_faulty=name in faulty_bots(overview.field.league))),
            stored=overview.bots.get(name),
            faults=self._faults.of(name),
            fault_pages=self._faults.page_numbers,
            clock=config.get("clock", {}),
            is_gauntlet=overview.standings.subject is not None,
            **self._opponents(1),
        )

    def opponents_page(self, number: int) -> str:
        """More opponents, from page 2 on."""
        return self._render(
            "opponents.html.jinja", paths.opponents_page(self._bot, number), number=number, **self._opponents(number)
        )

    def encounters_page(self, number: int) -> str:
        """Encounters opponent after opponent, from page 1 on."""
        start = (number - 1) * PAGE_ENCOUNTERS
        shown = islice(self._portfolio.encounters(), start, start + PAGE_ENCOUNTERS)
        return self._render(
            "encounters.html.jinja",
            paths.encounters_page(self._bot, number),
            groups=[(name, list(group)) for name, group in groupby(shown, key=attrgetter("opponent"))],
            number=number,
        )

    def _render(self, template: str, page: str, **context: Any) -> str:
        portfolio = self._portfolio
        return render_page(
            template,
            page=page,
            overview=self._overview,
            bot=self._bot,
            encounter_count=portfolio.encounter_count,
            opponent_count=len(portfolio.opponents),
            encounter_pages=self.encounter_pages,
            opponent_pages=self.opponent_pages,
            **context,
        )

    def _opponents(self, number: int) -> dict[str, Any]:
        start = (number - 1) * PAGE_OPPONENTS
        names = self._portfolio.opponents[start : start + PAGE_OPPONENTS]
        duels = [self._portfolio.duel(name) for name in names]
        scale = _scale(duels)
        return {"scale": scale, "meetings": [Meeting(duel=duel, interval=_interval(duel, scale)) for duel in duels]}


def _reasons(line: StandingsRow, *, is_faulty: bool) -> Iterator[str]:
    """Why something on its line is "–"."""
    if not line.series_count:
        yield "No series of it is final yet."
        return
    if is_faulty:
        yield "No Strength, no average: its own faults left out more than 5 % of its encounters."
    elif line.strength is None:
        yield "No Strength: too few whole encounters to tell how they scatter."
    if line.average_score is None and not is_faulty:
        yield "No average: none of its encounters is whole and played out."
    if line.elo is None:
        yield "No Elo: none of its series is rated."


def _scale(duels: Sequence[Duel]) -> Scale | None:
    margins = [duel.comparison.margin for duel in duels]
    return scale_of((one.mean, one.error) for one in margins if one.mean is not None and one.error is not None)


def _interval(duel: Duel, scale: Scale | None) -> Interval | None:
    margin = duel.comparison.margin
    if scale is None or margin.mean is None or margin.error is None:
        return None
    return interval_on(scale, margin.mean, margin.error)
