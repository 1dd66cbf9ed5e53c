"""What makes pages live: a panel that tells what is going on, and the script that keeps it and the page up to date."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from referee.play.records import SeriesEnd
from referee.report.live.situation import Situation, State
from referee.report.pace import duration
from referee.report.site import numerals, paths
from referee.report.site.shell import environment
from referee.results.newest import FinishedEncounter, FinishedLeg

EVENTS: Final = "live/events"
"""Where the events are, relative to the site."""
RUNNING_SHOWN: Final = 6

_ASSETS: Final = files("referee.report.live") / "assets"
_STYLE: Final = "live.css"
_SCRIPT: Final = "live.js"
_HEADLINES: Final = {
    State.WAITING: "Waiting for the tournament to begin",
    State.RUNNING: "Being played",
    State.STOPPED: "Stopped",
    State.FINISHED: "Finished",
    State.UNREADABLE: "The results cannot be read",
}
_ENVIRONMENT: Final = environment("referee.report.live")


def render_panel(situation: Situation, *, table_count: int | None = None) -> str:
    """The live panel of the front page, as HTML; its links are relative to that page.

    Args:
        situation: what is going on.
        table_count: series in the tables of that page, which may be older than the situation; None: there are no
            tables yet.
    """
    return _ENVIRONMENT.get_template("panel.html.jinja").render(
        situation=situation,
        headline=_HEADLINES[situation.state],
        pace=_pace(situation),
        table_count=table_count,
        is_table_final=table_count == situation.final_count,
        running=situation.running[:RUNNING_SHOWN],
        more_count=max(0, len(situation.running) - RUNNING_SHOWN),
        newest=[_encounter(one) for one in situation.newest],
        replay_link=paths.replay_link,
        bot_page=lambda name: paths.link(paths.bot_page(name), page=paths.FRONT),
    )


def render_notice(page: str, title: str, text: str, *, panel: str = "") -> bytes:
    """A page that is no page of the site: it says why there is none.

    Args:
        page: the path that was asked for; links are relative to it.
        title: a few words.
        text: what to do; one or more sentences, or "".
        panel: a live panel, where the page may change by itself.
    """
    template = _ENVIRONMENT.get_template("notice.html.jinja")
    html = template.render(link=lambda path: paths.link(path, page=page), page=page, title=title, text=text)
    return put_in(html.encode(), page, "", panel) if panel else html.encode()


def put_in(body: bytes, path: str, edition: str, panel: str = "") -> bytes:
    """A page of the site made live: it is told when there is a newer edition; anything else stays as it is.

    Args:
        body: of the page.
        path: of the page.
        edition: of the page; "" for a page that is of none, and is loaded again as soon as there is one.
        panel: for the front page: what is put above everything else.
    """
    if not path.endswith(".html") or path == paths.REPLAY:
        return body
    head = (
        f'<link rel="stylesheet" href="{paths.link(paths.asset(_STYLE), page=path)}">\n'
        f'<script src="{paths.link(paths.asset(_SCRIPT), page=path)}" defer data-edition="{escape(edition)}"'
        f' data-events="{paths.link(EVENTS, page=path)}"></script>\n</head>'
    )
    # Everything that others wrote is escaped, so these are the tags of the frame.
    body = body.replace(b"</head>", head.encode(), 1)
    note = '<p class="live-lost" id="live-lost" role="status" hidden></p>\n'
    main = b'<main id="main">'
    return body.replace(main, note.encode() + main + b"\n" + panel.encode(), 1)


def live_asset(path: str) -> bytes:
    """The style sheet and the script that only live pages have.

    Raises:
        KeyError: neither of them is at that path.
    """
    name = {paths.asset(name): name for name in (_STYLE, _SCRIPT)}[path]
    return (_ASSETS / name).read_bytes()


def _pace(situation: Situation) -> str:
    """Speed and time left: `9.4 a second · 0:04:34 left`; "" where they are not known."""
    speed, left_s = situation.per_second, situation.left_s
    if situation.state is not State.RUNNING or speed is None or left_s is None:
        return ""
    return f"{speed:{'.1f' if speed >= 1 else '.2g'}} a second · {duration(left_s)} left"


def _encounter(encounter: FinishedEncounter) -> dict[str, Any]:
    """An encounter as the panel shows it."""
    points = [sum(leg.points[side] for leg in encounter.legs) for side in (0, 1)]
    names = (encounter.a, encounter.b)
    return {
        "round": encounter.round,
        "sides": [
            {"name": name, "points": numerals.points(points[side]), "is_ahead": points[side] > points[1 - side]}
            for side, name in enumerate(names)
        ],
        "legs": [_leg(leg) for leg in encounter.legs],
        "losers": _losers(encounter.legs),
        "finished_utc": encounter.finished_utc,
        "time": encounter.finished_utc[11:19],
    }


def _leg(leg: FinishedLeg) -> dict[str, Any]:
    text = "withdrawn" if leg.end is SeriesEnd.WITHDRAWN else f"{leg.totals[0]} : {leg.totals[1]}".replace("-", "−")
    return {"number": leg.number, "text": text}


def _losers(legs: Sequence[FinishedLeg]) -> list[str]:
    """Who lost a leg by a fault or withdrawal, each once."""
    return list(dict.fromkeys(name for leg in legs for name in leg.losers))
