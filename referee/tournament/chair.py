"""A bot's chair for one task: an instance taken from the pool, and given back whatever happens.

2026-11-29: a bot that ended between two series is replaced when the next one is announced to it, as it is where its end
was seen before. Refused: asking each kept instance first whether it is still there, which costs every series a call and
leaves the same gap, only shorter.
"""

from typing import Self

from referee.bots.connection import Answer, Method
from referee.bots.instance import Instance
from referee.bots.pool import Pool
from referee.bots.spec import BotSpec
from referee.errors import CrashedError, DisconnectedError, MalformedReplyError, NotStartedError
from referee.play.player import AbsentBot, Callee
from referee.wire.codec import Description, decode_description


class Chair:
    """Answers a player's calls by an instance (`play.player.Callee`). Use as a context manager.

    Args:
        pool: where instances come from.
        spec: the bot.
        leg: of the series; an instance never serves both.

    Attributes:
        discard: whether the instance must not be used again; True until told otherwise.
    """

    def __init__(self, pool: Pool, spec: BotSpec, leg: int) -> None:
        self.discard = True
        self._pool = pool
        self._spec = spec
        self._leg = leg
        self._instance: Instance | None = None
        self._callee: Callee = AbsentBot(NotStartedError("was not started"))

    def __enter__(self) -> Self:
        self._take(fresh=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._give_back(discard=self.discard)

    @property
    def exit_status(self) -> int | None:
        """Exit code of its process, negative for a signal; None while it lives or is remote."""
        return self._callee.exit_status

    def log_tail(self) -> str:
        """The last lines it wrote, as they came; "" for none."""
        return self._callee.log_tail()

    def describe(self) -> Description:
        """What the bot said of itself when it was started or dialled; of one that said nothing readable, nothing."""
        reply = self._instance.describe_reply if self._instance is not None else None
        try:
            return Description() if reply is None else decode_description(reply)
        except MalformedReplyError:
            return Description()

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask once, as `Instance.call`; a bot that could not be started fails every call with the reason."""
        try:
            return self._callee.call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        except (CrashedError, DisconnectedError):
            if method is not Method.START_SERIES or not self._is_kept():
                raise
        self._give_back(discard=True)
        self._take(fresh=True)
        return self._callee.call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)

    def _is_kept(self) -> bool:
        """Whether the instance served a series before, and may have ended since."""
        return self._instance is not None and self._pool.is_kept(self._instance)

    def _take(self, *, fresh: bool) -> None:
        try:
            self._callee = self._instance = self._pool.acquire(self._spec, self._leg, fresh=fresh)
        except NotStartedError as error:
            self._callee = AbsentBot(error)

    def _give_back(self, *, discard: bool) -> None:
        if self._instance is not None:
            self._pool.release(self._instance, discard=discard)
        self._instance = None
