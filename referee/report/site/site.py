"""All pages of one tournament: which there are, and each rendered when it is asked for."""

from collections.abc import Iterator

from referee.ratings.standings import build_standings
from referee.report.site import paths
from referee.report.site.shell import asset_names, read_asset, render_page
from referee.results.reader import Results


class Site:
    """The pages of a tournament as its results were when this was made.

    Args:
        results: stay open as long as pages are rendered; they are read again for replays only.

    Raises:
        StoreError: the results cannot be read.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._standings = build_standings(results)

    def paths(self) -> Iterator[str]:
        """Where all pages, scripts and assets lie, relative to the site, with `/`; the front page first."""
        yield paths.FRONT
        yield from map(paths.asset, asset_names())

    def render(self, path: str) -> bytes:
        """One of them, as it is to be stored or sent.

        Raises:
            KeyError: there is none at that path.
            StoreError: the results cannot be read.
        """
        folder, _, name = path.rpartition("/")
        if path == paths.FRONT:
            return render_page("front.html.jinja", page=path, standings=self._standings).encode()
        if folder == paths.ASSETS:
            return read_asset(name)
        raise KeyError(path)
