"""The check that a test run leaves nothing behind, against a made-up /proc; a real run stands in tests/faults."""

import os
import tempfile
from pathlib import Path

import pytest
from support import leftovers

OWN = 100
HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


class Proc:
    """A /proc with the test process in it."""

    def __init__(self, path: Path) -> None:
        self.path = path / "proc"
        self.folder = path / "run"
        self.folder.mkdir()
        (self.path / "net").mkdir(parents=True)
        self.add(OWN, "python -m pytest", parent=1, environ=f"TMPDIR={self.folder}")

    def add(self, pid: int, command: str, *, parent: int = 1, environ: str = "") -> None:
        """Add a process."""
        process = self.path / str(pid)
        (process / "fd").mkdir(parents=True)
        (process / "stat").write_text(f"{pid} (a name) with ) in it) S {parent} 1 1 0\n")
        (process / "cmdline").write_bytes(command.replace(" ", "\0").encode())
        (process / "environ").write_bytes(f"PATH=/bin\0{environ}\0".encode())

    def found(self) -> list[str]:
        """What is found in it of a run with our folder."""
        return leftovers.find(self.folder, proc=self.path, own=OWN)

    def found_of_process(self) -> list[str]:
        """What is found in it of the test process."""
        return leftovers.find_of_process(proc=self.path, own=OWN)


@pytest.fixture
def proc(tmp_path: Path) -> Proc:
    """A /proc in which nothing is left."""
    return Proc(tmp_path)


def test_nothing_is_found_where_nothing_is_left(proc: Proc) -> None:
    """The test process itself, and processes of others, are not ours."""
    proc.add(200, "sshd", environ="TMPDIR=/tmp")
    proc.add(201, "python bot.py", parent=200, environ="TMPDIR=/tmp/lc-of-another-run")
    assert (proc.found(), proc.found_of_process()) == ([], [])


def test_child_is_found(proc: Proc) -> None:
    """Whatever its environment says."""
    proc.add(200, "sleep 60", parent=OWN)
    assert proc.found_of_process() == ["process 200: sleep 60"]


def test_child_is_none_of_a_run(proc: Proc) -> None:
    """It may be what another test has started and still needs, such as a browser for all tests of a file."""
    proc.add(200, "node driver.js", parent=OWN)
    assert proc.found() == []


def test_child_that_was_not_reaped_is_found(proc: Proc) -> None:
    """A zombie has no command line any more."""
    proc.add(200, "", parent=OWN)
    assert proc.found_of_process() == ["process 200: ended, not reaped"]


def test_process_that_got_away_is_found_by_its_environment(proc: Proc) -> None:
    """Double-forked: its parent is init, but its temporary files would go into our folder."""
    proc.add(200, "python bot.py", environ=f"HOME={proc.folder}/abcd")
    assert proc.found() == ["process 200: python bot.py"]


def test_resource_tracker_of_multiprocessing_is_no_leftover(proc: Proc) -> None:
    """It ends with the test process, and only then."""
    tracker = "python -c from multiprocessing.resource_tracker import main;main(7)"
    proc.add(200, tracker, parent=OWN, environ=f"TMPDIR={proc.folder}")
    assert (proc.found(), proc.found_of_process()) == ([], [])


def test_folder_is_found(proc: Proc) -> None:
    """Anything in the run's folder, but for what programs of others are known to leave."""
    (proc.folder / "k3j2h1").mkdir()
    (proc.folder / "hsperfdata_me").mkdir()
    assert proc.found() == ["in the folder for temporary files: k3j2h1"]


def test_unix_socket_below_the_folder_is_found(proc: Proc) -> None:
    """Whoever is bound to it; sockets elsewhere are not ours."""
    lines = f"f00: 2 0 10000 1 1 77 {proc.folder}/x/bot.sock\nf01: 2 0 10000 1 1 78 /run/other.sock\n"
    (proc.path / "net" / "unix").write_text(lines)
    assert proc.found() == [f"unix socket {proc.folder}/x/bot.sock"]


def test_open_port_of_the_test_process_is_found(proc: Proc) -> None:
    """Ports that others listen on, and connections, are not."""
    (proc.path / str(OWN) / "fd" / "5").symlink_to("socket:[4711]")
    (proc.path / str(OWN) / "fd" / "6").symlink_to("socket:[4712]")
    ours, others = "   0: 0100007F:1F90 00000000:0000 0A 0:0 0:0 0 0 0 4711", "   1: 0:1F91 0:0 0A 0:0 0:0 0 0 0 9"
    connected = "   2: 0:1F92 0:0 01 0:0 0:0 0 0 0 4712"
    (proc.path / "net" / "tcp").write_text(f"{HEAD}{ours}\n{others}\n{connected}\n")
    assert proc.found_of_process() == ["listening on port 8080"]


def test_without_proc_only_folders_are_looked_at(tmp_path: Path) -> None:
    """Other systems have no /proc."""
    (tmp_path / "left").touch()
    found = leftovers.find(tmp_path, proc=tmp_path / "nowhere", own=OWN)
    assert found == ["in the folder for temporary files: left"]


def test_run_has_a_folder_of_its_own_for_temporary_files() -> None:
    """Here and in what is started from here."""
    assert Path(tempfile.gettempdir()).name.startswith("lc-")
    assert os.environ["TMPDIR"] == tempfile.gettempdir()


def test_tmp_path_is_not_in_that_folder(tmp_path: Path) -> None:
    """Pytest keeps it for a look after a failure."""
    assert not tmp_path.is_relative_to(tempfile.gettempdir())
