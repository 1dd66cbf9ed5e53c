"""Where each page of a site lies: paths relative to the site, with `/`; the only place that knows them."""

from typing import Final
from urllib.parse import quote

FRONT: Final = "index.html"
REPLAY: Final = "replay.html"
ASSETS: Final = "assets"
SERIES_PER_FOLDER: Final = 1000
"""File systems and people dislike folders of a hundred thousand files."""


def bot_page(name: str) -> str:
    """The page of a bot, by its name in the TOML: letters, digits, `.`, `_`, `-`, unique ignoring case."""
    return f"bots/{name}.html"


def series_script(number: int) -> str:
    """The data of one series for the replay page, by its number from 1."""
    return f"series/{number // SERIES_PER_FOLDER}/{number}.js"


def replay_link(series: int, match: int | None = None, turn: int | None = None) -> str:
    """A link to a series, a match of it (1..3), or the position after a turn (0: before the first one).

    What is shown is in the fragment, so that the link is the same from a file and from a server.
    """
    state = {"series": series, "match": match, "turn": turn}
    return REPLAY + "#" + "&".join(f"{name}={value}" for name, value in state.items() if value is not None)


def asset(name: str) -> str:
    """A style sheet or script."""
    return f"{ASSETS}/{name}"


def link(path: str, *, page: str) -> str:
    """The address of a path as a link on another page of the site: relative, and quoted."""
    path, mark, fragment = path.partition("#")
    return "../" * page.count("/") + quote(path) + mark + fragment
