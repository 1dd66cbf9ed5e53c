"""`referee check` as a person runs it: its report, whole; its JSON; its end by Ctrl-C.

To write the reports anew (then look at the difference):

    LOST_CITIES_GOLDEN=write python -m pytest tests/faults/test_check_command.py
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest
from support.bots import FOLDER
from support.example_bots import FOLDER as EXAMPLES
from support.reports import normal

from referee.cli.new_bot import make_project

GOLDEN: Final = Path(__file__).parents[1] / "golden"
REWRITE: Final = "LOST_CITIES_GOLDEN"


def start_check(*words: str, folder: Path = EXAMPLES) -> "subprocess.Popen[str]":
    """The command as a person runs it, with its output in pipes; wide, so that no amount moves the end of a line."""
    command = [sys.executable, "-m", "referee", "check", *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, "COLUMNS": "240"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run_check(*words: str, folder: Path = EXAMPLES) -> tuple[int, str, str]:
    """Its exit code, stdout and stderr."""
    with start_check(*words, folder=folder) as process:
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def odd_command(oddity: str) -> str:
    """The odd bot as a command for a shell's words."""
    return f"{{python}} -m support.odd_bot {oddity}"


@pytest.mark.parametrize(
    ("name", "words", "folder", "code", "verdict"),
    [
        ("check_passing.txt", "{python} greedy.py", EXAMPLES, 0, "greedy is compliant: 16 passed"),
        (
            "check_failing.txt",
            odd_command("hothead"),
            FOLDER.parent,
            3,
            "referee: support is not compliant: 9 passed, 2 failed, 5 skipped",
        ),
    ],
)
@pytest.mark.usefixtures("mark")
def test_report(name: str, words: str, folder: Path, code: int, verdict: str) -> None:
    """The whole of it on stdout; what is checked and the verdict on stderr; the exit code says the verdict again."""
    found, out, err = run_check(words, folder=folder)
    assert (found, err.splitlines()[-1]) == (code, verdict)
    assert err.startswith("checking ")
    text = "\n".join(map(str.rstrip, normal(out).splitlines())) + "\n"
    if os.environ.get(REWRITE) == "write":
        (GOLDEN / name).write_text(text)
    assert text == (GOLDEN / name).read_text()


@pytest.mark.usefixtures("mark")
def test_json() -> None:
    """One object on stdout and nothing else, for a bot author's own checks."""
    code, out, err = run_check("--json", odd_command("deaf"), folder=FOLDER.parent)
    document = json.loads(out)
    failed = [step["step"] for step in document["steps"] if step["status"] == "failed"]
    assert (code, document["compliant"], failed) == (3, False, ["stops"])
    assert len(err.splitlines()) == 1


@pytest.mark.usefixtures("mark")
def test_exception_in_a_new_bot_is_shown_with_its_line(tmp_path: Path) -> None:
    """The traceback stands below the step, down to the line of the author's own file."""
    make_project("python", tmp_path)
    bot = tmp_path / "bot.py"
    head, body = bot.read_text("utf-8").split("    def choose_turn(", 1)
    signature, rest = body.split("\n", 1)
    bot.write_text(f'{head}    def choose_turn({signature}\n        raise ValueError("oops")\n{rest}', "utf-8")
    code, out, _ = run_check("{python} bot.py", folder=tmp_path)
    assert code == 3
    line = head.count("\n") + 2
    assert f'bot.py", line {line}, in choose_turn' in out
    assert "ValueError: oops" in out


@pytest.mark.usefixtures("mark")
def test_interruption_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl-C in the middle stops the bot too; exit code 130."""
    (tmp_path / "sleeper.py").write_text("import time; print('up', flush=True); time.sleep(60)")
    with start_check("{python} sleeper.py", folder=tmp_path) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("checking sleeper")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
