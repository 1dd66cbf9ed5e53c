"""Notes every call, and looks at the bot's memory after every turn; what is asked and answered passes unchanged."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.bots.connection import Answer, Method
from referee.errors import BotFaultError, NotStartedError
from referee.play.player import Callee


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """One call that was made.

    Attributes:
        method: what was called.
        limit_ms: the time the bot had, in milliseconds, without the margin.
        elapsed_ms: the time it took; None if it is not known.
        is_implemented: whether the bot answered anything but UNIMPLEMENTED.
        fault: why the answer does not count; None if it does.
    """

    method: Method
    limit_ms: float
    elapsed_ms: float | None
    is_implemented: bool
    fault: BotFaultError | None = None

    @property
    def is_refusal(self) -> bool:
        """Whether the bot said in time that it does not play by the rules of a series."""
        is_start = self.method is Method.START_SERIES and isinstance(self.fault, NotStartedError)
        return is_start and self.elapsed_ms is not None and self.elapsed_ms <= self.limit_ms


class Passing:
    """Passes everything on to what answers for the bot; what does more with some calls derives from it."""

    def __init__(self, callee: Callee) -> None:
        self._callee = callee

    @property
    def exit_status(self) -> int | None:
        """As of the bot."""
        return self._callee.exit_status

    def log_tail(self) -> str:
        """As of the bot."""
        return self._callee.log_tail()

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot."""
        return self._callee.call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)


class Witness(Passing):
    """Notes the calls to one specimen.

    Args:
        callee: what answers for the bot.
        calls: where they are noted, in order.
        inspect: called after each turn that was answered; raises a BotFaultError if the bot has grown too large.
    """

    def __init__(self, callee: Callee, calls: list[Call], inspect: Callable[[], None]) -> None:
        super().__init__(callee)
        self._calls = calls
        self._inspect = inspect

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask the bot, and note how it went.

        Raises:
            BotFaultError: as the bot's instance, or as `inspect`.
            StalledError: this machine stood still; that is not noted.
        """
        try:
            answer = super().call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        except BotFaultError as fault:
            elapsed_ms = fault.symptoms.elapsed_ms
            self._calls.append(
                Call(method=method, limit_ms=limit_ms, elapsed_ms=elapsed_ms, is_implemented=True, fault=fault)
            )
            raise
        elapsed_ms = None if answer is None else answer.elapsed_ms
        self._calls.append(
            Call(method=method, limit_ms=limit_ms, elapsed_ms=elapsed_ms, is_implemented=answer is not None)
        )
        if method is Method.TAKE_TURN:
            self._inspect()
        return answer
