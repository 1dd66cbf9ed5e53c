"""A running box, as its keeper sees it: started, watched, ended in the right order."""

import json
import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from referee.bots.isolation.group import BoxGroup
from referee.bots.isolation.interior import PORT
from referee.bots.isolation.relay import fork_relay
from referee.bots.isolation.watchdog import PERIOD_S, MemoryWatchdog

_INFO_S: Final = 10.0
_CHUNK_BYTES: Final = 4096
_MIB: Final = 1 << 20
_SIGNALLED: Final = 128
"""Bubblewrap tells the end by a signal as a shell does: 128 more than its number."""
_FAILED: Final = 1
"""Bubblewrap's own exit status when it cannot build a box."""
_BUSY_SHARE: Final = 10
"""The watchdog rests so many times as long as it looked."""
_INTO_CGROUP: Final = 'echo 0 > "$0/cgroup.procs" && exec /usr/bin/env -i "$@"'


class BoxError(Exception):
    """The box was not built; the text is what bubblewrap said."""


class Box:
    """One box around one bot.

    Args:
        order: how it is made (`BoxOrder.message`).
        bot: bubblewrap's outer process.
        told: where that says what becomes of the box, a JSON object a line; closed with the box.
        said: what it has said, its first line at least.

    Attributes:
        group: all processes inside.
        note: why it was ended by us; "" if it was not.
        look_at_s: when the watchdog wants to look again, in seconds of the monotonic clock.
    """

    def __init__(self, order: Mapping[str, Any], bot: "subprocess.Popen[bytes]", *, told: int, said: bytes) -> None:
        first_pid: int = json.loads(said.partition(b"\n")[0])["child-pid"]
        self._bot = bot
        self._told = told
        self._said = said
        self._limit_mb: int = order["memory_mb"]
        self._cgroup: str | None = order["cgroup"]
        self._watchdog = MemoryWatchdog(first_pid, self._limit_mb * _MIB)
        self.group = BoxGroup(first_pid)
        self.note = ""
        self.look_at_s = time.monotonic()
        if order["relay"] is not None:
            fork_relay(self.group.fd, order["relay"], PORT)

    @classmethod
    def start(cls, order: Mapping[str, Any], command: Sequence[str]) -> tuple["subprocess.Popen[bytes]", "Box"]:
        """Build a box and start its bot, with all it prints in one pipe.

        Raises:
            BoxError: bubblewrap did not build it.
            OSError: bubblewrap cannot be executed.
        """
        told, telling = os.pipe()
        bot = _popen(order, command, telling)
        said = _first_line(told)
        if said is None:  # the keeper ends, and what is open here with it
            bot.kill()
            printed = bot.communicate()[0]
            raise BoxError(printed.decode(errors="replace").strip() or f"it ended with status {bot.returncode}")
        return bot, cls(order, bot, told=told, said=said)

    def look(self) -> None:
        """Look whether it keeps within its memory, and end it if not."""
        began_s = time.monotonic()
        if not self.note and self._watchdog.is_over():
            self.note = f"it used more than its {self._limit_mb} MiB of memory"
            self.group.kill()
        ended_s = time.monotonic()
        self.look_at_s = ended_s + max(PERIOD_S, _BUSY_SHARE * (ended_s - began_s))

    def status(self, outer_status: int) -> int:
        """The bot's exit status, negative for a signal, from that of bubblewrap; notes what the kernel says of it."""
        if not self.note and self._cgroup is not None and _was_out_of_memory(self._cgroup):
            self.note = f"it used more than its {self._limit_mb} MiB of memory"
        return _SIGNALLED - outer_status if outer_status > _SIGNALLED else outer_status

    def has_failed(self, outer_status: int) -> bool:
        """Whether it was the box that ended, and not the bot: bubblewrap was killed, or never executed the command.

        From inside nobody can kill it. It says first which process it has made, and builds the box then; with what
        status that ended it says only of a command.
        """
        os.set_blocking(self._told, False)
        with suppress(BlockingIOError):
            self._said += os.read(self._told, _CHUNK_BYTES)
        is_unbuilt = outer_status == _FAILED and b'"exit-code"' not in self._said
        return not self.note and (is_unbuilt or outer_status < 0)

    def kill(self) -> None:
        """End everything inside: its first process dies first, or a zombie would be left."""
        self.group.kill()

    def close(self) -> None:
        """Let go of a box that has ended."""
        os.close(self._told)
        self._watchdog.close()
        self.group.close()
        if self._cgroup is not None:
            with suppress(OSError):
                os.rmdir(self._cgroup)  # noqa: PTH106 - as plain as the rest of what keepers import


def _popen(order: Mapping[str, Any], command: Sequence[str], telling: int) -> "subprocess.Popen[bytes]":
    """Start bubblewrap, which says on the descriptor `telling` what it has made; that is closed here."""
    contents = {"--args": os.fsencode("\0".join(order["options"]))}
    if order["seccomp"] is not None:
        contents["--seccomp"] = bytes.fromhex(order["seccomp"])
    files = {option: _file_in_memory(content) for option, content in contents.items()}
    words = [word for option, fd in files.items() for word in (option, str(fd))]
    try:
        return subprocess.Popen(
            [*_entry(order["cgroup"]), order["bwrap"], *words, "--json-status-fd", str(telling), "--", *command],
            env={},  # it can be read inside, as that of the first process
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            start_new_session=True,
            pass_fds=[*files.values(), telling],
        )
    finally:
        for fd in (*files.values(), telling):
            os.close(fd)


def _entry(cgroup: str | None) -> list[str]:
    """What moves the outer process into its control group before anything else is started."""
    return [] if cgroup is None else ["/bin/sh", "-c", _INTO_CGROUP, cgroup]


def _file_in_memory(content: bytes) -> int:
    fd = os.memfd_create("box", os.MFD_CLOEXEC)
    os.write(fd, content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _first_line(fd: int) -> bytes | None:
    """What bubblewrap says of the first process, in pieces, and maybe more; None if it says nothing to the end."""
    said = b""
    deadline_s = time.monotonic() + _INFO_S
    while b"\n" not in said:
        left_s = deadline_s - time.monotonic()
        if left_s <= 0 or not select.select([fd], [], [], left_s)[0]:
            return None
        data = os.read(fd, _CHUNK_BYTES)
        if not data:
            return None
        said += data
    return said


def _was_out_of_memory(cgroup: str) -> bool:
    try:
        with open(f"{cgroup}/memory.events", encoding="ascii") as file:  # noqa: PTH123 - as above
            return any(line.startswith("oom_kill ") and line.split()[1] != "0" for line in file)
    except OSError:
        return False
