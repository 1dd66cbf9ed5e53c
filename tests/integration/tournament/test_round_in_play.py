"""What is kept of a round while a run stops, and what is told of it while it is played."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.fake_bot import FakeBot, Reply
from support.records import encounter, new_store, play_series
from support.rounds import play_round

from referee.errors import BotFaultError, CrashedError, DisconnectedError, MalformedReplyError, NotStartedError
from referee.results.activity import Activity, RunningSeries
from referee.results.store import Store
from referee.tournament.tasks import Played, SeriesTask

LEFT = "series 1 is left for another run: a bot ended while this one stops"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """One encounter."""
    with new_store(tmp_path, encounter()) as store:
        yield store


@pytest.mark.parametrize("is_stopping", [False, True])
@pytest.mark.parametrize(
    ("error", "may_be_told_to"),
    [
        (CrashedError("crashed: killed by SIGTERM"), True),
        (DisconnectedError("closed the connection"), True),
        (NotStartedError("exited with status 0"), True),
        (MalformedReplyError("answered without a message"), False),
        (None, False),
    ],
    ids=["crashed", "disconnected", "not-started", "malformed-reply", "no fault"],
)
def test_series_that_a_bot_lost_by_ending_is_left_while_the_run_stops(
    store: Store,
    error: BotFaultError | None,
    *,
    may_be_told_to: bool,
    is_stopping: bool,
) -> None:
    """Whoever stops a service signals all its processes; all else is kept, as is everything while nothing stops."""
    stops: list[bool] = []

    def outcome(_: SeriesTask, __: int) -> Played:
        stops.append(is_stopping)
        row = next(store.pending(1))
        script = {} if error is None else {(1, turn): Reply(error=error) for turn in (1, 2)}
        return Played(record=play_series(row, (FakeBot(script=script), FakeBot())))

    _, audience = play_round(store, outcome, is_draining=lambda: any(stops))
    is_left = may_be_told_to and is_stopping
    assert audience.messages == [LEFT] * is_left
    assert store.counts().final == len(audience.records) == (0 if is_left else 1 if is_stopping else 2)


def test_what_is_being_played_is_told(store: Store, tmp_path: Path) -> None:
    """Each series from its beginning to its end; at the end there is none."""
    shown = []

    class Told(Activity):
        def show(self, running: Iterator[RunningSeries]) -> None:  # type: ignore[override]  # no wider than needed
            """Remember it."""
            shown.append(list(running))

    play_round(store, lambda *_: Played(record=play_series(next(store.pending(1)))), activity=Told(tmp_path))
    one, two = (RunningSeries(number=leg, round=1, leg=leg, a="greedy", b="random") for leg in (1, 2))
    assert shown == [[one], [two], []]
