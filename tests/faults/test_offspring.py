"""What a coordinator starts is gone before it ends, however far away it got."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from support.processes import eventually, marked_processes, parent_of, stat_fields

from referee.bots import offspring
from referee.bots.offspring import Offspring
from referee.bots.reaper import children, children_by_parent, is_adopting

ORPHAN = """\
from subprocess import DEVNULL, Popen
print(Popen(["sleep", "60"], stdout=DEVNULL, stderr=DEVNULL, start_new_session=True).pid)
"""


@pytest.fixture
def brood(mark: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Offspring]:  # noqa: ARG001 - first made, last counted
    """Made in this process, without patience for those that do not end by themselves."""
    monkeypatch.setattr(offspring, "_FAREWELL_S", 0.1)
    brood = Offspring()
    yield brood
    brood.close()


def orphan() -> int:
    """The process id of a process in a session of its own, whose parent has ended."""
    command = [sys.executable, "-W", "ignore", "-c", ORPHAN]
    return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def test_orphans_come_here_and_are_killed(brood: Offspring, mark: str) -> None:
    """Nothing is left of them, not even their exit status."""
    pids = [orphan() for _ in range(3)]
    assert [parent_of(pid) for pid in pids] == [os.getpid()] * 3
    brood.close()
    assert not marked_processes(mark)


def test_those_that_ended_are_taken_leave_of(brood: Offspring) -> None:
    """While others go on."""
    ended, other = orphan(), orphan()
    os.kill(ended, 9)

    def is_gone() -> bool:
        brood.reap()
        return not stat_fields(ended)

    assert eventually(is_gone)
    assert parent_of(other) == os.getpid()


def test_children_from_before_are_spared(mark: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001 - as above
    """They belong to somebody else of this process, who wants their exit status."""
    monkeypatch.setattr(offspring, "_FAREWELL_S", 0.1)
    with subprocess.Popen(["/bin/sleep", "60"]) as other:
        brood = Offspring()
        orphan()
        brood.close()
        assert other.poll() is None
        other.terminate()
        assert other.wait() == -15


def test_adoption_ends_with_it(brood: Offspring) -> None:
    """Orphans of others do not come here; closing twice is fine."""
    assert is_adopting()
    brood.close()
    brood.close()
    assert not is_adopting()


def test_children_are_found_where_none_are_listed(mark: str) -> None:  # noqa: ARG001 - none may be left
    """By their parents, as kernels without a list of them have it: of any thread, and ended ones too."""
    started: list[subprocess.Popen[bytes]] = []
    thread = threading.Thread(target=lambda: started.append(subprocess.Popen(["/bin/sleep", "60"])))
    thread.start()
    thread.join()
    with subprocess.Popen(["/bin/true"]) as other, started[0] as sleeper:
        assert eventually(lambda: stat_fields(other.pid)[0] == "Z")
        assert {sleeper.pid, other.pid} <= set(children_by_parent(os.getpid())) == set(children(os.getpid()))
        sleeper.kill()
    assert set(children_by_parent(sleeper.pid)) == set()
