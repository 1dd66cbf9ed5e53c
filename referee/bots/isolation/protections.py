"""The sixteen protections, their states, and the levels that they make."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

Level = Literal["none", "standard", "strict"]

LEVELS: Final[tuple[Level, ...]] = ("none", "standard", "strict")
"""Weakest first."""


class Protection(StrEnum):
    """What a bot is kept from, or its host is kept safe by."""

    FILES = "files"
    PROC = "proc"
    NETWORK = "network"
    OPPONENT = "opponent"
    PTRACE = "ptrace"
    SIGNALS = "signals"
    ENV = "env"
    FDS = "fds"
    UID = "uid"
    PRIVILEGES = "privileges"
    PROCESSES = "processes"
    MEMORY = "memory"
    CPU_OFF_TURN = "cpu_off_turn"
    DISK = "disk"
    OUTPUT = "output"
    CLEANUP = "cleanup"


MEANINGS: Final[Mapping[Protection, str]] = {
    Protection.FILES: "reads its own folder and the system's, nothing else, and changes none",
    Protection.PROC: "sees no process but its own",
    Protection.NETWORK: "reaches nothing but itself, neither this machine nor another",
    Protection.OPPONENT: "reaches no other bot, neither its sockets nor its files",
    Protection.PTRACE: "reads no other process's memory",
    Protection.SIGNALS: "signals no other process",
    Protection.ENV: "is given only the variables that are meant for it",
    Protection.FDS: "is given only stdin, stdout and stderr",
    Protection.UID: "is not root, neither inside nor outside",
    Protection.PRIVILEGES: "has no capabilities, and can gain none",
    Protection.PROCESSES: "has a bounded number of processes and threads",
    Protection.MEMORY: "has bounded memory",
    Protection.CPU_OFF_TURN: "stands still while its opponent thinks",
    Protection.DISK: "writes only to bounded places of its own, gone with it",
    Protection.OUTPUT: "may print without end: its log is bounded",
    Protection.CLEANUP: "leaves no process behind",
}
"""What is so when a protection is on."""

MAY_BE_WEAK: Final = frozenset(
    {
        Protection.NETWORK,
        Protection.PRIVILEGES,
        Protection.PROCESSES,
        Protection.MEMORY,
        Protection.CPU_OFF_TURN,
        Protection.DISK,
    }
)
"""What may be weak at `standard`; all else must be on. At `strict` everything must."""


class State(StrEnum):
    """How far a protection holds; weak: its most part does, and the reason says what does not."""

    ON = "on"
    WEAK = "weak"
    OFF = "off"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """The state of one protection.

    Attributes:
        state: as proven.
        reason: what was seen; "" where it is on.
        fix: how to get it; "" where it is on, or nothing helps.
    """

    state: State
    reason: str = ""
    fix: str = ""


ON: Final = Finding(state=State.ON)

Findings = Mapping[Protection, Finding]


def states(findings: Findings) -> dict[str, str]:
    """The states by name, as they are stored: `{"files": "on", …}`, in the order of `Protection`."""
    return {protection.value: findings[protection].state.value for protection in Protection}


def summary(level: str, its_states: Mapping[str, str]) -> str:
    """A level with its states in few words: `standard, all protections on but disk weak`."""
    lesser = ", ".join(f"{name} {state}" for name, state in its_states.items() if state != State.ON)
    return f"{level}, all protections on but {lesser}" if lesser else f"{level}, all protections on"


def lacking(findings: Findings, level: Level, *, may_think_off_turn: bool = False) -> list[Protection]:
    """What a level wants and is not there; [] if the level is reached.

    Args:
        findings: the states.
        level: the level.
        may_think_off_turn: whether bots are not to be frozen; then nothing is lacking because they are not.
    """
    if level == "none":
        return []
    wanted = [item for item in Protection if not (item is Protection.CPU_OFF_TURN and may_think_off_turn)]
    return [item for item in wanted if not _suffices(item, findings[item].state, level)]


def weaker(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """The protections that are weaker in `new` than in `old`, by name; one that `old` does not know is not."""
    order = list(State)
    return [name for name in old if order.index(State(new.get(name, State.OFF))) > order.index(State(old[name]))]


def _suffices(protection: Protection, state: State, level: Level) -> bool:
    if state is State.ON:
        return True
    return state is State.WEAK and level == "standard" and protection in MAY_BE_WEAK


UNBOXED: Final[Findings] = {
    protection: ON
    if protection in {Protection.ENV, Protection.FDS, Protection.OUTPUT, Protection.CLEANUP}
    else Finding(state=State.OFF, reason="bots run like any program of yours", fix="level standard")
    for protection in Protection
}
"""The states without boxes: what holds for every bot that is started."""
