"""What a test run may not leave behind: processes, sockets and private folders.

The run gets a folder of its own for everything temporary. What it starts inherits that folder as TMPDIR, and each bot
has its TMPDIR inside it: so every process of the run carries the folder's path in its environment, also one that got
away from its parents, and runs at the same time do not see each other.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

PATIENCE_S = 3.0
"""How long is waited for what is just ending."""

_LISTENING = "0A"
# Left in the folder for temporary files by programs that are not ours.
_FOREIGN = ("dask-scratch-space", "hsperfdata_", "node-compile-cache")
# Ends with its parent, and only then.
_TRACKER = "multiprocessing.resource_tracker"


def begin_run() -> Path:
    """Make a new folder and have all temporary files of this process and its children made there.

    pytest's own `tmp_path` stays where it was: it is kept for a look after a failure.
    """
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    folder = Path(tempfile.mkdtemp(prefix="lc-"))
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    return folder


def end_run(folder: Path) -> list[str]:
    """All that is left, one line each, sorted; none if all was given back. The folder is removed."""
    deadline_s = time.monotonic() + PATIENCE_S
    while (left := sorted({*find(folder), *find_of_process()})) and time.monotonic() < deadline_s:
        time.sleep(0.05)
    tempfile.tempdir = None
    os.environ["TMPDIR"] = str(folder.parent)
    shutil.rmtree(folder, ignore_errors=True)
    return left


def find(folder: Path, *, proc: Path = Path("/proc"), own: int | None = None) -> list[str]:
    """What there is now of those who got a folder for their temporary files, sorted.

    Args:
        folder: theirs; of all that ran in this test run, or of one run of the referee in it.
        proc: where the kernel shows processes; nothing is found of them where there is no such folder.
        own: the id of the test process, which is not counted; None for this one.
    """
    return sorted((*_folders(folder), *_marked(folder, proc, own or os.getpid()), *_bound(folder, proc)))


def find_of_process(*, proc: Path = Path("/proc"), own: int | None = None) -> list[str]:
    """Children and open ports of the test process now, sorted: also what fixtures of other tests still need.

    Args:
        proc: where the kernel shows processes.
        own: the id of the test process; None for this one.
    """
    pid = own or os.getpid()
    return sorted((*_children(proc, pid), *_ports(proc, pid)))


def _folders(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        if not path.name.startswith(_FOREIGN):
            yield f"in the folder for temporary files: {path.name}"


def _marked(folder: Path, proc: Path, own: int) -> Iterator[str]:
    mark = os.fsencode(folder)
    for process in proc.glob("[0-9]*"):
        if mark in _bytes(process / "environ") and int(process.name) != own and not _is_tracker(process):
            yield _described(process)


def _children(proc: Path, own: int) -> Iterator[str]:
    for process in proc.glob("[0-9]*"):
        if _parent(process) == own and not _is_tracker(process):
            yield _described(process)


def _bound(folder: Path, proc: Path) -> Iterator[str]:
    for line in _read(proc / "net" / "unix").splitlines():
        if str(folder) in line:
            yield f"unix socket {line.split()[-1]}"


def _ports(proc: Path, own: int) -> Iterator[str]:
    inodes = {target for link in proc.glob(f"{own}/fd/*") if (target := _target(link)).startswith("socket:")}
    for line in (*_read(proc / "net" / "tcp").splitlines(), *_read(proc / "net" / "tcp6").splitlines()):
        fields = line.split()
        if fields[3] == _LISTENING and f"socket:[{fields[9]}]" in inodes:
            yield f"listening on port {int(fields[1].rpartition(':')[2], 16)}"


def _command(process: Path) -> str:
    return _read(process / "cmdline").replace("\0", " ").strip()


def _is_tracker(process: Path) -> bool:
    return _TRACKER in _command(process)


def _described(process: Path) -> str:
    return f"process {process.name}: {_command(process) or 'ended, not reaped'}"


def _parent(process: Path) -> int | None:
    fields = _read(process / "stat").rpartition(")")[2].split()
    return int(fields[1]) if fields else None


def _read(path: Path) -> str:
    return _bytes(path).decode(errors="replace")


def _bytes(path: Path) -> bytes:
    """A file's content; b"" if it has just gone, or is another user's."""
    return _unless_gone(path.read_bytes, b"")


def _target(link: Path) -> str:
    return str(_unless_gone(link.readlink, Path()))


def _unless_gone(read: Callable[[], T], nothing: T) -> T:
    try:
        return read()
    except OSError:
        return nothing
