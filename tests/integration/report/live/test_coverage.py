"""A tournament covered: situations told as they change, editions made when they are due, troubles told once."""

import asyncio
import json
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from support.live import Scene, SmallSite, covered
from support.manual_clock import ManualClock
from support.records import encounter, new_store, play_series

from referee.errors import StoreError
from referee.report.live.coverage import EDITION_EVERY_S, INTEREST_S, Coverage
from referee.report.live.situation import Situation, State
from referee.results.reader import Results
from referee.results.store import Store

FRONT = "index.html"
SEEN = Situation(state=State.RUNNING, version=(1, 1, 1), tournament="tiny", final_count=1, planned_count=4)


def save(store: Store, count: int = 1) -> None:
    """Make the next series of the plan final."""
    for row in list(store.pending(1))[:count]:
        store.save(row, play_series(row))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One final series of four; not to be changed."""
    folder = tmp_path_factory.mktemp("original")
    with new_store(folder, [*encounter("ann", "bob"), *encounter("ann", "cyd", pairing=2)]) as store:
        save(store)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy to do with as a test likes."""
    return Path(shutil.copytree(original, tmp_path / "copy"))


class Rehearsal:
    """A coverage with an observer and a clock that a test moves.

    Attributes:
        told: what the host was told.
        made: how many sites were made.
    """

    def __init__(self, folder: Path) -> None:
        self.clock = ManualClock()
        self.scene = Scene(folder)
        self.scene.situation = SEEN
        self.told: list[str] = []
        self.made = 0
        self.error: Exception | None = None
        self.coverage = Coverage(
            self.scene, self.told.append, make_site=self._make_site, clock=self.clock, meter=self.clock
        )

    def _make_site(self, results: Results) -> SmallSite:
        self.made += 1
        if self.error is not None:
            raise self.error
        return SmallSite(results)

    async def front(self) -> str:
        """The front page."""
        page = await self.coverage.page(FRONT)
        return "" if page is None else page.body.decode()

    def change(self, number: int) -> None:
        """Have the results be others, after long enough a time."""
        self.scene.situation = replace(SEEN, version=(1, 1, number))
        self.clock.now_s += EDITION_EVERY_S


def play(folder: Path, act: Callable[[Rehearsal], Awaitable[None]]) -> None:
    """Do something in an event loop."""

    async def acted() -> None:
        rehearsal = Rehearsal(folder)
        try:
            await act(rehearsal)
        finally:
            await rehearsal.coverage.close()

    asyncio.run(acted())


def test_pages_are_those_of_the_results(folder: Path) -> None:
    """Made once a state of the results, and made anew for the next one."""

    async def act(one: Rehearsal) -> None:
        assert await one.front() == ""
        await covered(one.coverage)
        assert "1 final" in await one.front()
        await covered(one.coverage)
        assert one.made == 1
        with Store.open(folder) as store:
            save(store)
        one.change(2)
        await covered(one.coverage)
        assert "2 final" in await one.front()
        assert one.made == 2

    play(folder, act)


def test_editions_keep_to_their_time(folder: Path) -> None:
    """A change too soon waits; the page stays the last one."""

    async def act(one: Rehearsal) -> None:
        await covered(one.coverage)
        one.change(2)
        one.clock.now_s -= 0.1
        await covered(one.coverage)
        assert one.made == 1
        one.clock.now_s += 0.1
        await covered(one.coverage)
        assert one.made == 2

    play(folder, act)


def test_the_last_edition_does_not_wait(folder: Path) -> None:
    """Once all is played: the panel says that the tables are being made, and they are, however much time they took."""

    async def act(one: Rehearsal) -> None:
        await covered(one.coverage)
        with Store.open(folder) as store:
            save(store, 3)
        one.scene.situation = replace(SEEN, state=State.FINISHED, version=(1, 1, 2), final_count=4)
        await one.coverage.look()
        assert "are being made" in one.coverage.panel
        await one.coverage.edition()
        assert one.made == 2
        assert "what stands below is final" in await one.front()
        one.scene.situation = replace(one.scene.situation, version=(1, 1, 3))
        await covered(one.coverage)
        assert one.made == 2

    play(folder, act)


