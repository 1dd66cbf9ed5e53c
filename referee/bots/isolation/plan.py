"""From facts to the arguments of bubblewrap: a pure function."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.bots.isolation.host import Host
from referee.bots.isolation.interior import HOME, SHARED_MEMORY, SOCKET_FOLDER
from referee.bots.isolation.settings import BoxSettings

SHARED_BYTES: Final = 16 << 20
SOCKET_FOLDER_BYTES: Final = 64 << 10
OUTER_UID: Final = 1000

_MIB: Final = 1 << 20
_KEPT: Final = ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")


@dataclass(frozen=True, kw_only=True, slots=True)
class Tenant:
    """Who moves in.

    Attributes:
        argv: absolute command.
        environment: all its variables.
        folder: its own, absolute, bound read-only at the same place.
        paths: what else it may read: absolute paths, bound where they are.
        uid: its user outside, where the referee is root; None where it is the referee's.
    """

    argv: Sequence[str]
    environment: Mapping[str, str]
    folder: Path
    paths: Sequence[str] = ()
    uid: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class BoxPlan:
    """A box that can be built.

    Attributes:
        options: what it is made of; handed over on a descriptor, where `ps` does not show them.
        command: what runs in it: first what drops privileges and sets limits, then the bot.
    """

    options: tuple[str, ...]
    command: tuple[str, ...]


def plan_box(host: Host, settings: BoxSettings, tenant: Tenant) -> BoxPlan:
    """How a box is built, and what is run in it."""
    options = (
        *(_root_namespaces() if tenant.uid is not None else _user_namespaces(host)),
        *("--die-with-parent", "--new-session", "--hostname", "bot"),
        *_environment(tenant.environment),
        *_system(host),
        *_own_file_systems(host, settings),
        *_bindings(tenant),
        *("--chdir", str(tenant.folder), "--remount-ro", "/"),
    )
    return BoxPlan(options=options, command=(*_identity(host, tenant.uid), *_limits(host, settings), *tenant.argv))


def _root_namespaces() -> Iterator[str]:
    """No user namespace: there, a bot would still be root for the kernel. What drops privileges needs three more."""
    yield from ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
    yield from ("--cap-drop", "ALL")
    for capability in _KEPT:
        yield from ("--cap-add", capability)


def _user_namespaces(host: Host) -> Iterator[str]:
    yield from ("--unshare-all", "--unshare-user")
    if "--disable-userns" in host.options:
        yield "--disable-userns"
    yield from ("--uid", str(OUTER_UID), "--gid", str(OUTER_UID), "--cap-drop", "ALL")


def _environment(variables: Mapping[str, str]) -> Iterator[str]:
    yield "--clearenv"
    for name, value in variables.items():
        yield from ("--setenv", name, value)


def _system(host: Host) -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for folder in host.folders:
        yield from ("--ro-bind", folder, folder)
    for target, path in host.links:
        yield from ("--symlink", target, path)
    yield from ("--dir", "/etc")
    for path in host.etc:
        yield from ("--ro-bind-try", path, path)


def _own_file_systems(host: Host, settings: BoxSettings) -> Iterator[str]:
    """Where a bot can write: three places of bounded size. /dev and the root are memory too, hence read-only."""
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from _tmpfs(host, SHARED_MEMORY, SHARED_BYTES)
    yield from ("--remount-ro", "/dev")
    yield from _tmpfs(host, HOME, settings.tmp_mb * _MIB)
    yield from _tmpfs(host, SOCKET_FOLDER, SOCKET_FOLDER_BYTES)


def _tmpfs(host: Host, path: str, size_bytes: int) -> Iterator[str]:
    if "--perms" in host.options:
        yield from ("--perms", "1777")
    if "--size" in host.options:
        yield from ("--size", str(size_bytes))
    yield from ("--tmpfs", path)


def _bindings(tenant: Tenant) -> Iterator[str]:
    """Outer folders first, so that an inner one is not hidden; missing ancestors by hand, or nobody could enter."""
    made: set[Path] = set()
    for path in sorted({*map(Path, tenant.paths), tenant.folder}):
        for ancestor in reversed(path.parents[:-1]):
            if ancestor not in made:
                made.add(ancestor)
                yield from ("--dir", str(ancestor))
        yield from ("--ro-bind", str(path), str(path))


def _identity(host: Host, uid: int | None) -> Iterator[str]:
    if uid is not None:
        yield from (host.setpriv or "setpriv", "--reuid", str(uid), "--regid", str(uid), "--clear-groups")
        yield from ("--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--")


def _limits(host: Host, settings: BoxSettings) -> Iterator[str]:
    """Set inside, where the count of processes is the box's own; none is raised, which nobody there may do."""
    limits = {"core": 0, "nofile": settings.open_files}
    limits["fsize"] = max(settings.memory_mb, settings.tmp_mb) * _MIB  # also of a file in memory
    if host.counts_processes:
        limits["nproc"] = settings.pids
    yield host.prlimit or "prlimit"
    for name, wanted in limits.items():
        most = min(wanted, host.ceilings.get(name, wanted))
        yield f"--{name}={most}:{most}"
    yield "--"
