"""One process of the bot under examination, or one connection to a remote one, with all that is seen from outside."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from referee.bots.instance import Instance
from referee.bots.launch import BotProcess, Guardian
from referee.bots.spec import BotSpec, ProcessSettings
from referee.play.player import Callee
from referee.tournament.compliance.tree import ProcessTree
from referee.tournament.compliance.visitor import Visitor


@dataclass(frozen=True, kw_only=True, slots=True)
class Specimen:
    """A bot that answered Describe.

    Attributes:
        callee: what answers for it.
        describe_reply: its first answer to Describe, not decoded; None if it does not implement that.
        startup_ms: from its start to that answer, in milliseconds.
        visit: makes a second connection to it.
        stop: ends it and closes the connection; twice is once.
        process: its process; None for a remote bot.
        tree: its process and all that this started; None for a remote bot.
    """

    callee: Callee
    describe_reply: bytes | None
    startup_ms: float
    visit: Callable[[], Visitor]
    stop: Callable[[], None]
    process: BotProcess | None = None
    tree: ProcessTree | None = None


Starter = Callable[[BotSpec, ProcessSettings, Guardian], Specimen]


def start_specimen(spec: BotSpec, settings: ProcessSettings, guardian: Guardian) -> Specimen:
    """Start or dial a bot, and wait until it answers Describe.

    Raises:
        NotStartedError: it does not within `startup_ms`; nothing is left of it.
        RefereeError: the failure is ours or the host's.
    """
    started_s = time.monotonic()
    instance = Instance.start(spec, settings, guardian)
    startup_ms = (time.monotonic() - started_s) * 1000
    process = instance.process
    return Specimen(
        callee=instance,
        describe_reply=instance.describe_reply,
        startup_ms=startup_ms,
        visit=lambda: Visitor.to_remote(spec) if process is None else Visitor.to_process(process),
        stop=instance.stop,
        process=process,
        tree=None if process is None else ProcessTree.of_bot(process.pid),
    )
