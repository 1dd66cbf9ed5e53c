"""A real test run that leaves something behind fails, and says what."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]

TIDY = "def test_passes():\n    pass\n"
UNTIDY = """\
import subprocess, sys, tempfile

def test_passes():
    # away from its parent: found by its environment
    code = "import subprocess; print(subprocess.Popen(['sleep', '60'], stdout=-3, start_new_session=True).pid)"
    print(subprocess.run([sys.executable, "-W", "ignore", "-c", code], stdout=open("pid", "w")).returncode)
    tempfile.mkdtemp(prefix="forgotten-")
"""


def run(folder: Path, test: str) -> subprocess.CompletedProcess[str]:
    """Run one test file with our conftest, in a folder of its own."""
    (folder / "test_it.py").write_text(test)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "conftest",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
    ]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent)))}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=60)


def test_run_that_gives_everything_back_passes(tmp_path: Path) -> None:
    """Nothing is said."""
    result = run(tmp_path, TIDY)
    assert (result.returncode, result.stderr) == (0, "")
    assert "left behind" not in result.stdout


def test_run_that_leaves_a_process_and_a_folder_fails(tmp_path: Path) -> None:
    """All its tests pass; it fails all the same, and names both."""
    result = run(tmp_path, UNTIDY)
    os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
    assert result.returncode == pytest.ExitCode.TESTS_FAILED
    assert "1 passed" in result.stdout
    said = result.stdout.partition("left behind by the tests")[2].splitlines()[1:3]
    assert said[0].startswith("in the folder for temporary files: forgotten-")
    assert said[1].startswith("process ")
    assert said[1].endswith(": sleep 60")
