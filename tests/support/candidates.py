"""Bots under examination without processes: fakes in the place of what was started."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from support.fake_bot import FakeBot
from support.fake_series import SETTINGS

from referee.bots.clock import ClockSettings
from referee.bots.connection import Method
from referee.bots.launch import Guardian
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import BotFaultError
from referee.tournament.compliance.candidate import Candidate, CheckSettings
from referee.tournament.compliance.findings import Finding
from referee.tournament.compliance.specimen import Specimen
from referee.tournament.compliance.tree import ProcessTree
from referee.tournament.compliance.visitor import Visitor


class FakeVisitor(Visitor):
    """A second client that only notes what it does."""

    def __init__(self, acts: list[str], refusal: str | None) -> None:
        self._acts = acts
        self._refusal = refusal

    def refusal(self, *, limit_ms: float) -> str | None:
        """As it was told."""
        self._acts.append("visit")
        return self._refusal

    def break_off(self, method: Method, request: bytes, *, after_s: float) -> None:
        """Nothing is sent."""
        self._acts.append(f"break off {method.label} after {1000 * after_s:.0f} ms")

    def hang_up(self) -> None:
        """There is no connection."""
        self._acts.append("hang up")

    def close(self) -> None:
        """There is none."""
        self._acts.append("close")


@dataclass(kw_only=True)
class Stable:
    """Starts fakes instead of bots.

    Attributes:
        make: makes the bot of each start.
        describe_reply: what each answers to its first Describe.
        startup_ms: what each needs to start.
        refusal: why a second client is not answered.
        tree: of each bot's processes.
        error: raised instead of a start.
        bots: all that were started.
        acts: what second clients did, and `stop` for each bot that was stopped.
    """

    make: Callable[[], FakeBot] = FakeBot
    describe_reply: bytes | None = b""
    startup_ms: float = 100.0
    refusal: str | None = None
    tree: ProcessTree | None = None
    error: BotFaultError | None = None
    bots: list[FakeBot] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)

    def start(self, spec: BotSpec, settings: ProcessSettings, guardian: Guardian) -> Specimen:
        """Start a fake."""
        if self.error is not None:
            raise self.error
        bot = self.make()
        self.bots.append(bot)
        return Specimen(
            callee=bot,
            describe_reply=self.describe_reply,
            startup_ms=self.startup_ms,
            visit=lambda: FakeVisitor(self.acts, self.refusal),
            stop=lambda: self.acts.append("stop"),
            tree=self.tree,
        )


def candidate(
    stable: Stable, *, address: str | None = None, clock: ClockSettings = SETTINGS.clock, **limits: Any
) -> Candidate:
    """The bot `greedy` as that stable starts it; limits are those of the check."""
    spec = BotSpec(name="greedy", command=None if address else ("greedy",), address=address, dir=Path("/bots"))
    return Candidate(spec, CheckSettings(play=replace(SETTINGS, clock=clock), **limits), stable.start)


def said(finding: Finding) -> tuple[str, str]:
    """Its status and its sentence."""
    return finding.status.value, finding.sentence
