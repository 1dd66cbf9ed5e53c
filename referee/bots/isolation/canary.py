"""Whether boxes hold here: two of them, made by the very launcher that makes those of bots, attack each other and us.

What the attacker could do it says itself (`intruder`); what only shows from outside is looked at from here: user ids,
standing still, memory, the log's size, and what is left at the end. Takes a fraction of a second.
"""

import json
import os
import secrets
import shutil
import socket
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from referee.bots.command import ADDRESS_VARIABLE
from referee.bots.isolation.protections import ON, Finding, Findings, Protection, State
from referee.bots.isolation.settings import BoxSettings
from referee.bots.launch import BotProcess, Guardian
from referee.bots.lodging import choose_folder
from referee.bots.reaper import children
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import RefereeError

_INTRUDER: Final = Path(__file__).with_name("intruder.py")
_LIMITS: Final = BoxSettings(memory_mb=96, pids=16, tmp_mb=1, open_files=64)
_LOG_KB: Final = 64
_FLOOD_BYTES: Final = 4 * 1024 * _LOG_KB
_TOO_LARGE_BYTES: Final = 20 << 20  # more than the largest of a box's file systems
_VICTIM_PORT: Final = 50052
_VARIABLES: Final = ("PATH", "LANG", "HOME", "TMPDIR", ADDRESS_VARIABLE, "PWD", "LC_CTYPE")
_WEAK: Final = "weak: "
_PATIENCE_S: Final = 10.0
_POLL_S: Final = 0.005
_STILL_S: Final = 0.03
_STILL: Final = ("T", "Z", "X", "")

Breaches = Mapping[str, Sequence[str]]


class CanaryError(Exception):
    """The canary could not be sent: no box was built, or it did not answer; the text says what was seen."""


def send_canary(box: BoxSettings) -> Findings:
    """Attack boxes of that level, and tell the states that were found.

    Raises:
        CanaryError: no box could be built, or nothing came back.
    """
    try:
        with ExitStack() as resources:
            return findings_of(_Ground(resources).attack(replace(_LIMITS, level=box.level, cgroup=box.cgroup)))
    except (RefereeError, OSError) as error:
        raise CanaryError(str(error)) from error


def findings_of(breaches: Breaches) -> Findings:
    """States from what was possible, by name of the protection; nothing possible means on."""
    return {protection: _finding(breaches.get(protection, ())) for protection in Protection}


def _finding(breaches: Sequence[str]) -> Finding:
    if not breaches:
        return ON
    state = State.WEAK if all(breach.startswith(_WEAK) for breach in breaches) else State.OFF
    return Finding(state=state, reason="; ".join(breach.removeprefix(_WEAK) for breach in breaches))


class _Ground:
    """What stands outside the boxes: secrets, sockets, a guardian; and the two bots inside."""

    def __init__(self, resources: ExitStack) -> None:
        self._resources = resources
        self._guardian = resources.enter_context(Guardian())
        self._folder = choose_folder()
        self._guardian.entrust(self._folder)
        resources.callback(self._guardian.vacate, self._folder)
        resources.callback(shutil.rmtree, self._folder, ignore_errors=True)
        _make_open(self._folder)
        self._token = secrets.token_hex(8)
        self._victim_token = secrets.token_hex(8)
        self._secret = self._folder / "secret"
        self._secret.write_text(self._token)
        self._listeners = [
            self._listen(socket.AF_INET, ("127.0.0.1", 0)),
            self._listen(socket.AF_UNIX, f"\0{self._token}"),
            self._listen(socket.AF_UNIX, str(self._folder / "socket")),
        ]

    def attack(self, box: BoxSettings) -> Breaches:
        """All that was possible, by name of the protection."""
        victim = self._start(box, "victim", self._victim_token, str(_VICTIM_PORT))
        _await_line(victim, lambda line: line == "up")
        attacker = self._start(box, "attacker", json.dumps(self._facts(victim, box)))
        breaches: dict[str, list[str]] = defaultdict(list)
        breaches.update(json.loads(_await_line(attacker, lambda line: line.startswith("{"))))
        self._look(breaches, victim, attacker)
        return breaches

    def _start(self, box: BoxSettings, *words: str) -> BotProcess:
        folder = self._folder / words[0]
        _make_open(folder)
        shutil.copyfile(_INTRUDER, folder / "intruder.py")
        (folder / "intruder.py").chmod(0o644)
        command = ("{python}", "-I", "-S", "-B", "intruder.py", *words)
        settings = ProcessSettings(box=box, log_kb=_LOG_KB, log_dir=self._folder / "logs", stop_grace_ms=0)
        process = BotProcess(BotSpec(name=words[0], command=command, dir=folder), settings, self._guardian)
        self._resources.callback(process.stop)
        return process

    def _facts(self, victim: BotProcess, box: BoxSettings) -> dict[str, object]:
        """What the attacker is told."""
        return {
            "secrets": [str(self._secret), str(self._folder / "victim" / "intruder.py"), "/etc/passwd", "/etc/shadow"],
            "token": self._token,
            "port": self._listeners[0].getsockname()[1],
            "socket": str(self._folder / "socket"),
            "victim_port": _VICTIM_PORT,
            "victim_token": self._victim_token,
            "victim_folder": str(self._folder / "victim"),
            "pids_outside": [os.getpid(), victim.pid, *_below(victim.pid)],
            "variables": _VARIABLES,
            "pids": box.pids,
            "flood_bytes": _FLOOD_BYTES,
            "too_large_bytes": _TOO_LARGE_BYTES,
        }

    def _look(self, breaches: dict[str, list[str]], victim: BotProcess, attacker: BotProcess) -> None:
        """What only shows from outside."""
        breaches["uid"] += _roots(attacker.pid)
        breaches["cpu_off_turn"] += _restless(victim)
        breaches["memory"] += _greedy(victim)
        logs = (self._folder / "logs" / "attacker").iterdir()
        breaches["output"] += [f"{log.name} is too large" for log in logs if log.stat().st_size > 1024 * _LOG_KB]
        left = _below(attacker.pid)
        attacker.stop()
        breaches["cleanup"] += [f"process {pid} is left" for pid in left if not _ends(pid)]

    def _listen(self, family: int, address: object) -> socket.socket:
        listener = self._resources.enter_context(socket.socket(family, socket.SOCK_STREAM))
        listener.bind(address)  # type: ignore[arg-type]  # what the family has for one
        listener.listen()
        return listener


