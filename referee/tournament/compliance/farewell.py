"""How a bot's process ends when it is told to, and what it leaves running."""

import time
from dataclasses import dataclass
from typing import Final

from referee.bots.launch import BotProcess
from referee.tournament.compliance.tree import Member, ProcessTree

_POLL_S: Final = 0.01
_BEFORE_KILL_S: Final = 0.05
"""How long before the end of the grace what is left is looked at for the last time."""
_EXIT_S: Final = 10.0
"""How long the end of a process that was killed is waited for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Farewell:
    """How a specimen ended.

    Attributes:
        was_gone: whether it had ended before it was told to.
        exit_status: of its process, negative for a signal; None if its end was not seen.
        took_ms: from SIGTERM to that, in milliseconds.
        left: processes that ran on when it had ended, until they were killed; None if none can be seen here.
        log_tail: what it wrote last.
    """

    was_gone: bool = False
    exit_status: int | None
    took_ms: float = 0.0
    left: tuple[Member, ...] | None = ()
    log_tail: str = ""


def bid_farewell(process: BotProcess, tree: ProcessTree, grace_ms: int) -> Farewell:
    """Send SIGTERM, and watch what happens until the grace is over; the process is still to be stopped then."""
    if (status := process.exit_status()) is not None:
        return Farewell(was_gone=True, exit_status=status, left=tuple(tree.members()), log_tail=process.log_tail())
    is_visible = bool(tree.members())
    started_s = time.monotonic()
    process.ask_to_stop()
    exit_ = process.wait_exit(grace_ms / 1000 + _EXIT_S)
    left = tree.members()
    # Members of its group were told to stop too, and may take as long.
    while left and time.monotonic() < started_s + grace_ms / 1000 - _BEFORE_KILL_S:
        time.sleep(_POLL_S)
        left = tree.survivors(left)
    return Farewell(
        exit_status=None if exit_ is None else exit_.status,
        took_ms=0.0 if exit_ is None else max(0.0, exit_.at_s - started_s) * 1000,
        left=tuple(left) if is_visible else None,
        log_tail=process.log_tail(),
    )
