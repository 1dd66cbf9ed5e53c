"""All pages of one tournament: which there are, and each rendered when it is asked for."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from referee.errors import RefusedError
from referee.report.site import paths
from referee.report.site.duels import Duel, Portfolio
from referee.report.site.faultlist import FaultList
from referee.report.site.front import front_page
from referee.report.site.lines import Lines
from referee.report.site.overview import read_overview
from referee.report.site.portrait import Portrait
from referee.report.site.replay import replay_page, series_script
from referee.report.site.shell import asset_names, read_asset
from referee.report.site.square import Square
from referee.results.reader import Results

_NUMBERED: Final = re.compile(r"(?:standings|faults|opponents|encounters)/(?:([^/]+)/)?([1-9]\d{0,8})\.(?:html|js)")
_ASSET: Final = re.compile(rf"{paths.ASSETS}/([^/]+)")
_SERIES: Final = re.compile(r"series/\d{1,16}/([1-9]\d{0,17})\.js")
_NAMED: Final = re.compile(r"(?:bots|versus)/([^/]+)\.(?:html|js)")


class Site:
    """The pages of a tournament as its results were when this was made.

    Args:
        results: stay open as long as pages are rendered; they are read again for replays only.

    Raises:
        StoreError: the results cannot be read.
        ReplayError: a series that ended by a fault does not follow the rules.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._overview = read_overview(results)
        self._lines = Lines(self._overview)
        self._square = Square(self._overview)
        self._faults = FaultList(self._overview)
        self._bots = {paths.slug(name): name for name in self._overview.names}
        self._portfolio: Portfolio | None = None
        self._single: dict[str, Callable[[], bytes]] = {
            paths.FRONT: self._front,
            paths.CROSSTABLE: self._square.script,
            paths.REPLAY: lambda: replay_page(results).encode(),
        }
        self._families: tuple[tuple[re.Pattern[str], Callable[[str, re.Match[str]], bytes]], ...] = (
            (_ASSET, lambda _, match: read_asset(match[1])),
            (_SERIES, self._series),
            (_NAMED, self._named),
            (_NUMBERED, self._numbered),
        )

    @property
    def final_count(self) -> int:
        """Series that are in the tables."""
        return self._overview.standings.final_count

    def paths(self) -> Iterator[str]:
        """Where all pages, scripts and assets lie, relative to the site, with `/`; the front page last.

        So whoever writes them in this order has every page that the front page leads to before that one is there.
        """
        yield from map(paths.asset, asset_names())
        yield from map(paths.series_script, self._overview.ledger.shown_numbers())
        yield from map(paths.series_script, self._overview.past)
        yield paths.REPLAY
        for name in self._overview.names:
            yield from self._portrait(name).paths()
            if name in self._square.rows:
                yield paths.versus_script(name)
        yield from self._lines.paths()
        yield from self._faults.paths()
        yield paths.CROSSTABLE
        yield paths.FRONT

    def render(self, path: str) -> bytes:
        """One of them, as it is to be stored or sent.

        Raises:
            KeyError: there is none at that path.
            StoreError: the results cannot be read.
        """
        if path in self._single:
            return self._single[path]()
        for family, page in self._families:
            if match := family.fullmatch(path):
                return page(path, match)
        raise KeyError(path)

    def _series(self, path: str, match: re.Match[str]) -> bytes:
        number = int(match[1])
        if path != paths.series_script(number):
            raise KeyError(path)
        try:
            return series_script(self._results, number).encode()
        except RefusedError as error:  # there is no such series, or it may not be shown yet
            raise KeyError(path) from error

    def _front(self) -> bytes:
        page = front_page(
            self._overview, lines=self._lines, square=self._square, faults=self._faults, duel=self._first_duel()
        )
        return page.encode()

    def _first_duel(self) -> Duel | None:
        """The head to head that is shown before one is chosen."""
        row, others = self._square.rows[:1], self._square.columns
        other = next((name for name in others if name not in row), None)
        return None if not row or other is None else self._portfolio_of(row[0]).duel(other)

    def _named(self, path: str, match: re.Match[str]) -> bytes:
        bot = self._bots[match[1]]
        if path == paths.bot_page(bot):
            return self._portrait(bot).page().encode()
        if path == paths.versus_script(bot) and bot in self._square.rows:
            return self._square.versus(self._portfolio_of(bot))
        raise KeyError(path)

    def _numbered(self, path: str, match: re.Match[str]) -> bytes:
        number = int(match[2])
        if match[1] is not None:
            return self._of_bot(path, self._bots[match[1]], number)
        if number in self._lines.page_numbers and path == paths.standings_page(number):
            return self._lines.page(number).encode()
        if number in self._lines.page_numbers and path == paths.standings_script(number):
            return self._lines.script(number)
        if number in self._faults.page_numbers and path == paths.faults_page(number):
            return self._faults.page(number).encode()
        raise KeyError(path)

    def _of_bot(self, path: str, bot: str, number: int) -> bytes:
        portrait = self._portrait(bot)
        if number in portrait.opponent_pages[1:] and path == paths.opponents_page(bot, number):
            return portrait.opponents_page(number).encode()
        if number in portrait.encounter_pages and path == paths.encounters_page(bot, number):
            return portrait.encounters_page(number).encode()
        raise KeyError(path)

    def _portrait(self, bot: str) -> Portrait:
        return Portrait(self._overview, self._portfolio_of(bot), self._faults)

    def _portfolio_of(self, bot: str) -> Portfolio:
        """A bot's series; those of the last one are kept, since the pages of a bot are rendered one after the other."""
        portfolio = self._portfolio
        if portfolio is None or portfolio.bot != bot:
            portfolio = self._portfolio = Portfolio(self._overview, bot)
        return portfolio