def _make_open(folder: Path) -> None:
    """Make a folder that lets others in, whatever the umask is: as root we are another user in the box."""
    folder.mkdir()
    folder.chmod(0o755)


def _await_line(process: BotProcess, is_it: Callable[[str], bool]) -> str:
    """The last line a canary printed, once it is the one.

    Raises:
        CanaryError: it ended, or it takes too long.
    """
    deadline_s = time.monotonic() + _PATIENCE_S
    while True:
        is_over = process.wait_exit(_POLL_S) is not None or time.monotonic() > deadline_s
        tail = process.log_tail()
        last = tail.splitlines()[-1] if tail else ""
        if is_it(last):
            return last
        if is_over:
            raise CanaryError(last[-500:] or "the canary was started, and said nothing")


def _roots(pid: int) -> list[str]:
    """The bot's processes that are root for the kernel: all below the first one of the box."""
    found = []
    for inner in _below(pid)[1:]:
        with suppress(OSError, IndexError):
            ids = _status(inner)["Uid"].split()
            if "0" in ids:
                found.append(f"process {inner} is root outside")
    return found


def _restless(victim: BotProcess) -> list[str]:
    """Whether its processes go on when they are frozen, or stay frozen when they are thawed."""
    pids = _below(victim.pid)
    victim.freeze()
    # A process stops when it is next given a core: on a busy machine not at once.
    _eventually(lambda: all(_state(pid) in _STILL for pid in pids))
    before = {pid: _cpu_time(pid) for pid in pids}
    time.sleep(_STILL_S)
    moved = [pid for pid in pids if _cpu_time(pid) != before[pid]]
    victim.thaw()
    stuck = [] if _eventually(lambda: any(_cpu_time(pid) != before[pid] for pid in pids)) else ["it cannot be thawed"]
    # The first two are bubblewrap's and the victim; what these started may have left the group.
    gone_on = [f"{_WEAK if pid in pids[2:] else ''}process {pid} went on while it was frozen" for pid in moved]
    return [*gone_on, *stuck]


def _greedy(victim: BotProcess) -> list[str]:
    """Have the victim take memory, and see whether it is stopped for that."""
    if not _eventually(victim.is_listening) or not _eventually(victim.is_listening):
        return ["its socket cannot be reached"]
    exit_ = victim.wait_exit(_PATIENCE_S)
    return [] if exit_ is not None and exit_.note else ["more memory can be taken than is allowed"]


def _below(pid: int) -> list[int]:
    """All processes below one, parents first."""
    found = [*children(pid)]
    for parent in found:  # grows while it is walked
        found.extend(children(parent))
    return found


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def _cpu_time(pid: int) -> str:
    """What a process has computed so far; "" if it is gone."""
    try:
        return Path(f"/proc/{pid}/schedstat").read_text().split()[0]
    except OSError:
        return ""


def _state(pid: int) -> str:
    """The state of a process, as a letter; "" if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return ""


def _ends(pid: int) -> bool:
    return _eventually(lambda: not Path(f"/proc/{pid}").exists())


def _eventually(condition: Callable[[], object]) -> bool:
    deadline_s = time.monotonic() + _PATIENCE_S / 2
    while not condition():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(_POLL_S)
    return True