def test_nothing_is_made_for_nobody(folder: Path) -> None:
    """A minute after the last request no more; a listener or a request begins it again."""

    async def act(one: Rehearsal) -> None:
        await covered(one.coverage)
        one.change(2)
        one.clock.now_s += INTEREST_S
        await covered(one.coverage)
        assert one.made == 1
        listener = one.coverage.channel.join()
        await covered(one.coverage)
        assert one.made == 2
        one.coverage.channel.leave(listener)
        one.change(3)
        one.clock.now_s += INTEREST_S
        await one.front()
        await covered(one.coverage)
        assert one.made == 3

    play(folder, act)


def test_every_change_is_told_on_the_channel(folder: Path) -> None:
    """The panel and the edition, once; nothing where nothing has changed."""

    async def act(one: Rehearsal) -> None:
        channel = one.coverage.channel
        await one.coverage.look()
        assert channel.number == 1
        await one.coverage.edition()
        assert channel.number == 2
        await covered(one.coverage)
        assert channel.number == 2
        event = channel.newest(0)
        assert event is not None
        assert "\n" not in event.data
        assert json.loads(event.data) == {"edition": f"{channel.epoch}.1", "panel": one.coverage.panel}
        one.scene.situation = replace(SEEN, final_count=2)
        await covered(one.coverage)
        assert channel.number == 3
        assert "<b>2</b> of 4 series" in await one.front()

    play(folder, act)


def test_results_that_are_gone_take_their_pages_along(folder: Path) -> None:
    """And come back with them, though their version is an old one."""

    async def act(one: Rehearsal) -> None:
        await covered(one.coverage)
        one.scene.situation = Situation(state=State.WAITING)
        await covered(one.coverage)
        assert not one.coverage.has_edition
        assert await one.front() == ""
        one.change(1)
        await covered(one.coverage)
        assert "1 final" in await one.front()

    play(folder, act)


@pytest.mark.parametrize(("error", "words"), [(StoreError("damaged"), "damaged"), (KeyError("ours"), "Traceback")])
def test_a_site_that_cannot_be_made(folder: Path, error: Exception, words: str) -> None:
    """The host is told once, the last pages stay, and it is tried again when the results have changed."""

    async def act(one: Rehearsal) -> None:
        await covered(one.coverage)
        one.error = error
        one.change(2)
        for _ in range(3):
            await covered(one.coverage)
            one.clock.now_s += EDITION_EVERY_S
        assert len(one.told) == 1
        assert words in one.told[0]
        assert words in one.coverage.trouble
        assert one.made == 2
        assert "1 final" in await one.front()
        one.error = None
        one.change(3)
        await covered(one.coverage)
        assert one.made == 3
        assert one.coverage.trouble == ""

    play(folder, act)


def test_our_own_failure_to_look_is_not_the_end(folder: Path) -> None:
    """The host is told once; the next look that succeeds is as good as ever."""

    async def act(one: Rehearsal) -> None:
        one.scene.situation = None
        await covered(one.coverage)
        await covered(one.coverage)
        assert len(one.told) == 1
        assert "ZeroDivisionError" in one.told[0]
        assert one.coverage.situation.state is State.UNREADABLE
        one.change(1)
        await covered(one.coverage)
        assert "1 final" in await one.front()

    play(folder, act)


def test_results_that_cannot_be_read_are_told_once(folder: Path) -> None:
    """Until something else is wrong, or they could be read in between."""

    async def act(one: Rehearsal) -> None:
        for trouble in ("bad", "bad", "worse"):
            one.scene.situation = Situation(state=State.UNREADABLE, trouble=trouble)
            await covered(one.coverage)
        assert one.told == ["bad", "worse"]
        one.change(1)
        await covered(one.coverage)
        one.scene.situation = Situation(state=State.UNREADABLE, trouble="worse")
        await covered(one.coverage)
        assert one.told == ["bad", "worse", "worse"]

    play(folder, act)
