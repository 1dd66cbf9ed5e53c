"""A tournament covered live: looked at once a second, told on the channel, its pages made anew when they are old."""

import asyncio
import json
import time
import traceback
from collections.abc import Callable
from typing import Final

from referee.errors import RefereeError
from referee.report.live.allowance import Allowance
from referee.report.live.channel import Channel
from referee.report.live.clerk import Clerk
from referee.report.live.edition import Edition, Page, Pages
from referee.report.live.panel import render_panel
from referee.report.live.situation import Observer, Situation, State, Version
from referee.report.site.site import Site
from referee.results.reader import Results

EVERY_S: Final = 1.0
"""Between two looks."""
EDITION_SHARE: Final = 0.2
"""The share of the time that making editions may take."""
EDITION_EVERY_S: Final = 2.0
INTEREST_S: Final = 60.0
"""When nobody has asked for anything for so long, no new edition is made."""


class Coverage:
    """What there is to be shown of a tournament. All calls are made in one event loop.

    Args:
        observer: looks at it.
        tell: told what the host should know: one sentence or more.
        make_site: makes the pages.
        clock: seconds that only grow.
        meter: seconds of work that this process has done so far.

    Attributes:
        channel: tells the live panel and the id of the newest edition, as JSON.
        situation: as it was last seen.
    """

    def __init__(
        self,
        observer: Observer,
        tell: Callable[[str], None],
        *,
        make_site: Callable[[Results], Pages] = Site,
        clock: Callable[[], float] = time.monotonic,
        meter: Callable[[], float] = time.process_time,
    ) -> None:
        self.channel = Channel()
        self.situation = Situation(state=State.WAITING)
        self._observer = observer
        self._tell = tell
        self._make_site = make_site
        self._clock = clock
        self._clerk = Clerk("observer")
        self._allowance = Allowance(EDITION_SHARE, EDITION_EVERY_S, clock=clock, meter=meter)
        self._edition: Edition | None = None
        self._edition_count = 0
        self._making: asyncio.Task[None] | None = None
        self._made_for: Version | None = None
        self._trouble = ""
        self._told = ""
        self._asked_s = clock()
        self._panel = render_panel(self.situation)

    async def follow(self) -> None:
        """Look again and again, until this is cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY_S)

    async def look(self) -> None:
        """Look once, tell what has changed, and begin a new edition if there is cause."""
        try:
            self.situation = await asyncio.wrap_future(self._clerk.call(self._observer.look))
        except Exception:  # noqa: BLE001 - our own bug, or a damaged file: the next look may be fine
            self.situation = Situation(state=State.UNREADABLE, trouble=traceback.format_exc())
        if self.situation.version is None:
            self._replace(None)
            self._made_for = None
            self._trouble = self.situation.trouble
        elif self._is_edition_due(self.situation.version):
            self._made_for = self.situation.version
            self._making = asyncio.ensure_future(self._renew())
        if self._trouble != self._told and self._trouble:
            self._tell(self._trouble)
        self._told = self._trouble
        self._publish()

    @property
    def panel(self) -> str:
        """The live panel as it was told last."""
        return self._panel

    async def page(self, path: str) -> Page | None:
        """The page of the site at a path; None if there is none, or there are no results.

        Raises:
            RefereeError: the results cannot be read.
        """
        self._asked_s = self._clock()
        if self._edition is None:
            return None
        return await self._edition.page(path, self._panel, self.channel.number)

    @property
    def trouble(self) -> str:
        """Why there are no pages, or none of the newest results, for the host only; "" if all is well."""
        return self._trouble

    @property
    def has_edition(self) -> bool:
        """Whether there are pages."""
        return self._edition is not None

    async def edition(self) -> None:
        """Wait until the edition that is being made, if any, is there."""
        if self._making is not None:
            await self._making

    async def close(self) -> None:
        """Tell listeners to leave, and give up what is going on."""
        self.channel.close()
        edition = self._edition
        if self._making is not None:
            self._making.cancel()
        self._replace(None)
        self._clerk.call(self._observer.close)
        self._clerk.close()
        self._clerk.join()
        if edition is not None:
            edition.join()

    def _is_edition_due(self, version: Version) -> bool:
        is_idle = self._making is None or self._making.done()
        has_readers = self.channel.listener_count > 0 or self._clock() - self._asked_s < INTEREST_S
        is_wanted = has_readers or self._edition is None
        return version != self._made_for and is_idle and is_wanted and (self._allowance.is_due or self._is_last_due)

    @property
    def _is_last_due(self) -> bool:
        """Whether all is played and the tables do not have it yet: nothing comes after that, so it need not wait."""
        edition, situation = self._edition, self.situation
        is_behind = edition is not None and edition.final_count != situation.final_count
        return is_behind and situation.state is State.FINISHED

    async def _renew(self) -> None:
        """Make an edition and put it in the place of the last one; that one stays when it cannot be made."""
        self._edition_count += 1
        try:
            with self._allowance.spend():
                edition = await Edition.make(
                    self._observer.folder,
                    id_=f"{self.channel.epoch}.{self._edition_count}",
                    make_site=self._make_site,
                )
        except RefereeError as error:
            self._trouble = str(error)
        except Exception:  # noqa: BLE001 - our own bug, or a damaged file: the pages there are go on being served
            self._trouble = traceback.format_exc()
        else:
            self._trouble = self._told = ""
            self._replace(edition)
        self._publish()

    def _replace(self, edition: Edition | None) -> None:
        if self._edition is not None:
            self._edition.close()
        self._edition = edition

    def _publish(self) -> None:
        edition = self._edition
        self._panel = render_panel(self.situation, table_count=edition.final_count if edition is not None else None)
        id_ = edition.id if edition is not None else ""
        self.channel.publish(json.dumps({"edition": id_, "panel": self._panel}))
