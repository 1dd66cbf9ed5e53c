"""Why a bot did not start: what was seen, in the words of a sentence that begins with its name, and likely causes."""

import errno
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.bots.isolation.interior import HOME
from referee.bots.text import escape_text, status_text

_TEXT_LIMIT = 200

NO_PROCESS: Final = "could not be started"
"""How the reason begins where there never was a process."""

_CAUSES_OF_ERRNO = {
    errno.EACCES: ("it is not executable (chmod +x)", "it is a folder", "its file system is mounted noexec"),
    errno.ENOEXEC: ("it was built for another machine", "it is a script without a #! line"),
    errno.ENOENT: ("its #! line or its loader names a program that is not there",),
}
_CAUSES_OF_STATUS = {
    0: ("it does its work and ends instead of serving", "it moves itself into the background"),
    1: ("an exception at start-up", "a module or a file it needs is missing"),
    2: ("it does not understand its arguments", "the script named in its command is not there"),
    126: ("what its script calls is not executable",),
    127: ("what its script calls is not installed",),
    -4: ("it was built for another processor",),
    -9: ("it was killed from outside, or ran out of memory",),
    -11: ("it, or a library of it, was built for another machine",),
}
# What a log says, in lower case, of what a box keeps from a bot.
_UNWRITABLE: Final = ("read-only file system", "read-only filesystem")
_UNREACHABLE: Final = (
    "name resolution",
    "name or service not known",
    "network is unreachable",
    "dial tcp: lookup ",
    "eai_again",
    "enetunreach",
    "unknownhostexception",
)
_WITHOUT_BOX: Final = "to try it without a box: --isolation none, and another --out"
_CAUSES_OF_REFUSAL = ("token_file holds another token than it expects", "its [[bot]] has no token_file")


@dataclass(frozen=True, kw_only=True, slots=True)
class Remedies:
    """What the host can change: keys of the TOML that the bot stands in, or options of a command line.

    Attributes:
        transport: has it listen on a port.
        startup: gives it more time to start.
        tls: of one that is dialled, what may be wrong.
        command: of one that cannot be executed, what may be wrong.
        lookup: of one that is no command on PATH, what it may be.
    """

    transport: str
    startup: str
    tls: str
    command: str
    lookup: tuple[str, ...]


_FILE = "it is a file of the bot's folder (write ./ before its name)"

LISTED: Final = Remedies(
    transport='transport = "tcp"',
    startup="startup_ms",
    tls="tls is set on one side only",
    command="the command or dir in its [[bot]] is wrong",
    lookup=("it is not installed", _FILE),
)
GIVEN: Final = Remedies(
    transport="--transport tcp",
    startup="startup_ms in a TOML, with --config",
    tls="it wants TLS (tls = true in a TOML, with --config)",
    command="the command is wrong",
    lookup=("it is not installed", _FILE, "it is the name of a bot in a TOML (add --config TOML)"),
)


def remedies(*, is_listed: bool) -> Remedies:
    """Those for a bot of a TOML, or of a command line."""
    return LISTED if is_listed else GIVEN


def command_not_found(program: str, remedy: Remedies = LISTED) -> str:
    """PATH has no such command."""
    return f"{NO_PROCESS}: there is no command {_quoted(program)} on PATH" + _likely(remedy.lookup)


def folder_not_there(folder: Path) -> str:
    """The bot's folder does not exist or is none."""
    return f"{NO_PROCESS}: its folder {_quoted(str(folder))} is not there or is not a folder" + _likely(
        ("dir in its [[bot]] is relative to the TOML file",)
    )


def folder_not_entered(folder: Path) -> str:
    """The bot's folder is closed to us."""
    return f"{NO_PROCESS}: its folder {_quoted(str(folder))} is closed to you (chmod u+rx, or another user)"


def folder_not_readable(folder: Path) -> str:
    """The bot's folder is closed to the user that the bot is in its box."""
    seen = f"{NO_PROCESS}: its folder {_quoted(str(folder))} is closed to others, and in its box it is another"
    return f"{seen} user (chmod -R o+rX)"


