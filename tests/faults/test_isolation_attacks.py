"""Attackers in boxes: what they try to learn, reach or become; each fails, and is told apart from a broken test."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.boxes import BOX, boxed, home, inside, intruder, need_boxes, report, start

from referee.bots.instance import Instance
from referee.bots.isolation import identity
from referee.bots.launch import Guardian
from referee.errors import NotStartedError

pytestmark = pytest.mark.usefixtures("_boxes")

TRY = """
import ctypes, json, os, signal, socket, sys
def can(what):
    try:
        what()
    except OSError:
        return False
    return True
def tell(value):
    print(json.dumps(value), flush=True)
words = sys.argv[1:]
"""
WAIT = "import time; print('up', flush=True); time.sleep(60)"


@pytest.fixture
def _boxes() -> None:
    need_boxes()


@pytest.fixture
def listeners() -> Iterator[dict[str, object]]:
    """A TCP port and an abstract socket of this machine that take connections."""
    with ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        name = f"\0lost-cities-test-{os.getpid()}"
        unix = stack.enter_context(socket.socket(socket.AF_UNIX))
        unix.bind(name)
        unix.listen()
        yield {"port": tcp.getsockname()[1], "name": name[1:]}


def test_files_of_others_are_not_there(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Seed, results, another bot's folder, the home, secrets of the system: none can be read; its own file can."""
    secrets = [tmp_path / "seed", tmp_path / "results.db", home(tmp_path, "other", {"x": "y"}) / "x"]
    for secret in secrets[:2]:
        secret.write_text("secret")
        secret.chmod(0o644)
    paths = [*map(str, secrets), "/etc/shadow", "/etc/passwd", str(Path.home() / ".bashrc"), __file__]
    place = home(tmp_path, "mine", {"own": "text"})
    script = f"{TRY}tell([path for path in words if can(lambda: open(path).read())])"
    assert report(intruder(mark, place, script, words=("own", *paths)), guardian) == ["own"]


