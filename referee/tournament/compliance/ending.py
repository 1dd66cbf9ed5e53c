"""Steps: the bot stops when it is told to, and leaves no process behind."""

import signal
from typing import Final

from referee.bots.text import escape_text, status_text
from referee.tournament.compliance.amounts import counted, duration
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Finding

_COMMAND_LENGTH: Final = 60
_SHOWN_COUNT: Final = 3


def stops_on_sigterm(candidate: Candidate) -> Finding:
    """It ends by itself within the grace; else it is killed."""
    farewell, grace_ms = candidate.dismiss(), candidate.stop_grace_ms
    status = farewell.exit_status
    if farewell.was_gone and status is not None:
        return Finding.failed(f"it was gone already: {status_text(status)}", log_tail=farewell.log_tail)
    if status is None or status == -signal.SIGKILL:
        sentence = f"it did not end within {duration(grace_ms)} and had to be killed"
        return Finding.failed(sentence, log_tail=farewell.log_tail)
    sentence = f"{status_text(status)} after {duration(farewell.took_ms)}; {duration(grace_ms)} are allowed"
    return Finding.passed(sentence, {"took_ms": round(farewell.took_ms, 1), "allowed_ms": grace_ms})


def leaves_no_process(candidate: Candidate) -> Finding:
    """When it has ended nothing that it started runs on."""
    farewell = candidate.seen.farewell
    if farewell is None or farewell.left is None:
        return Finding.skipped("its processes cannot be seen here")
    left = farewell.left
    if not left:
        return Finding.passed("nothing that it started runs on")
    words = [f"{escape_text(one.command, _COMMAND_LENGTH)} ({one.pid})" for one in left[:_SHOWN_COUNT]]
    more = f" and {len(left) - _SHOWN_COUNT} more" if len(left) > _SHOWN_COUNT else ""
    count = counted(len(left), "process", "processes")
    return Finding.failed(f"{count} ran on and had to be killed: {', '.join(words)}{more}")
