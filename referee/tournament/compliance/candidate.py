"""The bot under examination: its specimens, one at a time, and what was seen of them so far."""

import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from referee.bots.launch import Guardian
from referee.bots.logs import TAIL_BYTES
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import CrashedError, FaultKind, Symptoms
from referee.play.records import MatchRecord
from referee.play.series import PlaySettings
from referee.tournament.compliance.amounts import MB, size
from referee.tournament.compliance.farewell import Farewell, bid_farewell
from referee.tournament.compliance.findings import Step
from referee.tournament.compliance.specimen import Specimen, Starter, start_specimen
from referee.tournament.compliance.tree import Usage
from referee.tournament.compliance.witness import Call, Witness
from referee.tournament.wording import command_text

LOG_KB: Final = 16 * 1024
"""Kept of each specimen's log, in KiB: enough to see how much it prints, little enough for any disk."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckSettings:
    """By what a bot is judged.

    Attributes:
        play: rules and clock of the tournament it is meant for.
        memory_mb: what all its processes may use together, in MiB.
        open_files: descriptors that one of its processes may hold.
        log_kb: kept of its log in a tournament, in KiB.
        env: variables that every bot of the tournament gets, as pairs.
    """

    play: PlaySettings
    memory_mb: int = 512
    open_files: int = 256
    log_kb: int = 256
    env: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """What a specimen used after a series: its usage, which specimen it was, the matches it had played."""

    usage: Usage
    specimen: Specimen
    matches: int


@dataclass(kw_only=True, slots=True)
class Observations:
    """What was seen so far.

    Attributes:
        calls: all calls to any specimen, in order.
        matches: the matches of whole series, in order, with the step they were played in.
        samples: one after each series.
        peak_bytes: the most memory that was in use after a turn.
        farewell: how the last specimen ended; None before it was told to.
    """

    calls: list[Call] = field(default_factory=list)
    matches: list[tuple[Step, MatchRecord]] = field(default_factory=list)
    samples: list[Sample] = field(default_factory=list)
    peak_bytes: int = 0
    farewell: Farewell | None = None

    def step_of(self, *kinds: FaultKind) -> Step | None:
        """The first step in which a match ended by a fault of these kinds; None if there is none."""
        found = (step for step, match in self.matches if any(fault.kind in kinds for fault in match.faults))
        return next(found, None)


class Candidate:
    """A bot under examination. Use as a context manager: it stops the bot.

    Args:
        spec: how it is started or dialled.
        settings: by what it is judged.
        start: makes a specimen.

    Attributes:
        spec, settings: as above.
        seen: what was seen so far.
    """

    def __init__(self, spec: BotSpec, settings: CheckSettings, start: Starter = start_specimen) -> None:
        self.spec = spec
        self.settings = settings
        self.seen = Observations()
        self._start = start
        self._specimen: Specimen | None = None
        self._guardian = Guardian()
        self._logs = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._ending = ExitStack()
        self._ending.callback(self._logs.cleanup)
        self._ending.callback(self._guardian.close)
        self._ending.callback(self.retire)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    @property
    def started(self) -> str:
        """How it is started or reached, for a person."""
        if self.spec.command is None:
            return f"at {self.spec.address}"
        return f"{command_text(self.spec.command)}, in {self.spec.dir}"

    @property
    def specimen(self) -> Specimen:
        """The one at work, also if it has died; a fresh one if there is none.

        Raises:
            NotStartedError: a fresh one does not start.
        """
        if self._specimen is None:
            self._specimen = self._start(self.spec, self._process_settings, self._guardian)
        return self._specimen

    @property
    def witness(self) -> Witness:
        """What answers for the specimen at work; raises as `specimen`."""
        return Witness(self.specimen.callee, self.seen.calls, self._inspect)

    @property
    def stop_grace_ms(self) -> int:
        """Between SIGTERM and SIGKILL, in milliseconds."""
        return self._process_settings.stop_grace_ms

    @property
    def log_sizes(self) -> list[int]:
        """What each specimen printed that printed anything, in bytes, as far as it was kept: at most `LOG_KB`."""
        return [log.stat().st_size for log in self._log_files()]

    def log_tail(self) -> str:
        """The end of the longest of their logs, at most `TAIL_BYTES`; "" if there is none."""
        longest = max(self._log_files(), key=lambda log: log.stat().st_size, default=None)
        return "" if longest is None else longest.read_bytes()[-TAIL_BYTES:].decode(errors="replace")

    def sample(self, matches: int) -> None:
        """Note what the specimen at work uses, after it has played so many matches more."""
        specimen = self.specimen
        usage = None if specimen.tree is None else specimen.tree.usage()
        if usage is not None:
            before = sum(sample.matches for sample in self.seen.samples[-1:] if sample.specimen is specimen)
            self.seen.samples.append(Sample(usage=usage, specimen=specimen, matches=before + matches))

    def retire(self) -> None:
        """Stop the specimen at work, as after a fault: the next step gets a fresh one."""
        if self._specimen is not None:
            self._specimen.stop()
        self._specimen = None

    def dismiss(self) -> Farewell:
        """Tell the specimen at work to stop, and see how it does; it is a process of ours."""
        specimen = self.specimen
        if specimen.process is None or specimen.tree is None:
            raise AssertionError("a remote bot is not stopped")
        farewell = bid_farewell(specimen.process, specimen.tree, self.stop_grace_ms)
        self.seen.farewell = farewell
        self.retire()
        return farewell

    @property
    def _process_settings(self) -> ProcessSettings:
        return ProcessSettings(
            startup_ms=self.settings.play.clock.startup_ms,
            log_kb=LOG_KB,
            log_dir=Path(self._logs.name),
            env=self.settings.env,
        )

    def _log_files(self) -> list[Path]:
        return list(Path(self._logs.name).rglob("*.log"))

    def _inspect(self) -> None:
        """Stop the play before the bot takes all the memory of its author's machine."""
        tree = self.specimen.tree
        used_bytes = 0 if tree is None else tree.memory_bytes()
        self.seen.peak_bytes = max(self.seen.peak_bytes, used_bytes)
        if used_bytes > self.settings.memory_mb * MB:
            reason = f"uses {size(used_bytes)} of memory, and {self.settings.memory_mb} MB are allowed"
            raise CrashedError(reason, Symptoms(log_tail=self.specimen.callee.log_tail()))
