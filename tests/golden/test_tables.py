"""Standings, boards and evidence as a person sees them, whole.

To write the files anew (then look at the difference):

    LOST_CITIES_GOLDEN=write python -m pytest tests/golden
"""

import os
from functools import cache
from pathlib import Path

import pytest
from rich.console import Group
from rich.text import Text
from support.fake_bot import FakeBot, Reply
from support.league import fault, league, series, standings
from support.records import encounter, eventful_records, lively, play_series
from support.screens import shown

from referee.errors import FaultKind
from referee.ratings.standings import Standings
from referee.report.board import Board
from referee.report.evidence import EvidencePage
from referee.report.formats import standings_csv, standings_json, standings_markdown
from referee.report.replay import replay_frames
from referee.report.standings import StandingsPage
from referee.rules.variant import Variant

REWRITE = "LOST_CITIES_GOLDEN"
FOLDER = Path(__file__).parent
STRENGTHS = {
    "nansen": 60,
    "humboldt": 50,
    "zheng-he": 49,
    "cousteau": 48,
    "earhart": 45,
    "livingstone": 25,
    "hillary": 20,
    "magellan": -160,
}
SIX = Variant(colors=6)


@cache
def winter() -> Standings:
    """Eight bots, fourteen rounds; one lost two series by its own fault, and one is as good as winless."""
    results = league(STRENGTHS, 14)
    for place in (7, 120):
        one = results[place]
        results[place] = series(one.a, one.b, one.totals, round_=one.round, leg=one.leg, losers=(one.a,))
    faults = [fault("cousteau"), fault("cousteau", FaultKind.CRASHED), fault("magellan", FaultKind.ILLEGAL_TURN)]
    return standings(list(STRENGTHS), results, faults, planned=1120)


def compare(name: str, text: str) -> None:
    """Compare with the file, whole."""
    path = FOLDER / name
    if os.environ.get(REWRITE) == "write":
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("width", [48, 80, 120])
def test_standings(width: int) -> None:
    """The table in a width, without color."""
    compare(f"standings_{width}.txt", shown(StandingsPage(standings=winter()), width))


def test_standings_in_color() -> None:
    """Bold names, dim errors, red faults."""
    compare("standings_color.txt", shown(StandingsPage(standings=winter()), 120, color="standard"))


def test_standings_as_data() -> None:
    """The same rows as JSON, CSV and Markdown."""
    compare("standings.json", standings_json(winter()))
    compare("standings.csv", standings_csv(winter()))
    compare("standings.md", standings_markdown(winter()))


def test_boards() -> None:
    """A match of six colors: the deal, a turn with a note, the end."""
    bots = (FakeBot(policy=lively, script={(1, 31): Reply(note="thin\x1b[2J\n")}), FakeBot(policy=lively))
    match = play_series(encounter()[0], bots, variant=SIX).matches[0]
    frames = list(replay_frames(match, SIX))
    boards = [Group(Board(frame), Text()) for frame in (frames[0], frames[30], frames[31], frames[-1])]
    compare("boards.txt", shown(Group(*boards)))


def test_board_in_color() -> None:
    """Cards have their colors, and their letters all the same."""
    frames = list(replay_frames(eventful_records()[1].matches[0], Variant()))
    compare("board_color.txt", shown(Board(frames[20]), color="standard"))


def test_evidence() -> None:
    """All faults of a tournament with what proves them; whatever a bot wrote is escaped."""
    faults = [
        one
        for record in eventful_records().values()
        for match in record.matches
        for one in (*match.faults, *match.substituted)
    ]
    text = shown(Group(*(Group(EvidencePage(one, is_remote=False), Text()) for one in faults)), 100)
    lines = [line for line in text.split("\n") if "series_id" not in line]  # another one each time
    compare("evidence.txt", "\n".join(lines))
