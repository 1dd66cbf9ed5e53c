"""gRPC calls to one bot: bytes in and bytes out, a deadline on every one, and nothing believed but the own clock."""

import queue
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, Self

import grpc

from referee.bots.credentials import read_ca, read_token
from referee.bots.lag import METER, LagMeter
from referee.bots.overdue import OVERDUE, Stoppable
from referee.bots.spec import BotSpec
from referee.bots.unary import unary
from referee.errors import ConfigError

REPLY_LIMIT_BYTES = 65536

# The gRPC deadline is a backstop behind limit and margin; it fires a few milliseconds late, and must not fire early.
_BACKSTOP_MS = 30
_OPTIONS = (
    ("grpc.use_local_subchannel_pool", 1),  # one connection a process: an address may be used again by another
    ("grpc.max_receive_message_length", REPLY_LIMIT_BYTES),
    ("grpc.max_metadata_size", 16384),  # both the same: between them gRPC refuses by chance
    ("grpc.absolute_max_metadata_size", 16384),
    ("grpc.enable_http_proxy", 0),  # http_proxy in the referee's environment is not meant for bots
    ("grpc.service_config_disable_resolution", 1),  # a bot's DNS zone does not change how it is called
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
)
# How long the channel's state is waited for, and how long a connection has to be seen lost after a call failed.
_STATE_S = 1.0
_LOSS_S = 0.05
_SETTLING_S = 0.01


class DialledProcess(Stoppable, Protocol):
    """A bot's process, as far as it is called."""

    @property
    def address(self) -> str:
        """Where it listens: `unix:/…` or `127.0.0.1:PORT`."""


class Method(StrEnum):
    """The calls of the protocol; the value is the path on the wire."""

    DESCRIBE = "/lostcities.v1.BotService/Describe"
    START_SERIES = "/lostcities.v1.BotService/StartSeries"
    TAKE_TURN = "/lostcities.v1.BotService/TakeTurn"
    FINISH_MATCH = "/lostcities.v1.BotService/FinishMatch"
    FINISH_SERIES = "/lostcities.v1.BotService/FinishSeries"

    @property
    def label(self) -> str:
        """The name as in the proto file: `TakeTurn`."""
        return self.rpartition("/")[2]


@dataclass(kw_only=True, slots=True)
class Answer:
    """What a bot answered.

    Attributes:
        reply: not decoded.
        elapsed_ms: wall time, in milliseconds, less the lag.
        lag_ms: how long this machine kept the referee from running meanwhile.
    """

    reply: bytes
    elapsed_ms: float
    lag_ms: float = 0.0


class CallFailedError(Exception):
    """A call that brought no message.

    Attributes:
        code: the gRPC status, as it came or as gRPC made it up; OK if it came without a message.
        details: its text, from the bot or from gRPC, not escaped.
        started_s: when the call began, in seconds of the monotonic clock.
        elapsed_ms: wall time until it failed, in milliseconds, less the lag.
        lag_ms: how long this machine kept the referee from running meanwhile.
    """

    def __init__(
        self, code: grpc.StatusCode, details: str, *, started_s: float, elapsed_ms: float, lag_ms: float = 0.0
    ) -> None:
        super().__init__(f"{code.name}: {details}")
        self.code = code
        self.details = details
        self.started_s = started_s
        self.elapsed_ms = elapsed_ms
        self.lag_ms = lag_ms


class Connection:
    """One channel to one bot. It connects at the first call: the bot should be listening by then.

    Args:
        channel: fresh, of its own; closed with the connection.
        metadata: sent with every call.
        process: the bot's, if it is ours; it is stopped if a call does not end.
        meter: tells how much of a call was our own delay.
    """

    def __init__(
        self,
        channel: grpc.Channel,
        metadata: tuple[tuple[str, str], ...] = (),
        *,
        process: Stoppable | None = None,
        meter: LagMeter = METER,
    ) -> None:
        meter.start()
        self._meter = meter
        self._channel = channel
        self._process = process
        self._metadata = metadata or None
        self._calls = {method: unary(channel, method.value, self._metadata) for method in Method}

    @classmethod
    def to_process(cls, process: DialledProcess) -> Self:
        """To a bot that we started, in the clear."""
        OVERDUE.start()
        target = process.address if process.address.startswith("unix:") else f"ipv4:{process.address}"
        options = (
            *_OPTIONS,
            # Else gRPC sends the path of a unix socket, percent-encoded, as the host; servers on h2 (Rust) refuse that.
            ("grpc.default_authority", "localhost"),
            # See `overdue`; a remote bot cannot be stopped, so there the retries stay on.
            ("grpc.enable_retries", 0),
        )
        return cls(grpc.insecure_channel(target, options=options), process=process)

    @classmethod
    def to_remote(cls, spec: BotSpec) -> Self:
        """To a bot that runs somewhere: with TLS and a bearer token if its entry says so.

        Raises:
            ConfigError: its `ca` or `token_file` cannot be read, or is of no use.
        """
        address = spec.address or ""
        try:
            token = None if spec.token_file is None else read_token(spec.token_file)
            ca = None if spec.ca is None else read_ca(spec.ca)
        except ConfigError as error:
            raise ConfigError(f"{spec.name}: {error}") from error
        metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        if not spec.tls:
            return cls(grpc.insecure_channel(address, options=_OPTIONS), metadata)
        credentials = grpc.ssl_channel_credentials(root_certificates=ca)
        return cls(grpc.secure_channel(address, credentials, options=_OPTIONS), metadata)

    def call(self, method: Method, request: bytes, *, limit_ms: float, margin_ms: float) -> Answer:
        """Ask once. An answer may come later than limit and margin: that is for the caller to judge.

        Raises:
            CallFailedError: no message came; some 30 ms after limit and margin at the latest, but while gRPC reads a
                reply that is too large, or a bot has to be stopped for the call to end: 2 s more, and the bot's grace.
        """
        allowed_ms = limit_ms + margin_ms
        lag_before_ms = self._meter.total_ms
        started_s = time.monotonic()
        timeout_s = (allowed_ms + _BACKSTOP_MS) / 1000
        if self._process is not None:
            OVERDUE.begin(self._process, started_s + timeout_s)
        try:
            reply, code, details = self._calls[method](request, timeout_s)
        finally:
            if self._process is not None:
                OVERDUE.end(self._process)
        wall_ms = (time.monotonic() - started_s) * 1000
        lag_ms = self._meter.since(lag_before_ms, settle=wall_ms > allowed_ms)
        elapsed_ms = max(0.0, wall_ms - lag_ms)
        if reply is None:
            raise CallFailedError(code, details, started_s=started_s, elapsed_ms=elapsed_ms, lag_ms=lag_ms)
        return Answer(reply=reply, elapsed_ms=elapsed_ms, lag_ms=lag_ms)

    def is_ready(self) -> bool:
        """Whether the channel is connected, and still is a moment later. Takes 50 ms: for use after a failure."""
        states: queue.SimpleQueue[grpc.ChannelConnectivity] = queue.SimpleQueue()
        self._channel.subscribe(states.put)
        state = None
        with suppress(queue.Empty):
            state = states.get(timeout=_STATE_S)
            while state is grpc.ChannelConnectivity.READY:
                state = states.get(timeout=_LOSS_S)
        self._channel.unsubscribe(states.put)
        # gRPC's watching thread fails with a traceback if the channel is closed in its first moment.
        time.sleep(_SETTLING_S)
        return state is grpc.ChannelConnectivity.READY

    def close(self) -> None:
        """Close the channel; a call cannot be running."""
        self._channel.close()