def not_executed(path: Path, number: int, message: str, remedy: Remedies = LISTED) -> str:
    """The system refused to execute `path`, with an errno and its message."""
    seen = f"{NO_PROCESS}: {_quoted(str(path))}: {escape_text(message, _TEXT_LIMIT)}"
    try:
        mode = stat.filemode(path.stat().st_mode)
    except OSError:
        return seen + _likely((remedy.command, "it has not been built yet"))
    return f"{seen} (mode {mode})" + _likely(_CAUSES_OF_ERRNO.get(number, ()))


def ended_early(exit_status: int, note: str = "", *, box_log: str | None = None) -> str:
    """The process ended before it answered Describe.

    Args:
        exit_status: negative for a signal.
        note: why, if that was our doing.
        box_log: the last lines it wrote in its box; None for a bot without one.
    """
    if note:
        return f"{status_text(exit_status, note)}, before it answered Describe"
    seen = f"{status_text(exit_status)} before it answered Describe"
    causes = _CAUSES_OF_STATUS.get(exit_status, ("see the last lines of its log",))
    if box_log is None or not exit_status:
        return seen + _likely(causes)
    if told := _kept_by_box(box_log.lower()):
        return f"{seen}; {' and '.join(told)} ({_WITHOUT_BOX})"
    return seen + _likely((*causes, f"its box: it may write to {HOME} only, and has no network ({_WITHOUT_BOX})"))


def _kept_by_box(log: str) -> list[str]:
    told = []
    if any(words in log for words in _UNWRITABLE):
        told.append(f"in its box it may write to {HOME} only, which is its $HOME too")
    if any(words in log for words in _UNREACHABLE):
        told.append("in its box there is no network")
    return told


def no_room(what: str, reason: str) -> str:
    """The system gives no more `what`, such as processes, and says why."""
    return f"no more {what} can be started here: {reason}; make room (`ulimit -u`), or play fewer series at once"


def box_failed(name: str, said: str) -> str:
    """A box was not built, or was lost; `said` is what was said of it."""
    return f"the box of {name} failed: {escape_text(said or 'nothing was said of it', _TEXT_LIMIT)}"


def never_listened(address: str, startup_ms: int, remedy: Remedies = LISTED) -> str:
    """Nobody accepted a connection in time."""
    causes = (
        "it listens elsewhere than LOST_CITIES_BOT_ADDRESS says",
        f"it cannot listen on unix sockets ({remedy.transport})",
        f"it needs longer to start ({remedy.startup})",
    )
    return f"did not listen on {address} within {startup_ms} ms" + _likely(causes)


def never_answered(startup_ms: int, remedy: Remedies = LISTED) -> str:
    """Connections are accepted, but Describe got no answer in time."""
    causes = (
        "it does not speak gRPC there",
        "its Describe hangs",
        f"it needs longer to start ({remedy.startup})",
    )
    return f"listens, but did not answer Describe within {startup_ms} ms" + _likely(causes)


def answered_wrongly(code: str, details: str) -> str:
    """Describe got a gRPC status that does not count as an answer."""
    seen = f"answered Describe with gRPC status {code}" + (f": {escape_text(details, _TEXT_LIMIT)}" if details else "")
    return seen + _likely(_CAUSES_OF_REFUSAL if code in {"UNAUTHENTICATED", "PERMISSION_DENIED"} else ())


def cut_off(address: str, reason: str) -> str:
    """A remote bot's address cannot be reached, for a reason that was found."""
    return f"could not be reached at {escape_text(address, _TEXT_LIMIT)}: {reason}"


def not_reached(address: str, details: str, remedy: Remedies = LISTED) -> str:
    """A remote bot's address cannot be reached, and all that is known of it is what gRPC says."""
    seen = f"could not be reached at {escape_text(address, _TEXT_LIMIT)}: {escape_text(details, _TEXT_LIMIT)}"
    return seen + _likely(("host or port is wrong", "it is not running", "a firewall", remedy.tls))


def _quoted(text: str) -> str:
    return f"'{escape_text(text, _TEXT_LIMIT)}'"


def _likely(causes: Sequence[str]) -> str:
    return f"; likely: {', or '.join(causes)}" if causes else ""
