"""The front page: the verdict, facts, standings, crosstable, head to head, faults, and how the numbers are made."""

import re
import shlex
from typing import Final

from markupsafe import Markup, escape

from referee.report.site import paths
from referee.report.site.duels import Duel
from referee.report.site.faultlist import FaultList
from referee.report.site.lines import Lines
from referee.report.site.overview import Overview
from referee.report.site.shell import harmless, render_page
from referee.report.site.square import Square

_AMOUNT: Final = r"(?:over )?\d+(?:\.\d+)?(?: of \d+)? (?:%|points?\b)"


def front_page(overview: Overview, *, lines: Lines, square: Square, faults: FaultList, duel: Duel | None) -> str:
    """The page; `duel` is the head to head that is shown first, None with a single bot."""
    standings = overview.standings
    leader = standings.subject or (standings.rows[0].bot if standings.rows else "")
    return render_page(
        "front.html.jinja",
        page=paths.FRONT,
        overview=overview,
        standings=standings,
        verdict=emphasized(standings.verdict, leader),
        state=state(overview),
        lines=lines,
        square=square,
        faults=faults,
        duel=duel,
        facts=[fact.partition(":") for fact in standings.facts if not fact.startswith("Deals:")],
        verify=f"referee verify {shlex.quote(overview.folder)}",
    )


def state(overview: Overview) -> str:
    """How far the tournament has come, in a word or two."""
    if overview.is_final:
        return "provisional" if overview.standings.is_provisional else "final"
    return "not begun" if not overview.standings.final_count else "in progress"


def emphasized(sentence: str, name: str) -> Markup:
    """A sentence in which the name, where it stands first, and all amounts are strong."""
    pattern = rf"(\b{re.escape(name)}(?=\s)|{_AMOUNT})" if name else rf"({_AMOUNT})"
    parts = map(harmless, re.split(pattern, sentence))
    strong = [Markup("<b>{}</b>").format(part) if place % 2 else escape(part) for place, part in enumerate(parts)]
    return Markup().join(strong)
