"""Faults as lines of a page, each with a link to the turn it happened at."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from referee.bots.text import escape_text
from referee.errors import FaultKind
from referee.report.site import paths
from referee.report.site.overview import Overview
from referee.report.site.shell import render_page
from referee.results.rows import FaultSummary

FRONT_FAULTS: Final = 10
"""Faults that the front page itself tells, and the page of a bot: the last ones."""
PAGE_FAULTS: Final = 250
"""Faults of each page that lists them all."""
DETAIL_CHARACTERS: Final = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultLine:
    """One fault: bot and kind only until both legs of its encounter are final (DESIGN section 3).

    Attributes:
        bot: its name.
        kind: in one word.
        opponent: the other bot's name; like all that follows None until both legs are final.
        detail: its sentence.
        series: the number of the series; the sentence says match and turn.
        link: of that turn's replay.
        substituted: whether the referee played that turn, and the match went on.
    """

    bot: str
    kind: str
    opponent: str | None = None
    detail: str | None = None
    series: int | None = None
    link: str | None = None
    substituted: bool = False


class FaultList:
    """The faults of a tournament that are listed one by one, in the order of the schedule.

    Attributes:
        all: the faults.
        earlier_count: those before them, which are only counted.
        withdrawn_count: series lost because the bot is asked no more, which are only counted too.
    """

    def __init__(self, overview: Overview) -> None:
        self._overview = overview
        self.all = [_line(overview, fault) for fault in overview.standings.fault_list]
        kinds = [one.tally.faults for one in overview.field.league]
        self.withdrawn_count = sum(one[FaultKind.WITHDRAWN] for one in kinds)
        self.earlier_count = sum(one.total() for one in kinds) - self.withdrawn_count - len(self.all)

    @property
    def last(self) -> Sequence[FaultLine]:
        """Those that the front page tells, the last one last."""
        return self.all[-FRONT_FAULTS:]

    @property
    def page_numbers(self) -> range:
        """The numbers of the pages with all of them, from 1; none where the front page tells all."""
        return range(1, 1 + math.ceil(len(self.all) / PAGE_FAULTS)) if len(self.all) > FRONT_FAULTS else range(0)

    def of(self, bot: str) -> Sequence[FaultLine]:
        """The last faults of one bot."""
        return [fault for fault in self.all if fault.bot == bot][-FRONT_FAULTS:]

    def paths(self) -> Iterator[str]:
        """The pages with all of them."""
        return map(paths.faults_page, self.page_numbers)

    def page(self, number: int) -> str:
        """A page of them."""
        start = (number - 1) * PAGE_FAULTS
        return render_page(
            "faults.html.jinja",
            page=paths.faults_page(number),
            overview=self._overview,
            faults=self,
            shown=self.all[start : start + PAGE_FAULTS],
            number=number,
        )


def _line(overview: Overview, fault: FaultSummary) -> FaultLine:
    if fault.detail is None:
        return FaultLine(bot=fault.bot, kind=fault.kind.value)
    pair = overview.pairs[fault.series]
    return FaultLine(
        bot=fault.bot,
        kind=fault.kind.value,
        opponent=pair[1] if pair[0] == fault.bot else pair[0],
        detail=escape_text(fault.detail, DETAIL_CHARACTERS),
        series=fault.series,
        link=paths.replay_link(fault.series, fault.match, fault.turn),
        substituted=fault.substituted,
    )
