"""The program that attacks from inside: of two boxes, one is the victim, the other the attacker.

    intruder.py victim TOKEN PORT      opens all that could be reached, then waits
    intruder.py attacker FACTS         tries everything, prints what it could do as one line of JSON, and stays

It is run in boxes only, as a copy, by an interpreter without site-packages; it must not import ours. What it can do
harms nobody: it looks, and takes it back. FACTS is JSON; see `canary`.
"""

import ctypes
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
PTRACE_ATTACH, PTRACE_DETACH = 16, 17
CLONE_NEWUSER = 0x10000000
AF_VSOCK = 40
MIB = 1 << 20
SCRATCH = ("/tmp", "/dev/shm")  # noqa: S108 - of the box


def victim(token: str, port: int) -> None:
    """Be there in every way, with a child that computes and tries to leave; then, when told to, take memory."""
    for folder in SCRATCH:
        write(f"{folder}/{token}", b"secret")
    listeners = [listening(socket.AF_INET, ("127.0.0.1", port)), listening(socket.AF_UNIX, f"\0{token}")]
    if os.fork() == 0:
        with suppress(OSError):
            os.setsid()
        while True:
            pass
    door = listening(socket.AF_UNIX, os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:"))
    say("up")
    door.accept()
    door.accept()
    taken = [bytearray(MIB) for _ in range(1024)]
    say(f"took {len(taken) + len(listeners)} MiB")


def attacker(facts: dict[str, Any]) -> None:
    """Try everything; then leave a daemon that heeds nothing."""
    os.write(1, b"x" * facts["flood_bytes"] + b"\n")
    breaches = {name: list(attack(facts)) for name, attack in ATTACKS.items()}
    if os.fork() == 0:
        with suppress(OSError):
            os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(60)
        os._exit(0)
    say(json.dumps(breaches))
    time.sleep(60)


def attack_files(facts: dict[str, Any]) -> Iterator[str]:
    """Read what is not ours, write what is."""
    for path in facts["secrets"]:
        with suppress(OSError):
            Path(path).read_bytes()
            yield f"{path} can be read"
    for path in ("intruder.py", "/usr/lost-cities-canary"):
        with suppress(OSError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            yield f"{path} can be written"


def attack_proc(_: dict[str, Any]) -> Iterator[str]:
    """See the referee among the processes."""
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if b"referee.bots.guardian" in command.read_bytes():
                yield f"process {command.parent.name} is the referee's"


def attack_network(facts: dict[str, Any]) -> Iterator[str]:
    """Reach what listens outside."""
    yield from reached(socket.AF_INET, ("127.0.0.1", facts["port"]), "a port of this machine")
    yield from reached(socket.AF_UNIX, f"\0{facts['token']}", "an abstract socket")
    yield from reached(socket.AF_UNIX, facts["socket"], "a socket by its path")
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as somewhere:
        somewhere.connect(("192.0.2.1", 9))
        yield "there is a route to other machines"
    with suppress(OSError):
        socket.socket(AF_VSOCK, socket.SOCK_STREAM).close()
        yield "weak: AF_VSOCK sockets can be made, which no namespace confines"


def attack_opponent(facts: dict[str, Any]) -> Iterator[str]:
    """Reach the victim."""
    yield from reached(socket.AF_INET, ("127.0.0.1", facts["victim_port"]), "its port")
    yield from reached(socket.AF_UNIX, f"\0{facts['victim_token']}", "its abstract socket")
    for path in (*(f"{folder}/{facts['victim_token']}" for folder in SCRATCH), facts["victim_folder"]):
        if Path(path).exists():
            yield f"{path} is there"


def attack_ptrace(facts: dict[str, Any]) -> Iterator[str]:
    """Trace processes outside."""
    for pid in outside(facts):
        if LIBC.ptrace(PTRACE_ATTACH, pid, None, None) == 0:
            LIBC.ptrace(PTRACE_DETACH, pid, None, None)
            yield f"process {pid} can be traced"


def attack_signals(facts: dict[str, Any]) -> Iterator[str]:
    """Signal processes outside: with signal 0, which only asks whether one could."""
    for pid in outside(facts):
        with suppress(OSError):
            os.kill(pid, 0)
            yield f"process {pid} can be signalled"


def attack_env(facts: dict[str, Any]) -> Iterator[str]:
    """Find variables that are not meant for us, also in what started us."""
    yield from (f"{name} is set" for name in sorted(set(os.environ) - set(facts["variables"])))
    with suppress(OSError):
        if Path("/proc/1/environ").read_bytes().strip(b"\0"):
            yield "the referee's variables can be read"


def attack_fds(_: dict[str, Any]) -> Iterator[str]:
    """Find open descriptors."""
    for fd in range(3, 256):
        with suppress(OSError):
            os.fstat(fd)
            yield f"descriptor {fd} is open"


def attack_uid(_: dict[str, Any]) -> Iterator[str]:
    """Be root."""
    if 0 in (*os.getresuid(), *os.getresgid()):
        yield "it is root inside"
    if 0 in os.getgroups():
        yield "it is in root's group"


def attack_privileges(_: dict[str, Any]) -> Iterator[str]:
    """Have capabilities, gain some, or change a setting of the kernel."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        if int(status[name], 16):
            yield f"{name} is {status[name].strip()}"
    if status["NoNewPrivs"].strip() != "1":
        yield "programs with more privileges can be run"
    with suppress(OSError):
        os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
        yield "settings of the kernel can be changed"
    child = os.fork()
    if child == 0:
        os._exit(0 if LIBC.unshare(CLONE_NEWUSER) else 1)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        yield "weak: user namespaces can be made inside, where more of the kernel can be attacked"


def attack_processes(facts: dict[str, Any]) -> Iterator[str]:
    """Fork more than is allowed."""
    children: list[int] = []
    with suppress(OSError):
        while len(children) <= facts["pids"]:
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            children.append(child)
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if len(children) > facts["pids"]:
        yield f"weak: more than {facts['pids']} processes can be started"


def attack_disk(facts: dict[str, Any]) -> Iterator[str]:
    """Write everywhere, and more than is allowed."""
    for folder in ("/", "/dev", "/run"):
        with suppress(OSError):
            write(f"{folder}/lost-cities-canary", b"x")
            yield f"{folder} can be written to"
    for folder in (*SCRATCH, "/run/bot"):
        path = f"{folder}/large"
        with suppress(OSError):
            write(path, bytes(facts["too_large_bytes"]))
            yield f"weak: {folder} has no bound"
        with suppress(OSError):
            Path(path).unlink()


ATTACKS: dict[str, Callable[[dict[str, Any]], Iterator[str]]] = {
    "files": attack_files,
    "proc": attack_proc,
    "network": attack_network,
    "opponent": attack_opponent,
    "ptrace": attack_ptrace,
    "signals": attack_signals,
    "env": attack_env,
    "fds": attack_fds,
    "uid": attack_uid,
    "privileges": attack_privileges,
    "processes": attack_processes,
    "disk": attack_disk,
}


def outside(facts: dict[str, Any]) -> list[int]:
    """Processes outside, less those whose number one of ours has too."""
    return [pid for pid in facts["pids_outside"] if not Path(f"/proc/{pid}").exists()]


def reached(family: int, address: Any, name: str) -> Iterator[str]:
    """Say so if something accepts a connection."""
    with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as knocking:
        knocking.settimeout(1.0)
        knocking.connect(address)
        yield f"{name} can be reached"


def listening(family: int, address: Any) -> socket.socket:
    """A socket that listens."""
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.bind(address)
    sock.listen()
    return sock


def write(path: str, data: bytes) -> None:
    """A file."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        while data:
            data = data[os.write(fd, data) :]
    finally:
        os.close(fd)


def say(text: str) -> None:
    """Print a line at once."""
    os.write(1, text.encode() + b"\n")


if __name__ == "__main__":
    if sys.argv[1] == "victim":
        victim(sys.argv[2], int(sys.argv[3]))
    else:
        attacker(json.loads(sys.argv[2]))
