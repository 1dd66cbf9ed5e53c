"""The replay page: one page for all series, and the data of each series as a script that it loads on demand.

What is shown stands in the fragment (`paths.replay_link`):

    replay.html#series=7&match=2&turn=31&hands=first

`turn` is the position after that turn, 0 the deal; the turn at which a match was forfeited has the position it was
asked at. `hands` is `all` (default), or `first` or `second` for what that seat saw.

A script is one statement that puts one object into `lostCitiesSeries`, by the number of the series:

    (globalThis.lostCitiesSeries ??= {})[7] = {"format": "lostcities-replay/1", …};

    format                     "lostcities-replay/1"
    series, round, leg         number; round as in deal ids ("3.1" for a replay); 1 or 2
    mirrored, other            whether the other leg has the same cards, and its number
    before, after              the nearest series that can be shown; null where there is none
    history                    why the series counts no more, as a sentence; null where it does
    bots, pages                names of A and B, and their pages
    colors, deck               5 or 6; cards of the deck before the first turn
    deck_only_after            last turn on which a discard pile may be drawn from
    end, result                "played", "forfeit", "withdrawn"; who won, in one sentence
    points, totals             of A and B: league points; scores added
    finished                   UTC
    matches                    those that were begun, in order:
        match, bots            number 1..3; names of `first` and `second`
        hands                  of `first` and `second` as dealt: "YH Y2 … R9"
        turns                  as in records, then the card drawn: "+R7 deck W4"
        points                 by turn: what the expedition of that card scores after it; null for a discard
        luck                   of `first`, in points: of the opening hands, then so far after each turn; null if unknown
        ms                     milliseconds by turn, then those of a faulted turn
        notes                  by turn number, escaped: {"3": "…"}
        end, scores            "deck-empty" or "forfeit"; of `first` and `second`, the boards as they stand
    faults                     what ended the series, then turns that the referee played:
        bot, kind              0 for A, 1 for B; DESIGN section 7
        match, turn            where; turn 0 is before the first
        substituted            whether the referee played that turn, and the match went on
        deed                   its sentence without match, turn, bot and seat, escaped: "played +P6 deck: …"
        evidence               pairs of title and body, all escaped; null where there is too much of it

2026-11-29: positions are not in the script: the page moves the cards. What has rules in it is, so that the page and
the referee cannot come to differ. Refused: a page for each series (100,000 times the same frame), JSON (a page opened
from a file cannot fetch it).
"""

from typing import Final

from referee.bots.text import escape_text
from referee.report.site import paths
from referee.report.site.seriesdata import series_data
from referee.report.site.shell import render_page, script_json
from referee.results.reader import Results

NAME_CHARACTERS: Final = 200
_SHEETS: Final = ("turns", "cards", "board", "player", "sizes", "phone")
_SCRIPTS: Final = (
    "nodes",
    "moves",
    "address",
    "loading",
    "board",
    "graph",
    "turns",
    "panels",
    "faults",
    "keys",
    "page",
)
"""The parts of the page's style and of its script, in the order in which they build on each other."""

_SHORTCUTS: Final = (
    (("←", "→"), "one turn back, forward"),
    (("Shift ←", "Shift →"), "ten turns"),
    (("Home", "End"), "the deal, the last turn"),
    (("Space",), "play, pause"),
    (("s",), "speed"),
    (("1", "2", "3"), "match of the series"),
    (("h",), "hands: all, what the first saw, what the second saw"),
    (("m",), "the other leg: the seats swapped"),
    (("[", "]"), "previous, next series"),
    (("c",), "copy a link to this turn"),
    (("t",), "light, dark"),
    (("?",), "these keys"),
)


def replay_page(results: Results) -> str:
    """The page as HTML; it is the same for all series, and names the lowest that can be shown and the highest planned.

    Raises:
        StoreError: the results cannot be read.
    """
    return render_page(
        "replay.html.jinja",
        page=paths.REPLAY,
        tournament=escape_text(results.header.name, NAME_CHARACTERS),
        first_series=next(results.disclosed(), None),
        last_series=results.last_number(),
        sheets=["replay.css", *(f"replay-{name}.css" for name in _SHEETS)],
        scripts=[f"replay-{name}.js" for name in _SCRIPTS],
        shortcuts=_SHORTCUTS,
    )


def series_script(results: Results, number: int) -> str:
    """The data of one series as a script, at most 1 MB where matches end within 400 turns; see the module.

    Raises:
        RefusedError: there is no such series, it is not final, or the other leg of its encounter is not.
        ReplayError: its record does not follow from its deals and the rules.
        StoreError: the results cannot be read.
    """
    data = script_json(series_data(results, number), is_ascii=False)
    return f"(globalThis.lostCitiesSeries ??= {{}})[{number}] = {data};\n"
