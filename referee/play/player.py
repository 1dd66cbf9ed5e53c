"""A bot in its chair for one series: what it is told and asked, in our words; bytes leave and enter here."""

from dataclasses import dataclass
from typing import Protocol

from referee.bots.clock import ClockSettings
from referee.bots.connection import Answer, Method
from referee.errors import BotFaultError, MalformedReplyError, StalledError, Symptoms
from referee.rules.turns import Turn
from referee.wire.codec import (
    FinishMatch,
    FinishSeries,
    StartSeries,
    decode_turn,
    encode_finish_match,
    encode_finish_series,
    encode_start_series,
)


class Callee(Protocol):
    """Whatever answers the protocol's calls: a bot's instance, or a fake of it in tests."""

    @property
    def exit_status(self) -> int | None:
        """Exit code of its process, negative for a signal; None while it lives or is remote."""

    def log_tail(self) -> str:
        """The last lines it wrote, as they came; "" for none."""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask once, bounded in time.

        Returns:
            The answer; None if the call is optional and the bot does not implement it.

        Raises:
            BotFaultError: there was no answer in time, or none that counts.
            StalledError: there was none, perhaps because this machine stood still.
        """


@dataclass(kw_only=True, slots=True)
class Choice:
    """A turn and a note, as said by an answer that came in time."""

    turn: Turn
    note: str
    answer: Answer


class AbsentBot:
    """Answers for a bot that could not be started: every call raises the reason."""

    def __init__(self, error: BotFaultError) -> None:
        self._error = error

    @property
    def exit_status(self) -> int | None:
        """None: how its process ended, if it had one, is told by the reason."""
        return None

    def log_tail(self) -> str:
        """Nothing: what it wrote is told by the reason."""
        return ""

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Raise the reason why the bot could not be started."""
        raise self._error


class Player:
    """One bot in one series.

    Attributes:
        name: the bot's name in the tournament.
        series_id: what the bot calls the series.
        strikes_left: turns that the referee will still play for it.
        is_spent: whether its instance must not be used again: it committed a fault or failed to take a message.
        forgives_stalls: whether a stall of this machine makes the series void; else the bot is charged for it.
    """

    def __init__(
        self, name: str, callee: Callee, start: StartSeries, clock: ClockSettings, *, forgives_stalls: bool = False
    ) -> None:
        self.forgives_stalls = forgives_stalls
        self.name = name
        self.series_id = start.series_id
        self.strikes_left = start.strikes
        self.is_spent = False
        self._is_deaf = False
        self._callee = callee
        self._start = start
        self._clock = clock

    def start_series(self) -> None:
        """Announce the series.

        Raises:
            BotFaultError: it is late, refuses the rules, or fails.
        """
        try:
            self._tell(Method.START_SERIES, encode_start_series(self._start))
        except BotFaultError:
            self._is_deaf = self.is_spent = True
            raise

    def take_turn(self, request: bytes, *, limit_ms: float) -> Choice:
        """Ask for a turn.

        Args:
            request: an encoded TakeTurn.
            limit_ms: the time for it, in milliseconds, at least 0.

        Raises:
            BotFaultError: no answer, or none that says a turn.
            StalledError: this machine stood still, and that is forgiven.
        """
        answer = self._call(Method.TAKE_TURN, request, limit_ms=limit_ms, margin_ms=self._clock.margin_ms)
        if answer is None:
            raise AssertionError("only an optional call may go unanswered")
        try:
            turn, note = decode_turn(answer.reply)
        except MalformedReplyError as error:
            raise MalformedReplyError(error.reason, self.symptoms(answer, limit_ms=limit_ms)) from None
        return Choice(turn=turn, note=note, answer=answer)

    def symptoms(self, answer: Answer, *, limit_ms: float) -> Symptoms:
        """What is seen of the bot after an answer that came in `limit_ms` milliseconds and yet does not count."""
        return Symptoms(
            elapsed_ms=answer.elapsed_ms,
            limit_ms=limit_ms,
            reply=answer.reply,
            exit_status=self._callee.exit_status,
            log_tail=self._callee.log_tail(),
            lag_ms=answer.lag_ms,
        )

    def finish_match(self, finish: FinishMatch) -> None:
        """Tell how a match ended; a failure costs the instance and nothing else."""
        self._notify(Method.FINISH_MATCH, encode_finish_match(finish))

    def finish_series(self, finish: FinishSeries) -> None:
        """Tell how the series ended; a failure costs the instance and nothing else."""
        self._notify(Method.FINISH_SERIES, encode_finish_series(finish))

    def _notify(self, method: Method, request: bytes) -> None:
        if self._is_deaf:
            return
        try:
            self._tell(method, request)
        except BotFaultError:
            # Each message has its own time; one that does not listen is not waited for twice.
            self._is_deaf = self.is_spent = True
        except StalledError:
            self.is_spent = True

    def _tell(self, method: Method, request: bytes) -> None:
        self._call(method, request, limit_ms=self._clock.notify_ms, margin_ms=0, optional=True)

    def _call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        try:
            return self._callee.call(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        except StalledError as stall:
            if self.forgives_stalls:
                raise
            # A bot that takes all of the processor can make the machine seem to stand still; not for ever.
            raise stall.fault from None
