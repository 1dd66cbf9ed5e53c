"""A bot's processes as the system shows them."""

import os
from pathlib import Path

import pytest

from referee.tournament.compliance.tree import Member, ProcessTree, Usage


def process(
    proc: Path, pid: int, parent: int, *, state: str = "S", children: str = "", pss_kb: int = 100, files: int = 3
) -> None:
    """A process as /proc shows it: fields 1 to 22 of stat, its one thread, its memory, its files."""
    folder = proc / str(pid)
    task = folder / "task" / str(pid)
    task.mkdir(parents=True)
    (task / "children").write_text(children)
    numbers = [str(parent), *["0"] * 17, str(1000 + pid)]
    (folder / "stat").write_text(f"{pid} (a (strange) name) {state} {' '.join(numbers)} 0 0")
    (folder / "cmdline").write_bytes(f"bot\0--number\0{pid}\0".encode())
    (folder / "smaps_rollup").write_text(
        f"00-ff ---p 00:00 0 [rollup]\nRss: 999 kB\nPss: {pss_kb} kB\nPss_Anon: 5 kB\n"
    )
    (folder / "fd").mkdir()
    for number in range(files):
        (folder / "fd" / str(number)).touch()


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """A keeper 10, its bot 11 with a child 12, and an orphan 13 that the keeper adopted; 14 has ended."""
    process(tmp_path, 10, 1, children="11 13 14 ")
    process(tmp_path, 11, 10, children="12 ")
    process(tmp_path, 12, 11, pss_kb=50, files=9)
    process(tmp_path, 13, 10)
    process(tmp_path, 14, 10, state="Z")
    return tmp_path


def test_all_below_the_keeper_are_members(proc: Path) -> None:
    """Children, theirs, and orphans; not the keeper itself, and nobody who has ended."""
    members = ProcessTree.of_bot(11, proc).members()
    assert [member.pid for member in members] == [11, 13, 12]
    assert members[0] == Member(pid=11, started_ticks=1011, command="bot --number 11")


def test_usage_is_of_all_together(proc: Path) -> None:
    """Memory and threads are added, files are those of the process that has most."""
    tree = ProcessTree.of_bot(11, proc)
    assert tree.usage() == Usage(memory_bytes=250 * 1024, processes=3, threads=3, files=9)
    assert tree.memory_bytes() == 250 * 1024


def test_resident_size_where_the_proportional_one_is_withheld(proc: Path) -> None:
    """Shared pages are then counted more than once: better than not at all."""
    (proc / "12" / "smaps_rollup").unlink()
    (proc / "12" / "statm").write_text("900 25 3 1 0 60 0")
    assert ProcessTree.of_bot(11, proc).memory_bytes() == 200 * 1024 + 25 * os.sysconf("SC_PAGE_SIZE")


def test_survivors_are_the_same_processes(proc: Path) -> None:
    """A process id that was given to another one does not survive."""
    tree = ProcessTree.of_bot(11, proc)
    members = tree.members()
    stat = proc / "13" / "stat"
    stat.write_text(stat.read_text().replace("1013", "2000"))
    (proc / "12" / "stat").unlink()
    assert [member.pid for member in tree.survivors(members)] == [11]


def test_nothing_is_known_without_proc(tmp_path: Path) -> None:
    """Elsewhere than on Linux, and of a bot that has ended."""
    tree = ProcessTree.of_bot(11, tmp_path / "none")
    assert (tree.members(), tree.usage(), tree.memory_bytes()) == ([], None, 0)
