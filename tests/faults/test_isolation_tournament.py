"""A tournament with an attacker in it: it learns nothing, outlives nothing, and changes no honest bot's result."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from support.boxes import need_boxes
from support.processes import eventually

ROOT: Final = Path(__file__).parents[2]
SEED: Final = "07" * 32
TOML: Final = """
[tournament]
seed = "{seed}"
[isolation]
require = "standard"
memory_mb = 200
env = {{ TEST_MARK = "{mark}" }}
[[bot]]
name = "honest"
command = "{{python}} greedy.py"
dir = "bots/honest"
[[bot]]
name = "other"
command = "{{python}} {program}"
dir = "bots/other"
env = {{ TARGETS = '{targets}' }}
"""
ATTACKER: Final = """
import glob, json, os, signal
from greedy import Greedy
from lost_cities_bot import serve

def leak(what):
    print("LEAK", what, flush=True)

def look():
    for path in json.loads(os.environ["TARGETS"]):
        try:
            open(path, "rb").close()
        except OSError:
            continue
        leak(path)
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            variables = open(path, "rb").read()
        except OSError:
            continue
        if variables and b"PWD=" + os.getcwdb() not in variables:
            leak(path)
    for place in ("/tmp/notes", "/dev/shm/notes", "notes", "/var/tmp/notes"):
        if os.path.exists(place):
            leak(place)
        try:
            open(place, "w").write("i was here")
        except OSError:
            pass
    for pid in range(1, 5000):
        try:
            os.kill(pid, 0)
        except OSError:
            continue
        if pid > 40:
            leak("process %d" % pid)

def spin():
    while True:
        pass

look()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for number in range(1, 32):
            if number not in (9, 19):
                signal.signal(number, signal.SIG_IGN)
        spin()
    os._exit(0)
serve(Greedy())
"""


@pytest.fixture
def _boxes() -> None:
    need_boxes()


def play(folder: Path, program: str, mark: str) -> list[dict[str, Any]]:
    """Play a tournament, and export its matches."""
    folder.mkdir()
    for name in ("honest", "other"):
        shutil.copytree(ROOT / "example_bots" / "python", folder / "bots" / name)
    (folder / "bots" / "other" / "attacker.py").write_text(ATTACKER)
    targets = [str(folder / "t.toml"), str(folder / "t.results" / "seed"), str(folder / "t.results" / "results.db")]
    targets += [str(folder / "bots" / "honest" / "greedy.py"), str(Path.home()), "/etc/shadow"]
    path = folder / "t.toml"
    path.write_text(TOML.format(seed=SEED, mark=mark, program=program, targets=json.dumps(targets)), "utf-8")
    for words in (["run", str(path)], ["export", str(path)]):
        command = [sys.executable, "-m", "referee", *words]
        told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
        assert told.returncode == 0, told.stderr
    return [json.loads(line) for line in told.stdout.splitlines()[1:]]


def marked(mark: str) -> list[str]:
    """The processes with the mark of a tournament's bots in their environment."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"TEST_MARK={mark}".encode() in environ.read_bytes():
                found.append(environ.parent.name)
        except OSError:
            continue
    return found


@pytest.mark.usefixtures("_boxes")
def test_attacker_gains_nothing(mark: str, tmp_path: Path) -> None:
    """It plays as greedy does, and meanwhile looks, writes, forks and spins: all matches are those of greedy."""
    attacked = play(tmp_path / "attacked", "attacker.py", mark)
    plain = play(tmp_path / "plain", "greedy.py", mark)
    assert [match["turns"] for match in attacked] == [match["turns"] for match in plain]
    assert [match["scores"] for match in attacked] == [match["scores"] for match in plain]
    assert all(match["end"] == "deck-empty" for match in attacked)
    logs = [log.read_text() for log in (tmp_path / "attacked" / "t.results" / "logs" / "other").iterdir()]
    assert [line for log in logs for line in log.splitlines() if "LEAK" in line] == []
    assert eventually(lambda: not marked(mark)), marked(mark)
    assert list((tmp_path / "attacked" / "bots").rglob("notes")) == []
    assert not any(os.path.exists(path) for path in ("/var/tmp/notes", "/tmp/notes"))  # noqa: PTH110, S108 - the host's
