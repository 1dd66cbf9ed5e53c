"""Levels on a real machine: the canary tells the truth, nothing is downgraded silently, doctor and run agree."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.boxes import need_boxes
from support.processes import eventually
from support.requires import skip_unless

from referee.bots import order
from referee.bots.isolation import plan, watchdog
from referee.bots.isolation.canary import send_canary
from referee.bots.isolation.host import Host, this_host
from referee.bots.isolation.protections import Protection, State
from referee.bots.isolation.settings import BoxSettings

ROOT = Path(__file__).parents[2]
SYSTEM_PYTHON = Path("/usr/bin/python3")
NOBODY = 65_533
FAILING = (
    '#!/bin/sh\ncase "$1" in --help) echo --size --perms --disable-userns; exit 0;; esac\necho bwrap: {} >&2\nexit 1\n'
)
BOT = """
[[bot]]
name = "{name}"
command = "{{python}} greedy.py"
dir = "{dir}"
"""


@pytest.fixture
def tournament(tmp_path: Path) -> Callable[[str], Path]:
    """Makes a tournament of two greedy bots in folders of their own, from the text of its sections."""
    for name in ("one", "two"):
        shutil.copytree(ROOT / "example_bots" / "python", tmp_path / "bots" / name)
        (tmp_path / "bots" / name).chmod(0o755)

    def make(sections: str = "", *, folders: tuple[str, str] = ("bots/one", "bots/two")) -> Path:
        bots = "".join(BOT.format(name=Path(folder).name or "here", dir=folder) for folder in folders)
        path = tmp_path / "t.toml"
        path.write_text(f"{sections}{bots}")
        return path

    return make


def referee(*words: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command, with what lies in a folder found first."""
    environ = {**os.environ, "PATH": f"{path}{os.pathsep}{os.environ['PATH']}" if path else os.environ["PATH"]}
    command = [sys.executable, "-m", "referee", *map(str, words)]
    return subprocess.run(command, env=environ, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)


def fake_bwrap(folder: Path, message: str) -> Path:
    """A folder with a bubblewrap that builds nothing."""
    place = folder / "fake"
    place.mkdir()
    (place / "bwrap").write_text(FAILING.format(message))
    (place / "bwrap").chmod(0o755)
    return place


def states() -> dict[Protection, State]:
    """What the canary finds at standard."""
    return {protection: finding.state for protection, finding in send_canary(BoxSettings()).items()}


def test_all_protections_are_on() -> None:
    """On a machine like this one, proven from inside and outside."""
    need_boxes()
    assert states() == dict.fromkeys(Protection, State.ON)


@pytest.mark.parametrize("name", ["plain", "x" * 100, "a#b"])
def test_canary_flies_whatever_files_are_made_like(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For their owner alone, in a folder whose name is too long for a socket's path, or no address."""
    need_boxes()
    (tmp_path / name).mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / name))
    before = os.umask(0o077)
    try:
        assert states() == dict.fromkeys(Protection, State.ON)
    finally:
        os.umask(before)
    assert not any((tmp_path / name).iterdir())


def test_killed_canary_leaves_nothing() -> None:
    """Neither a folder nor a bot: the guardian outlives it."""
    need_boxes()
    program = (
        "import os, signal\nfrom referee.bots.isolation import canary\n"
        "canary._await_line = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "canary.send_canary(canary.BoxSettings())\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    assert eventually(lambda: not any(Path(tempfile.gettempdir()).iterdir()))


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        ({"seccomp": None}, {Protection.NETWORK, Protection.CPU_OFF_TURN}),
        ({"counts_processes": False}, {Protection.PROCESSES}),
    ],
)
def test_canary_notices_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], lost: set[Protection]
) -> None:
    """Without the filter, or without the limit, the protections that rest on it are not on."""
    need_boxes()
    weaker = replace(this_host(), **change)
    monkeypatch.setattr(order, "this_host", lambda: weaker)
    found = {protection for protection, state in states().items() if state is State.WEAK}
    assert lost <= found <= {*lost, Protection.PRIVILEGES}


