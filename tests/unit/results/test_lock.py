"""One referee at a time on a folder."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from referee.errors import RefusedError, StoreError
from referee.results.lock import FolderLock


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
    """A third is refused as well."""
    with FolderLock(tmp_path):
        for _ in range(2):
            with pytest.raises(RefusedError, match=f"process {os.getpid()};"):
                FolderLock(tmp_path)


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


def test_programs_that_are_started_do_not_inherit_the_lock(tmp_path: Path) -> None:
    """A bot that outlives its referee must not keep the next one out."""
    with FolderLock(tmp_path) as lock:
        assert not os.get_inheritable(lock._descriptor)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """With the reason of the system, and what to do."""
    with pytest.raises(StoreError) as caught:
        FolderLock(tmp_path / "absent")
    assert str(caught.value) == (
        f"{tmp_path}/absent: cannot write here: No such file or directory; make the folder writable or name another"
        " with --out"
    )


def test_a_file_system_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some network file systems have none."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StoreError, match="cannot write here: No locks available"):
        FolderLock(tmp_path)