def test_nothing_can_be_changed_outside_three_small_places(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Its own folder, the system, the root and /dev (trap 2) are read-only; three places are not."""
    place = home(tmp_path, "mine", {"own": "text"})
    folders = [str(place), "/", "/dev", "/usr", "/etc", "/run", "/proc", "/tmp", "/dev/shm", "/run/bot"]  # noqa: S108
    script = f"""{TRY}
tell([path for path in words if can(lambda: open(path + "/new", "w").write("x"))]
     + [name for name in ["own"] if can(lambda: open(name, "a"))])"""
    written = report(intruder(mark, place, script, words=tuple(folders)), guardian)
    assert written == ["/tmp", "/dev/shm", "/run/bot"]  # noqa: S108
    assert sorted(path.name for path in place.iterdir()) == ["own"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("open('notes', 'w')", r"in its box it may write to /tmp only.*--isolation none"),
        (
            "import socket; socket.create_connection(('192.0.2.1', 9))",
            r"in its box there is no network.*--isolation none",
        ),
        ("raise SystemExit('no')", r"likely: an exception at start-up, .* or its box: .*--isolation none"),
    ],
)
def test_bot_that_needs_what_its_box_keeps_from_it_is_told_so(
    mark: str, guardian: Guardian, tmp_path: Path, script: str, words: str
) -> None:
    """An honest bot that ends at its start: by the very words that the system has for it here."""
    spec = intruder(mark, home(tmp_path, "mine"), script)
    with pytest.raises(NotStartedError, match=words):
        Instance.start(spec, boxed(), guardian)


def test_it_sees_only_its_own_processes(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Bubblewrap's first process and itself."""
    script = f"""{TRY}
tell(sorted(open(f"/proc/{{pid}}/comm").read().strip() for pid in os.listdir("/proc") if pid.isdigit()))"""
    seen = report(intruder(mark, home(tmp_path, "mine"), script), guardian)
    assert seen[0] == "bwrap"
    assert seen[1].startswith("python")
    assert len(seen) == 2


def test_other_processes_cannot_be_traced_read_or_signalled(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Neither the referee nor another bot, by the numbers they have outside."""
    other = start(intruder(mark, home(tmp_path, "other"), WAIT, name="other"), guardian)
    pids = [str(pid) for pid in (os.getpid(), os.getppid(), *inside(other.pid))]
    script = f"""{TRY}
libc = ctypes.CDLL(None, use_errno=True)
class Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
def peek(pid):
    here = ctypes.create_string_buffer(8)
    ours, theirs = Vector(ctypes.addressof(here), 8), Vector(0x400000, 8)
    return libc.process_vm_readv(pid, ctypes.byref(ours), 1, ctypes.byref(theirs), 1, 0) >= 0
tell([[libc.ptrace(16, pid, None, None) == 0, peek(pid), can(lambda: os.kill(pid, 0)), can(lambda: os.pidfd_open(pid))]
      for pid in map(int, words)])"""
    done = report(intruder(mark, home(tmp_path, "mine"), script, words=tuple(pids)), guardian)
    assert done == [[False] * 4] * len(pids)
    other.stop()


def test_nothing_outside_takes_a_connection(
    mark: str, guardian: Guardian, tmp_path: Path, listeners: dict[str, object]
) -> None:
    """Loopback, abstract sockets, sockets by path, other machines, the hypervisor (trap 8): all out of reach."""
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as named:
        named.bind(str(path))
        named.listen()
        script = f"""{TRY}
def dial(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as sock:
        sock.settimeout(1)
        sock.connect(address)
tell([can(lambda: dial(socket.AF_INET, ("127.0.0.1", int(words[0])))),
      can(lambda: dial(socket.AF_UNIX, "\\0" + words[1])), can(lambda: dial(socket.AF_UNIX, words[2])),
      can(lambda: dial(socket.AF_INET, ("192.0.2.1", 9), socket.SOCK_DGRAM)),
      can(lambda: socket.socket(40, socket.SOCK_STREAM)),
      sorted(line.split(":")[0].strip() for line in open("/proc/net/dev").readlines()[2:])])"""
        words = (str(listeners["port"]), str(listeners["name"]), str(path))
        assert report(intruder(mark, home(tmp_path, "mine"), script, words=words), guardian) == [False] * 5 + [["lo"]]


def test_two_boxes_cannot_reach_each_other(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Ports, abstract sockets, shared memory, message queues and files of one box are not in the other."""
    hide = f"""{TRY}
tcp = socket.create_server(("127.0.0.1", 4711))
unix = socket.socket(socket.AF_UNIX); unix.bind("\\0meet"); unix.listen()
for folder in ("/tmp", "/dev/shm", "/run/bot"):
    open(folder + "/note", "w").write("hello")
print("up", flush=True)
__import__("time").sleep(60)"""
    other = start(intruder(mark, home(tmp_path, "other"), hide, name="other"), guardian)
    seek = f"""{TRY}
def dial(family, address):
    with socket.socket(family) as sock:
        sock.connect(address)
libc = ctypes.CDLL(None, use_errno=True)
tell([can(lambda: dial(socket.AF_INET, ("127.0.0.1", 4711))), can(lambda: dial(socket.AF_UNIX, "\\0meet")),
      [path for path in ("/tmp/note", "/dev/shm/note", "/run/bot/note", words[0]) if os.path.exists(path)],
      libc.shmget(4711, 4096, 0o1666) >= 0, libc.msgget(4711, 0o1666) >= 0])"""
    words = (str(tmp_path / "other"),)
    found = report(intruder(mark, home(tmp_path, "mine"), seek, words=words), guardian)
    assert found == [False, False, [], False, False]
    other.stop()


def test_environment_and_descriptors_are_exact(
    mark: str, guardian: Guardian, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variables it is meant to have, in it and in what started it; and three descriptors."""
    monkeypatch.setenv("SECRET", "of the referee")
    script = f"""{TRY}
first = open("/proc/1/environ").read() if can(lambda: open("/proc/1/environ").read()) else ""
tell([sorted(os.environ), dict(os.environ)["HOME"], first, [fd for fd in range(256) if can(lambda: os.fstat(fd))],
      os.readlink("/proc/self/fd/0"), os.getcwd()])"""
    place = home(tmp_path, "mine")
    names, its_home, first, fds, stdin, cwd = report(intruder(mark, place, script), guardian)
    assert names == ["HOME", "LANG", "LOST_CITIES_BOT_ADDRESS", "LOST_CITIES_TEST_MARK", "PATH", "PWD", "TMPDIR"]
    assert (its_home, first, fds, stdin, cwd) == ("/tmp", "", [0, 1, 2], "/dev/null", str(place))  # noqa: S108


def test_it_is_nobody(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """No capabilities, none to be gained, not root inside, and not root for the kernel (trap 1)."""
    script = f"""{TRY}
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
libc = ctypes.CDLL(None, use_errno=True)
tell([[int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")],
      status["NoNewPrivs"].strip(), 0 in os.getresuid(), os.getgroups() in ([], [os.getgid()]),
      can(lambda: os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)), libc.unshare(0x10000000) == 0,
      can(lambda: os.setuid(0))])"""
    seen = report(intruder(mark, home(tmp_path, "mine"), script), guardian)
    assert seen == [[0] * 5, "1", False, True, False, False, False]
    process = start(intruder(mark, home(tmp_path, "other"), WAIT), guardian)
    for pid in inside(process.pid):
        status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        assert "0" not in status["Uid"].split()
        assert status["NoNewPrivs"].strip() == "1"
        assert int(status["CapEff"], 16) == 0
    process.stop()


def test_boxes_have_different_users(
    mark: str, guardian: Guardian, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the referee is root each box has a user id of its own; given back when it is gone."""
    monkeypatch.setattr(identity, "FIRST_UID", 64_000)  # where no other referee of this machine takes any
    places = [home(tmp_path, name) for name in ("one", "two", "three")]
    one, two = (start(intruder(mark, place, WAIT), guardian) for place in places[:2])
    uids = [os.stat(f"/proc/{inside(process.pid)[0]}").st_uid for process in (one, two)]  # noqa: PTH116
    assert (uids[0] != uids[1]) is (os.geteuid() == 0)
    one.stop()
    three = start(intruder(mark, places[2], WAIT), guardian)
    assert os.stat(f"/proc/{inside(three.pid)[0]}").st_uid == uids[0]  # noqa: PTH116
    two.stop()
    three.stop()


def test_interpreter_under_a_closed_folder_can_be_used(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """The referee's own interpreter and its packages are there, wherever they lie (trap 13)."""
    script = "import json, sys; import grpc; print(json.dumps([sys.executable, grpc.__file__ > '']))"
    spec = intruder(mark, home(tmp_path, "mine"), script)
    command = ("{python}", "-I", "-c", script)
    spec = type(spec)(name="venv", command=command, dir=spec.dir, env=spec.env)
    assert report(spec, guardian, BOX) == [sys.executable, True]


def test_arguments_of_the_box_are_not_shown(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Variables of a bot, such as a token, stand on no command line that others could read."""
    spec = intruder(mark, home(tmp_path, "mine"), WAIT)
    spec = type(spec)(name="x", command=spec.command, dir=spec.dir, env=(*spec.env, ("TOKEN", "a-secret-token")))
    process = start(spec, guardian, boxed())
    for pid in (process.pid, *inside(process.pid)):
        assert b"a-secret-token" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    process.stop()
