"""From a process that has just been started, or an address that has just been dialled, to a bot that answers."""

import time

import grpc

from referee.bots import diagnosis
from referee.bots.connection import CallFailedError, Connection, Method
from referee.bots.inquiry import inquire
from referee.bots.lag import METER, LagMeter
from referee.bots.launch import BotProcess
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import NotStartedError, RefereeError, Symptoms

# DescribeRequest has no fields: encoded it is nothing.
_REQUEST = b""
_POLL_S = 0.005
# Between two attempts at a bot that cannot be reached yet.
_PAUSE_S = 0.1
# A broken connection is usually the first that is seen of an exit.
_EXIT_S = 0.5


class Readiness:
    """One bot's way to its first answer, within `startup_ms` from now, not counted what this machine stands still.

    Of that as much again is given at most: a bot that takes all of the processor can make it seem so, not for ever.

    Args:
        spec: what was started or dialled.
        settings: how long it may take.
        connection: to it, not used yet: gRPC waits long after a first attempt that came too early.
        process: its process; None for a remote bot.
        meter: tells how long this machine stood still.
    """

    def __init__(
        self,
        spec: BotSpec,
        settings: ProcessSettings,
        connection: Connection,
        process: BotProcess | None,
        *,
        meter: LagMeter = METER,
    ) -> None:
        self._meter = meter
        self._lag_before_ms = meter.total_ms
        self._spec = spec
        self._address = (spec.address or "") if process is None else process.told
        self._remedy = diagnosis.remedies(is_listed=spec.is_listed)
        self._startup_ms = settings.startup_ms
        self._is_boxed = settings.box is not None
        self._deadline_s = time.monotonic() + settings.startup_ms / 1000
        self._connection = connection
        self._process = process

    def wait(self) -> bytes | None:
        """Wait until the bot answers Describe.

        Returns:
            its answer, not decoded; None if it does not implement Describe, which is as good.

        Raises:
            NotStartedError: it ended, or did not listen or answer in time, or answered with an error.
            RefereeError: its box failed.
        """
        if self._process is not None:
            self._await_listening(self._process)
        while True:
            limit_ms = self._left_ms
            try:
                return self._connection.call(Method.DESCRIBE, _REQUEST, limit_ms=limit_ms, margin_ms=0).reply
            except CallFailedError as error:
                if error.code is grpc.StatusCode.UNIMPLEMENTED:
                    return None
                self._check_hope(error, limit_ms)
            time.sleep(_PAUSE_S)

    def _await_listening(self, process: BotProcess) -> None:
        while not process.is_listening():
            if process.wait_exit(_POLL_S) is not None:
                raise self._failure("")
            if not self._left_ms:
                raise self._failure(diagnosis.never_listened(self._address, self._startup_ms, self._remedy))

    def _check_hope(self, error: CallFailedError, limit_ms: float) -> None:
        """Return if another attempt may help: the bot cannot be reached or did not answer, and there is time left.

        Raises:
            NotStartedError: it cannot help.
        """
        is_unavailable = error.code is grpc.StatusCode.UNAVAILABLE
        is_late = error.code is grpc.StatusCode.DEADLINE_EXCEEDED and error.elapsed_ms + error.lag_ms >= limit_ms
        if self._process is not None:
            self._process.wait_exit(_EXIT_S if is_unavailable else 0)
        if (is_unavailable or is_late) and self._left_ms and self._exit_status() is None:
            return
        if not (is_unavailable or is_late) and self._left_ms:
            raise self._failure(diagnosis.answered_wrongly(error.code.name, error.details))
        if self._process is None:
            if found := inquire(self._spec):
                raise self._failure(diagnosis.cut_off(self._address, found))
            raise self._failure(diagnosis.not_reached(self._address, error.details, self._remedy))
        raise self._failure(diagnosis.never_answered(self._startup_ms, self._remedy))

    @property
    def _left_ms(self) -> float:
        left_ms = (self._deadline_s - time.monotonic()) * 1000
        if left_ms <= 0:
            left_ms += min(self._meter.since(self._lag_before_ms, settle=True), self._startup_ms)
        return max(0.0, left_ms)

    def _exit_status(self) -> int | None:
        return None if self._process is None else self._process.exit_status()

    def _failure(self, reason: str) -> RefereeError:
        """The fault, for `reason`; but a process that ended is reason enough, and a box that failed is our own."""
        exit_ = None if self._process is None else self._process.wait_exit(0)
        log_tail = "" if self._process is None else self._process.log_tail()
        if exit_ is not None and exit_.is_ours:
            return RefereeError(diagnosis.box_failed(self._spec.name, log_tail))
        if exit_ is not None:
            reason = diagnosis.ended_early(exit_.status, exit_.note, box_log=log_tail if self._is_boxed else None)
        status = None if exit_ is None else exit_.status
        return NotStartedError(reason, Symptoms(exit_status=status, log_tail=log_tail))
