"""Where each page of a site lies: paths relative to the site, with `/`; the only place that knows them."""

import hashlib
import re
from typing import Final
from urllib.parse import quote

FRONT: Final = "index.html"
REPLAY: Final = "replay.html"
ASSETS: Final = "assets"
MARK: Final = "lost-cities-site.txt"
"""The file by which a folder is known to be a site of ours."""
TOP: Final = frozenset(
    {FRONT, REPLAY, ASSETS, MARK, "bots", "data", "encounters", "faults", "opponents", "series", "standings", "versus"}
)
"""All that a site has in its own folder."""
SERIES_PER_FOLDER: Final = 1000
"""File systems and people dislike folders of a hundred thousand files."""

CROSSTABLE: Final = "data/crosstable.js"
"""Every bot against every other, for the front page."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?|.*\.", re.IGNORECASE)
"""Names that no file or folder may have on Windows, where a site may be unpacked."""


def slug(name: str) -> str:
    """A bot's name as part of a path: itself where it is one that a TOML may have, which is unique ignoring case.

    A file changed by hand may have any other, `../x` among them: then, and for names of devices, `~` and a digest.
    """
    if _NAME.fullmatch(name) and not _DEVICE.fullmatch(name):
        return name
    return f"~{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:16]}"


def bot_page(name: str) -> str:
    """The page of a bot, by its name."""
    return f"bots/{slug(name)}.html"


def opponents_page(name: str, number: int) -> str:
    """More of a bot's opponents than its page has room for, from 1."""
    return f"opponents/{slug(name)}/{number}.html"


def encounters_page(name: str, number: int) -> str:
    """The encounters of a bot by opponent, from 1."""
    return f"encounters/{slug(name)}/{number}.html"


def opponent_anchor(name: str) -> str:
    """Where on such a page an opponent stands."""
    return f"with-{slug(name)}"


def versus_script(name: str) -> str:
    """A bot head to head with each of the others, for the front page."""
    return f"versus/{slug(name)}.js"


def standings_page(number: int) -> str:
    """More lines of the standings than the front page has room for, from 1."""
    return f"standings/{number}.html"


def standings_script(number: int) -> str:
    """The same lines, for the front page."""
    return f"standings/{number}.js"


def faults_page(number: int) -> str:
    """All faults that are listed, from 1."""
    return f"faults/{number}.html"


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
