"""Real processes in tests: every one carries a mark in its environment, and none may be left at the end."""

import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

MARK = "LOST_CITIES_TEST_MARK"

# Generous: the machine may be busy with other tests.
PATIENCE_S = 5.0


def eventually(condition: Callable[[], object], timeout_s: float = PATIENCE_S) -> bool:
    """Whether `condition` comes true within `timeout_s` seconds."""
    deadline_s = time.monotonic() + timeout_s
    while not condition():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.01)
    return True


def marked_processes(mark: str) -> dict[int, str]:
    """All processes whose environment carries that mark: command line by process id."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has ended
            continue
    return found


def stat_fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on (state, parent, group, session …); empty if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def of_threads(pid: int, file: str) -> list[str]:
    """The text of /proc/PID/task/*/`file` of each thread of a process, older first; not of those that end meanwhile."""
    try:
        tasks = sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda task: int(task.name))
    except OSError:
        return []
    texts = []
    for task in tasks:
        with suppress(OSError):
            texts.append((task / file).read_text())
    return texts


def parent_of(pid: int) -> int:
    """The process id of its parent."""
    return int(stat_fields(pid)[1])


def children_of(pid: int) -> list[int]:
    """The children of a process, ended ones that were not reaped included; empty if it is gone."""
    return [int(child) for text in of_threads(pid, "children") for child in text.split()]


def descendants(pid: int) -> list[int]:
    """All processes below one, level by level, older siblings first; those that end meanwhile may be missing."""
    found = [pid]
    for parent in found:  # grows while it is walked
        found.extend(children_of(parent))
    return found[1:]


def cpu_s(pid: int) -> float:
    """CPU time that a process has used so far, in seconds."""
    user, system = stat_fields(pid)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A mark in this process's environment, that guardians inherit and bots are given (`BotSpec.env`).

    At the end of the test no process with the mark may be left, and no private folder.
    """
    tmp_path_factory.getbasetemp()  # made now, or it would be made among the private folders
    mark = secrets.token_hex(8)
    monkeypatch.setenv(MARK, mark)
    with tempfile.TemporaryDirectory(prefix="") as folder:
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield mark
        assert eventually(lambda: not marked_processes(mark)), f"left: {marked_processes(mark)}"
        assert eventually(lambda: not any(Path(folder).iterdir())), f"left: {list(Path(folder).iterdir())}"
