"""What this machine has for building boxes. Looked up once a process; nothing is changed."""

import functools
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, getrlimit
from typing import Final

from referee.bots.isolation.seccomp import filter_program

_LINKS: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_ETC: Final = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "ssl", "java-*")
_SYSTEM_PATH: Final = "/usr/sbin:/usr/bin:/sbin:/bin"
"""Where tools are taken from that run inside the box: it has no other folders."""
_HELP_S: Final = 10.0
_LIMITS: Final = {"nofile": RLIMIT_NOFILE, "fsize": RLIMIT_FSIZE, "nproc": RLIMIT_NPROC}
_OWN_PROCESS_COUNT: Final = (5, 14)
"""From this kernel on RLIMIT_NPROC counts inside a user namespace; before, all processes of the user."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """The facts that a box is built on.

    Attributes:
        system: as Python names it: `linux`.
        bwrap: path of bubblewrap; None without it.
        options: what this bubblewrap knows, as `--size`.
        setpriv, prlimit: paths of both; None without.
        is_root: whether the referee is root.
        counts_processes: whether a limit of processes can be set for one box alone.
        folders: top folders of the system besides /usr that are folders of their own.
        links: the others, as (target, path): `("usr/bin", "/bin")`.
        etc: what programs need of /etc; never all of it.
        seccomp: the filter in the kernel's form; None for a machine that it is not known for.
        ceilings: what limits of processes can be raised to at most, by the name that prlimit has for them; not those
            that are not limited.
    """

    bwrap: str | None
    system: str = "linux"
    options: frozenset[str] = frozenset()
    setpriv: str | None = None
    prlimit: str | None = None
    is_root: bool = False
    counts_processes: bool = True
    folders: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    etc: tuple[str, ...] = ()
    seccomp: bytes | None = None
    ceilings: Mapping[str, int] = field(default_factory=dict)


@functools.cache
def this_host() -> Host:
    """The facts of this machine, as they were when first asked for."""
    return look()


def look() -> Host:
    """The facts of this machine, now."""
    bwrap = shutil.which("bwrap") if sys.platform == "linux" else None
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    there = [path for path in _LINKS if Path(path).exists()]
    return Host(
        system=sys.platform,
        bwrap=bwrap,
        options=_options(bwrap),
        setpriv=shutil.which("setpriv", path=_SYSTEM_PATH),
        prlimit=shutil.which("prlimit", path=_SYSTEM_PATH),
        is_root=is_root,
        counts_processes=is_root or kernel_version(platform.release()) >= _OWN_PROCESS_COUNT,
        folders=tuple(path for path in there if not Path(path).is_symlink()),
        links=tuple((str(Path(path).readlink()), path) for path in there if Path(path).is_symlink()),
        etc=tuple(sorted(str(path) for name in _ETC for path in Path("/etc").glob(name))),
        seccomp=filter_program(platform.machine()),
        ceilings={name: hard for name, kind in _LIMITS.items() if (hard := getrlimit(kind)[1]) != RLIM_INFINITY},
    )


def kernel_version(release: str) -> tuple[int, int]:
    """Major and minor of a release such as `6.18.44-fc`; (0, 0) if it has none."""
    match = re.match(r"(\d+)\.(\d+)", release)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _options(bwrap: str | None) -> frozenset[str]:
    """The options that its help names; none if it does not run."""
    if bwrap is None:
        return frozenset()
    try:
        told = subprocess.run([bwrap, "--help"], capture_output=True, text=True, timeout=_HELP_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return frozenset()
    return frozenset(re.findall(r"--[a-z0-9-]+", told.stdout + told.stderr))
