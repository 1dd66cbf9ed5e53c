"""One referee at a time on a folder."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from referee.errors import RefusedError, StoreError
from referee.results import lock
from referee.results.lock import FolderLock, lock_holder


def test_a_second_referee_is_refused_with_the_pid_of_the_first(tmp_path: Path) -> None:
    """And told what it may do."""
    with FolderLock(tmp_path), pytest.raises(RefusedError) as caught:
        FolderLock(tmp_path)
    pid = os.getpid()
    assert str(caught.value) == (
        f"{tmp_path}: a referee already works here, process {pid}; wait for it, or stop it (kill -INT {pid}) and run"
        " the same command again"
    )
    assert caught.value.exit_code == 2


def test_the_refused_one_leaves_the_lock_alone(tmp_path: Path) -> None:
    """A third is refused as well, and none of them keeps the file open."""
    with FolderLock(tmp_path):
        before = open_files()
        for _ in range(2):
            with pytest.raises(RefusedError, match=f"process {os.getpid()};"):
                FolderLock(tmp_path)
        assert open_files() == before


def open_files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_stale_lock_does_not_block(tmp_path: Path) -> None:
    """A file that a killed referee left says nothing: the kernel's lock ended with it."""
    (tmp_path / "lock").write_text("123456789012\n")
    with FolderLock(tmp_path):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_a_closed_lock_is_free(tmp_path: Path) -> None:
    """Also when it is closed twice."""
    lock = FolderLock(tmp_path)
    lock.close()
    lock.close()
    with FolderLock(tmp_path):
        pass


def test_a_holder_without_a_name_is_refused_too(tmp_path: Path) -> None:
    """Between taking the lock and writing its pid, or after a disk got full."""
    with FolderLock(tmp_path):
        (tmp_path / "lock").write_text("")
        with pytest.raises(RefusedError, match="another process; wait for it, or stop it and run"):
            FolderLock(tmp_path)


def test_nobody_is_told_to_stop_a_process_of_an_earlier_run(tmp_path: Path) -> None:
    """It may be anybody's by now; a holder that begins writes its own number a moment after it has the lock."""
    with FolderLock(tmp_path):
        (tmp_path / "lock").write_text("1\n")
        with pytest.raises(RefusedError, match="another process; wait for it, or stop it and run"):
            FolderLock(tmp_path)


def test_programs_that_are_started_do_not_inherit_the_lock(tmp_path: Path) -> None:
    """A bot that outlives its referee must not keep the next one out."""
    with FolderLock(tmp_path) as lock:
        assert not os.get_inheritable(lock._descriptor)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """With the reason of the system, and what to do."""
    with pytest.raises(StoreError) as caught:
        FolderLock(tmp_path / "absent")
    assert str(caught.value) == (
        f"{tmp_path}/absent: cannot write here: No such file or directory; make the folder writable, or name another"
    )


def test_a_file_system_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network file systems have none."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    before = open_files()
    with pytest.raises(StoreError, match="cannot write here: No locks available"):
        FolderLock(tmp_path)
    assert open_files() == before


def test_the_holder_is_known_without_taking_the_lock(tmp_path: Path) -> None:
    """While it holds it, and not before or after, whatever the file says."""
    assert lock_holder(tmp_path) is None
    with FolderLock(tmp_path):
        assert lock_holder(tmp_path) == os.getpid()
    assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"
    assert lock_holder(tmp_path) is None


def test_a_lock_on_another_folder_is_another_one(tmp_path: Path) -> None:
    """The same process may hold several."""
    (tmp_path / "other").mkdir()
    with FolderLock(tmp_path), FolderLock(tmp_path / "other"):
        pass
    with FolderLock(tmp_path / "other"):
        assert lock_holder(tmp_path) is None


def test_where_the_system_shows_no_locks_nobody_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is raised."""
    monkeypatch.setattr(lock, "_LOCKS", tmp_path / "none")
    with FolderLock(tmp_path):
        assert lock_holder(tmp_path) is None


def test_locks_that_somebody_waits_for_do_not_confuse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel lists waiting ones with an arrow, locks of other kinds, and those of others."""
    with FolderLock(tmp_path):
        inode, pid = (tmp_path / "lock").stat().st_ino, os.getpid()
        lines = [
            f"1: -> FLOCK  ADVISORY  WRITE {pid} 08:01:{inode} 0 EOF",
            f"2: POSIX  ADVISORY  WRITE {pid} 08:01:{inode} 0 9",
            f"3: FLOCK  ADVISORY  WRITE {pid + 1} 08:01:{inode} 0 EOF",
            f"4: FLOCK  ADVISORY  WRITE {pid} 08:01:{inode + 1} 0 EOF",
        ]
        (tmp_path / "locks").write_text("\n".join(lines) + "\n")
        monkeypatch.setattr(lock, "_LOCKS", tmp_path / "locks")
        assert lock_holder(tmp_path) is None
        lines.append(f"5: FLOCK  ADVISORY  WRITE {pid} 00:2f:{inode} 0 EOF")
        (tmp_path / "locks").write_text("\n".join(lines) + "\n")
        assert lock_holder(tmp_path) == pid
