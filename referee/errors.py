"""The tree of errors. The branch tells whose fault it was.

    RefereeError                   anything we raise on purpose
    ├── ConfigError                the host's TOML or options: every fault at once (exit 2)
    ├── RulesError                 the rules of the game
    │   ├── InvalidTurnError       text or values that are no turn at all
    │   └── IllegalTurnError       a turn, but not allowed here; names the rule
    ├── BotFaultError              a bot's fault, one class a kind
    │   ├── NotStartedError        not-started
    │   ├── CrashedError           crashed
    │   ├── DisconnectedError      disconnected
    │   ├── LateError              timeout
    │   ├── BotStatusError         bot-error
    │   └── MalformedReplyError    malformed-reply
    ├── StalledError               the machine failed a bot during a call: our failure, so the series is void
    ├── ReplayError                a stored record does not follow from the rules
    ├── StoreError                 the results file cannot be read or written (exit 1)
    │   └── RefusedError           it could, but must not be: locked, foreign, newer, incomparable (exit 2)
    └── AnswerIsNoError            all went well and the answer is no (exit 3)

A bot can cause only `BotFaultError` and `IllegalTurnError`; `play.match` turns both into an outcome in one
place. Whatever else is raised while a series runs is our own bug: the series is void, the traceback kept.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar


class RefereeError(Exception):
    """Anything the referee raises on purpose; its text is one clear message for a person."""

    exit_code: ClassVar[int] = 1


class ConfigError(RefereeError):
    """Faults in a TOML file or in options, all of them at once.

    `faults` holds one message each: where, what, expected, got, next step.
    """

    exit_code = 2

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class RulesError(RefereeError):
    """Something the rules of the game do not know or do not allow."""


class InvalidTurnError(RulesError):
    """Text or values that do not say a card or a turn at all."""


class Rule(StrEnum):
    """The rule that an illegal turn breaks (DESIGN section 2)."""

    CARD_IN_PACK = "card-in-pack"
    CARD_IN_HAND = "card-in-hand"
    ASCENDING = "ascending"
    HANDSHAKES_FIRST = "handshakes-first"
    PILE_IN_PACK = "pile-in-pack"
    PILE_EMPTY = "pile-empty"
    OWN_DISCARD = "own-discard"
    DECK_ONLY = "deck-only"
    MATCH_OVER = "match-over"


class IllegalTurnError(RulesError):
    """A turn that the rules forbid in this position; `rule` says which one, the text says why."""

    def __init__(self, rule: Rule, reason: str) -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason


class FaultKind(StrEnum):
    """What a bot did wrong (DESIGN section 7)."""

    NOT_STARTED = "not-started"
    CRASHED = "crashed"
    DISCONNECTED = "disconnected"
    TIMEOUT = "timeout"
    BOT_ERROR = "bot-error"
    MALFORMED_REPLY = "malformed-reply"
    ILLEGAL_TURN = "illegal-turn"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, kw_only=True, slots=True)
class Symptoms:
    """What was seen of the bot when it failed; kept as evidence.

    Attributes:
        elapsed_ms: wall time of the call in milliseconds; None outside a call.
        limit_ms: the time it had, in milliseconds; None outside a call.
        reply: the bytes it answered, cut at 64 KiB; None without an answer.
        exit_status: exit code of its process, negative for a signal; None while it lives or is remote.
        log_tail: the last lines it wrote to stdout and stderr, as they came; "" for none.
        lag_ms: how long this machine kept the referee from running meanwhile, in milliseconds; not in elapsed_ms.
    """

    elapsed_ms: float | None = None
    limit_ms: float | None = None
    reply: bytes | None = None
    exit_status: int | None = None
    log_tail: str = ""
    lag_ms: float | None = None


class BotFaultError(RefereeError):
    """A bot did not do its part. `reason` ends the fault's sentence: "… crashed: killed by SIGKILL"."""

    kind: ClassVar[FaultKind]

    def __init__(self, reason: str, symptoms: Symptoms | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.symptoms = symptoms or Symptoms()


class NotStartedError(BotFaultError):
    """No process, no Describe in time, StartSeries late or refused."""

    kind = FaultKind.NOT_STARTED


class CrashedError(BotFaultError):
    """No reply, and the process has ended."""

    kind = FaultKind.CRASHED


class DisconnectedError(BotFaultError):
    """No reply, the channel is gone, and the process lives or is remote."""

    kind = FaultKind.DISCONNECTED


class LateError(BotFaultError):
    """No reply within the limit and its margin."""

    kind = FaultKind.TIMEOUT


class BotStatusError(BotFaultError):
    """A gRPC error status, in time."""

    kind = FaultKind.BOT_ERROR


class MalformedReplyError(BotFaultError):
    """A reply that cannot be decoded, leaves a value unset or unknown, or is larger than 64 KiB."""

    kind = FaultKind.MALFORMED_REPLY


class StalledError(RefereeError):
    """No reply in time, but the machine stood still for so long, or killed the bot's box; `fault`: what it would be."""

    def __init__(self, reason: str, fault: BotFaultError) -> None:
        super().__init__(reason)
        self.fault = fault


class ReplayError(RefereeError):
    """A stored match does not follow from its deal and the rules."""


class StoreError(RefereeError):
    """The results cannot be read or written."""


class RefusedError(StoreError):
    """The results are in order, but this must not be done to them: locked, foreign, newer or incomparable."""

    exit_code = 2


class AnswerIsNoError(RefereeError):
    """The command ran, and its answer is no: not compliant, not verified, not isolated enough."""

    exit_code = 3
