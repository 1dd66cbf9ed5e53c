"""One bot at work: its process, if it is ours, and its connection; every failure of a call becomes one fault."""

from contextlib import ExitStack
from dataclasses import replace
from typing import Self

import grpc

from referee.bots.connection import Answer, CallFailedError, Connection, Method
from referee.bots.freezer import FREEZER
from referee.bots.launch import BotProcess, Exit, Guardian
from referee.bots.readiness import Readiness
from referee.bots.spec import BotSpec, ProcessSettings
from referee.bots.verdict import Observation, verdict
from referee.errors import StalledError

# How long the end of a process is waited for once its connection is lost.
_EXIT_S = 0.5
# Messages that a bot need not hear; StartSeries, by which its end is noticed before the first turn, is always sent.
_NEWS = frozenset({Method.FINISH_MATCH, Method.FINISH_SERIES})


class Instance:
    """A bot that is ready to be called. Used by one thread at a time.

    Args:
        connection: to the bot.
        process: its process; None for a remote bot.

    Attributes:
        describe_reply: its answer to Describe, not decoded; None if it does not implement that.
    """

    def __init__(self, connection: Connection, process: BotProcess | None) -> None:
        self.describe_reply: bytes | None = None
        self._connection = connection
        self._process = process
        self._unheard: set[Method] = set()

    @classmethod
    def start(cls, spec: BotSpec, settings: ProcessSettings, guardian: Guardian) -> Self:
        """Start or dial a bot, and wait until it answers Describe.

        Raises:
            NotStartedError: it does not within `startup_ms`; nothing is left of it.
            RefereeError: the failure is ours or the host's.
        """
        with ExitStack() as undo:
            process = None if spec.is_remote else BotProcess(spec, settings, guardian)
            if process is not None:
                undo.callback(process.stop)
            connection = Connection.to_remote(spec) if process is None else Connection.to_process(process)
            instance = cls(connection, process)
            undo.callback(instance.stop)
            instance.describe_reply = Readiness(spec, settings, connection, process).wait()
            instance._rest()
            undo.pop_all()
        return instance

    @property
    def process(self) -> BotProcess | None:
        """Its process; None for a remote bot."""
        return self._process

    @property
    def is_remote(self) -> bool:
        """Whether it runs somewhere else."""
        return self._process is None

    @property
    def is_alive(self) -> bool:
        """Whether its process still runs; of a remote bot that is not known, and taken for granted."""
        return self.exit_status is None

    @property
    def exit_status(self) -> int | None:
        """Exit code of its process, negative for a signal; None while it lives or is remote."""
        return None if self._process is None else self._process.exit_status()

    def log_tail(self, lines: int = 20) -> str:
        """The last lines it wrote, at most 4 KB; "" for none or a remote bot. Not to be asked after `stop`."""
        return "" if self._process is None else self._process.log_tail(lines)

    def call(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool = False
    ) -> Answer | None:
        """Ask once; a boxed bot is woken for it, and rests again after.

        A process that does not implement FinishMatch or FinishSeries is not asked again: it cannot change. In matches
        of 44 turns these were 8 of 142 calls.

        Args:
            method: what to call.
            request: the encoded message.
            limit_ms: the time the bot has, in milliseconds.
            margin_ms: what is tolerated beyond it.
            optional: whether the bot need not implement it.

        Returns:
            The answer, in time; None if the call is optional and the bot says in time that it does not implement it.

        Raises:
            BotFaultError: there was none, with the kind of fault, its reason and its symptoms.
            StalledError: there was none, but it is not known whether the bot or this machine was too slow; or somebody
                killed what keeps the bot's box.
        """
        if method in self._unheard:
            return None
        if self._process is not None and self._process.freezes:
            FREEZER.wake(self._process)
        try:
            return self._ask(method, request, limit_ms=limit_ms, margin_ms=margin_ms, optional=optional)
        finally:
            self._rest()

    def _rest(self) -> None:
        if self._process is not None and self._process.freezes:
            FREEZER.rest(self._process)

    def _ask(
        self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float, optional: bool
    ) -> Answer | None:
        try:
            answer = self._connection.call(method, request, limit_ms=limit_ms, margin_ms=margin_ms)
        except CallFailedError as error:
            if optional and error.code is grpc.StatusCode.UNIMPLEMENTED and error.elapsed_ms <= limit_ms + margin_ms:
                self._note_unheard(method)
                return None
            self._check_stall(method, error, limit_ms=limit_ms, margin_ms=margin_ms)
            fault = verdict(self._observe(method, error, limit_ms=limit_ms, margin_ms=margin_ms))
            if (exit_ := self._exit(0)) is not None and exit_.is_ours:
                # From inside nobody reaches it.
                raise StalledError("what keeps a bot's box was killed: is memory short?", fault) from None
            raise fault from None
        if answer.elapsed_ms <= limit_ms + margin_ms:
            return answer
        late = Observation(
            method=method,
            code=grpc.StatusCode.OK,
            reply=answer.reply,
            elapsed_ms=answer.elapsed_ms,
            lag_ms=answer.lag_ms,
            limit_ms=limit_ms,
            margin_ms=margin_ms,
            log_tail=self.log_tail(),
        )
        raise verdict(late)

    def _note_unheard(self, method: Method) -> None:
        """Remember that nobody listens; a remote bot may be another program tomorrow."""
        if method in _NEWS and not self.is_remote:
            self._unheard.add(method)

    def ask_to_stop(self) -> None:
        """Begin to stop without waiting, so that several can be stopped at once."""
        if self._process is not None:
            FREEZER.forget(self._process)
            self._process.ask_to_stop()

    def stop(self) -> None:
        """Stop the process, if it is ours, and close the connection. Twice is once."""
        # In this order: a bot that floods the connection goes on doing so while gRPC closes it.
        if self._process is not None:
            FREEZER.forget(self._process)
            self._process.stop()
        self._connection.close()

    def _check_stall(self, method: Method, error: CallFailedError, *, limit_ms: float, margin_ms: float) -> None:
        """Raise StalledError if the deadline passed only because this machine stood still, and the bot lives."""
        allowed_ms, wall_ms = limit_ms + margin_ms, error.elapsed_ms + error.lag_ms
        is_over = error.code is grpc.StatusCode.DEADLINE_EXCEEDED and wall_ms > allowed_ms
        if not is_over or error.elapsed_ms > allowed_ms or not self.is_alive:
            return
        seen = self._observe(method, error, limit_ms=limit_ms, margin_ms=margin_ms)
        late = verdict(replace(seen, elapsed_ms=wall_ms))
        reason = f"the machine stood still for {error.lag_ms:.0f} of the {wall_ms:.0f} ms that a bot was waited for"
        raise StalledError(reason, late)

    def _observe(self, method: Method, error: CallFailedError, *, limit_ms: float, margin_ms: float) -> Observation:
        """Look at the channel and the process after a call that failed."""
        wall_ms = error.elapsed_ms + error.lag_ms
        is_over = error.code is grpc.StatusCode.DEADLINE_EXCEEDED and wall_ms > limit_ms + margin_ms
        # When time is over the channel has nothing to add, and looking at it takes a while.
        is_connected = is_over or self._connection.is_ready()
        exit_ = self._exit(0 if is_connected else _EXIT_S)
        return Observation(
            method=method,
            code=error.code,
            details=error.details,
            elapsed_ms=error.elapsed_ms,
            lag_ms=error.lag_ms,
            limit_ms=limit_ms,
            margin_ms=margin_ms,
            exit_status=None if exit_ is None else exit_.status,
            exit_note="" if exit_ is None else exit_.note,
            exited_after_ms=None if exit_ is None else (exit_.at_s - error.started_s) * 1000,
            is_connected=is_connected,
            is_remote=self.is_remote,
            log_tail=self.log_tail(),
        )

    def _exit(self, timeout_s: float) -> Exit | None:
        return None if self._process is None else self._process.wait_exit(timeout_s)
