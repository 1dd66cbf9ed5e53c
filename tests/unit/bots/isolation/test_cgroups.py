"""Control groups, in folders that stand for the kernel's."""

import errno
import os
from pathlib import Path

import pytest

from referee.bots.isolation.cgroups import NoCgroupError, limits, make_cgroup, own_folder, prepare, remove
from referee.bots.isolation.settings import BoxSettings
from referee.errors import RefereeError


def mounts(*points: tuple[str | Path, str]) -> str:
    """The text of /proc/self/mountinfo."""
    return "".join(f"30 23 0:26 / {point} rw shared:4 - {kind} {kind} rw\n" for point, kind in points)


def group(folder: Path, *, controllers: str = "cpu memory pids", pids: str = "") -> Path:
    """A control group."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cgroup.controllers").write_text(controllers)
    (folder / "cgroup.procs").write_text(pids)
    return folder


def test_own_group_is_found() -> None:
    """Below the mount point of version 2; also where version 1 is mounted beside it."""
    both = mounts(
        ("/sys/fs/cgroup", "tmpfs"), ("/sys/fs/cgroup/memory", "cgroup"), ("/sys/fs/cgroup/unified", "cgroup2")
    )
    assert own_folder(both, "4:memory:/x\n0::/user.slice/a\n") == Path("/sys/fs/cgroup/unified/user.slice/a")
    assert own_folder(mounts(("/sys/fs/cgroup", "cgroup2")), "0::/\n") == Path("/sys/fs/cgroup")
    with pytest.raises(NoCgroupError, match="not mounted"):
        own_folder(mounts(("/sys/fs/cgroup/memory", "cgroup")), "4:memory:/x\n")


def test_run_gets_a_group_with_controllers(tmp_path: Path) -> None:
    """Below its own one, both of which hand the controllers down."""
    base = group(tmp_path / "mine")
    run = prepare(mounts((tmp_path, "cgroup2")), "0::/mine\n")
    assert run.parent == base
    assert [(folder / "cgroup.subtree_control").read_text() for folder in (base, run)] == ["+memory +pids"] * 2


def test_run_that_has_moved_before_stays_there(tmp_path: Path) -> None:
    """A second survey in the same process finds itself in the child that the first one made."""
    base = group(tmp_path / "mine")
    group(base / "referee", controllers="")
    assert prepare(mounts((tmp_path, "cgroup2")), "0::/mine/referee\n").parent == base


def test_missing_controllers_are_named(tmp_path: Path) -> None:
    """They are in another hierarchy, or were not handed down."""
    group(tmp_path, controllers="cpu pids")
    with pytest.raises(NoCgroupError, match=f"{tmp_path} has no controller memory"):
        prepare(mounts((tmp_path, "cgroup2")), "0::/\n")


def test_strangers_are_not_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where others share our group it is not ours to change; alone in it, we move."""
    base = group(tmp_path, pids=f"{os.getpid()}\n1\n")
    write = Path.write_text

    def refuse(path: Path, text: str) -> int:
        if path == base / "cgroup.subtree_control" and not (base / "referee" / "cgroup.procs").exists():
            raise OSError(errno.EBUSY, "Device or resource busy", str(path))
        return write(path, text)

    monkeypatch.setattr(Path, "write_text", refuse)
    with pytest.raises(NoCgroupError, match="holds 1 other processes"):
        prepare(mounts((tmp_path, "cgroup2")), "0::/\n")
    write(base / "cgroup.procs", f"{os.getpid()}\n")
    prepare(mounts((tmp_path, "cgroup2")), "0::/\n")
    assert (base / "referee" / "cgroup.procs").read_text() == str(os.getpid())


def test_group_that_is_not_ours_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason is the kernel's."""
    group(tmp_path, pids=f"{os.getpid()}\n")

    def refuse(path: Path, _: str) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "write_text", refuse)
    with pytest.raises(NoCgroupError, match=r"cgroup.subtree_control: Permission denied"):
        prepare(mounts((tmp_path, "cgroup2")), "0::/\n")


def test_box_gets_its_limits(tmp_path: Path) -> None:
    """Memory without swap, all or nothing, and processes; a box at standard gets no group."""
    box = BoxSettings(level="strict", memory_mb=5, pids=7, cgroup=str(tmp_path))
    folder = make_cgroup(box)
    assert folder is not None
    assert {path.name: path.read_text() for path in Path(folder).iterdir()} == limits(box)
    assert limits(box) == {
        "memory.max": str(5 << 20),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "pids.max": "9",
    }
    assert make_cgroup(BoxSettings()) is None


def test_limit_that_is_not_kept_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written is read back (trap 11)."""
    read = Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda path: "max" if path.name == "memory.max" else read(path))
    with pytest.raises(RefereeError, match=r"memory.max: wrote 1048576, but the kernel says max"):
        make_cgroup(BoxSettings(memory_mb=1, cgroup=str(tmp_path)))
    with pytest.raises(RefereeError, match="no control group"):
        make_cgroup(BoxSettings(cgroup=str(tmp_path / "gone")))


def test_empty_groups_are_removed(tmp_path: Path) -> None:
    """Those of the boxes first."""
    run = tmp_path / "run"
    (run / "box-1").mkdir(parents=True)
    remove(run)
    assert not run.exists()