def test_canary_notices_an_unwatched_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keeper is a fork of another program: what it does is changed by the limit it is given."""
    need_boxes()
    make = order.boxed_order

    def unlimited(*arguments: Any) -> order.Order:
        made = make(*arguments)
        box = {**made.message["box"], "memory_mb": 1 << 20}
        return replace(made, message={**made.message, "box": box})

    monkeypatch.setattr("referee.bots.launch.boxed_order", unlimited)
    assert states()[Protection.MEMORY] is State.OFF
    assert watchdog.PERIOD_S < 0.05


def test_canary_notices_more_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box with all of /etc and the referee's temporary files is not a box."""
    need_boxes()
    bindings = plan._bindings

    def more(tenant: plan.Tenant) -> Any:
        return bindings(replace(tenant, paths=(*tenant.paths, "/etc", str(tenant.folder.parent))))

    monkeypatch.setattr(plan, "_bindings", more)
    found = states()
    assert found[Protection.FILES] is State.OFF
    assert found[Protection.OPPONENT] is State.OFF


def test_ordinary_user_has_all_protections() -> None:
    """The form of the box without root, by an interpreter that everybody may run."""
    need_boxes()
    skip_unless(os.geteuid() == 0, "only root can become an ordinary user for a test")
    version = [str(SYSTEM_PYTHON), "-c", "import sys; print(sys.version_info >= (3, 11))"]
    is_there = SYSTEM_PYTHON.exists() and "True" in subprocess.run(version, capture_output=True, text=True).stdout  # noqa: PLW1510
    skip_unless(is_there, f"{SYSTEM_PYTHON} is not Python 3.11 or newer: apt install python3")
    place = Path(os.environ["TMPDIR"]) / "ordinary"
    try:
        shutil.copytree(ROOT / "referee", place / "referee", ignore=shutil.ignore_patterns("__pycache__"))
        (place / "tmp").mkdir()
        os.chown(place / "tmp", NOBODY, NOBODY)
        for folder in (place.parent, place):
            folder.chmod(0o755)
        program = (
            "import json\nfrom referee.bots.isolation.canary import send_canary\n"
            "from referee.bots.isolation.settings import BoxSettings\n"
            "print(json.dumps({str(name): str(found.state) for name, found in send_canary(BoxSettings()).items()}))"
        )
        become = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        environ = {"PATH": os.defpath, "PYTHONPATH": str(place), "TMPDIR": str(place / "tmp"), "HOME": str(place)}
        told = subprocess.run(
            [*become, str(SYSTEM_PYTHON), "-B", "-c", program],
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert told.returncode == 0, told.stderr
        assert set(json.loads(told.stdout).values()) == {"on"}
    finally:
        place.parent.chmod(0o700)
        shutil.rmtree(place)


def test_doctor_tells_the_truth_where_bubblewrap_fails(tmp_path: Path) -> None:
    """As JSON: the level, each protection with reason and fix; and no failure of its own."""
    fake = fake_bwrap(tmp_path, "No permissions to create new namespace")
    told = referee("doctor", "--json", path=fake)
    assert told.returncode == 0
    table = json.loads(told.stdout)
    assert (table["format"], table["level"]) == ("lostcities-doctor/1", "none")
    assert {
        name: each["state"] for name, each in table["protections"].items() if each["state"] == "on"
    } == dict.fromkeys(("env", "fds", "output", "cleanup"), "on")
    assert table["levels"]["none"]["available"]
    for level in ("standard", "strict"):
        assert not table["levels"][level]["available"]
        assert table["levels"][level]["missing"]
    assert "No permissions to create new namespace" in table["levels"]["standard"]["missing"][0]


def test_doctor_shows_every_protection() -> None:
    """One line each, and what is not reached on stderr."""
    need_boxes()
    told = referee("doctor")
    assert [line.split()[0] for line in told.stdout.splitlines()] == [protection.value for protection in Protection]
    assert "bots are played at isolation" in told.stderr


@pytest.mark.parametrize("level", ["standard", "strict"])
def test_required_level_that_is_not_reached_is_refused(
    tmp_path: Path, tournament: Callable[[str], Path], level: str
) -> None:
    """Exit 3, with what is missing; no results are begun."""
    path = tournament(f'[isolation]\nrequire = "{level}"\n')
    told = referee("run", path, path=fake_bwrap(tmp_path, "Creating new namespace failed"))
    assert told.returncode == 3
    assert f"isolation {level} is not reached on this machine, only none; missing:" in told.stderr
    assert not (tmp_path / "t.results").exists()


def test_level_by_name_is_never_downgraded(tmp_path: Path, tournament: Callable[[str], Path]) -> None:
    """Neither from the TOML nor from the command line; and less than required is refused as well."""
    fake = fake_bwrap(tmp_path, "Creating new namespace failed")
    path = tournament('[isolation]\nlevel = "standard"\n')
    assert referee("run", path, path=fake).returncode == 3
    assert referee("run", tournament(""), "--isolation", "standard", path=fake).returncode == 3
    told = referee("run", tournament('[isolation]\nrequire = "standard"\n'), "--isolation", "none")
    assert (told.returncode, "less than the tournament requires: standard" in told.stderr) == (3, True)


def test_auto_plays_unboxed_with_a_warning_where_nothing_else_works(
    tmp_path: Path, tournament: Callable[[str], Path]
) -> None:
    """And stores it; the table says so."""
    told = referee("run", tournament(""), path=fake_bwrap(tmp_path, "Creating new namespace failed"))
    assert told.returncode == 0, told.stderr
    assert "warning: bots run without boxes" in told.stderr
    assert "Isolation: none, mirror unprotected" in told.stdout.replace("\n", " ")


def test_run_says_what_is_on_and_resumes_only_as_strongly(tournament: Callable[[str], Path]) -> None:
    """One line at the start; a weaker level is refused by name on the same results, exit 2."""
    need_boxes()
    told = referee("run", tournament(""))
    assert told.returncode == 0, told.stderr
    lines = [line for line in told.stderr.splitlines() if line.startswith("isolation ")]
    assert len(lines) == 1
    assert lines[0].startswith(("isolation standard, all protections on", "isolation strict, all protections on"))
    assert "warning" not in told.stderr
    weaker = referee("run", tournament(""), "--isolation", "none", "--rounds", "2")
    assert weaker.returncode == 2
    assert "this run would be weaker, at none" in weaker.stderr
    assert "isolation.files: was on, is off" in weaker.stderr
    told = referee("run", tournament(""), "--rounds", "2")
    assert told.returncode == 0, told.stderr


def test_folder_that_holds_secrets_is_refused(tmp_path: Path, tournament: Callable[..., Path]) -> None:
    """The TOML and the results in a bot's dir: exit 2; played all the same without boxes."""
    need_boxes()
    for file in (tmp_path / "bots" / "one").iterdir():
        (shutil.copytree if file.is_dir() else shutil.copy)(file, tmp_path / file.name)
    tmp_path.chmod(0o755)
    path = tournament("", folders=("bots/one", "."))
    told = referee("run", path)
    assert told.returncode == 2
    assert "[[bot]] here: dir" in told.stderr
    assert told.stderr.count("holds this file, the results and the seed") == 1
    assert referee("run", path, "--isolation", "none").returncode == 0


def test_shared_folders_are_told_unless_isolation_is_required(tournament: Callable[..., Path]) -> None:
    """Once, short; and exit 2 where the host requires more."""
    need_boxes()
    path = tournament("", folders=("bots/one", "bots/one"))
    path.write_text(path.read_text().replace('name = "one"', 'name = "first"', 1))
    told = referee("run", path)
    assert told.returncode == 0, told.stderr
    assert told.stderr.count("share folders") == 1
    required = path.with_name("r.toml")
    required.write_text(f'[isolation]\nrequire = "standard"\n{path.read_text()}')
    told = referee("run", required)
    assert (told.returncode, told.stderr.count("one's dir holds the other's")) == (2, 1)


def test_host_of_this_machine_is_looked_at_once() -> None:
    """The facts are plain values, and the same each time."""
    assert isinstance(this_host(), Host)
    assert this_host() is this_host()
