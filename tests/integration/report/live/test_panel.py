"""The live panel and the pages it is put into."""

import re
from dataclasses import replace

import pytest

from referee.play.records import SeriesEnd
from referee.report.live.panel import RUNNING_SHOWN, live_asset, put_in, render_notice, render_panel
from referee.report.live.situation import Situation, State
from referee.report.site.shell import asset_names
from referee.results.activity import RunningSeries
from referee.results.newest import FinishedEncounter, FinishedLeg

LEG = FinishedLeg(number=7, end=SeriesEnd.PLAYED, losers=(), points=(1.0, 0.0), totals=(187, -31))
ENCOUNTER = FinishedEncounter(
    round="3",
    a="greedy",
    b="random",
    legs=(LEG, replace(LEG, number=8, points=(0.5, 0.5), totals=(40, 40))),
    finished_utc="2026-11-29T19:45:53.456Z",
)
RUNNING = RunningSeries(number=9, round=3, leg=1, a="greedy", b="planner")
SITUATION = Situation(
    state=State.RUNNING,
    version=(1, 1, 1),
    tournament="winter",
    final_count=42,
    planned_count=96,
    per_second=9.44,
    left_s=65.0,
    running=(RUNNING,),
    newest=(ENCOUNTER,),
)


def words(html: str) -> str:
    """What is read of it."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_progress_is_told() -> None:
    """Final of planned, speed, time left; the bar says the same."""
    html = render_panel(SITUATION)
    assert "42 of 96 series 9.4 a second · 0:01:05 left" in words(html)
    assert 'value="42" max="96"' in html
    many = render_panel(replace(SITUATION, final_count=1999, planned_count=200000))
    assert "1,999 of 200,000 series" in words(many)


def test_the_tables_say_of_what_they_are() -> None:
    """They may be older than the panel; of a page without tables there is nothing to say."""
    html = words(render_panel(SITUATION, table_count=22))
    assert "0:01:05 left · the tables below are of 22" in html
    assert "tables below" not in render_panel(SITUATION)


def test_what_is_not_final_yet_is_not_called_so() -> None:
    """A finished tournament's tables are final when every series is in them."""
    finished = replace(SITUATION, state=State.FINISHED, final_count=96, running=())
    for count in (None, 95):
        html = words(render_panel(finished, table_count=count))
        assert "Every series is played: the final tables are being made" in html
        assert "what stands below is final" not in html
    html = words(render_panel(finished, table_count=96))
    assert "Every series is played: what stands below is final." in html
    assert "tables below" not in html


def test_running_series_are_told() -> None:
    """Bots, round and leg; of many the oldest ones, and how many more."""
    assert "greedy – planner round 3, leg 1" in words(render_panel(SITUATION))
    many = tuple(replace(RUNNING, number=number) for number in range(RUNNING_SHOWN + 3))
    html = render_panel(replace(SITUATION, running=many))
    assert html.count("planner") == RUNNING_SHOWN
    assert "and 3 more" in html


def test_newest_encounters_are_told() -> None:
    """Points of both legs, the boards of each with its replay, and when; a minus is a minus."""
    html = render_panel(SITUATION)
    assert "greedy 1½ : ½ random round 3 · 187 : −31 , 40 : 40 · 19:45:53 UTC" in words(html)
    assert 'href="replay.html#series=7"' in html
    assert 'href="replay.html#series=8"' in html
    assert 'href="bots/greedy.html"' in html


def test_a_fault_is_told_by_its_bot_only() -> None:
    """Once, though both legs were lost by it."""
    legs = tuple(replace(leg, end=SeriesEnd.FORFEIT, losers=("random",)) for leg in ENCOUNTER.legs)
    html = render_panel(replace(SITUATION, newest=(replace(ENCOUNTER, legs=(legs[0], legs[1])),)))
    assert html.count("random at fault") == 1


def test_a_withdrawn_series_has_no_boards() -> None:
    """There is nothing to be added up."""
    legs = tuple(replace(leg, end=SeriesEnd.WITHDRAWN, losers=("random",)) for leg in ENCOUNTER.legs)
    html = render_panel(replace(SITUATION, newest=(replace(ENCOUNTER, legs=(legs[0], legs[1])),)))
    assert "withdrawn , withdrawn" in words(html)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (State.WAITING, "Waiting for the tournament to begin There are no results yet."),
        (State.STOPPED, "Stopped 42 of 96 series"),
        (State.FINISHED, "Finished 42 of 96 series"),
        (State.UNREADABLE, "The results cannot be read"),
    ],
)
def test_every_state_has_words(state: State, expected: str) -> None:
    """And no speed, which is a thing of the past."""
    counts = {} if state is State.WAITING else {"final_count": 42, "planned_count": 96}
    text = words(render_panel(Situation(state=state, per_second=9.0, left_s=1.0, **counts)))  # type: ignore[arg-type]
    assert text.startswith(expected)
    assert "a second" not in text


def test_trouble_is_for_the_host_only() -> None:
    """It names folders of the server."""
    situation = Situation(state=State.UNREADABLE, trouble="/home/host/secret.results: the file is damaged")
    assert "secret" not in render_panel(situation)


def test_hostile_names_are_escaped() -> None:
    """What stands in a file that somebody else wrote is text."""
    evil = '<img src=x onerror=alert(1)>"&'
    newest = (replace(ENCOUNTER, a=evil, finished_utc=evil),)
    html = render_panel(replace(SITUATION, running=(replace(RUNNING, b=evil),), newest=newest))
    assert "<img" not in html
    assert '">"' not in html


def test_only_the_frame_of_a_page_is_touched() -> None:
    """The first tags, which are ours: what others wrote is escaped."""
    page = b'<html><head></head><body><main id="main">&lt;/head&gt;</main></body></html>'
    live = put_in(page, "index.html", "e.1", "<p>panel</p>").decode()
    assert live.count("live.js") == 1
    assert '<main id="main">\n<p>panel</p>&lt;/head&gt;' in live


def test_the_static_site_has_no_live_script() -> None:
    """It is no asset of the site."""
    assert not [name for name in asset_names() if name.startswith("live")]
    for name in ("assets/live.js", "assets/live.css"):
        assert live_asset(name)
    with pytest.raises(KeyError):
        live_asset("assets/theme.js")


def test_a_notice_is_a_page_of_ours() -> None:
    """In our style, relative to where it was asked for, escaped; it is live only with a panel."""
    page = render_notice("a/b/c", "There is no such page", "Nothing <b>here</b>.").decode()
    assert 'href="../../assets/theme.css"' in page
    assert "Nothing &lt;b&gt;here&lt;/b&gt;." in page
    assert "live.js" not in page
    assert 'data-edition=""' in render_notice("index.html", "Soon", "", panel="<p>panel</p>").decode()
